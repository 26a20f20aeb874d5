from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection, transaction

from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import MultiplierRule
from rules.hands import Report
from scoring.ledger import refusals
from scoring.ledger.locks import lock_tournament
from scoring.ledger.rulebooks import rules_of
from scoring.models import Call, Entry, Hand, StandingsCache
from scoring.officials.domain import amendments
from scoring.play import corrections, recording, undo_hand, walkovers
from scoring.play.cross_group_places import places_by_ledger, stored_places
from scoring.play.later_play import LaterPlayChoice
from scoring.play.recording import RecordedEntry
from scoring.table.queries import consequences_of
from tests.factories import (
    NOW,
    drawn_tournament,
    encounters_of,
    first_stage,
    open_tournament,
    play_encounter,
    play_hand,
    play_of,
    report,
)
from tests.processes import LONGEST_WAIT, wait_for
from tests.scoring.stage_flows import BEST_THIRDS
from tournaments.draws.domain import draw
from tournaments.enums import EncounterState, SideLetter, StageKind
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, Keeper, Stage, Tournament
from tournaments.refusals import Refused
from tournaments.schedule.change import Change
from tournaments.setup.domain import tournament_settings
from tournaments.tables.domain import keepers, move_encounter, table_changes, tables

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run calls in threads that start together; return their results or refusals."""
    ready = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        be_patient()
        ready.wait(LONGEST_WAIT)
        try:
            return call()
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def be_patient() -> None:
    """Raise SQLite's lock timeout: with many writers one may wait longer than clubs' phones would."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {LONGEST_WAIT * 1000}")


def recorder(encounter: Encounter, deal: int, hand_report: Report, key: str) -> Callable[[], RecordedEntry]:
    return lambda: recording.record_hand(
        encounter=encounter, match=1, deal=deal, report=hand_report, entry_key=key, by=CONSOLE, at=NOW
    )


@pytest.fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def test_two_phones_with_the_same_deal_store_one_and_show_both(encounter):
    for deal in (1, 2):
        first, second = report(points=(11, deal)), report(points=(22, deal))
        outcomes = at_once(
            recorder(encounter, deal, first, f"one {deal}"), recorder(encounter, deal, second, f"two {deal}")
        )
        stored = [outcome for outcome in outcomes if isinstance(outcome, RecordedEntry)]
        refused = [outcome for outcome in outcomes if isinstance(outcome, refusals.HandAlreadyRecorded)]
        assert (len(stored), len(refused)) == (1, 1)
        assert refused[0].entry == stored[0].entry
        assert Hand.objects.filter(match__encounter=encounter, deal=deal).count() == 1
    assert Entry.objects.count() == 2


def test_request_sent_twice_at_once_is_stored_once(encounter):
    send = recorder(encounter, 1, report(), "the same")
    first, second = at_once(send, send)
    assert isinstance(first, RecordedEntry)
    assert isinstance(second, RecordedEntry)
    assert first.entry == second.entry
    assert sorted([first.repeated, second.repeated]) == [False, True]
    assert Entry.objects.count() == 1


def test_last_encounters_of_a_stage_decided_at_once_draw_the_knockout_once():
    tournament = drawn_tournament(pairs=8, groups=2)
    decide_last_of_two_groups_at_once(tournament)
    knockout = Encounter.objects.filter(stage__tournament=tournament, stage__kind=StageKind.KNOCKOUT)
    assert knockout.count() == 3
    assert knockout.filter(state=EncounterState.READY).count() == 2


def test_last_encounters_of_two_groups_decided_at_once_store_the_best_of_all():
    tournament = drawn_tournament(pairs=9, groups=3, stages=BEST_THIRDS)
    decide_last_of_two_groups_at_once(tournament)
    stage = first_stage(tournament)
    assert len(stored_places(stage)) == 2
    assert stored_places(stage) == places_by_ledger(stage)
    assert Encounter.objects.filter(stage__tournament=tournament, stage__position=2, round=1).count() == 4


def decide_last_of_two_groups_at_once(tournament: Tournament) -> None:
    """Play all other encounters, with other points in each."""
    groups = [e for e in encounters_of(tournament) if e.stage.kind == StageKind.GROUPS]
    last = [groups[-1], next(e for e in reversed(groups) if e.group_id != groups[-1].group_id)]
    for number, encounter in enumerate(groups):
        if encounter not in last:
            play_encounter(encounter, points=(30 + number, 40))
    for encounter in last:
        for _hand in range(2):
            play_hand(encounter)
    outcomes = at_once(*(recorder(e, 3, report(), f"last {e.pk}") for e in last))
    assert all(isinstance(outcome, RecordedEntry) for outcome in outcomes)


def test_both_semifinals_decided_at_once_fill_the_final():
    tournament = drawn_tournament(pairs=8, groups=2)
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    semis = encounters_of(tournament)[-3:-1]
    for encounter in semis:
        for _hand in range(2):
            play_hand(encounter)
    at_once(*(recorder(e, 3, report(), f"semi {e.pk}") for e in semis))
    final = encounters_of(tournament)[-1]
    assert final.state == EncounterState.READY
    assert {side.entrant_id for side in final.sides.all()} == {
        e.sides.get(letter="A").entrant_id for e in semis
    }


def test_hands_at_many_tables_at_once_all_count():
    encounters = encounters_of(drawn_tournament(pairs=8, groups=2))[:4]
    for deal in (1, 2):
        outcomes = at_once(*(recorder(e, deal, report(), f"{e.pk} {deal}") for e in encounters))
        assert all(isinstance(outcome, RecordedEntry) for outcome in outcomes)
    assert sum(StandingsCache.objects.values_list("moved", flat=True)) == 8


def test_correction_and_a_dependent_hand_never_both_succeed():
    tournament = drawn_tournament(pairs=8, groups=2)
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    semi = encounters_of(tournament)[-3]
    side = semi.sides.get(letter="A")
    won = next(
        e
        for e in Encounter.objects.filter(group=side.from_group).select_related("stage__tournament")
        if e.sides.get(letter=e.winner).entrant_id == side.entrant_id
    )
    correction = [
        lambda: recording.record_hand(
            encounter=semi, match=1, deal=1, report=report(), entry_key="semi", by=CONSOLE, at=NOW
        ),
        lambda: corrections.correct_hand(
            encounter=won,
            match=1,
            deal=1,
            version=1,
            report=report(finisher="B1" if won.winner == "A" else "A1", points=(150, 150)),
            reason="?",
            entry_key="correction",
            change=Change(CONSOLE, NOW),
        ),
    ]
    outcomes = at_once(*correction)
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert len(refused) <= 1
    players = set(
        Entry.objects.filter(hand__match__encounter=semi).values_list("seats__player__entrants", flat=True)
    )
    sides = set(semi.sides.values_list("entrant", flat=True))
    assert players in (set(), sides)


def semis_of(tournament: Tournament) -> list[Encounter]:
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    return encounters_of(tournament)[-3:-1]


def test_deciding_hand_and_correction_in_the_other_semifinal_wait_for_each_other():
    first, other = semis_of(drawn_tournament(pairs=8, groups=2))
    for _hand in range(2):
        play_hand(first)
    play_hand(other)

    def correct_other() -> RecordedEntry:
        return corrections.correct_hand(
            encounter=other,
            match=1,
            deal=1,
            version=1,
            report=report(points=(1, 2)),
            reason="?",
            entry_key="correction",
            change=Change(CONSOLE, NOW),
        )

    outcomes = at_once(recorder(first, 3, report(), "deciding"), correct_other)
    assert all(isinstance(outcome, RecordedEntry) for outcome in outcomes)
    assert encounters_of(first.stage.tournament)[-1].sides.get(letter="A").entrant is not None


def test_hands_and_an_edit_of_the_venue_wait_for_each_other(encounter):
    tournament = encounter.stage.tournament
    for deal in range(1, 4):
        changed = tournament_settings.settings_of(tournament).with_common(venue=f"Salon {deal}")
        edit = partial(
            tournament_settings.change_tournament, tournament=tournament, settings=changed, by=CONSOLE, at=NOW
        )
        outcomes = at_once(recorder(encounter, deal, report(), f"deal {deal}"), edit)
        assert isinstance(outcomes[0], RecordedEntry)
    tournament.refresh_from_db()
    assert tournament.venue == "Salon 3"


def test_first_hand_and_undoing_its_draw_never_both_succeed():
    for _try in range(4):
        tournament = drawn_tournament()
        encounter = encounters_of(tournament)[0]
        undo = partial(draw.revoke_draw, stage=first_stage(tournament), by=CONSOLE, at=NOW)
        outcomes = at_once(recorder(encounter, 1, report(), f"first {tournament.pk}"), undo)
        assert len([outcome for outcome in outcomes if isinstance(outcome, Refused)]) == 1


BOTH_OKEYS = report(points=(5, 5), finish={"last_tile": "double_okey", "direct": False})
"""A hand whose score depends on whether a finish outranks another."""


def flat(tournament: Tournament) -> RuleSet:
    return replace(
        rules_of(Tournament.objects.get(pk=tournament.pk).rule_book), multiplier=MultiplierRule.NONE
    )


def amender(tournament: Tournament) -> Callable[[], amendments.Amendment]:
    def amend() -> amendments.Amendment:
        while True:
            rules = flat(tournament)
            preview = amendments.preview_amendment(tournament=tournament, rules=rules).state_digest
            try:
                return amendments.amend_rules(
                    tournament=tournament,
                    rules=rules,
                    reason="?",
                    state_digest=preview,
                    later=LaterPlayChoice.STANDS,
                    by=CONSOLE,
                    at=NOW,
                )
            except amendments.AmendmentOutOfDate:
                continue

    return amend


def books_of_current_hands(tournament: Tournament) -> set[int]:
    current = Entry.objects.filter(current_of__match__encounter__stage__tournament=tournament)
    return set(current.values_list("rule_book", flat=True))


def is_transaction_waiting() -> bool:
    """Return whether another transaction waits for a row locked here. On SQLite none can."""
    if connection.vendor == "sqlite":
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks"
            " WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
        )
        return bool(cursor.fetchone()[0])


def until_somebody_waits(change: Callable[[], Any], begun: Event) -> Callable[[], Any]:
    def run() -> Any:
        with transaction.atomic():
            done = change()
            begun.set()
            wait_for(is_transaction_waiting, "nobody came to wait")
            return done

    return run


def after(begun: Event, call: Callable[[], Any]) -> Callable[[], Any]:
    def run() -> Any:
        assert begun.wait(LONGEST_WAIT)
        return call()

    return run


def test_hand_that_waited_for_an_amendment_is_scored_by_the_new_rules(encounter):
    tournament = encounter.stage.tournament
    recorder(encounter, 1, BOTH_OKEYS, "before")()
    begun = Event()
    outcomes = at_once(
        until_somebody_waits(amender(tournament), begun),
        after(begun, recorder(encounter, 2, BOTH_OKEYS, "meanwhile")),
    )
    assert isinstance(outcomes[1], RecordedEntry)
    tournament.refresh_from_db()
    assert outcomes[1].entry.rule_book_id == tournament.rule_book_id
    assert books_of_current_hands(tournament) == {tournament.rule_book_id}


def test_correction_that_waited_for_an_amendment_sees_its_effects(encounter):
    tournament = encounter.stage.tournament
    recorder(encounter, 1, BOTH_OKEYS, "before")()
    begun = Event()
    correction = partial(
        corrections.correct_hand,
        encounter=encounter,
        match=1,
        deal=1,
        version=1,
        report=report(),
        reason="?",
        entry_key="correction",
        change=Change(CONSOLE, NOW),
    )
    outcomes = at_once(until_somebody_waits(amender(tournament), begun), after(begun, correction))
    assert isinstance(outcomes[1], refusals.HandChangedMeanwhile)
    assert outcomes[1].entry.version == 2


def test_amendment_during_many_hands_leaves_none_by_the_old_rules():
    for _try in range(3):
        tournament = drawn_tournament(pairs=8, groups=2)
        encounters = encounters_of(tournament)[:3]
        recorder(encounters[0], 1, BOTH_OKEYS, f"first {tournament.pk}")()
        hands = [recorder(e, 1 + (e is encounters[0]), BOTH_OKEYS, f"{e.pk}") for e in encounters]
        outcomes = at_once(amender(tournament), *hands)
        assert all(isinstance(outcome, RecordedEntry) for outcome in outcomes[1:])
        tournament.refresh_from_db()
        assert books_of_current_hands(tournament) == {tournament.rule_book_id}


def changer(tournament: Tournament) -> Callable[[], None]:
    return lambda: amendments.change_rules(tournament=tournament, rules=flat(tournament), by=CONSOLE, at=NOW)


def test_first_hand_that_waited_for_a_rule_change_is_scored_by_the_new_rules(encounter):
    tournament = encounter.stage.tournament
    begun = Event()
    change = until_somebody_waits(changer(tournament), begun)
    outcomes = at_once(change, after(begun, recorder(encounter, 1, BOTH_OKEYS, "first")))
    tournament.refresh_from_db()
    assert outcomes[1].entry.rule_book_id == tournament.rule_book_id
    assert outcomes[1].entry.multiplier == 1


def test_rule_change_that_waited_for_the_first_hand_is_refused(encounter):
    begun = Event()
    first = until_somebody_waits(recorder(encounter, 1, BOTH_OKEYS, "first"), begun)
    outcomes = at_once(first, after(begun, changer(encounter.stage.tournament)))
    assert isinstance(outcomes[1], amendments.RulesFrozen)
    assert outcomes[0].entry.multiplier == 4


def first_hand(tournament: Tournament, place: int) -> Callable[[], RecordedEntry]:
    def record() -> RecordedEntry:
        return recorder(encounters_of(tournament)[place], 1, BOTH_OKEYS, "first")()

    return record


def test_rule_change_that_waited_for_the_draw_applies_to_it():
    tournament = open_tournament(pairs=8)
    drawing = partial(draw.draw_groups, tournament=tournament, groups=2, seed="101", by=CONSOLE, at=NOW)
    drawn, changed = Event(), Event()
    outcomes = at_once(
        until_somebody_waits(drawing, drawn),
        after(drawn, until_somebody_waits(changer(tournament), changed)),
        after(changed, first_hand(tournament, 0)),
    )
    tournament.refresh_from_db()
    assert outcomes[2].entry.rule_book_id == tournament.rule_book_id
    assert outcomes[2].entry.multiplier == 1


def test_rule_change_that_waited_for_the_knockout_draw_applies_to_it():
    tournament = drawn_tournament(pairs=8, groups=2)
    *earlier, last = [
        partial(
            walkovers.record_walkover, encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW)
        )
        for encounter in encounters_of(tournament)
    ]
    for walkover in earlier:
        walkover()
    drawn, changed = Event(), Event()
    outcomes = at_once(
        until_somebody_waits(last, drawn),
        after(drawn, until_somebody_waits(changer(tournament), changed)),
        after(changed, first_hand(tournament, -3)),
    )
    tournament.refresh_from_db()
    assert outcomes[2].entry.rule_book_id == tournament.rule_book_id
    assert outcomes[2].entry.multiplier == 1


def taking_back_call(encounter: Encounter, deal: int, key: str) -> Callable[[], RecordedEntry]:
    return lambda: undo_hand.take_hand_back(
        encounter=encounter, match=1, deal=deal, entry_key=key, by=CONSOLE, at=NOW
    )


def test_hand_is_taken_back_or_followed_by_the_next_but_never_both():
    for _try in range(4):
        encounter = encounters_of(drawn_tournament())[0]
        recorder(encounter, 1, report(), f"first {encounter.pk}")()
        outcomes = at_once(
            taking_back_call(encounter, 1, f"undo {encounter.pk}"),
            recorder(encounter, 2, report(), f"second {encounter.pk}"),
        )
        stored = [outcome for outcome in outcomes if isinstance(outcome, RecordedEntry)]
        assert len(stored) == 1
        assert isinstance(
            next(outcome for outcome in outcomes if outcome not in stored),
            undo_hand.NotTheLastHand | refusals.DealSkipped,
        )
        assert Hand.objects.played().filter(match__encounter=encounter).count() in (0, 2)


def test_next_hand_that_waited_for_an_undo_is_refused(encounter):
    recorder(encounter, 1, report(), "first")()
    begun = Event()
    outcomes = at_once(
        until_somebody_waits(taking_back_call(encounter, 1, "undo"), begun),
        after(begun, recorder(encounter, 2, report(), "second")),
    )
    assert isinstance(outcomes[1], refusals.DealSkipped)
    assert play_of(encounter).current.next_deal == 1


def test_undo_that_waited_for_the_next_hand_is_refused(encounter):
    recorder(encounter, 1, report(), "first")()
    begun = Event()
    outcomes = at_once(
        until_somebody_waits(recorder(encounter, 2, report(), "second"), begun),
        after(begun, taking_back_call(encounter, 1, "undo")),
    )
    assert isinstance(outcomes[1], undo_hand.NotTheLastHand)
    assert play_of(encounter).current.next_deal == 3


def test_two_concurrent_undos_take_back_one_hand():
    encounter = encounters_of(drawn_tournament())[0]
    for deal in (1, 2):
        recorder(encounter, deal, report(), f"deal {deal}")()
    outcomes = at_once(taking_back_call(encounter, 2, "one"), taking_back_call(encounter, 2, "other"))
    assert [isinstance(outcome, RecordedEntry) for outcome in outcomes].count(True) == 1
    assert play_of(encounter).current.next_deal == 2


def test_undo_sent_twice_at_once_is_stored_once(encounter):
    recorder(encounter, 1, report(), "first")()
    send = taking_back_call(encounter, 1, "undo")
    first, second = at_once(send, send)
    assert sorted([first.repeated, second.repeated]) == [False, True]
    assert first.entry == second.entry
    assert Entry.objects.count() == 2


def test_undo_of_a_deciding_hand_and_start_of_the_semifinal_never_both_succeed():
    for _try in range(3):
        tournament = drawn_tournament(pairs=8, groups=2)
        for encounter in encounters_of(tournament):
            play_encounter(encounter)
        semi = encounters_of(tournament)[-3]
        source = next(
            encounter
            for encounter in encounters_of(tournament)
            if encounter.group == semi.sides.all()[0].from_group
        )
        outcomes = at_once(
            taking_back_call(source, 3, f"undo {source.pk}"), recorder(semi, 1, report(), f"semi {semi.pk}")
        )
        refused = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
        assert len(refused) == 1
        semi.refresh_from_db()
        begun = Hand.objects.filter(match__encounter=semi).exists()
        assert begun == all(side.entrant_id for side in semi.sides.all())


def test_preview_of_consequences_blocks_hands_of_the_stage():
    """The preview is consistent: a hand of the same group waits for its end."""
    tournament = drawn_tournament(pairs=8, groups=2)
    encounter, other = encounters_of(tournament)[:2]
    recorder(encounter, 1, report(), "first")()

    def write(*, change: Change) -> None:
        begun.set()
        wait_for(is_transaction_waiting, "nobody came to wait")

    begun = Event()
    outcomes = at_once(
        lambda: consequences_of(encounter=encounter, write=write, change=Change(CONSOLE, NOW)),
        after(begun, recorder(other, 1, report(), "meanwhile")),
    )
    assert outcomes[0].hand is None
    assert not outcomes[0].decides
    assert isinstance(outcomes[1], RecordedEntry)


def test_preview_and_its_correction_wait_for_each_other(encounter):
    recorder(encounter, 1, report(), "first")()

    def correct(key: str, *, change: Change) -> RecordedEntry:
        return corrections.correct_hand(
            encounter=encounter,
            match=1,
            deal=1,
            version=1,
            report=report(points=(1, 2)),
            reason="?",
            entry_key=key,
            change=change,
        )

    preview, corrected = at_once(
        lambda: consequences_of(
            encounter=encounter, write=partial(correct, "preview"), change=Change(CONSOLE, NOW)
        ),
        partial(correct, "correction", change=Change(CONSOLE, NOW)),
    )
    assert isinstance(corrected, RecordedEntry)
    assert not corrected.repeated
    assert isinstance(preview, refusals.HandChangedMeanwhile) or preview.hand is not None
    assert Entry.objects.count() == 2


def test_two_concurrent_keepers_of_a_table_are_serialized():
    table = drawn_tournament().tables.get(number=1)
    link = table.links.get()

    def keep(name: str) -> Keeper:
        by = Actor(table_link=link, device_id=name[0].lower() * 32)
        return keepers.become_keeper(table=table, name=name, by=by, at=NOW)

    takeovers = at_once(partial(keep, "Ayla"), partial(keep, "Bora"))
    assert keepers.keeper_of(table) in takeovers
    assert Keeper.objects.filter(table=table, ended_at=None).count() == 1
    assert Keeper.objects.filter(table=table).count() == 2


def test_takeover_during_table_assignment_does_not_deadlock(encounter):
    """The draw locks the tournament and refers to the table; the keeper locks the table and waits."""
    table = encounter.table
    assert table is not None
    by = Actor(device_id="a" * 32)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lock_tournament(encounter.stage.tournament)
            keeping = pool.submit(
                at_once, partial(keepers.become_keeper, table=table, name="Nermin", by=by, at=NOW)
            )
            wait_for(
                lambda: keeping.done() or is_transaction_waiting(), "the keeper neither waits nor is done"
            )
            Call.objects.create(table=table, asked_at=NOW)
        (keeper,) = keeping.result(LONGEST_WAIT)
    assert keeper == Keeper.objects.get(table=table, ended_at=None)


def test_concurrent_closing_of_the_last_two_tables_refuses_one():
    tournament = drawn_tournament(tables=2)
    close = [
        partial(table_changes.close_table, table=table, by=CONSOLE, at=NOW)
        for table in tournament.tables.all()
    ]
    outcomes = at_once(*close)
    assert sum(isinstance(outcome, table_changes.LastTable) for outcome in outcomes) == 1
    assert tournament.tables.open().count() == 1


def test_knockout_draw_during_closing_leaves_nothing_at_the_table():
    tournament = drawn_tournament(pairs=8, tables=3)
    *before, last = encounters_of(tournament)
    for number, encounter in enumerate(before):
        play_encounter(encounter, points=(30 + number, 40))
    closed = tournament.tables.get(number=1)
    at_once(
        partial(play_encounter, last), partial(table_changes.close_table, table=closed, by=CONSOLE, at=NOW)
    )
    assert Stage.objects.filter(tournament=tournament).exclude(drawn_at=None).count() == 2
    assert not Encounter.objects.undecided().filter(table=closed).exists()


def test_encounter_taken_by_two_free_tables_at_once_goes_to_one():
    tournament = drawn_tournament(tables=2)
    free = [table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW) for _table in range(2)]
    waiting = Encounter.objects.get(table__number=1, queue_place=2, table__tournament=tournament)
    take = [
        partial(move_encounter.take_encounter, encounter=waiting, table=table, by=CONSOLE, at=NOW)
        for table in free
    ]
    outcomes = at_once(*take)
    assert sum(isinstance(outcome, move_encounter.EncounterNotWaiting) for outcome in outcomes) == 1
    assert Encounter.objects.filter(table__in=free).count() == 1


def test_concurrent_renewals_of_a_code_leave_one_valid(encounter):
    table = encounter.table
    assert table is not None
    for renew in (tables.renew_link, tables.renew_players_link):
        links = at_once(*[partial(renew, table=table, by=CONSOLE, at=NOW)] * 3)
        assert len({link.pk for link in links}) == 3
    assert table.links.filter(revoked_at=None).count() == 1
    assert table.sides_links.filter(revoked_at=None).count() == 1
