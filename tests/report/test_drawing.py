"""The board picture as SVG: everything is on it once, well-formed, and the same each time."""

from collections import Counter
from dataclasses import replace

import pytest
from lxml import etree

from sealion_pbem.engine.picture import Mark
from sealion_pbem.errors import UsageError
from sealion_pbem.report import drawing
from sealion_pbem.report.drawing import tags, vector
from sealion_pbem.report.drawing.layout import layout
from sealion_pbem.rulesets import find
from tests.positions import EDITIONS, after

SVG = "{http://www.w3.org/2000/svg}"
BIDI_AND_MARKUP = "<b>&\"'\u202e\x07</b>"


def read(text: str) -> etree._Element:
    """The drawing, read by a strict parser."""
    return etree.fromstring(text.encode(), etree.XMLParser(no_network=True))


def units_on(text: str) -> Counter[str]:
    """How often each unit is drawn."""
    return Counter(
        group.attrib["data-unit"] for group in read(text).iterfind(f".//{SVG}g[@data-unit]")
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("turns", [0, 1, 2, 7, 28, 60])
def test_every_unit_in_play_is_drawn_once(edition: str, turns: int):
    """Set-up, aboard ships and aircraft, at sea, in boxes, to come: each once, the fallen not at all."""
    ruleset, state, _ = after(edition, turns)
    living = {name for name, unit in state.units.items() if unit.steps}
    drawn = units_on(drawing.svg(ruleset, state))
    assert set(drawn) == living
    assert set(drawn.values()) == {1}


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_counter_leaves_the_paper_or_covers_another(edition: str):
    """However full a place is, some of every counter can be seen."""
    for turns in (1, 2, 28, 60):
        ruleset, state, _ = after(edition, turns)
        chart = ruleset.chart()
        left, top, width, height = vector.rect_of(chart, None)
        placed = [one for one in layout(chart, ruleset.pieces(state)) if one.piece]
        assert all(left <= one.x <= left + width - 46 for one in placed)
        assert all(top <= one.y <= top + height - 40 for one in placed)
        spots = Counter((round(one.x), round(one.y)) for one in placed)
        assert set(spots.values()) == {1}


def test_every_hex_and_every_name_is_written():
    """All hex numbers, towns, ports, airbases, sea spaces and boxes are text on the map."""
    ruleset, state, _ = after("sealion-deluxe", 28)
    chart = ruleset.chart()
    texts = {
        "".join(node.itertext()) for node in read(drawing.svg(ruleset, state)).iter(f"{SVG}text")
    }
    wanted = {cell.number for cell in chart.cells} | {space.title for space in chart.spaces}
    wanted |= {cell.name for cell in chart.cells if cell.name and "capital" not in cell.terrain}
    wanted |= {
        site.name for cell in chart.cells for site in cell.sites if site.kind in {"port", "airbase"}
    }
    assert wanted <= texts | {""}
    assert "LONDON" in texts


def test_sides_differ_in_shape():
    """The outline of a German counter is not that of a British one, and each says which it has."""
    ruleset, state, _ = after("sealion-deluxe", 28)
    outlines: dict[str, set[tuple[str | None, str | None]]] = {}
    for group in read(drawing.svg(ruleset, state)).iter(f"{SVG}g"):
        if group.get("data-unit"):
            first = next(group.iter(f"{SVG}path"))
            outlines.setdefault(state.counter(group.attrib["data-unit"]).seat, set()).add(
                (group.get("data-shape"), first.get("d"))
            )
    assert len(outlines["german"]) == len(outlines["british"]) == 1
    assert outlines["german"] != outlines["british"]


def test_a_reduced_counter_has_a_stripe_and_its_own_values():
    """Front and back of a unit differ; both are documents of their own."""
    ruleset = find("sealion-deluxe")
    front = drawing.counter_svg(ruleset, "uk_4_inf")
    back = drawing.counter_svg(ruleset, "uk_4_inf", 1)
    assert "3-4-4" in front
    assert "1-2-4" in back
    assert read(back).get("viewBox") == "0 0 46 46"
    assert back.count("<path") == front.count("<path") + 2


def test_every_counter_of_both_editions_can_be_drawn():
    """No type of unit lacks a symbol, in either edition, those of optional rules included."""
    from sealion_pbem.rulesets.sealion import data

    for edition in EDITIONS:
        ruleset = find(edition)
        for name in data.counters(data.compiled(f"counters_{edition.removeprefix('sealion-')}")):
            read(drawing.counter_svg(ruleset, name, 1))


def test_the_same_position_gives_the_same_bytes():
    """Drawn twice, and from a state that was packed and unpacked."""
    ruleset, state, marks = after("sealion-2016", 28)
    first = drawing.svg(ruleset, state, marks=marks)
    assert drawing.svg(ruleset, ruleset.unpack(ruleset.pack(state)), marks=marks) == first


def test_a_crop_shows_what_was_asked():
    """Its view holds the hexes and the counters in them, and leaves far ones out."""
    ruleset, state, _ = after("sealion-deluxe", 28)
    text = drawing.svg(ruleset, state, crop=("4409", "4410"))
    x, y, width, height = map(float, read(text).get("viewBox").split())
    for number in ("4409", "4410"):
        px, py = drawing.spot(ruleset, number)
        assert x < px < x + width
        assert y < py < y + height
    assert set(state.units_in("4409")) <= set(units_on(text))
    assert not set(state.units_in("A")) & set(units_on(text))
    assert len(text) < 300_000


def test_a_crop_of_a_sea_space_shows_all_ships_in_it():
    """Sector A with dozens of counters is in the picture as a whole."""
    ruleset, state, _ = after("sealion-deluxe", 28)
    text = drawing.svg(ruleset, state, crop=("A",))
    assert set(state.units_in("A")) <= set(units_on(text))


@pytest.mark.parametrize("place", ["9999", "Z", "../A", ""])
def test_a_place_that_is_not_on_the_map_is_refused(place: str):
    """The refusal names the places that are."""
    ruleset, state, _ = after("sealion-deluxe", 1)
    with pytest.raises(UsageError, match="no place") as caught:
        drawing.svg(ruleset, state, crop=(place,))
    assert "Convoy" in caught.value.hint


def test_moves_and_fights_are_marked():
    """Arrows and numbered bursts are drawn over the counters; close-ups are where they are."""
    played = (after("sealion-deluxe", turns) for turns in range(60))
    ruleset, state, marks = next(
        turn for turn in played if {mark.kind for mark in turn[2]} >= {"move", "combat"}
    )
    marked = read(drawing.svg(ruleset, state, marks=marks)).find(f".//{SVG}g[@id='marks']")
    kinds = Counter(node.get("class") for node in marked if node.get("class"))
    assert kinds["mark combat"] == sum(mark.kind == "combat" for mark in marks)
    assert kinds["mark move"] == sum(mark.kind == "move" for mark in marks)
    closeups = drawing.closeups(ruleset, state, marks)
    assert 1 <= len(closeups) <= 4
    fought = {mark.places[0] for mark in marks if mark.kind == "combat"}
    assert fought & {place for _, crop in closeups for place in crop}


@pytest.mark.parametrize("turns", [28, 60])
def test_hex_numbers_can_be_read_in_a_mail_wherever_something_happened(turns: int):
    """In a close-up or, where none shows the hex, on the whole map: at least 11 pixels high as shown."""
    ruleset, state, marks = after("sealion-deluxe", turns)
    chart = ruleset.chart()
    placed = layout(chart, ruleset.pieces(state))
    closeups = drawing.closeups(ruleset, state, marks)
    rects = [vector.rect_of(chart, crop, placed, 1248 / 1.25) for _, crop in closeups]
    left_over = drawing.unseen(ruleset, state, marks, [crop for _, crop in closeups])
    for place in tags.tagged(chart, marks):
        x, y = drawing.spot(ruleset, place)
        shown = [r for r in rects if r[0] <= x <= r[0] + r[2] and r[1] <= y <= r[1] + r[3]]
        assert bool(shown) != (place in left_over)
        for rect in shown or [vector.rect_of(chart, None)]:
            assert tags.tag_size(rect[2]) * tags.READ_AT / rect[2] >= 11


def test_hex_numbers_do_not_cover_each_other():
    """Of two that lie too close at this size, the first is written: that of a fight."""
    drawn = tags.tags(("6716", "6816", "2012"), 46)
    assert [n in drawn for n in ("6716", "6816", "2012")] == [True, False, True]
    small = tags.tags(("6716", "6717", "6816"), 18.5)
    assert small.count("<text") == 3
    fight, move = Mark("combat", ("6617",), "german", 1), Mark("move", ("6618", "6716"), "german")
    assert tags.tagged(after("sealion-deluxe", 0)[0].chart(), (move, fight)) == ("6617", "6716")


def test_the_stacks_of_a_close_up_are_listed_with_everybody_in_them():
    """Every unit of every place with several, by name, id and printed values, a load with its carrier."""
    ruleset, state, _ = after("sealion-deluxe", 28)
    pieces = {piece.id: piece for piece in ruleset.pieces(state)}
    crop = ruleset.held(state)["held"]
    told = drawing.stacks(ruleset, state, crop)
    words = " ".join(unit for stack in told for _, units in stack.forces for unit in units)
    places = {stack.place.split()[0] for stack in told}
    crowded = Counter(piece.place for piece in pieces.values())
    listed = [p for p in pieces.values() if p.place in crop and crowded[p.place] > 1]
    assert listed
    for piece in listed:
        assert piece.place in places
        assert f"{piece.name} ({piece.id}) {piece.values}" in words
    loads = [p for p in pieces.values() if p.aboard and f"({p.id})" in words]
    assert all(f"({p.aboard})" in words for p in loads)


def test_close_ups_do_not_show_the_same_twice():
    """A group that another close-up shows anyway has none of its own."""
    ruleset, state, _ = after("sealion-deluxe", 28)
    near = (Mark("combat", ("6219",), "german", 1), Mark("move", ("5612", "5519"), "german"))
    assert [crop for _, crop in drawing.closeups(ruleset, state, near)] == [("6219",)]
    far = (*near, Mark("combat", ("2012",), "german", 2))
    assert len(drawing.closeups(ruleset, state, far)) == 2


def test_close_ups_without_marks_show_the_front():
    """In a quiet turn the hexes that the invader holds are shown; before the landing nothing is."""
    ruleset, state, _ = after("sealion-deluxe", 28)
    ((title, crop),) = drawing.closeups(ruleset, state, ())
    assert (title, crop) == ("The front", ruleset.held(state)["held"])
    assert drawing.closeups(ruleset, after("sealion-deluxe", 1)[1], ()) == []


def test_strange_names_stay_text():
    """Markup in a name is written, not obeyed; what XML cannot hold is replaced."""
    ruleset, state, _ = after("sealion-deluxe", 28)
    piece = replace(ruleset.pieces(state)[0], name=BIDI_AND_MARKUP, label=BIDI_AND_MARKUP)
    chart = replace(ruleset.chart(), title=BIDI_AND_MARKUP)
    text = vector.document(
        (0, 0, 1, 1), chart.title, vector.overlay(chart, layout(chart, [piece]), is_plain=False)
    )
    tree = read(text)
    assert not list(tree.iter(f"{SVG}b"))
    assert "\u202e" not in text
    assert "<b>&" in "".join(tree.itertext())


def test_nobody_is_lost_in_a_place_that_the_map_lacks():
    """Units of a turn that has no box, one of them on two carriers, are drawn where there is room."""
    ruleset, state, _ = after("sealion-deluxe", 28)
    first, second, third, *_ = ruleset.pieces(state)
    pieces = [
        replace(first, place="Turn 9", aboard=second.id),
        replace(second, place="Turn 9", aboard=third.id),
        replace(third, place="Turn 9", aboard=""),
    ]
    chart = ruleset.chart()
    placed = layout(chart, pieces)
    assert {one.piece.id for one in placed if one.piece} == {piece.id for piece in pieces}
    assert vector.covered(chart, placed)


def test_marks_of_unknown_places_are_left_out():
    """A mark in a box that is not drawn does no harm."""
    ruleset, state, _ = after("sealion-deluxe", 1)
    marks = [Mark("move", ("Nowhere", "Elsewhere"), "german"), Mark("combat", ("Out",), "", 1)]
    assert "mark combat" not in drawing.svg(ruleset, state, marks=marks)


def test_a_game_without_a_map_says_so():
    """Skirmish has no map."""
    skirmish = find("skirmish")
    assert not drawing.has_map(skirmish)
    assert drawing.has_map(find("sealion-2016"))
    with pytest.raises(UsageError, match="no map"):
        drawing.base_svg(skirmish)


def test_the_empty_map_is_a_document():
    """For the replay page: no counters, factories of the edition, and places on it."""
    for edition, factories in (("sealion-2016", 25), ("sealion-deluxe", 29)):
        tree = read(drawing.base_svg(find(edition)))
        assert len(tree.findall(f".//{SVG}g[@class='factory']")) == factories
    x, y = drawing.spot(find("sealion-2016"), "Convoy")
    left, top, width, height = map(float, tree.get("viewBox").split())
    assert left < x < left + width
    assert top < y < top + height
