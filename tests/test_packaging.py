"""The wheel works by itself, a checkout finds the same files, and the locks are complete."""

import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import sealion_pbem
from sealion_pbem.resources import resource
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.lock", "requirements-dev.lock")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout with the locked build backend."""
    folder = tmp_path_factory.mktemp("dist")
    run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation"),
        *("--outdir", str(folder), str(ROOT)),
    )
    (built,) = folder.glob("*.whl")
    return built


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


def test_the_installed_wheel_runs_far_from_the_checkout(wheel, tmp_path):
    """In an environment of its own, started in /, the command answers and finds its files."""
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    run(
        *(sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"),
        *("--no-deps", "--no-index", "--disable-pip-version-check", str(wheel)),
    )
    # The dependencies are the ones of this environment: the test needs no network.
    site = sysconfig.get_path("purelib", vars={"base": str(python.parents[1])})
    (Path(site) / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")

    found = run(str(python), "-c", FIND_FILES).splitlines()
    version = run(str(python.with_name("sealion")), "--version")

    assert sealion_pbem.__version__ in version
    assert all(line.startswith(str(tmp_path)) for line in found)
    assert len(found) == 1 + len(shipped("schemas")) + len(shipped("templates"))


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


def run(*command: str) -> str:
    done = subprocess.run(
        command, cwd="/", capture_output=True, text=True, check=False, timeout=PATIENCE
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
