"""Files without passwords: VASSAL writes a player's password readably wherever something is his.

Each password becomes a number, the same one everywhere, so that what belonged together still does.
"""

from __future__ import annotations

import zipfile
from io import BytesIO

from sealion_pbem.campaign.unpack import FIRST_BYTES, unpacking
from sealion_pbem.errors import InvalidFileError
from sealion_pbem.vassal.command import Tree, format_tree, parse_tree
from sealion_pbem.vassal.escape import joined, parted
from sealion_pbem.vassal.obfuscation import obscured, revealed
from sealion_pbem.vassal.saved_game import BUILD_FILES, GAME, LARGEST_FILE
from sealion_pbem.vassal.trait import chained, unchained_state, unchained_type

__all__ = ["BLANK", "scrubbed", "scrubbed_text"]

BLANK = "blank-"
"""How a number begins that stands for a password."""
_KEY = 0xB5
_LOG = "LOG\t"
_NOBODY = ("", "null")
_MOVER = 10
_OWNED = {"hide": 4, "obs": 6}
"""Traits whose state begins with an owner, and the field that says whether he is a side."""
_MOST_INSIDE = 200 * 1024 * 1024


def scrubbed(data: bytes) -> tuple[bytes, int]:
    """Return a saved game, log or module without passwords, and how many different ones there were.

    Raises:
        InvalidFileError: it is none of these, or its commands are written as no VASSAL writes them.
        CorruptError: it is damaged or hostile.
    """
    return _scrubbed(data, _Blanks(), is_inside=False)


def scrubbed_text(text: str) -> tuple[str, int]:
    """Return commands without passwords, and how many different ones there were."""
    blanks = _Blanks()
    return blanks.text(text), blanks.count


def _scrubbed(data: bytes, blanks: _Blanks, *, is_inside: bool) -> tuple[bytes, int]:
    if len(data) > LARGEST_FILE * 8:
        raise InvalidFileError(f"the file is larger than {LARGEST_FILE * 8} bytes")
    target = BytesIO()
    with (
        unpacking(BytesIO(data), "the file", is_foreign=True) as unpacker,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packer,
    ):
        infos = unpacker.infos
        if not {GAME, *BUILD_FILES} & {info.filename for info in infos} and not is_inside:
            raise InvalidFileError(
                "the file is no saved game, log or module of VASSAL",
                hint="choose a .vsav, .vlog or .vmod",
            )
        if sum(info.file_size for info in infos) > _MOST_INSIDE:
            raise InvalidFileError(f"the file would unpack to more than {_MOST_INSIDE} bytes")
        for info in infos:
            content = unpacker.read(info.filename)
            if info.filename == GAME:
                content = obscured(blanks.text(_decoded(revealed(content))).encode(), _KEY)
            elif content.startswith(FIRST_BYTES) and not is_inside:
                content = _scrubbed(content, blanks, is_inside=True)[0]
            made = zipfile.ZipInfo(info.filename)
            made.compress_type = zipfile.ZIP_DEFLATED
            packer.writestr(made, content)
    return target.getvalue(), blanks.count


def _decoded(plain: bytes) -> str:
    try:
        return plain.decode()
    except UnicodeDecodeError:
        raise InvalidFileError("the saved game is not UTF-8: it is damaged") from None


class _Blanks:
    """The numbers that stand for passwords."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}
        self._known: dict[str, list[str]] = {}

    @property
    def count(self) -> int:
        return len(self._numbers)

    def text(self, text: str) -> str:
        tree = parse_tree(text)
        try:
            if format_tree(tree) == text:
                return format_tree(self._tree(tree))
        except ValueError:
            # Something ends with a backslash, which VASSAL cannot have written.
            pass
        raise InvalidFileError(
            "the commands are escaped as no VASSAL escapes them, so passwords cannot be told apart",
            hint="open the file in VASSAL and save it again",
        )

    def _tree(self, tree: Tree) -> Tree:
        return self._leaf(tree) if isinstance(tree, str) else [self._tree(one) for one in tree]

    def _leaf(self, leaf: str) -> str:
        if leaf.startswith(_LOG):
            return _LOG + self._leaf(leaf[len(_LOG) :])
        head = leaf[:2]
        if head == "M/":
            return self._fields(leaf, "/", _MOVER)
        if head == "D/":
            return leaf if "\t" not in leaf else self._states(leaf)
        if head == "+/":
            return self._piece(leaf)
        for begins, place in (("PLAYER\t", 1), ("PYREMOVE\t", 1), ("PNOTE\t", 1), ("SNOTE\t", 2)):
            if leaf.startswith(begins):
                return self._fields(leaf, "\t", place)
        return leaf

    def _fields(self, leaf: str, delimiter: str, place: int) -> str:
        fields = parted(leaf, delimiter)
        if len(fields) <= place or fields[place] in _NOBODY:
            return leaf
        fields[place] = self._blank(fields[place])
        return joined(fields, delimiter)

    def _piece(self, leaf: str) -> str:
        fields = parted(leaf, "/")
        if len(fields) < 4:  # noqa: PLR2004 - id, type and state behind the sign
            return leaf
        types = unchained_type(fields[2])
        self._known[fields[1]] = types
        state = self._state(fields[3], types)
        return leaf if state == fields[3] else joined([*fields[:3], state, *fields[4:]], "/")

    def _states(self, leaf: str) -> str:
        fields = parted(leaf, "/")
        types = self._known.get(fields[1])
        if types is None:
            return leaf
        states = [self._state(one, types) for one in fields[2:]]
        return leaf if states == fields[2:] else joined([*fields[:2], *states], "/")

    def _state(self, state: str, types: list[str]) -> str:
        states = unchained_state(state, len(types))
        if chained(states) != state:
            return state
        changed = [self._owner(kind, one) for kind, one in zip(types, states, strict=True)]
        return chained(changed)

    def _owner(self, kind: str, state: str) -> str:
        name = kind.partition(";")[0]
        if name == "restrict":
            return self._blank(state) if state not in _NOBODY else state
        if name not in _OWNED:
            return state
        fields = parted(kind, ";")
        access = fields[_OWNED[name]] if len(fields) > _OWNED[name] else ""
        parts = parted(state, ";")
        if access.startswith("side") or parts[0] in _NOBODY:
            return state
        return joined([self._blank(parts[0]), *parts[1:]], ";")

    def _blank(self, password: str) -> str:
        if password.startswith(BLANK) and password[len(BLANK) :].isdecimal():
            return password
        return self._numbers.setdefault(password, f"{BLANK}{len(self._numbers) + 1}")
