"""1.3, 9.0  Objectives, points and all ends of the game."""

from __future__ import annotations

from collections.abc import Mapping

from sealion_pbem.engine.play import Play
from sealion_pbem.engine.words import Seat
from sealion_pbem.rulesets.war_at_sea import data
from sealion_pbem.rulesets.war_at_sea.rules.ch04_movement import near
from sealion_pbem.rulesets.war_at_sea.settings import SEATS, other_seat
from sealion_pbem.rulesets.war_at_sea.words import events as e
from sealion_pbem.rulesets.war_at_sea.words import fights
from sealion_pbem.rulesets.war_at_sea.words.state import State

__all__ = [
    "controller",
    "end_turn",
    "is_over",
    "look_after_exit",
    "look_after_phase",
    "merchants",
    "remaining_cost",
]


def is_over(state: State) -> bool:
    """Return whether the game has ended."""
    return state.step == "over"


def remaining_cost(state: State, seat: str) -> int:
    """1.3.4  Return what the units cost that a seat has left."""
    return sum(state.card(name).cost for name in state.in_play(seat))


def merchants(state: State, fate: str) -> int:
    """9.2  Return how many merchants were destroyed, or have left the map."""
    return sum(u.card == data.MERCHANT and u.fate == fate for u in state.units.values())


def controller(state: State, sector: str) -> str:
    """1.3.3  Return who controls a sector: a Ship of his in it, no enemy Ship in it or next to it."""
    around = {sector, *near(sector)}
    for seat in SEATS:
        is_held = any(state.units[name].sector == sector for name in state.ships(seat))
        enemies = state.ships(other_seat(seat))
        if is_held and not any(state.units[name].sector in around for name in enemies):
            return seat
    return ""


def look_after_exit(play: Play[State]) -> None:
    """9.2  Three merchants that have left the map win for the escort at once."""
    settings = play.state.settings
    if merchants(play.state, "left") >= settings.of_scenario("merchants_to_win"):
        play.emit(e.GameEnded(settings.escort, "9.2", "three merchants have left the map"))


def look_after_phase(play: Play[State]) -> None:
    """1.3.2, 9.2, R-54, R-58  End the game if a seat has no unit left, or the convoy is lost."""
    state, settings = play.state, play.state.settings
    gone = [seat for seat in SEATS if not any(state.in_play(seat))]
    if len(gone) == len(SEATS):
        _end_by_score(play, "1.3.2", "nobody has a unit left")
    elif gone:
        play.emit(e.GameEnded(other_seat(gone[0]), "1.3.2", f"{gone[0]} has no unit left"))
    elif settings.is_convoy and merchants(state, "destroyed") >= settings.of_scenario(
        "merchants_to_win"
    ):
        winner = other_seat(settings.escort)
        play.emit(e.GameEnded(winner, "9.2", "three merchants are destroyed"))


def _end_by_score(play: Play[State], rule: str, why: str) -> None:
    """R-47, R-54  Let the higher score win, or nobody."""
    one, other = SEATS
    scores = play.state.scores
    winner = one if scores[one] > scores[other] else other if scores[one] < scores[other] else ""
    play.emit(e.GameEnded(winner, rule, f"{why}; {_said(scores)}"))


def _said(scores: Mapping[str, int]) -> str:
    return " to ".join(f"{seat} {scores[seat]}" for seat in SEATS)


def end_turn(play: Play[State]) -> None:
    """3.9, 9.3, R-44, R-49  Claim objectives, add up points, look for a winner, remove smoke."""
    state, settings = play.state, play.state.settings
    points = settings.of_scenario("objective_points")
    for sector in state.markers:
        seat = controller(state, sector)
        if seat:
            play.emit(fights.ObjectiveClaimed(Seat(seat), sector, points))
    bonus = settings.of_scenario("no_ships_bonus")
    for seat in SEATS:
        if bonus and seat not in state.bonuses and not any(state.ships(other_seat(seat))):
            play.emit(fights.BonusScored(seat, bonus))
    play.emit(e.TurnEnded(state.turn))
    if settings.is_convoy:
        if state.turn >= settings.last_turn:
            winner, why = other_seat(settings.escort), f"turn {state.turn} was the last"
            play.emit(e.GameEnded(winner, "9.2", why))
        return
    _look_at_scores(play)
    if not is_over(state) and state.quiet_turns >= settings.stalemate_turns:
        _end_by_what_is_left(play, "1.3.4", f"{state.quiet_turns} quiet turns are a stalemate")
    if not is_over(state) and state.turn >= settings.last_turn:
        _end_of_last_turn(play)


def _look_at_scores(play: Play[State]) -> None:
    """1.3.1, R-45  Enough points win; of two who have them, the higher score; equal scores play on."""
    one, other = SEATS
    scores, wanted = play.state.scores, play.state.settings.of_scenario("win_points")
    if max(scores.values()) >= wanted and scores[one] != scores[other]:
        winner = one if scores[one] > scores[other] else other
        play.emit(e.GameEnded(winner, "1.3.1", f"{_said(scores)}, and {wanted} points win"))


def _end_by_what_is_left(play: Play[State], rule: str, why: str) -> None:
    """1.3.4, R-46  Let who has more left win; equal: the higher score."""
    one, other = SEATS
    left: dict[str, int] = {seat: remaining_cost(play.state, seat) for seat in SEATS}
    if left[one] == left[other]:
        _end_by_score(play, rule, why)
    else:
        winner = one if left[one] > left[other] else other
        play.emit(e.GameEnded(winner, rule, f"{why}; left are {_said(left)} points of units"))


def _end_of_last_turn(play: Play[State]) -> None:
    """R-47  After the last turn the higher score wins, then what is left."""
    one, other = SEATS
    why = f"turn {play.state.turn} was the last"
    if play.state.scores[one] == play.state.scores[other]:
        _end_by_what_is_left(play, "1.3", why)
    else:
        _end_by_score(play, "1.3", why)
