"""What the house tests look at: files, imports, public names, schemas and commands."""

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

import click

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "sealion_pbem"
MUTATORS = {
    *("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem"),
    *("remove", "reverse", "setdefault", "sort", "update"),
}


@cache
def project_files() -> tuple[Path, ...]:
    """Every file of the project, relative to its top; what git ignores is not part of it."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=False,
        text=True,
    )
    if listed.returncode == 0:
        names = [Path(name) for name in listed.stdout.split("\0") if name]
    else:
        skip = {"demo", "dist", "build", "htmlcov", "__pycache__"}
        found = (path.relative_to(ROOT) for path in ROOT.rglob("*"))
        names = [p for p in found if not any(q in skip or q.startswith(".") for q in p.parts)]
    files = tuple(sorted(name for name in names if (ROOT / name).is_file()))
    assert Path("pyproject.toml") in files, f"{ROOT} is not the top of the project"
    return files


@cache
def text(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(text(path), str(path))


def modules() -> list[Path]:
    return [p for p in project_files() if p.suffix == ".py" and p.parts[0] == PACKAGE]


def schema_files() -> list[Path]:
    """The schemas of the protocol, and those of the games beside their data."""
    return [
        p
        for p in project_files()
        if p.match("*.schema.json") and (p.parts[0] == "schemas" or p.parts[1:2] == ("rulesets",))
    ]


def examples_of(schema: Path) -> Path:
    """The folder in which a schema is tried."""
    folder = ROOT / "tests" / "schemas"
    own = folder if schema.parts[0] == "schemas" else folder / schema.parts[2]
    return own / schema.name.removesuffix(".schema.json")


def room_of(path: Path) -> str:
    """The first name under the package: a folder or a module."""
    return path.parts[1].removesuffix(".py")


def shared_classes() -> Iterator[str]:
    """The names that several classes have, with their modules; two games may have one each."""
    homes = defaultdict(set)
    for path in modules():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef):
                homes[node.name.lstrip("_")].add(path)
    for name, paths in homes.items():
        games = {path.parts[2] for path in paths if room_of(path) == "rulesets"}
        if len(paths) > max(1, len(games)):
            yield f"{name}: {', '.join(sorted(map(str, paths)))}"


def shared_modules() -> Iterator[str]:
    """The names that several modules or packages have, but for games and commands."""
    homes = defaultdict(set)
    for path in modules():
        if room_of(path) not in {"rulesets", "cli"}:
            homes[path.parent.name if path.stem == "__init__" else path.stem].add(path)
    for name, paths in homes.items():
        # A package may be called after the module that it grew around.
        if len({path.parent for path in paths}) > 1:
            yield f"{name}: {', '.join(sorted(map(str, paths)))}"


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every import anywhere in a module as an absolute dotted name, with its line."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = path.parts[: -node.level] if node.level else ()
            prefix = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{prefix}.{alias.name}") for alias in node.names)


def reads_by_name(node: ast.AST) -> Iterator[ast.expr]:
    """Members that are read by their names out of what an entry says, or of its whole document."""
    own = {
        name.id
        for found in ast.walk(node)
        if isinstance(found, ast.Assign)
        for target in found.targets
        for name, value in _assigned(target, found.value)
        if _is_said(value, set())
    }
    for found in ast.walk(node):
        if isinstance(found, ast.Subscript) and isinstance(found.slice, ast.Constant):
            is_read = isinstance(found.slice.value, str) and _is_said(found.value, own)
        elif isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute):
            is_read = found.func.attr in {"get", "pop"} and _is_said(found.func.value, own)
        elif isinstance(found, ast.Compare) and isinstance(found.ops[0], ast.In | ast.NotIn):
            is_read = _is_said(found.comparators[0], own)
        else:
            continue
        if is_read:
            yield found


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.Name, ast.expr]]:
    """The names that an assignment gives to values."""
    if isinstance(target, ast.Name):
        yield target, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=False):
            yield from _assigned(one, other)


def _is_said(node: ast.expr, names: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in names
    return isinstance(node, ast.Attribute) and node.attr in {"body", "document", "unsigned"}


def changes_of_state(node: ast.AST) -> Iterator[ast.stmt | ast.expr]:
    """Statements that write through `state` or `….state` where only reading is allowed."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef) and child.name == "on":
            continue
        if isinstance(child, ast.ClassDef) and child.name == "State":
            continue
        targets: list[ast.expr] = []
        match child:
            case ast.Assign() | ast.Delete():
                targets = child.targets
            case ast.AugAssign() | ast.AnnAssign():
                targets = [child.target]
            case ast.Call(func=ast.Attribute(attr=method)) if method in MUTATORS:
                targets = [child.func]
        flat = [
            e for t in targets for e in (t.elts if isinstance(t, ast.Tuple | ast.List) else [t])
        ]
        if any(is_inside_state(target) for target in flat):
            assert isinstance(child, ast.stmt | ast.expr), "only these have targets"
            yield child
        yield from changes_of_state(child)


def is_inside_state(target: ast.expr) -> bool:
    """Whether a target is `play.state`, or an attribute or item of something called `state`."""
    if ast.unparse(target) == "play.state":
        return True
    while isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
        if isinstance(target, ast.Name) and target.id == "state":
            return True
        if isinstance(target, ast.Attribute) and target.attr == "state":
            return True
    return False


def public_names(path: Path) -> tuple[list[str] | None, set[str]]:
    """What `__all__` lists (None without one) and what the module defines without an underscore."""
    listed: list[str] | None = None
    public: set[str] = set()
    for node in tree(path).body:
        names: list[str] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [name.id for t in targets for name in ast.walk(t) if isinstance(name, ast.Name)]
            if names == ["__all__"]:
                listed = ast.literal_eval(node.value)
            # A type variable is grammar, not a name to import.
            if re.match(r"(typing\.)?(TypeVar|ParamSpec)\(", ast.unparse(node.value)):
                names = []
        public.update(name for name in names if not name.startswith("_"))
    return listed, public


def names_used_elsewhere() -> dict[Path, set[str]]:
    """For every module of the package, the names that its other modules import from it."""
    used: dict[Path, set[str]] = {}
    known = {path.with_suffix("").as_posix().replace("/", "."): path for path in modules()}
    for path in modules():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ImportFrom) and node.module in known:
                names = {alias.name for alias in node.names}
                used.setdefault(known[node.module], set()).update(names)
    return used


def order_in_all(name: str) -> tuple[int, list[tuple[int, str]]]:
    """Constants, then classes, then the rest; digits count as numbers."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2
    return kind, [(int(p), "") if p.isdigit() else (-1, p) for p in re.split(r"(\d+)", name) if p]


class Schemas:
    """All schemas of the project, walked along their references."""

    IN_PLACE = ("allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas", "$ref")
    DATA = ("const", "default", "enum", "examples")

    def __init__(self, files: dict[Path, Any]) -> None:
        self.files = files
        self.by_id = {doc.get("$id", str(path)): (path, doc) for path, doc in files.items()}
        self.seen: set[tuple[int, bool]] = set()

    def open_objects(self) -> Iterator[str]:
        """Name each schema that has properties and is closed neither itself nor from outside."""
        for path, doc in self.files.items():
            yield from self.walk(path, doc, "#", closed=False)
        for path, doc in self.files.items():
            for name, part in doc.get("$defs", {}).items():
                # A definition that something refers to was judged in its place.
                if not {(id(part), True), (id(part), False)} & self.seen:
                    yield from self.walk(path, part, f"#/$defs/{name}", closed=False)

    def walk(self, path: Path, schema: Any, at: str, *, closed: bool) -> Iterator[str]:
        if not isinstance(schema, dict) or (id(schema), closed) in self.seen:
            return
        self.seen.add((id(schema), closed))
        closed = closed or any(
            schema.get(f"{word}Properties") is False for word in ("additional", "unevaluated")
        )
        if "properties" in schema and not closed:
            yield f"{path}{at}: has properties, but allows others"
        for word, value in schema.items():
            if word == "$ref":
                yield from self.walk(*self.find(path, value), closed=closed)
            elif word in {"properties", "patternProperties", "dependentSchemas"}:
                for name, part in value.items():
                    inside = closed and word == "dependentSchemas"
                    yield from self.walk(path, part, f"{at}/{word}/{name}", closed=inside)
            elif word not in {"$defs", *self.DATA}:
                # What `if` and `not` merely test need not be closed.
                inside = word in {"if", "not"} or (closed and word in self.IN_PLACE)
                for number, part in enumerate(value if isinstance(value, list) else [value]):
                    yield from self.walk(path, part, f"{at}/{word}/{number}", closed=inside)

    def find(self, path: Path, reference: str) -> tuple[Path, Any, str]:
        """The schema a reference leads to; it must be one of ours."""
        here = self.files[path].get("$id", str(path))
        address, fragment = urldefrag(urljoin(here, reference))
        assert address in self.by_id, f"{path}: {reference} leads to no schema of this project"
        target, part = self.by_id[address]
        for step in fragment.split("/")[1:]:
            part = part[step.replace("~1", "/").replace("~0", "~")]
        return target, part, f"#{fragment}"


def commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """A command and everything below it that is shown, with the words that call it."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None, f"{path} lists {name}, but does not have it"
            if not below.hidden:
                yield from commands(below, f"{path} {name}")


_HOME_MADE = re.compile(
    r"""["']s["'] (?:if|\*)|(?:else|\+) ["']s["']|\}s\b|(?:ends|starts)with\(["']e?s["']\)"""
    r"""|removesuffix\(["']e?s["']\)|\b(?:verb|word|noun|one|thing)\[:-1\]"""
    r"""|["']\w+["'] if [^"']+ (?:[=!]=|>) 1 else ["']\w+["']"""
)


def home_made_plurals(line: str) -> list[str]:
    """Where a line makes a plural or a singular of its own."""
    return _HOME_MADE.findall(line)


def check(faults: Iterable[str]) -> None:
    """Fail with every fault on a line of its own."""
    found = sorted(faults)
    assert not found, "\n" + "\n".join(found)


def game_of(path: Path) -> str:
    """The game that a module belongs to; "" for what serves all of them."""
    return path.parts[2] if room_of(path) == "rulesets" else ""
