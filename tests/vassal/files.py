"""Files of VASSAL for tests: those that others wrote, and small ones made here."""

import os
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from sealion_pbem.vassal.command import ESC
from tests.survey import ROOT

FOREIGN = Path(os.environ.get("SEALION_SHARED", ROOT.parent / "shared")) / "data" / "vassal"
SAVED = f"begin_save{ESC}{ESC}end_save"


def foreign(name: str) -> bytes:
    """A file that somebody else wrote; they are not copied into the project."""
    path = FOREIGN / name
    if not path.exists():
        pytest.skip(f"{path.name} is not here")
    return path.read_bytes()


def zipped(**members: bytes) -> bytes:
    """A zip file as other programs write it."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packer:
        for name, data in members.items():
            packer.writestr(name, data)
    return target.getvalue()
