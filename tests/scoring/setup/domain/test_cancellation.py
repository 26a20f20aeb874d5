from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scoring.officials.domain import departures
from scoring.people.domain import anonymization
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
from tests.kept import kept
from tournaments.cancelled import TournamentCancelled
from tournaments.draws.domain import draw
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, LogRow, Table, Tournament
from tournaments.play.leaving import Results
from tournaments.tables.domain import moving, table_changes, tables

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"by": CONSOLE, "at": NOW}
WHY = "Salonu su bastı"


@kept
def tournament() -> Tournament:
    created = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    play_hand(encounters_of(created)[0], entry_key="ilk")
    for _time in range(2):
        closed = table_changes.add_table(tournament=created, **BY)
    table_changes.close_table(table=closed, **BY)
    return created


@pytest.fixture
def cancelled(tournament: Tournament) -> Tournament:
    cancellation.cancel(tournament=tournament, reason=f" {WHY}\n", **BY)
    tournament.refresh_from_db()
    return tournament


def begun(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def free_table(tournament: Tournament) -> Table:
    return next(table for table in tournament.tables.open() if moving.is_free(table))


WRITES: dict[str, Callable[[Tournament], object]] = {
    "a hand": lambda one: play_hand(begun(one)),
    "a correction": lambda one: correct(begun(one), report(points=(31, 40))),
    "taking back": lambda one: undo_hand.take_hand_back(
        encounter=begun(one), match=1, deal=1, version=1, entry_key="geri", **BY
    ),
    "a walkover": lambda one: walkovers.record_walkover(
        encounter=encounters_of(one)[1], winner=SideLetter.A, **BY
    ),
    "a departure": lambda one: departures.withdraw(
        entrant=one.entrants.order_by("pk")[0], results=Results.KEPT, **BY
    ),
    "other seats": lambda one: tables.swap_partners(
        encounter=encounters_of(one)[1], letter=SideLetter.A, **BY
    ),
    "a dealer": lambda one: tables.set_first_dealer(encounter=begun(one), seat="A1", **BY),
    "the next encounter": lambda one: tables.call_next_encounter(encounter=begun(one), **BY),
    "another table": lambda one: moving.move_encounter(
        encounter=encounters_of(one)[1], table=free_table(one), **BY
    ),
    "what a free table takes": lambda one: moving.take_encounter(
        encounter=encounters_of(one)[2], table=free_table(one), **BY
    ),
    "a table more": lambda one: table_changes.add_table(tournament=one, **BY),
    "a table closed": lambda one: table_changes.close_table(table=free_table(one), **BY),
    "a table opened": lambda one: table_changes.open_table(
        table=one.tables.exclude(closed_at=None).get(), **BY
    ),
}


def test_cancelling_stores_reason_and_time_and_notifies_pages(tournament, cancelled):
    assert (cancelled.cancelled, cancelled.cancelled_at, cancelled.cancelled_because) == (True, NOW, WHY)
    row = LogRow.objects.filter(tournament=cancelled).order_by("-pk")[0]
    assert (row.action, WHY in row.after) == ("tournament_cancelled", True)
    assert cancelled.counter > 0


@pytest.mark.parametrize("write", WRITES.values(), ids=list(WRITES))
def test_cancelled_tournament_refuses_changes(cancelled, write):
    rows = LogRow.objects.count()
    with pytest.raises(TournamentCancelled):
        write(cancelled)
    assert LogRow.objects.count() == rows


def test_cancelled_tournament_refuses_draws():
    tournament = open_tournament(pairs=4)
    cancellation.cancel(tournament=tournament, reason=WHY, **BY)
    with pytest.raises(TournamentCancelled):
        draw.draw_groups(tournament=tournament, groups=1, seed="101", **BY)


def test_repeated_key_of_a_recorded_hand_returns_it(cancelled):
    arguments: dict[str, Any] = {"encounter": begun(cancelled), "match": 1, "deal": 1, "report": report()}
    assert recording.record_hand(**arguments, entry_key="ilk", **BY).repeated


def test_resumed_tournament_continues(cancelled):
    visibility.archive(tournament=cancelled, **BY)
    cancellation.resume(tournament=cancelled, **BY)
    cancelled.refresh_from_db()
    assert (cancelled.cancelled, cancelled.cancelled_because, cancelled.put_away_at) == (False, "", None)
    assert LogRow.objects.filter(tournament=cancelled).order_by("-pk")[0].action == "tournament_taken_up"
    assert play_hand(begun(cancelled)).entry.hand.deal == 2
    with pytest.raises(NotCancelled):
        cancellation.resume(tournament=cancelled, **BY)


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 201])
def test_cancelling_needs_a_readable_reason(tournament, reason):
    with pytest.raises(CancellingNeedsReason):
        cancellation.cancel(tournament=tournament, reason=reason, **BY)


def test_second_cancellation_is_refused(cancelled):
    with pytest.raises(CancelledAlready):
        cancellation.cancel(tournament=cancelled, reason="Bir daha", **BY)


def test_finished_tournament_cannot_be_cancelled(tournament):
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    with pytest.raises(NothingToCancel):
        cancellation.cancel(tournament=tournament, reason=WHY, **BY)


def test_anonymized_name_is_removed_from_the_reason(tournament):
    player = tournament.entrants.order_by("pk")[0].players.order_by("pk")[0]
    cancellation.cancel(tournament=tournament, reason=f"{player.name} hastalandı", **BY)
    anonymization.make_anonymous(player=player, **BY)
    tournament.refresh_from_db()
    assert player.name not in tournament.cancelled_because
    assert "hastalandı" in tournament.cancelled_because
