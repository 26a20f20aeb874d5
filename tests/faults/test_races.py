"""Two phones at once, on real locks."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from rules.reports import HandReport
from scoring.domain import ledger, refusals
from scoring.models import Entry, Hand
from tests.factories import NOW, drawn_tournament, encounters_of, play_encounter, play_hand, report
from tournaments.domain import draw, setup
from tournaments.domain.actor import CONSOLE
from tournaments.domain.refusals import Refused
from tournaments.enums import EncounterState, StageKind
from tournaments.models import Encounter, Stage, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run calls in threads of their own, started together; refusals come back as values."""
    ready = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        ready.wait(10)
        try:
            return call()
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def recorder(encounter: Encounter, deal: int, said: HandReport, key: str) -> Callable[[], ledger.Recorded]:
    return lambda: ledger.record_hand(
        encounter=encounter, match=1, deal=deal, report=said, entry_key=key, by=CONSOLE, at=NOW
    )


@pytest.fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def test_of_two_phones_with_the_same_deal_one_is_stored_and_the_other_sees_both(encounter):
    for deal in (1, 2):
        first, second = report(points=(11, deal)), report(points=(22, deal))
        outcomes = at_once(
            recorder(encounter, deal, first, f"one {deal}"), recorder(encounter, deal, second, f"two {deal}")
        )
        stored = [outcome for outcome in outcomes if isinstance(outcome, ledger.Recorded)]
        refused = [outcome for outcome in outcomes if isinstance(outcome, refusals.HandAlreadyRecorded)]
        assert (len(stored), len(refused)) == (1, 1)
        assert refused[0].entry == stored[0].entry
        assert Hand.objects.filter(match__encounter=encounter, deal=deal).count() == 1
    assert Entry.objects.count() == 2


def test_a_request_sent_twice_at_once_is_stored_once(encounter):
    send = recorder(encounter, 1, report(), "the same")
    one, other = at_once(send, send)
    assert isinstance(one, ledger.Recorded)
    assert isinstance(other, ledger.Recorded)
    assert one.entry == other.entry
    assert sorted([one.repeated, other.repeated]) == [False, True]
    assert Entry.objects.count() == 1


def test_last_encounters_of_a_stage_decided_at_once_draw_the_knockout_once():
    tournament = drawn_tournament(pairs=8, groups=2)
    groups = [e for e in encounters_of(tournament) if e.stage.kind == StageKind.GROUPS]
    last = [groups[-1], next(e for e in reversed(groups) if e.group_id != groups[-1].group_id)]
    for encounter in groups:
        if encounter not in last:
            play_encounter(encounter)
    for encounter in last:
        for _hand in range(2):
            play_hand(encounter)
    outcomes = at_once(*(recorder(e, 3, report(), f"last {e.pk}") for e in last))
    assert all(isinstance(outcome, ledger.Recorded) for outcome in outcomes)
    knockout = Encounter.objects.filter(stage__tournament=tournament, stage__kind=StageKind.KNOCKOUT)
    assert knockout.count() == 3
    assert knockout.filter(state=EncounterState.READY).count() == 2


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
    stage = encounters[0].stage
    version = Stage.objects.get(pk=stage.pk).ledger_version
    for deal in (1, 2):
        outcomes = at_once(*(recorder(e, deal, report(), f"{e.pk} {deal}") for e in encounters))
        assert all(isinstance(outcome, ledger.Recorded) for outcome in outcomes)
    assert Stage.objects.get(pk=stage.pk).ledger_version == version + 8


def test_a_correction_and_the_hand_that_would_rest_on_it_never_both_win():
    """Whoever comes first: the later encounter never holds a hand of players who were taken out of it."""
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
        lambda: ledger.record_hand(
            encounter=semi, match=1, deal=1, report=report(), entry_key="semi", by=CONSOLE, at=NOW
        ),
        lambda: ledger.correct_hand(
            encounter=won,
            match=1,
            deal=1,
            version=1,
            report=report(finisher="B1" if won.winner == "A" else "A1", points=(150, 150)),
            reason="?",
            entry_key="correction",
            by=CONSOLE,
            at=NOW,
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
    """Both semi-finals, after the groups."""
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    return encounters_of(tournament)[-3:-1]


def test_a_deciding_hand_and_a_correction_in_the_other_semifinal_wait_for_each_other():
    one, other = semis_of(drawn_tournament(pairs=8, groups=2))
    for _hand in range(2):
        play_hand(one)
    play_hand(other)

    def correct_other() -> ledger.Recorded:
        return ledger.correct_hand(
            encounter=other,
            match=1,
            deal=1,
            version=1,
            report=report(points=(1, 2)),
            reason="?",
            entry_key="correction",
            by=CONSOLE,
            at=NOW,
        )

    outcomes = at_once(recorder(one, 3, report(), "deciding"), correct_other)
    assert all(isinstance(outcome, ledger.Recorded) for outcome in outcomes)
    assert encounters_of(one.stage.tournament)[-1].sides.get(letter="A").entrant is not None


def test_hands_and_an_edit_of_the_venue_wait_for_each_other(encounter):
    tournament = encounter.stage.tournament
    for deal in range(1, 4):
        changed = replace(setup.settings_of(tournament), venue=f"Salon {deal}")
        edit = partial(setup.change_tournament, tournament=tournament, settings=changed, by=CONSOLE, at=NOW)
        outcomes = at_once(recorder(encounter, deal, report(), f"deal {deal}"), edit)
        assert isinstance(outcomes[0], ledger.Recorded)
    tournament.refresh_from_db()
    assert tournament.venue == "Salon 3"


def test_a_first_hand_and_the_undoing_of_its_draw_never_both_win():
    for _try in range(4):
        tournament = drawn_tournament()
        encounter = encounters_of(tournament)[0]
        undo = partial(draw.undo_draw, tournament=tournament, by=CONSOLE, at=NOW)
        outcomes = at_once(recorder(encounter, 1, report(), f"first {tournament.pk}"), undo)
        assert len([outcome for outcome in outcomes if isinstance(outcome, Refused)]) == 1
