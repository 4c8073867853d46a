"""12.0  Land combat."""

from __future__ import annotations

from typing import Any

from sealion_pbem.engine.saying import Say, plural, said_together
from sealion_pbem.rulesets.sealion.chapter import Chapter, Tell
from sealion_pbem.rulesets.sealion.events.combat import (
    AttackCancelled,
    AttackDeclared,
    ChoiceAwaited,
    CombatEnded,
    CombatFought,
    CombatsFound,
    DefenceSupported,
    LandCombat,
    UnitsAdvanced,
    UnitsRetreated,
)
from sealion_pbem.rulesets.sealion.events.options import AAFireEnded, AAUnitFired
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.advances import ADVANCE, Advance
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.answers import ASKS
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.declaration import (
    ATTACK,
    CANCEL,
    DEFEND,
    Attack,
    Cancel,
    Defend,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.procedure import (
    begin_land_combat,
    decide_land_combat,
    obey_advance,
    obey_attack,
    obey_cancel,
    obey_defend,
    obey_fire_aa,
    obey_retreat,
    obey_take_losses,
)
from sealion_pbem.rulesets.sealion.rules.ch12_land_combat.results import (
    RETREAT,
    TAKE_LOSSES,
    Retreat,
    TakeLosses,
)
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import ASKING as AA_FIRE
from sealion_pbem.rulesets.sealion.rules.ch14_options.aa_fire import FIRE_AA, FireAA

__all__ = ["CHAPTER", "begin_land_combat", "decide_land_combat"]


def _tell_combat(event: CombatFought, say: Say) -> str:
    attack, defence = (
        " + ".join(f"{say(line.unit)} {line.value}" for line in lines) or "nobody"
        for lines in (event.attack, event.defence)
    )
    added = "".join(f", {line.value:+d} {line.name} ({line.rule})" for line in event.modifiers)
    return (
        f"combat in {event.hex} (12.0): {attack} = {event.attack_total} against"
        f" {defence} = {event.defence_total}; the {event.superiority} player has fire superiority,"
        f" column {event.column} (12.3); die {event.die}{added}, together {event.modified}: {event.result}"
    )


_TOLD: dict[type[Any], Tell] = {
    CombatsFound: lambda e, _: f"to be fought for: {', '.join(e.hexes)}",
    AttackDeclared: lambda e, say: f"the attack in {e.hex} is declared" + _with(e, say),
    DefenceSupported: lambda e, say: (
        said_together(say, e.units or ("no ship or gun",), "supports", "support")
        + f" the defence of {e.hex}{_without(e, say)}"
    ),
    AAUnitFired: lambda e, say: (
        f"{say(e.unit, 'fires', 'fire')} at {say(e.target)} over {e.hex}: "
        f"{e.die} against {e.answer}{e.modifier:+d}, {e.result} (14.5.1)"
    ),
    AAFireEnded: lambda e, _: f"the {e.seat} AA units in {e.hex} have fired",
    CombatFought: _tell_combat,
    ChoiceAwaited: lambda e, _: f"the combat in {e.hex} waits for the {e.seat} player: {e.waits}",
    AttackCancelled: lambda e, _: f"the attack in {e.hex} is called off",
    UnitsRetreated: lambda e, say: (
        f"{said_together(say, e.units, 'goes', 'go')} back to {' '.join(e.path)}"
    ),
    UnitsAdvanced: lambda e, say: (
        f"{said_together(say, e.units, 'advances', 'advance')} to {e.hex}"
    ),
    CombatEnded: lambda e, _: f"the combat in {e.hex} is over",
}


def _with(event: AttackDeclared, say: Say) -> str:
    helpers = [*map(say, event.ships), *map(say, event.batteries)]
    helpers += ["the railway gun"] if event.railway_gun else []
    helpers += ["the Brandenburgers"] if event.brandenburgers else []
    return (f" with {', '.join(helpers)}" if helpers else "") + _without(event, say)


def _without(event: AttackDeclared | DefenceSupported, say: Say) -> str:
    who, stay = said_together(say, event.withheld), plural(len(event.withheld), "stays", "stay")
    return f"; {who} {stay} out" if event.withheld else ""


CHAPTER = Chapter(
    title="Land combat",
    orders={
        Attack: (ATTACK, obey_attack),
        Cancel: (CANCEL, obey_cancel),
        Defend: (DEFEND, obey_defend),
        FireAA: (FIRE_AA, obey_fire_aa),
        TakeLosses: (TAKE_LOSSES, obey_take_losses),
        Retreat: (RETREAT, obey_retreat),
        Advance: (ADVANCE, obey_advance),
    },
    events=tuple(_TOLD),
    tasks=(LandCombat,),
    asks={**ASKS, "aa_fire": AA_FIRE},
    tell=_TOLD,
)
