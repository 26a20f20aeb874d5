from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from scoring.integrity.integrity_checks import verify
from scoring.ledger.seal_verification import verify_tournament, version_place
from scoring.models import Entry, EntrySeat
from scoring.officials.domain.rulings import AddedInfraction, Replay
from scoring.play.undo_hand import take_hand_back
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    play_hand,
    report,
    rule,
    void_report,
)
from tests.module_fixtures import module_fixture
from tests.played_games import PlayedGame, in_every_game
from tests.scoring.integrity.alter_and_reseal import (
    add_points,
    alter_and_reseal,
    delete_version,
    log_row_of,
    with_lines,
)
from tests.scoring.officials.domain.amend_rules import FLAT, amend
from tournaments.log.actor import CONSOLE
from tournaments.models import RuleBook, Tournament

pytestmark = pytest.mark.django_db

Alteration = Callable[[Tournament], object]


@module_fixture
def tournament() -> Tournament:
    """Hands that were corrected, ruled on, replayed, taken back, void and rescored by amended rules."""
    tournament = drawn_tournament()
    first, second, third, *_others = encounters_of(tournament)
    for number in range(3):
        play_hand(first, report(fouls=number), at=NOW + timedelta(minutes=number))
    correct(first, report(points=(5, 6)))
    play_hand(second, void_report())
    play_hand(second, report(finish={"last_tile": "okey"}))
    rule(second, fixed(-10, 20, 30, 40), deal=2)
    rule(first, AddedInfraction("B1", "okey_discard"), deal=2)
    for _time in range(2):
        play_hand(third)
    rule(third, Replay())
    later, key = NOW + timedelta(seconds=1), "7" * 32
    take_hand_back(encounter=third, match=1, deal=2, entry_key=key, by=CONSOLE, at=later)
    amend(tournament, **FLAT)
    tournament.refresh_from_db()
    return tournament


def entry_of(tournament: Tournament, encounter: int = 0, deal: int = 2, version: int = 1) -> Entry:
    selected = encounters_of(tournament)[encounter]
    return Entry.objects.get(hand__match__encounter=selected, hand__deal=deal, version=version)


def updated(**changes: Any) -> Alteration:
    return lambda tournament: Entry.objects.filter(pk=entry_of(tournament).pk).update(**changes)


def seat_updated(**changes: Any) -> Alteration:
    return lambda tournament: EntrySeat.objects.filter(entry=entry_of(tournament), seat="B1").update(
        **changes
    )


def line_updated(**changes: Any) -> Alteration:
    def act(tournament: Tournament) -> None:
        entry = entry_of(tournament)
        Entry.objects.filter(pk=entry.pk).update(lines=with_lines(entry, **changes))

    return act


def test_untouched_tournament_agrees_with_its_ledger(tournament):
    assert verify(tournament).discrepancies == []


def test_hand_recorded_during_verification_is_no_break(tournament):
    """It is recorded after the hands were read and before the log is."""
    waiting = encounters_of(tournament)[3:]

    def run(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if '"tournament_id" = ' in sql and '"tournaments_logrow"."action" IN' in sql and waiting:
            play_hand(waiting.pop())
        return execute(sql, *rest)

    with connection.execute_wrapper(run):
        del waiting[1:]
        assert verify(tournament).discrepancies == []
    assert waiting == []


@in_every_game
def test_hand_of_every_game_is_rescored_and_500_extra_points_are_found(game: PlayedGame):
    played = game.draw_tournament()
    encounter = encounters_of(played)[0]
    game.play(encounter)
    entry = game.play(encounter).entry
    correct(encounter, game.other_hand)
    rule(encounter, Replay(), version=2)
    assert verify(played).discrepancies == []
    alter_and_reseal(played, lambda _tournament: add_points(entry, "B1", 500))
    assert verify_tournament(played).discrepancies == []
    places = [problem.location for problem in verify(played).discrepancies]
    assert version_place(entry) in places


@pytest.mark.parametrize(
    "act",
    [
        lambda tournament: add_points(entry_of(tournament), "B1", 500),
        updated(report=report(points=(90, 90)).to_json()),
        updated(report=void_report().to_json()),
        updated(report="{}"),
        updated(lines="zz"),
        updated(multiplier=4),
        updated(void=True),
        seat_updated(points=1),
        seat_updated(opening="pairs"),
        seat_updated(infractions=3),
        seat_updated(side="A"),
        line_updated(rule="unopened"),
        line_updated(seat="B2"),
        line_updated(values={}),
        lambda tournament: Entry.objects.filter(pk=entry_of(tournament).pk).update(kind="ruling"),
        lambda tournament: Entry.objects.filter(pk=entry_of(tournament).pk).update(
            rule_book=RuleBook.objects.create(
                digest="7" * 64, rule_set_id="101-pairs", content=tournament.rule_book.content, created_at=NOW
            )
        ),
    ],
    ids=(
        *("charged", "other-rack", "other-outcome", "no-report", "no-lines", "multiplier", "void", "points"),
        *("opening", "infractions", "side", "rule", "seat", "values", "kind", "rule-book"),
    ),
)
def test_altered_and_resealed_version_is_found(tournament, act):
    entry = entry_of(tournament)
    alter_and_reseal(tournament, act)
    assert version_place(entry) in [problem.location for problem in verify(tournament).discrepancies]


@pytest.mark.parametrize(
    ("chosen", "changes"),
    [
        ({"encounter": 1, "version": 2}, {"void": True}),
        ({"encounter": 1, "version": 2}, {"multiplier": 2}),
        ({"encounter": 1, "version": 2}, {"kind": "report"}),
        ({"encounter": 2, "version": 2}, {"void": False}),
        ({"encounter": 2, "deal": 1, "version": 2}, {"void": False}),
    ],
)
def test_altered_ruling_or_withdrawal_is_found(tournament, chosen, changes):
    entry = entry_of(tournament, **chosen)
    alter_and_reseal(tournament, lambda _tournament: Entry.objects.filter(pk=entry.pk).update(**changes))
    assert version_place(entry) in [problem.location for problem in verify(tournament).discrepancies]


def test_version_without_a_log_row_is_found(tournament):
    entry = entry_of(tournament)
    alter_and_reseal(tournament, lambda _tournament: log_row_of(entry).delete())
    assert verify_tournament(tournament).discrepancies == []
    assert (version_place(entry), "the log does not tell of it") in breaks_of(tournament)


def test_deleted_version_is_missed_by_the_log(tournament):
    entry = entry_of(tournament, deal=3)
    row = log_row_of(entry)
    alter_and_reseal(tournament, lambda _tournament: delete_version(entry_of(tournament, deal=3)))
    assert (f"log row {row.pk}, hand_recorded", "tells of a version that is not there") in breaks_of(
        tournament
    )


def test_version_that_follows_from_nothing_is_found(tournament):
    entry = entry_of(tournament)

    def act(_tournament: Tournament) -> None:
        log_row_of(entry).delete()
        Entry.objects.filter(pk=entry.pk).update(entry_key=f"after:{'7' * 32}:2")

    alter_and_reseal(tournament, act)
    assert (version_place(entry), "follows from nothing") in breaks_of(tournament)


@pytest.mark.parametrize(
    ("key", "value"), [("match", 2), ("deal", 1), ("version", 2), ("void", True), ("totals", {"A": 1})]
)
def test_altered_log_row_is_found(tournament, key, value):
    entry = entry_of(tournament)
    row = log_row_of(entry)
    after = json.dumps(json.loads(row.after) | {key: value})
    alter_and_reseal(tournament, lambda altered: altered.log.filter(pk=row.pk).update(after=after))
    assert version_place(entry) in [place for place, _why in breaks_of(tournament)]


def test_unreadable_log_row_is_reported(tournament):
    row = log_row_of(entry_of(tournament))
    alter_and_reseal(tournament, lambda altered: altered.log.filter(pk=row.pk).update(after="zz"))
    assert (f"log row {row.pk}, hand_recorded", "can't be read") in breaks_of(tournament)


def breaks_of(tournament: Tournament) -> list[tuple[str, str]]:
    return [(problem.location, problem.problem) for problem in verify(tournament).discrepancies]
