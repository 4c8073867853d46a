"""Wheel and sdist work by themselves, a checkout finds the same files, and the locks are complete."""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

import sealion_pbem
from sealion_pbem.resources import resource
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.lock", "requirements-dev.lock")
LONG = (
    pytest.mark.fuzz,
    pytest.mark.skipif(os.environ.get("SEALION_FUZZ") != "long", reason="make fuzz plays it"),
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout with the locked build backend."""
    return build(tmp_path_factory.mktemp("wheel"), "--wheel")


@pytest.fixture(scope="module")
def wheel_of_sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from the source distribution, unpacked far from the checkout."""
    return build(tmp_path_factory.mktemp("sdist"))


def build(folder: Path, *what: str) -> Path:
    """Build into a folder; without more words the sdist, and the wheel from it and nothing else."""
    program = (sys.executable, "-m", "build", "--no-isolation")
    run(*program, *what, "--outdir", str(folder), str(ROOT))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment in which the wheel is installed."""
    place = tmp_path_factory.mktemp("venv")
    venv.create(place, with_pip=False)
    python = place / "bin" / "python"
    run(
        *(sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"),
        *("--no-deps", "--no-index", "--disable-pip-version-check", str(wheel)),
    )
    # The dependencies are the ones of this environment: the test needs no network.
    site = sysconfig.get_path("purelib", vars={"base": str(place)})
    (Path(site) / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python.parent


def test_the_wheel_holds_the_program_and_its_files_only(wheel):
    """Schemas, templates, type marker and licence are in the wheel; tests and caches are not."""
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("schemas", "templates"):
        for path in shipped(folder):
            assert f"sealion_pbem/_{folder}/{path}" in names
    assert "sealion_pbem/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    strange = [n for n in names if not n.startswith(("sealion_pbem/", "sealion_pbem-"))]
    assert not strange
    assert not [name for name in names if "__pycache__" in name]


def test_the_source_distribution_gives_the_same_wheel(wheel, wheel_of_sdist):
    """Whoever builds from the sdist gets what is built from the checkout, byte for byte."""
    ours, theirs = (
        {info.filename: info.CRC for info in zipfile.ZipFile(path).infolist()}
        for path in (wheel, wheel_of_sdist)
    )
    assert wheel.name == wheel_of_sdist.name
    assert ours == theirs


def test_the_source_distribution_can_be_tested_and_read(wheel_of_sdist):
    """It also holds tests, examples, pages and locks, and nothing of the machine it was made on."""
    (sdist,) = wheel_of_sdist.parent.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        top = {name.split("/")[1] for name in archive.getnames() if "/" in name}
    wanted = {"sealion_pbem", "schemas", "templates", "tests", "examples", "docs", "tools"}
    assert wanted | {"Makefile", "README.md", "CHANGELOG.md", *LOCKS} <= top
    assert not top & {".venv", ".git", ".ci", "demo", "dist"}


def test_the_installed_wheel_runs_far_from_the_checkout(installed):
    """In an environment of its own, started in /, the command answers and finds its files."""
    found = run(str(installed / "python"), "-c", FIND_FILES).splitlines()
    version = run(str(installed / "sealion"), "--version")

    assert sealion_pbem.__version__ in version
    assert all(line.startswith(str(installed.parent)) for line in found)
    assert len(found) == 1 + len(shipped("schemas")) + len(shipped("templates"))


@pytest.mark.parametrize(
    "game",
    [["--ruleset", "skirmish"], pytest.param(["--turns", "1"], marks=LONG)],
    ids=["skirmish", "sealion"],
)
def test_the_demo_runs_in_an_empty_folder(installed, tmp_path, game):
    """It is played and proved, and whatever it says to look at or to run is there."""
    sealion = str(installed / "sealion")
    printed = run(sealion, "demo", *game, cwd=tmp_path)
    last = printed[printed.index("\nwatch ") :].split("\n")
    pages = [line.split()[-1] for line in last if re.match("watch|read|open", line)]
    commands = re.findall(r"^(?:prove|roll) +sealion (.*)$", printed, re.MULTILINE)

    assert len(pages) == 3
    assert all((tmp_path / page).is_file() for page in pages)
    (play,) = re.findall(r"^play +sealion (.*)$", printed, re.MULTILINE)
    assert len(commands) == len([line for line in last if line]) - len(pages) - 1 == 2
    for command in commands:
        assert run(sealion, *command.split(), cwd=tmp_path)
    served = subprocess.Popen(
        [sealion, *play.split(), "--no-browser"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    with served, served.stdout:
        link = served.stdout.readline().split()[-1]
        with urlopen(f"{link.partition('#')[0]}main.js", timeout=PATIENCE) as script:
            assert b"import" in script.read()
        served.kill()


def test_the_library_is_there_when_installed(installed, tmp_path):
    """A script far from the checkout asks what is asked at the beginning of a game."""
    script = "from sealion_pbem import Position; print(Position.new('sealion-2016').decision.kind)"
    assert run(str(installed / "python"), "-c", script, cwd=tmp_path) == "german_setup\n"


def test_releases_have_dates_and_the_newest_comes_first():
    """What is not released stands under Unreleased; the version is the newest release or one to come."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    first, *released = re.findall(r"^## (.*)$", text, re.MULTILINE)
    dated = [
        re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d)", line) for line in released
    ]

    assert first == "[Unreleased]"
    assert all(dated), released
    versions = [number(found[0]) for found in dated if found]
    dates = [found[4] for found in dated if found]
    ours = number(sealion_pbem.__version__)
    assert versions == sorted(versions, reverse=True)
    assert dates == sorted(dates, reverse=True)
    assert ours >= max(versions, default=ours)


def number(version: str) -> list[int]:
    """The three numbers with which a text begins."""
    return [int(part) for part in re.findall(r"\d+", version)[:3]]


FIND_FILES = """
import sealion_pbem
from sealion_pbem.resources import resource
print(sealion_pbem.__file__)
for folder in ("schemas", "templates"):
    top = resource(folder, "")
    for path in sorted(top.rglob("*")):
        if path.is_file():
            print(resource(folder, str(path.relative_to(top))))
"""


def test_a_checkout_finds_its_files_beside_the_package():
    """An editable install has no _schemas; the folder at the top is used."""
    for path in shipped("schemas"):
        assert resource("schemas", path) == ROOT / "schemas" / path


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_and_hashes_everything_and_names_no_index(lock):
    """Each line is one exact version with hashes; where to fetch it is the machine's business."""
    content = (ROOT / lock).read_text()
    assert "://" not in content
    assert not re.search(r"^-", content, re.MULTILINE)
    entries = re.split(r"^(?=\S)", content, flags=re.MULTILINE)[1:]
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+(\[[a-z,]+\])?==\S+", entry), entry.splitlines()[0]
        assert "--hash=sha256:" in entry, entry.splitlines()[0]


def test_the_locks_agree_with_each_other_and_with_pyproject():
    """The development lock repeats every pin of the runtime lock; no dependency is left out."""
    runtime, dev = (pins(ROOT / lock) for lock in LOCKS)
    assert runtime.items() <= dev.items()

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    wanted = project["project"]["dependencies"] + groups["build"]
    assert {name_of(line) for line in wanted} <= runtime.keys()
    tools = [line for line in groups["dev"] if isinstance(line, str)]
    assert {name_of(line) for line in tools} <= dev.keys()
    peers = [line for line in groups["bench"] if isinstance(line, str)]
    assert {name_of(line) for line in peers} <= pins(ROOT / "requirements-bench.lock").keys()


def shipped(folder: str) -> list[str]:
    top = ROOT / folder
    return [str(p.relative_to(top)) for p in sorted(top.rglob("*")) if p.is_file()]


def pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9.-]+)(?:\[.*\])?==(\S+)", lock.read_text(), re.MULTILINE))


def name_of(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0].lower()


def run(*command: str, cwd: Path = Path("/")) -> str:
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_python_versions_that_are_claimed_are_those_that_are_tested():
    """pyproject.toml names the oldest that it takes, and those on which `make versions` runs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    said = [c.rpartition(" ")[2] for c in project["classifiers"] if re.search(r":: 3\.\d+$", c)]
    (others,) = re.findall(r"^OTHERS\s*:= (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)

    assert said == [project["requires-python"].removeprefix(">="), *others.split()]
    assert "make versions" in (ROOT / ".ci" / "run").read_text()
