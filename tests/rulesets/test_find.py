"""How games are found: by name in this package, by entry point in every other one that is installed."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sealion_pbem import rulesets
from sealion_pbem.errors import UnknownRulesetError
from sealion_pbem.rulesets import GROUP, RULESETS, find, known

GAME = """
from sealion_pbem.rulesets.skirmish import Skirmish

class Feud(Skirmish):
    id = {id!r}

GAME = Feud()
"""


def install(folder: Path, package: str, *, name: str, id_: str = "") -> None:
    """Put a package with one game on the disk as an installer does."""
    folder.mkdir(exist_ok=True)
    (folder / f"{package}.py").write_text(GAME.format(id=id_ or name))
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {package}:GAME\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder from which Python imports, for this test only."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    rulesets._load.cache_clear()
    yield tmp_path
    rulesets._load.cache_clear()
    for module in set(sys.modules) - before:
        del sys.modules[module]


def test_a_game_of_another_package_is_found_and_listed(site: Path):
    """It is installed beside this program, which knows nothing of it; `known` lists it with our own."""
    install(site, "feud_game", name="feud")

    found = find("feud")

    assert (found.id, type(found).__module__) == ("feud", "feud_game")
    assert known()["feud"] == "feud_game:GAME"
    assert RULESETS.items() <= known().items()


def test_a_package_cannot_put_itself_in_the_place_of_a_game_that_is_here(site: Path):
    """An entry point called skirmish changes nothing: the id still means the game of this package."""
    install(site, "false_game", name="skirmish")

    assert type(find("skirmish")).__module__ == "sealion_pbem.rulesets.skirmish"
    assert known()["skirmish"] == RULESETS["skirmish"]


def test_two_packages_with_one_id_are_refused(site: Path):
    """Which of them is meant would depend on the order in which they are found."""
    install(site, "first_game", name="feud")
    install(site, "second_game", name="feud")

    with pytest.raises(UnknownRulesetError, match="first_game and second_game both have"):
        find("feud")


def test_an_entry_point_that_names_another_game_is_refused(site: Path):
    """A charter pins an id; a game that says another one of itself would sign for what it is not."""
    install(site, "feud_game", name="feud", id_="quarrel")

    with pytest.raises(UnknownRulesetError, match="feud_game calls the ruleset 'quarrel' 'feud'"):
        find("feud")


def test_an_unknown_id_lists_what_is_like_it(site: Path):
    """A game of another package is proposed too."""
    install(site, "feud_game", name="feud")

    with pytest.raises(UnknownRulesetError) as caught:
        find("feuds")
    assert caught.value.hint == "did you mean feud?"
