"""Commands run in a folder and with keys of their own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sealion_pbem.cli.root import cli


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in, with a keyring below it."""
    monkeypatch.setenv("SEALION_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("SEALION_PASSPHRASE", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def sealion(home: Path) -> Callable[..., Result]:
    """Run a command and expect an exit code, 0 unless told; no command may end in a traceback."""

    def run(*words: str, code: int = 0, given: str | None = None) -> Result:
        result = CliRunner().invoke(cli, list(words), input=given)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == code, f"{words}: {result.output}"
        return result

    return run
