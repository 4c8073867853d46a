"""Checking a whole pack: every file by itself, then whatever its game asks of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sealion_pbem.engine.canon import digest_bytes
from sealion_pbem.engine.pack import Finding
from sealion_pbem.engine.ruleset import Ruleset
from sealion_pbem.umpire.datapack.reading import PackFiles, keeping_of, read_pack

__all__ = ["Report", "check_pack", "check_shipped"]


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a check, and what the pack amounts to."""

    files: PackFiles
    findings: tuple[Finding, ...]
    counts: Mapping[str, int]
    digests: Mapping[str, str]
    """SHA-256 of the compiled files; empty if there are faults."""

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Return what must be corrected."""
        return tuple(finding for finding in self.findings if finding.is_fault)

    @property
    def remarks(self) -> tuple[Finding, ...]:
        """Return what is only worth a look."""
        return tuple(finding for finding in self.findings if not finding.is_fault)


def check_pack(ruleset: Ruleset[Any], files: PackFiles) -> Report:
    """Return everything that is wrong with a pack, in the order of files and rows."""
    keeping, pack = keeping_of(ruleset), files.pack
    findings = [*files.findings]
    for sheet in pack.sheets.values():
        findings += sheet.findings
    findings += keeping.findings(pack)
    order = {file: number for number, file in enumerate(pack.sheets)}
    found = sorted(
        dict.fromkeys(findings), key=lambda f: (order.get(f.file, -1), f.row, f.column, f.text)
    )
    digests: dict[str, str] = {}
    if not any(finding.is_fault for finding in found):
        compiled = {**keeping.compile_pack(pack), **files.charts}
        digests = {name: digest_bytes(data) for name, data in compiled.items()}
    return Report(files, tuple(found), dict(keeping.counts(pack)), digests)


def check_shipped(ruleset: Ruleset[Any]) -> Report:
    """Return what is wrong with the shipped pack; what the game reads must be in step with it."""
    report = check_pack(ruleset, read_pack(ruleset))
    folder = Path(keeping_of(ruleset).layout.folder)
    stale = [
        Finding(name, 0, "", "is not in step with the CSV files, expected a run of make_packs.py")
        for name, digest in report.digests.items()
        if digest != digest_bytes((folder / name).read_bytes())
    ]
    return replace(report, findings=(*report.findings, *stale))
