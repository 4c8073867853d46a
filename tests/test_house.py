"""The house rules as tests: floors, purity, size, public names, schemas, commands.

Nothing here is listed by hand except the floors: new modules, schemas and commands are found and
held to the same rules.  Each test collects every fault before it fails.
"""

import ast
import json
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests import survey
from tests.survey import PACKAGE, ROOT, check, modules, project_files, room_of, text, tree

FLOORS = {
    "engine": 0,
    "hexes": 0,
    "rulesets": 1,
    "pbem": 2,
    "campaign": 3,
    "report": 4,
    "mail": 4,
    "vassal": 4,
    "umpire": 5,
    "board": 6,
    "library": 6,
    "cli": 7,
    "__main__": 8,
    # It has the names of the library, found late: importing it imports nothing, and everybody may.
    "__init__": 8,
}
LEAVES = {"errors", "resources"}
# Files and games are met on the umpire's floor only; pure floors have no use for paths.
LOWEST_USER = {"rulesets": 5, "resources": 2}
PURE = 1

IMPURE = {
    *("asyncio", "ctypes", "datetime", "glob", "http", "io", "locale", "logging", "mmap"),
    *("multiprocessing", "os", "pathlib", "pickle", "platform", "random", "secrets", "shutil"),
    *("signal", "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time"),
    *("urllib", "uuid"),
}
IMPURE_CALLS = {"breakpoint", "eval", "exec", "id", "input", "open", "print"}
LONGEST = 399


def test_a_floor_imports_only_floors_below_it():
    """A room uses itself, the floors below and the leaves; every room has a floor."""
    faults = []
    for path in modules():
        room = room_of(path)
        if room not in FLOORS and room not in LEAVES:
            faults.append(
                f"{path}: the room {room!r} has no floor; give it one in tests/test_house.py"
            )
            continue
        floor = FLOORS.get(room, -1)
        for line, target in own_imports(path):
            if target in {room, "__init__", "errors"}:
                continue
            lowest_user = LOWEST_USER.get(target, FLOORS.get(target, 99) + 1)
            if floor < lowest_user:
                faults.append(f"{path}:{line}: {room} (floor {floor}) may not import {target}")
    check(faults)


def test_leaves_import_nothing_of_ours():
    """`errors` and `resources` can be imported from everywhere without a circle."""
    check(
        f"{path}:{line}: a leaf imports {target}"
        for path in modules()
        if room_of(path) in LEAVES
        for line, target in own_imports(path)
    )


def test_the_lowest_floors_are_pure():
    """Engine, hexes and rulesets know no clock, file, network, terminal or foreign package."""
    faults = []
    for path in pure_modules():
        for line, name in survey.imports(path):
            top = name.split(".")[0]
            if name.startswith("importlib.resources") and "data" not in path.parts:
                faults.append(f"{path}:{line}: only a ruleset's data/ may import {name}")
            elif top in IMPURE:
                faults.append(f"{path}:{line}: a pure floor may not import {name}")
            elif top == "orjson":
                if path.parts[-2:] != ("engine", "canon.py"):
                    faults.append(f"{path}:{line}: only engine/canon.py may import orjson")
            elif top not in sys.stdlib_module_names and top != PACKAGE:
                faults.append(f"{path}:{line}: {name} is not in the standard library")
        faults += [
            f"{path}:{node.lineno}: a pure floor may not call {node.func.id}()"
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in IMPURE_CALLS
        ]
    check(faults)


def test_the_lowest_floors_have_no_floats():
    """A state or a rule that holds a float could differ between two machines."""
    check(
        f"{path}:{node.lineno}: float literal {node.value!r}"
        for path in pure_modules()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
    )


def test_only_events_change_a_state():
    """In a ruleset, `state` is assigned to inside an event's `on` or State's own methods."""
    check(
        f"{path}:{node.lineno}: {ast.unparse(node)} changes the state outside of an event's on()"
        for path in modules()
        if room_of(path) == "rulesets"
        for node in survey.changes_of_state(tree(path))
    )


def test_a_game_is_known_to_itself_alone():
    """What serves all games says no word, place, side or module of Sealion, and assumes no pair or die."""
    check(
        f"{path}:{number}: {found}"
        for path in project_files()
        if is_for_every_game(path)
        for number, line in enumerate(text(path).splitlines(), 1)
        for found in words_of_a_game(line)
    )


def test_the_words_of_a_game_are_found():
    """What the test above looks for is found where it stands, and nothing like it."""
    assert words_of_a_game('if seat == "german": hexes = british_hexes(thames)') == [
        *("german", "british", "thames"),
    ]
    assert words_of_a_game("# Beaches and factories that the invader holds") == [
        *("Beach", "factories", "invader"),
    ]
    assert words_of_a_game("from sealion_pbem.rulesets.sealion import data") == ["rulesets.sealion"]
    assert words_of_a_game("is_hex = place.isdigit()") == ["place.isdigit()"]
    assert words_of_a_game('default="sealion-deluxe"') == ['"sealion-deluxe"']
    assert words_of_a_game(
        "whoever answers for both sides, or the other side, or the other player"
    ) == [
        *("both sides", "the other side", "other player"),
    ]
    assert words_of_a_game("def roll(self, *, sides: int = 6); if die == 6:") == [
        *("sides: int = 6", "die == 6"),
    ]
    assert not words_of_a_game("field(default_factory=list); satisfactory; name.isdigit()")
    assert is_for_every_game(Path("sealion_pbem/report/stage.py"))
    assert is_for_every_game(Path("templates/history/replay.js"))
    assert not is_for_every_game(Path("sealion_pbem/rulesets/sealion/state.py"))


def test_entries_are_read_by_name_in_one_place():
    """What an entry says has a type: only pbem/body/ knows the names of its members in files."""
    check(
        f"{path}:{node.lineno}: {ast.unparse(node)} reads an entry by name"
        for path in project_files()
        if path.suffix == ".py" and knows_entries(path)
        for node in survey.reads_by_name(tree(path))
    )


def test_reading_an_entry_by_name_is_found():
    """Whatever it is called on the way, and nothing that is no entry."""
    code = """
    name = charter.body["name"]
    body, by = entry.body, entry.by
    when = body.get("time") or entry.unsigned["created"]
    has_dice = "link" in entry.document
    """
    found = survey.reads_by_name(ast.parse(textwrap.dedent(code)))
    assert sorted(map(ast.unparse, found)) == [
        *("'link' in entry.document", "body.get('time')"),
        *("charter.body['name']", "entry.unsigned['created']"),
    ]
    assert not [*survey.reads_by_name(ast.parse("draft['orders']; seats.get('red'); tree.body[0]"))]


def test_files_are_short():
    """A file that outgrows 400 lines becomes a folder of the same name."""
    for_people = {".py", ".j2", ".js"}
    lengths = {p: len(text(p).splitlines()) for p in project_files() if p.suffix in for_people}
    check(f"{path}: {length} lines" for path, length in lengths.items() if length > LONGEST)


def test_every_python_file_is_type_checked():
    """`make check` gives mypy every folder with Python in it, and no setting takes one out again."""
    mypy = tomllib.loads(text(Path("pyproject.toml")))["tool"]["mypy"]
    assert re.search(
        r"^check:.*\n(?:\t.*\n)*\t@\$\(BIN\)/mypy$", text(Path("Makefile")), re.MULTILINE
    )
    check(
        f"{path}: its folder is not in tool.mypy.files"
        for path in project_files()
        if path.suffix == ".py" and path.parts[0] not in mypy["files"]
    )
    check(
        f"tool.mypy, {part.get('module', 'for all')}: {name} hides our own files"
        for part in (mypy, *mypy["overrides"])
        if set(re.findall(r"[a-z_]+|^$", str(part.get("module", "")))) & {"", *mypy["files"]}
        for name in {"exclude", "follow_imports", "ignore_errors"} & part.keys()
    )


def test_every_module_has_a_docstring():
    """The first thing in a module says what lives here."""
    check(
        f"{path}: no module docstring"
        for path in project_files()
        if path.suffix == ".py" and not ast.get_docstring(tree(path))
    )


def test_every_test_tells_its_case():
    """The docstring of a test gives the situation and what is expected."""
    check(
        f"{path}:{node.lineno}: {node.name} has no docstring"
        for path in project_files()
        if path.parts[0] == "tests" and path.name.startswith("test_") and path.suffix == ".py"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and not ast.get_docstring(node)
    )


def test_what_others_import_is_public():
    """`__all__` is sorted, names only what is there, and holds every name that another module imports."""
    used = survey.names_used_elsewhere()
    faults = []
    for path in modules():
        listed, public = survey.public_names(path)
        wanted = used.get(path, set())
        if listed is None:
            if wanted and path.stem != "__init__":
                faults.append(f"{path}: no __all__, but others import {', '.join(sorted(wanted))}")
            continue
        if path.stem != "__init__":
            unlisted = wanted - set(listed)
            faults += [f"{path}: {name} is imported elsewhere, not in __all__" for name in unlisted]
            faults += [f"{path}: {name} in __all__ is not defined" for name in set(listed) - public]
        if listed != sorted(set(listed), key=survey.order_in_all):
            faults.append(f"{path}: __all__ is not sorted, or repeats a name")
    check(faults)


def test_every_schema_has_a_good_and_a_bad_example():
    """Each schema is tried by tests/schemas/…/good-*.json and bad-*.json, those of a game in its folder."""
    check(
        f"{path}: no example {examples.relative_to(ROOT)}/{mood}-*.json"
        for path in survey.schema_files()
        for examples in [survey.examples_of(path)]
        for mood in ("good", "bad")
        if not list(examples.glob(f"{mood}-*.json"))
    )


def test_schemas_are_closed():
    """Where a schema names properties, no others are allowed."""
    schemas = survey.Schemas({path: json.loads(text(path)) for path in survey.schema_files()})
    check(schemas.open_objects())


def test_every_command_has_help_and_stands_in_the_readme():
    """`sealion … --help` explains each command, and README.md names each with its full path."""
    from sealion_pbem.cli.root import cli

    readme = " ".join(text(Path("README.md")).split())
    faults = []
    for path, command in survey.commands(cli, "sealion"):
        if not (command.help or "").strip():
            faults.append(f"{path}: no help text")
        if not re.search(rf"\b{re.escape(path)}\b", readme):
            faults.append(f"{path}: not named in README.md")
    check(faults)


def test_no_file_names_a_machine():
    """Paths of one machine and addresses of package indexes do not belong into the project."""
    # Written in pieces, or this file would find itself.
    machine = r"(?<![\w.$}/-])/(?:(?:ro" + r"ot|home|opt)/|(?:wo" + r"rk|tm" + r"p)\b)"
    index = r"py" + r"pi\.|python" + r"hosted|registry\." + r"npmjs|--(?:extra-)?index" + r"-url"
    pattern = re.compile(f"{machine}|{index}")
    check(
        f"{path}:{number}: {found[0]}"
        for path in project_files()
        for number, line in enumerate(text(path).splitlines(), 1)
        if (found := pattern.search(line))
    )


OF_A_GAME = re.compile(
    r"german|british|thames|beach|churchill|parachut|luftwaffe|royal navy|\bfactor(?:y|ies)\b|invader"
    r"|rulesets\.sealion|[\"']sealion-(?!pbem)\w+[\"']"
    r"|(?:place|hex)\w*\.isdigit\(\)|\b(?:both|the other) sides?\b|\bother player\b"
    r"|\b(?:sides|die|faces)\b[^=]{0,14}==? ?6\b|\bd6\b|\bsix (?:dice|faces|sides)\b",
    re.IGNORECASE,
)


def words_of_a_game(line: str) -> list[str]:
    """The words of Sealion in a line, and those that only a game of two players with its dice could say."""
    return OF_A_GAME.findall(line)


def is_for_every_game(path: Path) -> bool:
    """Whether a file serves every game; where games are found must name them."""
    if path.parts[0] == PACKAGE:
        return path.parts[1] != "rulesets" and path.suffix == ".py"
    return path.parts[0] in {"schemas", "templates"}


def knows_entries(path: Path) -> bool:
    """Whether a file can have to do with entries, and is not the place where they are read."""
    if path.parts[0] != PACKAGE:
        return path.parts[0] in {"benchmarks", "examples", "tools"}
    is_body = path.parts[1:3] == ("pbem", "body")
    return FLOORS.get(room_of(path), -1) >= FLOORS["pbem"] and not is_body


def pure_modules() -> list[Path]:
    return [path for path in modules() if FLOORS.get(room_of(path), 99) <= PURE]


def own_imports(path: Path) -> Iterator[tuple[int, str]]:
    """The rooms and leaves of this package that a module imports."""
    for line, name in survey.imports(path):
        top, _, rest = name.partition(".")
        if top == PACKAGE:
            room = rest.split(".")[0]
            yield line, room if room in FLOORS or room in LEAVES else "__init__"
