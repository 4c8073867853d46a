"""14.0  The optional rules, each a function from edition to edition, in any combination.

A charter chooses them by name beside the settings of `edition.py`; settings are applied first, then
these in the order of the rulebook. What an option needs besides switches and counters asks the
edition for its traits in the chapter it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from sealion_pbem.engine.words import Json
from sealion_pbem.errors import UsageError
from sealion_pbem.rulesets.sealion import data
from sealion_pbem.rulesets.sealion.counters import Counter
from sealion_pbem.rulesets.sealion.edition import SETTINGS, Edition, apply_settings
from sealion_pbem.rulesets.sealion.veil import pairs, with_twins

__all__ = [
    "ASKED_BY",
    "OPTIONS",
    "Option",
    "counters_of",
    "every_counter",
    "every_option",
    "known_counters",
    "rules_in_play",
    "texts",
    "with_options",
]

_KEPT_MINE = "de_mine_7"
"""A-135: the mine of strength 0 that is left when six are exchanged."""


@dataclass(frozen=True, slots=True)
class Option:
    """An optional rule: section, what it is called and does, whom it helps, how it changes an edition.

    `values` are the ways to play it with a word on each; true means the first, false leaves it out.
    """

    rule: str
    name: str
    title: str
    balance: str
    values: Mapping[str, str]
    apply: Callable[[Edition, str], Edition]

    @property
    def text(self) -> str:
        """The option in one line, as `sealion rules --options` and `campaign new` show it."""
        ways = "; ".join(f"{value}: {what}" for value, what in self.values.items())
        choice = f" [{ways}]" if len(self.values) > 1 else ""
        return f"{self.rule}: {self.title}{choice}; {self.balance}"

    def allows(self, value: Json) -> bool:
        """Return whether a charter may give this value."""
        return isinstance(value, bool) or value in self.values


_YES: Mapping[str, str] = {"yes": "as printed"}


def _heavy_batteries(edition: Edition, _: str) -> Edition:
    """14.1  Return the edition in which German batteries of strength 4, 5 or 6 also act at night."""
    return replace(edition, heavy_batteries_act_at_night=True)


def _uxbridge(edition: Edition, _: str) -> Edition:
    """14.2  Return the edition in which taking Uxbridge has the effect of 10.6."""
    return replace(edition, uxbridge_directs_fighters=True)


def _command_arrivals(edition: Edition, how: str) -> Edition:
    """14.3, A-19, A-152  Return the edition with arrivals by command, and two factories more."""
    with_more = how == "reinforced"
    setups = {
        a.unit: f"turn_{a.turn}"
        for a in data.arrivals(edition.appendix).values()
        if with_more or not a.is_additional
    }
    edition = replace(edition, setups={**edition.setups, **setups}, commands_arrive=True)
    if not with_more:
        return edition
    return _easier(_with_counters(edition, "14.3"), -2)


def _free_french(edition: Edition, how: str) -> Edition:
    """14.4, A-152  Return the edition with three more divisions; the German needs a factory less."""
    edition = replace(edition, free_french_are_rolled_for=how == "by_die")
    return _easier(_with_counters(edition, "14.4"), 1)


def _aa_brigades(edition: Edition, _: str) -> Edition:
    """14.5, 14.5.1  Return the edition with two more brigades and anti-aircraft fire on land."""
    return replace(_with_counters(edition, "14.5"), aa_units_fire=True)


def _fake_parachutists(edition: Edition, _: str) -> Edition:
    """14.6  Return the edition with two counters for each parachute regiment, of which one is a fake."""
    return replace(edition, parachutists_may_be_fake=True)


def _magnetic_mines(edition: Edition, _: str) -> Edition:
    """14.7, A-135  Return the edition with six mines of strength 1 for six of 0; all may be kept back."""
    zero = {
        name
        for name, counter in data.counters(edition.counters).items()
        if (counter.seat, counter.type) == ("german", "mine") and not counter.optional_rule
    }
    edition = replace(
        edition,
        left_out=edition.left_out | (zero - {_KEPT_MINE}),
        setups={**edition.setups, _KEPT_MINE: "magnetic_mine"},
    )
    return _with_counters(edition, "14.7")


def _additional_ships(edition: Edition, _: str) -> Edition:
    """14.8  Return the edition with three more German ships."""
    return _with_counters(edition, "14.8")


def _alternate_setup(edition: Edition, _: str) -> Edition:
    """14.9, A-136, A-156  Return the edition whose units begin by the chart, arrive later or stay out.

    Who comes with a command (14.3) does so here too; units of other options come by their own rules.
    """
    chart = data.alternate_setup(edition.appendix)
    setups, left_out = dict(edition.setups), set(edition.left_out)
    for name, counter in data.counters(edition.counters).items():
        if (counter.seat, counter.arm) != ("british", "land") or counter.optional_rule:
            continue
        start = chart.get(name)
        if name in setups or counter.setup.startswith("hex_"):
            continue
        if start is None:
            left_out.add(name)
        else:
            setups[name] = "alternate" if start.near else "turn_1"
    return replace(
        edition, setups=setups, left_out=frozenset(left_out), arrivals_use_the_railway=True
    )


def _with_counters(edition: Edition, rule: str) -> Edition:
    return replace(edition, optional_counters=edition.optional_counters | {rule})


def _easier(edition: Edition, by: int) -> Edition:
    """A-152  Return the edition with the recommended number of factories, unless the charter sets one."""
    if not edition.victory_is_adjusted:
        return edition
    return replace(edition, factories_to_win=edition.factories_to_win - by)


OPTIONS: Mapping[str, Option] = {
    "heavy_batteries_at_night": Option(
        "14.1",
        "heavy batteries at night",
        "German coastal batteries of strength 4, 5 or 6 act in night steps too",
        "slight advantage to the German player",
        _YES,
        _heavy_batteries,
    ),
    "raf_hq_uxbridge": Option(
        "14.2",
        "RAF HQ Uxbridge",
        "a German land unit in Uxbridge (3907) gives the German the first word in air combat",
        "slight advantage to the German player",
        _YES,
        _uxbridge,
    ),
    "command_arrivals": Option(
        "14.3",
        "command arrivals",
        "many British units arrive with their commands on turns 4 to 7",
        "advantage to the German player",
        {
            "reinforced": "with six additional units and two factories more to win (A-152)",
            "delayed": "without them",
        },
        _command_arrivals,
    ),
    "free_french": Option(
        "14.4",
        "Free French",
        "three Free French divisions join the British, and one factory fewer is needed (A-152)",
        "advantage to the British player",
        {"set_up": "from the set-up on", "by_die": "on the turn a die says, from the north"},
        _free_french,
    ),
    "aa_brigades": Option(
        "14.5",
        "AA brigades",
        "two British AA brigades, and AA units of both sides fire at air support (14.5.1)",
        "slight advantage to the German player",
        _YES,
        _aa_brigades,
    ),
    "fake_parachutists": Option(
        "14.6",
        "fake parachutists",
        "each German parachute regiment has a fake twin; which is which is sealed until it matters",
        "slight advantage to the German player",
        _YES,
        _fake_parachutists,
    ),
    "magnetic_mines": Option(
        "14.7",
        "magnetic mines",
        "six German mines have strength 1, and any of them may be kept back for later",
        "slight advantage to the German player",
        _YES,
        _magnetic_mines,
    ),
    "additional_ships": Option(
        "14.8",
        "additional ships",
        "Bluecher, Luetzow and Karlsruhe sail with the German fleet",
        "slight advantage to the German player",
        _YES,
        _additional_ships,
    ),
    "alternate_setup": Option(
        "14.9",
        "alternate set-up",
        "the British begin near their historical places or arrive from turn 1 on, by rail if they like",
        "heavily favours the German player",
        _YES,
        _alternate_setup,
    ),
}
"""The optional rules by their names in a charter, in the order in which they are applied."""
ASKED_BY: Mapping[str, frozenset[str]] = {
    "aa_fire": frozenset({"aa_brigades"}),
    "after_drop": frozenset({"fake_parachutists"}),
    "arrivals": frozenset({"alternate_setup", "command_arrivals", "free_french"}),
    "breach": frozenset({"fake_parachutists"}),
}
"""The decisions that come up only with one of these options."""


def with_options(edition: Edition, options: Mapping[str, Json]) -> Edition:
    """Return the edition as a charter's options make it; UsageError names a wrong one."""
    settings = {name: value for name, value in options.items() if name in SETTINGS}
    chosen = {name: value for name, value in options.items() if name not in SETTINGS}
    for name, value in chosen.items():
        option = OPTIONS.get(name)
        if option is None:
            raise UsageError(
                f"no option is called {name!r}", hint=f"there is {', '.join(texts(edition))}"
            )
        if not edition.has_optional_rules:
            raise UsageError(
                f"{name} is optional rule {option.rule}, which {edition.title} does not have",
                hint="the Deluxe (sealion-deluxe) does",
            )
        if not option.allows(value):
            raise UsageError(f"{name} cannot be {value!r}", hint=option.text)
    edition = apply_settings(edition, settings)
    for name, option in OPTIONS.items():
        if value := chosen.get(name, False):
            edition = option.apply(edition, next(iter(option.values)) if value is True else value)
    return edition


def rules_in_play(options: Mapping[str, Json]) -> list[str]:
    """14.0  Return the optional rules of a charter, each with its number and how it is played."""
    return [
        f"{option.rule} {option.name}{_how(option, options[name])}"
        for name, option in OPTIONS.items()
        if options.get(name)
    ]


def _how(option: Option, value: Json) -> str:
    if len(option.values) == 1:
        return ""
    way = next(iter(option.values)) if value is True else str(value)
    return f" ({way.replace('_', ' ')})"


def every_option(edition: Edition) -> dict[str, Json]:
    """14.0  Return the options that choose every optional rule an edition has."""
    return dict.fromkeys(OPTIONS, True) if edition.has_optional_rules else {}


def texts(edition: Edition) -> dict[str, str]:
    """Return what a charter of an edition may choose, each with its one line."""
    optional = OPTIONS if edition.has_optional_rules else {}
    found = {name: option.text for name, option in optional.items()}
    settings = {
        name: setting.text
        for name, setting in SETTINGS.items()
        if edition.has_optional_rules or not setting.is_of_optional_rules
    }
    return {**settings, **found}


def every_counter(edition: Edition) -> Mapping[str, Counter]:
    """14.0  Return every counter that a game can have, whatever its options: as printed."""
    return _every_counter(edition.counters, edition.appendix)


def known_counters(edition: Edition) -> Mapping[str, Counter]:
    """14.0  Return every counter that any edition or optional rule may have, as far as this one knows."""
    return _every_counter(edition.appendix, edition.appendix)


@cache
def _every_counter(pack: data.Compiled, appendix: data.Compiled) -> Mapping[str, Counter]:
    printed = data.counters(pack)
    return MappingProxyType({**printed, **with_twins(printed, pairs(appendix))})


def counters_of(edition: Edition) -> dict[str, Counter]:
    """14.0  Return the counters in play: the standard set as the optional rules have changed it."""
    found = {
        name: replace(counter, setup=edition.setups[name]) if name in edition.setups else counter
        for name, counter in data.counters(edition.counters).items()
        if name not in edition.left_out
        and (not counter.optional_rule or counter.optional_rule in edition.optional_counters)
    }
    if not edition.parachutists_may_be_fake:
        return found
    return with_twins(found, pairs(edition.appendix))
