"""Requests without a browser: what the page is told, what it may write, and what bad requests get."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from sealion_pbem.board import request
from sealion_pbem.board.request import REQUESTS, Drawing
from sealion_pbem.errors import (
    CampaignError,
    PbemError,
    SchemaError,
    StaleError,
    UsageError,
    WireError,
)
from sealion_pbem.rulesets.sealion.rules.ch09_batteries import supporting_batteries
from sealion_pbem.umpire.audit import audit_folder
from sealion_pbem.umpire.desk import Desk
from tests.board.tables import campaign, session

# What the page gets is JSON.
answer: Any = request.answer
SEALED = {"kind": "seal", "name": "objective", "value": "0202"}

GAMES = ("sealion-deluxe", "sealion-2016", "skirmish", "straits", "war-at-sea", "world-at-war")


def asked_seat(root: Path) -> Path:
    """The folder of the seat that is asked."""
    some = next(path for path in root.iterdir() if path.name != "keys")
    return root / Desk(some).read().record.decision.seat


@pytest.fixture
def landing(tmp_path):
    """Sealion where the German lands, moves and drops."""
    return session(asked_seat(campaign(tmp_path, until="land_movement")))


def begun(table):
    """The first orders document of a session."""
    return answer(table, "table", {})["orders"]


def first(menu, member=""):
    """The first choice of a menu as the page sends it back."""
    found = next(c for c in menu["choices"] if member in ("", c["member"]))
    return {name: found[name] for name in ("member", "value", "label")}


def composed(table, version, kind):
    """An order of a kind, made of the first choice each time."""
    menu = answer(table, "menu", {"version": version, "partial": {"kind": kind}})
    for _ in range(300):
        if menu["order"] is not None:
            return menu
        wanted = menu["missing"]["at"].lstrip("/")
        names = [c["member"] for c in menu["choices"]]
        choice = first(menu, wanted if wanted in names else "")
        given = {"version": version, "partial": menu["partial"], "choice": choice}
        menu = answer(table, "menu", given)
    raise AssertionError(menu)


@pytest.mark.parametrize("ruleset", GAMES)
def test_every_game_is_shown_and_an_order_is_composed_kept_and_signed(tmp_path, ruleset):
    """Any ruleset: every unit in a known place, and an order of the first kind becomes a turn."""
    table = session(asked_seat(campaign(tmp_path, ruleset)))
    shown = answer(table, "table", {})
    places = shown["scene"]["places"]
    placed = {unit for _, _, _, unit in shown["now"]["shown"]["placed"]} - {""}
    assert placed == shown["now"]["shown"]["units"].keys()
    assert len(places) > 2
    faces = [face for face, *_ in shown["orders"]["position"]["shown"]["placed"]]
    assert not faces or max(faces) < shown["sheet"]["faces"]
    for name in ("map", "sheet"):
        assert isinstance(answer(table, name, {}), Drawing)
    kind = shown["orders"]["asked"]["kinds"][0]["kind"]
    menu = composed(table, "", kind)
    assert menu["said"]
    led = answer(table, "write", {"version": "", "orders": [menu["order"]]})
    assert [line["state"] for line in led["lines"]] == ["legal"]
    assert led["refused"] == []
    signed = answer(table, "sign", {"version": led["version"]})
    assert signed["kind"] == "turn"
    assert Path(signed["path"]).read_text() == signed["data"]
    assert not list(table.table.path.glob("*.board.json"))
    assert audit_folder(table.table.path).failure is None


def test_two_boards_play_through_the_whole_exchange(tmp_path):
    """Red signs, blue receives, says what waits, answers, red receives the receipt; both audits agree."""
    root = campaign(tmp_path, "skirmish")
    red, blue = session(root / "red"), session(root / "blue")
    menu = composed(red, "", "seal")
    led = answer(red, "write", {"version": "", "orders": [menu["order"]]})
    turn = answer(red, "sign", {"version": led["version"]})
    arrived = {"name": turn["file"], "data": base64.b64encode(turn["data"].encode()).decode()}
    (got,) = answer(blue, "receive", arrived)["results"]
    assert got["status"] == "accepted"
    assert answer(blue, "table", {})["pending"]["is_own"]
    receipt = answer(blue, "witness", {})
    assert receipt["kind"] == "receipt"
    back = {"name": receipt["file"], "data": base64.b64encode(receipt["data"].encode()).decode()}
    assert answer(red, "receive", back)["results"][0]["status"] == "accepted"
    assert answer(red, "table", {})["head"] == answer(blue, "table", {})["head"]
    assert len(answer(red, "steps", {})["steps"]) == 1
    step = answer(red, "step", {"number": 0})
    assert step["by"] == "red"
    assert step["story"]
    assert answer(red, "receive", back)["results"][0]["status"] == "known"


def test_reach_says_where_units_can_go_and_the_list_grows(landing):
    """A unit that can land: lit places with what they cost; the order moves it in the position shown."""
    led = begun(landing)
    kind = next(kind for kind in led["asked"]["kinds"] if kind["units"])
    unit = kind["units"][0]
    reach = answer(landing, "reach", {"version": "", "units": [unit]})["kinds"]
    (way,) = [one for one in reach if one["kind"] == kind["kind"]]
    places = answer(landing, "table", {})["scene"]["places"]
    targets = [c for c in way["choices"] if isinstance(c["value"], (str, list))]
    assert targets
    choice = {name: targets[0][name] for name in ("member", "value", "label")}
    menu = answer(landing, "menu", {"version": "", "partial": way["partial"], "choice": choice})
    while menu["order"] is None:
        given = {"version": "", "partial": menu["partial"], "choice": first(menu)}
        menu = answer(landing, "menu", given)
    led = answer(landing, "write", {"version": "", "orders": [menu["order"]]})
    assert led["lines"][0]["text"]
    assert led["position"]["shown"]["units"][unit]["place"] in places
    again = session(landing.table.path)
    assert begun(again)["draft"] == led["draft"]
    before = answer(landing, "orders", {"version": led["version"], "count": 0})
    assert before["position"]["shown"]["units"][unit] != led["position"]["shown"]["units"][unit]


def test_an_illegal_order_is_kept_and_said_where_it_stands(landing):
    """Twice the same landing: the second line is refused with its rule, and nothing can be signed."""
    menu = composed(landing, "", "land")
    led = answer(landing, "write", {"version": "", "orders": [menu["order"], menu["order"]]})
    assert [line["state"] for line in led["lines"]] == ["legal", "refused"]
    assert led["lines"][1]["faults"][0]["rule"]
    assert led["asked"] is not None
    with pytest.raises(PbemError):
        answer(landing, "sign", {"version": led["version"]})


def test_who_writes_upon_an_old_version_overwrites_nothing(landing):
    """Two tabs: the second write upon the same version is refused, the file stays as the first left it."""
    menu = composed(landing, "", "land")
    led = answer(landing, "write", {"version": "", "orders": [menu["order"]]})
    (kept,) = landing.table.path.glob("*.board.json")
    data = kept.read_bytes()
    assert kept.stat().st_mode & 0o077 == 0
    for name, more in (("write", {"orders": []}), ("menu", {"partial": {}}), ("sign", {})):
        with pytest.raises(StaleError):
            answer(landing, name, {"version": "", **more})
    assert kept.read_bytes() == data
    assert answer(landing, "write", {"version": led["version"], "orders": []})["lines"] == []


def test_a_set_up_and_a_book_are_taken_ready_made(tmp_path):
    """What is prepared is written as it stands: a legal set-up to its end, and standing orders."""
    table = session(asked_seat(campaign(tmp_path, "sealion-deluxe")))
    not_yet = begun(table)["asked"]["not_yet"]
    assert [one["kind"] for one in not_yet] == ["done"]
    assert "still to be placed" in not_yet[0]["text"]
    found = answer(table, "prepared", {})
    assert found["set_ups"]
    for one in found["set_ups"]:
        version = begun(table)["version"]
        book = found["books"][0]["standing_orders"]
        given = {"version": version, "orders": one["orders"], "standing_orders": book}
        led = answer(table, "write", given)
        assert led["refused"] == []
        assert led["fork"] is not None
        assert len(led["standing"]) == len(book)
    kinds = {each["kind"] for each in found["decisions"]}
    assert kinds >= {order["when"] for order in found["standing_orders"]}


def test_the_sequence_of_play_says_where_the_game_is(landing):
    """The stages of a turn, each once; exactly one of them is now."""
    sequence = answer(landing, "table", {})["now"]["sequence"]
    names = [one["name"] for one in sequence]
    assert len(names) == len(set(names)) > 10
    assert [one["name"] for one in sequence if one["now"]] == ["land movement"]


def test_layers_are_areas_of_known_places(landing):
    """Zones and supply of both sides, and where those who can act can go, each of them at least."""
    places = answer(landing, "table", {})["scene"]["places"]
    layers = answer(landing, "layers", {"version": ""})["layers"]
    reach, *others = layers
    assert {(one["name"], one["seat"]) for one in others} >= {
        (name, seat)
        for name in ("zones of control", "supply lines")
        for seat in ("german", "british")
    }
    assert all(place in places for one in others for place in one["places"])
    guns = {one["name"]: one["places"] for one in others if one["seat"] == "german"}
    assert guns["coastal batteries"]
    state = landing.table.record.game.state
    for place in ("6716", *guns["coastal batteries"]):
        is_covered = bool(supporting_batteries(state, place))
        assert is_covered == (place in guns["coastal batteries"])
    unit = next(kind["units"][0] for kind in begun(landing)["asked"]["kinds"] if kind["units"])
    ways = answer(landing, "reach", {"version": "", "units": [unit]})["kinds"]
    ends = {c["value"][-1] for way in ways for c in way["choices"] if isinstance(c["value"], list)}
    assert ends & places.keys() <= {
        place for place in reach["places"] if unit in reach["who"][place]
    }
    assert answer(landing, "layers", {})["layers"] == others


def test_bad_requests_are_refused_and_write_nothing(landing):
    """Unknown names, members, types and orders: an error with a sentence, and no file."""
    bad = [
        ("nonsense", {}, UsageError),
        ("table", {"more": 1}, WireError),
        ("table", [], WireError),
        ("menu", {"version": "", "partial": {"kind": 7}}, WireError),
        ("menu", {"version": "", "partial": {"kind": "land", "strange": 1}}, WireError),
        (
            "menu",
            {
                "version": "",
                "partial": {"kind": "land"},
                "choice": {"member": "x", "value": 1, "label": ""},
            },
            WireError,
        ),
        ("reach", {"version": "", "units": "abc"}, WireError),
        ("write", {"version": "", "orders": [{"kind": "land", "strange": 1}]}, SchemaError),
        ("write", {"version": "", "orders": [7]}, SchemaError),
        ("write", {"version": 3, "orders": []}, WireError),
        ("write", {"version": ""}, WireError),
        ("receive", {"name": "a", "data": "!"}, WireError),
        ("step", {"number": 10_000}, UsageError),
        ("witness", {}, CampaignError),
    ]
    for name, document, error in bad:
        with pytest.raises(error):
            answer(landing, name, json.loads(json.dumps(document)))
    assert not list(landing.table.path.glob("*.board.json"))


def test_who_looks_on_can_write_nothing(tmp_path):
    """With --observe there is a position and no orders; everything that writes is refused."""
    folder = asked_seat(campaign(tmp_path, "skirmish"))
    table = session(folder, observes=True)
    shown = answer(table, "table", {})
    assert shown["orders"] is None
    assert shown["observes"]
    for name, document in (
        ("write", {"version": "", "orders": []}),
        ("sign", {"version": ""}),
        ("witness", {}),
        ("receive", {"name": "a", "data": "e30="}),
    ):
        with pytest.raises(CampaignError):
            answer(table, name, document)


def test_every_request_is_in_the_docs():
    """docs/board.md has a row for each request."""
    text = Path("docs/board.md").read_text()
    assert [name for name in REQUESTS if f"`{name}`" not in text] == []


def test_why_a_unit_cannot_go_somewhere_is_told_with_its_rule(tmp_path):
    """For each kind of order that takes it; nobody, nowhere and nonsense get no reason and no fault."""
    table = session(campaign(tmp_path, "skirmish") / "red")
    led = answer(table, "write", {"version": "", "orders": [SEALED]})
    asked = {"version": led["version"], "units": ["red-1"]}
    reached = {
        choice["value"][-1]
        for kind in answer(table, "reach", asked)["kinds"]
        for choice in kind["choices"]
        if isinstance(choice["value"], list)
    }
    far = next(place for place in table.table.scene.document["places"] if place not in reached)
    (march,) = answer(table, "why", {**asked, "target": far})["kinds"]
    assert march["kind"] == "march"
    assert march["rule"][0].isdigit()
    assert march["text"]
    assert answer(table, "why", {**asked, "units": ["nobody"], "target": far}) == {"kinds": []}
    for nonsense in ("", "\x00", "9999", "0101 0102", "via", "blue-1"):
        for kind in answer(table, "why", {**asked, "target": nonsense})["kinds"]:
            assert kind["text"]
