"""A change and its reversal restore everything, in any state of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules.games.okey101.reports import parse_report_text
from scoring.models import Entry, Match
from scoring.officials.domain import departures, ties
from scoring.officials.domain.tie_scopes import GroupTieScope
from scoring.play import reopening, walkovers
from scoring.standings.ranking import rank_groups
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    play_hand,
    report,
)
from tests.scoring.officials.domain.official_actions import prepared_bracket
from tests.scoring.officials.domain.test_late_entries import add_late, remove_late
from tournaments.enums import DecidedBy, EncounterState, SideLetter, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, EncounterSide, EntrantPlayer, Group, Tournament
from tournaments.play import substitutes
from tournaments.play.late_entries import NoPlaceForLate
from tournaments.play.leaving_play import LeaverResults, TournamentIsOver
from tournaments.schedule.begun_encounters import LaterPlayAffected
from tournaments.schedule.change import Change
from tournaments.tables.domain import move_encounter

pytestmark = pytest.mark.django_db

T = TypeVar("T")
LATER = NOW + timedelta(hours=1)

SHAPES: dict[str, Callable[[], Tournament]] = {
    "groups": lambda: drawn_tournament(pairs=6, groups=2),
    "knockout": lambda: prepared_bracket("knockout", 5),
    "double": lambda: prepared_bracket("double", 5),
    "swiss": lambda: prepared_bracket("swiss", 5, rounds=1),
}


def active_results(tournament: Tournament, known: set[int] | None = None) -> list[Any]:
    """Return all results without times; only of `known` encounters, if others were drawn since."""
    encounters = Encounter.objects.filter(stage__tournament=tournament).order_by("pk")
    if known is not None:
        encounters = encounters.filter(pk__in=known)
    sides = EncounterSide.objects.filter(encounter__in=encounters).order_by("encounter", "letter")
    matches = Match.objects.filter(encounter__in=encounters).order_by("pk")
    groups = list(Group.objects.filter(stage__tournament=tournament).select_related("stage").order_by("pk"))
    ranked = {
        key: [(row.entrant.pk, row.rank, row.tied, row.row) for row in ranking]
        for key, ranking in rank_groups(groups).items()
    }
    tournament.refresh_from_db()
    roster = EntrantPlayer.objects.filter(entrant__tournament=tournament).order_by("entrant", "place")
    at_tables = encounters.exclude(decided_by=DecidedBy.BYE)
    return [
        list(encounters.values_list("pk", "state", "winner", "decided_by", "annulled_at", "reopened_at")),
        list(at_tables.order_by("table", "queue_place", "pk").values_list("pk", "table")),
        list(sides.values_list("encounter", "letter", "entrant", "vacant", "wins", "place")),
        list(matches.values_list("pk", "winner", "counts")),
        [list(group.places.order_by("pk").values_list("entrant", "rank")) for group in groups],
        ranked,
        list(roster.values_list("entrant", "player")),
        (tournament.champion_id, tournament.state),
        list(tournament.entrants.order_by("pk").values_list("pk", "state", "left_at")),
    ]


def play_some(tournament: Tournament, winners: list[str], hands: int) -> None:
    """Play ready encounters, each to the next winner; the last for only so many hands."""
    for winner in winners:
        ready = [ranked for ranked in encounters_of(tournament) if ranked.state == EncounterState.READY]
        if not ready:
            return
        encounter = ready[0]
        if winner in "XY":
            walkovers.record_walkover(
                encounter=encounter, winner=SideLetter("AB"["XY".index(winner)]), change=Change(CONSOLE, NOW)
            )
            continue
        for _hand in range(3):
            play_hand(encounter, report(finisher=f"{winner}1", points=(30, 40 + encounter.pk % 5)))
    ready = [ranked for ranked in encounters_of(tournament) if ranked.state == EncounterState.READY]
    for _hand in range(hands if ready else 0):
        play_hand(ready[0])


def pick(found: Sequence[T], which: int) -> list[T]:
    return [found[which % len(found)]] if found else []


def active_encounters(tournament: Tournament) -> list[Encounter]:
    return [encounter for encounter in encounters_of(tournament) if encounter.annulled_at is None]


def correct_and_back(tournament: Tournament, which: int) -> None:
    walked = (DecidedBy.WALKOVER, DecidedBy.DOUBLE_WALKOVER)
    played = [ranked for ranked in active_encounters(tournament) if ranked.decided_by not in walked]
    hands = Entry.objects.filter(current_of__match__encounter__in=played).order_by("pk")
    for entry in pick(list(hands.select_related("hand__match")), which):
        match = entry.hand.match
        encounter = next(ranked for ranked in played if ranked.pk == match.encounter_id)
        turned, original = report(finisher="B1", points=(150, 150)), parse_report_text(entry.report)
        for version, new_report in enumerate((turned, original), start=entry.version):
            correct(encounter, new_report, version=version, match=match.number, deal=entry.hand.deal)


def walk_over_and_back(tournament: Tournament, which: int, *, both: bool = False) -> None:
    states = (EncounterState.READY, EncounterState.PLAYING)
    open_now = [ranked for ranked in active_encounters(tournament) if ranked.state in states]
    for encounter in pick(open_now, which):
        if both:
            walkovers.record_double_walkover(encounter=encounter, change=Change(CONSOLE, LATER))
        else:
            walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, LATER))
        walkovers.take_walkover_back(encounter=encounter, change=Change(CONSOLE, LATER))


def reopen_and_close(tournament: Tournament, which: int) -> None:
    played = [ranked for ranked in active_encounters(tournament) if ranked.decided_by == DecidedBy.PLAY]
    for encounter in pick(played, which):
        reopening.reopen_encounter(encounter=encounter, reason="", change=Change(CONSOLE, LATER))
        reopening.close_encounter(encounter=encounter, change=Change(CONSOLE, LATER))


def move_and_back(tournament: Tournament, which: int) -> None:
    waiting = [ranked for ranked in active_encounters(tournament) if ranked.state != EncounterState.DECIDED]
    for encounter in pick(waiting, which):
        table = encounter.table
        assert table is not None
        for other_table in pick(list(tournament.tables.exclude(pk=table.pk).order_by("number")), which):
            move_encounter.move_encounter(encounter=encounter, table=other_table, by=CONSOLE, at=LATER)
            move_encounter.move_encounter(encounter=encounter, table=table, by=CONSOLE, at=LATER)


def substitute_and_back(tournament: Tournament, which: int) -> None:
    for entrant in pick(list(tournament.entrants.order_by("pk")), which):
        first = entrant.roster.order_by("place")[0].player
        swap = partial(substitutes.substitute, entrant=entrant, by=CONSOLE, at=LATER)
        swap(old_player=swap(old_player=first, new_name="Deniz Ak"), new_name=first.name)


def leave_and_come_back(tournament: Tournament, which: int, *, results: LeaverResults) -> None:
    for entrant in pick(list(tournament.entrants.order_by("pk")), which):
        departures.withdraw(entrant=entrant, results=results, change=Change(CONSOLE, LATER))
        departures.undo_departure(entrant=entrant, change=Change(CONSOLE, LATER))


def come_late_and_go(tournament: Tournament, _which: int) -> None:
    remove_late(add_late(tournament))


CHANGES: dict[str, Callable[[Tournament, int], None]] = {
    "correct": correct_and_back,
    "walkover": walk_over_and_back,
    "double walkover": partial(walk_over_and_back, both=True),
    "reopen": reopen_and_close,
    "move": move_and_back,
    "late": come_late_and_go,
    "substitute": substitute_and_back,
    "leave, results kept": partial(leave_and_come_back, results=LeaverResults.KEPT),
    "leave, results annulled": partial(leave_and_come_back, results=LeaverResults.ANNULLED),
}


@pytest.mark.parametrize("shape", list(SHAPES))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    winners=st.lists(st.sampled_from("ABABXY"), max_size=9),
    hands=st.integers(0, 2),
    what=st.sampled_from(sorted(CHANGES)),
    which=st.integers(0, 20),
)
@example(
    winners=[], hands=0, what="leave, results annulled", which=4
)  # in a Swiss round, the entrant with the bye
@pytest.mark.slow
def test_change_and_reversal_restore_everything(shape, winners, hands, what, which):
    tournament = SHAPES[shape]()
    play_some(tournament, winners, hands)
    before, known = active_results(tournament), {encounter.pk for encounter in encounters_of(tournament)}
    try:
        CHANGES[what](tournament, which)
    except (LaterPlayAffected, NoPlaceForLate, TournamentIsOver, move_encounter.TableIsBusy):
        return
    assert active_results(tournament, known) == before
    others = EncounterSide.objects.exclude(encounter__in=known)
    begun = others.filter(encounter__stage__tournament=tournament).exclude(encounter__state="pending")
    assert not begun.exists(), "a stage that a change drew waits for its entrants again"


def test_lot_and_its_corrections_restore_everything():
    tournament = drawn_tournament(pairs=6, groups=2)
    for encounter in encounters_of(tournament):
        walkovers.record_double_walkover(encounter=encounter, change=Change(CONSOLE, NOW))
    group = Group.objects.filter(stage__tournament=tournament).select_related("stage__tournament")[0]
    (tie,) = ties.open_ties(GroupTieScope(group))
    for order in (tie, tie[::-1]):
        ties.record_lot(scope=GroupTieScope(group), order=order, change=Change(CONSOLE, NOW))
    turned = active_results(tournament)
    for order in (tie, tie[::-1]):
        ties.record_lot(scope=GroupTieScope(group), order=order, change=Change(CONSOLE, NOW))
    assert active_results(tournament) == turned
    assert tournament.state == TournamentState.PLAYING
