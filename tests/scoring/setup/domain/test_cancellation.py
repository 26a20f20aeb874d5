from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.officials.domain import departures
from scoring.people import domain
from scoring.play import recording, undo_hand, walkovers
from scoring.setup.domain import cancellation, visibility
from scoring.setup.domain.cancellation import (
    CancelledAlready,
    CancellingNeedsReason,
    NotCancelled,
    NothingToCancel,
)
from tests.factories import (
    LEAGUE,
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
    report,
)
from tests.module_fixtures import module_fixture
from tournaments.draws.domain import draw
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, LogRow, Table, Tournament
from tournaments.naming.name_finder import ERASED
from tournaments.play.leaving_play import LeaverResults
from tournaments.refusals import TournamentCancelled
from tournaments.schedule.change import Change
from tournaments.tables.domain import move_encounter, table_changes, tables

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"by": CONSOLE, "at": NOW}
WHY = "Salonu su bastı"


@module_fixture
def tournament() -> Tournament:
    created = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    play_hand(encounters_of(created)[0], entry_key="ilk")
    for _time in range(2):
        closed = table_changes.add_table(tournament=created, **BY)
    table_changes.close_table(table=closed, **BY)
    return created


@pytest.fixture
def cancelled_tournament(tournament: Tournament) -> Tournament:
    cancellation.cancel(tournament=tournament, reason=f" {WHY}\n", **BY)
    tournament.refresh_from_db()
    return tournament


def begun_encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def free_table(tournament: Tournament) -> Table:
    return next(table for table in tournament.tables.open() if move_encounter.is_free(table))


WRITES: dict[str, Callable[[Tournament], object]] = {
    "a hand": lambda tournament: play_hand(begun_encounter(tournament)),
    "a correction": lambda tournament: correct(begun_encounter(tournament), report(points=(31, 40))),
    "taking back": lambda tournament: undo_hand.take_hand_back(
        encounter=begun_encounter(tournament), match=1, deal=1, version=1, entry_key="geri", **BY
    ),
    "a walkover": lambda tournament: walkovers.record_walkover(
        encounter=encounters_of(tournament)[1], winner=SideLetter.A, change=Change(**BY)
    ),
    "a departure": lambda tournament: departures.withdraw(
        entrant=tournament.entrants.order_by("pk")[0], results=LeaverResults.KEPT, change=Change(**BY)
    ),
    "other seats": lambda tournament: tables.swap_partners(
        encounter=encounters_of(tournament)[1], letter=SideLetter.A, **BY
    ),
    "a dealer": lambda tournament: tables.set_first_dealer(
        encounter=begun_encounter(tournament), seat="A1", **BY
    ),
    "the next encounter": lambda tournament: tables.call_next_encounter(
        encounter=begun_encounter(tournament), **BY
    ),
    "another table": lambda tournament: move_encounter.move_encounter(
        encounter=encounters_of(tournament)[1], table=free_table(tournament), **BY
    ),
    "what a free table takes": lambda tournament: move_encounter.take_encounter(
        encounter=encounters_of(tournament)[2], table=free_table(tournament), **BY
    ),
    "a table more": lambda tournament: table_changes.add_table(tournament=tournament, **BY),
    "a table closed": lambda tournament: table_changes.close_table(table=free_table(tournament), **BY),
    "a table opened": lambda tournament: table_changes.open_table(
        table=tournament.tables.exclude(closed_at=None).get(), **BY
    ),
}


def test_cancelling_stores_reason_and_time_and_notifies_pages(tournament, cancelled_tournament):
    assert (
        cancelled_tournament.cancelled,
        cancelled_tournament.cancelled_at,
        cancelled_tournament.cancelled_because,
    ) == (True, NOW, WHY)
    row = LogRow.objects.filter(tournament=cancelled_tournament).order_by("-pk")[0]
    assert (row.action, WHY in row.after) == ("tournament_cancelled", True)
    assert cancelled_tournament.counter > 0


@pytest.mark.parametrize("write", WRITES.values(), ids=list(WRITES))
def test_cancelled_tournament_refuses_changes(cancelled_tournament, write):
    rows = LogRow.objects.count()
    with pytest.raises(TournamentCancelled):
        write(cancelled_tournament)
    assert LogRow.objects.count() == rows


def test_cancelled_tournament_refuses_draws():
    tournament = open_tournament(pairs=4)
    cancellation.cancel(tournament=tournament, reason=WHY, **BY)
    with pytest.raises(TournamentCancelled):
        draw.draw_groups(tournament=tournament, groups=1, seed="101", **BY)


def test_repeated_key_of_a_recorded_hand_returns_it(cancelled_tournament):
    arguments: dict[str, Any] = {
        "encounter": begun_encounter(cancelled_tournament),
        "match": 1,
        "deal": 1,
        "report": report(),
    }
    assert recording.record_hand(**arguments, entry_key="ilk", **BY).repeated


def test_resumed_tournament_continues(cancelled_tournament):
    visibility.archive(tournament=cancelled_tournament, **BY)
    cancellation.resume(tournament=cancelled_tournament, **BY)
    cancelled_tournament.refresh_from_db()
    assert (
        cancelled_tournament.cancelled,
        cancelled_tournament.cancelled_because,
        cancelled_tournament.archived_at,
    ) == (False, "", None)
    assert (
        LogRow.objects.filter(tournament=cancelled_tournament).order_by("-pk")[0].action
        == "tournament_cancellation_undone"
    )
    assert play_hand(begun_encounter(cancelled_tournament)).entry.hand.deal == 2
    with pytest.raises(NotCancelled):
        cancellation.resume(tournament=cancelled_tournament, **BY)


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 201])
def test_cancelling_needs_a_readable_reason(tournament, reason):
    with pytest.raises(CancellingNeedsReason):
        cancellation.cancel(tournament=tournament, reason=reason, **BY)


def test_second_cancellation_is_refused(cancelled_tournament):
    with pytest.raises(CancelledAlready):
        cancellation.cancel(tournament=cancelled_tournament, reason="Bir daha", **BY)


def test_finished_tournament_cannot_be_cancelled(tournament):
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    with pytest.raises(NothingToCancel):
        cancellation.cancel(tournament=tournament, reason=WHY, **BY)


def test_anonymized_name_is_removed_from_the_reason(tournament):
    player = tournament.entrants.order_by("pk")[0].players.order_by("pk")[0]
    cancellation.cancel(tournament=tournament, reason=f"{player.name} hastalandı", **BY)
    domain.make_anonymous(player=player, **BY)
    tournament.refresh_from_db()
    assert tournament.cancelled_because == ERASED
