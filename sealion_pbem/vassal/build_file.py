"""Build files and notes: the XML of a module, written from a kit and read without entities or network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lxml import etree

from sealion_pbem.errors import InvalidFileError
from sealion_pbem.vassal.cardboard_type import label, prototype, slot, slot_id
from sealion_pbem.vassal.kit import CAMPAIGN, ENTRY, MAP, Kit
from sealion_pbem.vassal.lattice import COLUMN, HEIGHT

__all__ = [
    "BOARD", "PICTURE", "VASSAL_VERSION", "build_file", "note", "parse_build_file", "read_note",
]  # fmt: skip

VASSAL_VERSION = "3.5.0"
BOARD = "Map"
PICTURE = "map.png"
_PREFIX = "VASSAL.build."
_LARGEST = 16 * 1024 * 1024
_SHOWN = 200
_LONG_AGO = "315532800000"
"""Every note has the same date, the first that a zip file knows: the same game gives the same bytes."""
_ON_MAP = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer",
    "StackExpander", "PieceMover", "KeyBufferer",
)  # fmt: skip


def note(version: str, description: str, *, name: str = "") -> bytes:
    """Return the note that lies in a saved game, or with a name the one that lies in a module."""
    root = etree.Element("data", version="1")
    texts = {
        "version": version,
        "extra1": "",
        "extra2": "",
        "VassalVersion": VASSAL_VERSION,
        "dateSaved": _LONG_AGO,
        "description": label(description),
        **({"name": label(name)} if name else {}),
    }
    for tag, text in texts.items():
        etree.SubElement(root, tag).text = text
    return _written(root)


def read_note(data: bytes) -> dict[str, str]:
    """Return what a note says, by the names of its elements; a foreign note may say anything."""
    root = parse_build_file(data)
    return {child.tag: (child.text or "").strip() for child in root if isinstance(child.tag, str)}


def parse_build_file(data: bytes) -> etree._Element:
    """Return the XML of a module that somebody else has made.

    Raises:
        InvalidFileError: it is too large, no sound XML, or brings entities.
    """
    if len(data) > _LARGEST:
        raise InvalidFileError(f"its XML is larger than {_LARGEST} bytes")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False,
        huge_tree=False, remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise InvalidFileError(f"its XML is not sound: {str(error)[:_SHOWN]}") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise InvalidFileError("its XML brings a DOCTYPE, which no VASSAL writes")
    return root


def build_file(kit: Kit, setups: Sequence[tuple[str, str]], help_file: str) -> bytes:
    """Return the build file of a module; `setups` are titles and the files in it."""
    root = _new(None, "GameModule", name=label(kit.name), version=kit.version,
                description=label(kit.title), VassalVersion=VASSAL_VERSION,
                nextPieceSlotId=str(len(kit.counters) + 1))  # fmt: skip
    _new(root, "module.BasicCommandEncoder")
    guide = _new(root, "module.Documentation")
    _new(guide, "module.documentation.HelpFile", fileName=help_file, fileType="archive",
         title="How this module is used", vassalDoc="user")  # fmt: skip
    roster = _new(root, "module.PlayerRoster", buttonText="Retire", buttonToolTip="Give up a side")
    for seat in kit.seats:
        etree.SubElement(roster, "entry").text = label(seat)
    _new(root, "module.GlobalOptions", autoReport="Always", chatterHTMLSupport="Never",
         nonOwnerUnmaskable="Never", playerIdFormat="$PlayerName$",
         promptString="Opponents can unmask my pieces")  # fmt: skip
    _map(root, kit)
    prototypes = _new(root, "module.PrototypesContainer")
    for seat in kit.seats:
        _new(
            prototypes, "module.PrototypeDefinition", name=label(seat), description=""
        ).text = prototype(seat)
    known = _new(root, "module.properties.GlobalProperties")
    for name in (CAMPAIGN, ENTRY):
        _new(known, "module.properties.GlobalProperty", name=name, initialValue="",
             description="which campaign this is, and how far", isNumeric="false", min="", max="",
             wrap="false")  # fmt: skip
    _tracker(root, kit)
    _new(root, "module.DiceButton", name="Dice that do not count", text="Dice that do not count",
         nDice="2", nSides="6", plus="0", addToTotal="0", prompt="false", reportTotal="false",
         reportFormat="** a roll for fun, it does not count = $result$ *** &lt;$PlayerName$&gt;",
         tooltip="The dice of the game are thrown by the program, and can be proved")  # fmt: skip
    _new(root, "module.NotesWindow", buttonText="Notes", tooltip="Notes")
    _palette(root, kit)
    for title, file in setups:
        _new(root, "module.PredefinedSetup", name=label(title), file=file, useFile="true",
             isMenu="false", description="")  # fmt: skip
    _new(root, "module.Chatter")
    _new(root, "module.KeyNamer")
    return _written(root)


def _map(root: Any, kit: Kit) -> None:
    here = _new(
        root, "module.Map", mapName=MAP, allowMultiple="false", edgeWidth="0", edgeHeight="0",
        markMoved="Never", launch="false", buttonName="", hotkey="", icon="",
        backgroundcolor="255,255,255",
        moveToFormat="$pieceName$: $previousLocation$ to $location$ *",
        moveWithinFormat="$pieceName$ moves within $location$ *",
        createFormat="$pieceName$ comes to $location$ *", changeFormat="$message$",
        onlyReportChangedLocation="true",
    )  # fmt: skip
    picker = _new(here, "module.map.BoardPicker", title="Choose a map", slotWidth="350",
                  slotHeight="125", slotScale="0.2", boardPrompt="Choose a map")  # fmt: skip
    etree.SubElement(picker, "setup").text = f"{MAP}BoardPicker\t{BOARD}\t0\t0"
    board = _new(picker, "module.map.boardPicker.Board", name=BOARD, image=PICTURE,
                 reversible="false", width=str(kit.width), height=str(kit.height))  # fmt: skip
    zoned = _new(board, "module.map.boardPicker.board.ZonedGrid")
    for zone in kit.zones:
        right, bottom = zone.left + zone.width, zone.top + zone.height
        corners = [(zone.left, zone.top), (right, zone.top), (right, bottom), (zone.left, bottom)]
        _new(zoned, "module.map.boardPicker.board.mapgrid.Zone", name=label(zone.name),
             path=";".join(f"{x},{y}" for x, y in corners), locationFormat="$name$",
             highlightProperty="", useHighlight="false", useParentGrid="false")  # fmt: skip
    if kit.lattice is not None:
        _hexes(zoned, kit)
    _new(here, "module.map.StackMetrics", disabled="false", exSepX="8", exSepY="22", unexSepX="4",
         unexSepY="6")  # fmt: skip
    for name in _ON_MAP:
        _new(here, f"module.map.{name}")
    _new(here, "module.map.HighlightLastMoved", enabled="true", color="255,0,0", thickness="2")
    _new(here, "module.map.Zoomer", zoomLevels="0.3,0.45,0.65,1.0,1.6", zoomStart="4",
         inButtonText="+", outButtonText="-", zoomPickButtonText="Zoom", zoomInKey="61,130",
         zoomOutKey="45,130", zoomPickKey="90,130", inTooltip="Zoom in",
         outTooltip="Zoom out", pickTooltip="Select zoom level")  # fmt: skip
    _new(here, "module.map.CounterDetailViewer", description="Mouse-over stack viewer",
         delay="700", zoomlevel="1.0", minDisplayPieces="2", showgraph="true",
         showtext="true", summaryReportFormat="$LocationName$")  # fmt: skip


def _hexes(zoned: Any, kit: Kit) -> None:
    lattice = kit.lattice
    assert lattice is not None, "asked for maps with hexes only"
    grid = _new(zoned, "module.map.boardPicker.board.HexGrid", x0=str(lattice.x), y0=str(lattice.y),
                dx=f"{COLUMN}.0", dy=f"{HEIGHT}.0", sideways="false", snapTo="true",
                edgesLegal="false", cornersLegal="false", visible="false", dotsVisible="false",
                color="0,0,0")  # fmt: skip
    _new(grid, "module.map.boardPicker.board.mapgrid.HexGridNumbering", first="H", sep="", hType="N",
         vType="N", hOff=str(lattice.first_column), vOff=str(lattice.first_row), hLeading="1",
         vLeading="1", hDescend="false", vDescend="false",
         stagger="true" if lattice.is_staggered else "false", locationFormat="$gridLocation$",
         visible="false", fontSize="9", color="0,0,0", rotateText="0", hDrawOff="0",
         vDrawOff="0")  # fmt: skip


def _tracker(root: Any, kit: Kit) -> None:
    tracker = _new(root, "module.turn.TurnTracker", name="Turn", buttonText="Turn", hotkey="",
                   icon="", turnFormat="$level1$ $level2$", length="-1", lengthStyle="Maximum",
                   reportFormat="* $newTurn$", tooltip="The sequence of play")  # fmt: skip
    turn = _new(tracker, "module.turn.CounterTurnLevel", name="Turn", property="Turn", start="0",
                incr="1", loop="false", loopLimit="-1", turnFormat="Turn $value$")  # fmt: skip
    if kit.stages:
        listed = ",".join(label(stage).replace(",", " ") for stage in kit.stages)
        _new(turn, "module.turn.ListTurnLevel", name="Part", property="Part", list=listed,
             configList="false", configFirst="false", prompt="", turnFormat="$value$")  # fmt: skip


def _palette(root: Any, kit: Kit) -> None:
    """Add every counter by its seat, for whoever wants to look at one; orders make none."""
    window = _new(root, "module.PieceWindow", name="Counters", text="Counters", hidden="false",
                  tooltip="All counters, to look at", scale="1.0", defaultWidth="300",
                  icon="", hotkey="")  # fmt: skip
    tabs = _new(window, "widget.TabWidget", entryName="Counters")
    for seat in kit.seats:
        tab = _new(tabs, "widget.ListWidget", entryName=label(seat), width="300", height="300",
                   scale="1.0", divider="150")  # fmt: skip
        for counter in kit.counters:
            if counter.seat == seat:
                number = slot_id(kit, counter)
                _new(tab, "widget.PieceSlot", entryName=label(counter.name), gpid=number,
                     width="46", height="46").text = slot(kit, counter)  # fmt: skip


def _new(parent: Any, name: str, /, **attributes: str) -> Any:
    tag, attributes = _PREFIX + name, dict(_sorted(attributes))
    if parent is None:
        return etree.Element(tag, attributes)
    return etree.SubElement(parent, tag, attributes)


def _sorted(attributes: Mapping[str, str]) -> list[tuple[str, str]]:
    return sorted(attributes.items())


def _written(root: etree._Element) -> bytes:
    data: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)
    return data
