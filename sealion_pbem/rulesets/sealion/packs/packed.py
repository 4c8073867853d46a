"""Sealion as a game with data packs; what they are made of is imported only when somebody asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sealion_pbem.engine.pack import Described, DescribesPacks, Finding, Layout, Pack
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.edition import Edition

__all__ = ["Packed"]


class Packed(DescribesPacks):
    """The packs of all editions; what is described is what one of them plays with."""

    _edition: Edition

    def pack_layout(self) -> Layout:
        """Return the sheets of map, units and facts, and the charts."""
        from sealion_pbem.rulesets.sealion.packs import layout  # noqa: PLC0415 - for owners only

        charts = {layout.TABLES: "pack_tables"}
        return Layout(data.folder(), layout.LAYOUTS, charts, layout.FIXED)

    def pack_findings(self, pack: Pack) -> Iterable[Finding]:
        """Return what is wrong with sources, map, units and charts."""
        from sealion_pbem.rulesets.sealion.packs import agreement  # noqa: PLC0415 - for owners only

        return agreement.findings(pack)

    def pack_counts(self, pack: Pack) -> Mapping[str, int]:
        """Return how many hexes, sites and units there are."""
        from sealion_pbem.rulesets.sealion.packs import agreement  # noqa: PLC0415 - for owners only

        return dict(agreement.counts(pack))

    def compile_pack(self, pack: Pack) -> Mapping[str, bytes]:
        """Return map and counters as the game reads them."""
        from sealion_pbem.rulesets.sealion.packs import compilation  # noqa: PLC0415 - for owners only

        return compilation.compile_pack(pack)

    def describe(self, pack: Pack, word: str) -> Described:
        """Return all about the hex of a number or place, or the unit of an id or name."""
        from sealion_pbem.rulesets.sealion.packs import show  # noqa: PLC0415 - for owners only

        return show.describe(pack, word, self._edition.printing)
