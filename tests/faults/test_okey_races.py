from __future__ import annotations

from dataclasses import replace
from functools import partial
from threading import Event
from uuid import uuid4

import pytest

from scoring.integrity.integrity_checks import verify
from scoring.ledger import refusals
from scoring.models import Entry, Hand
from scoring.play.recording import RecordedEntry
from tests.factories import NOW, correct, drawn_tournament, encounters_of, open_tournament, play_of
from tests.faults.test_races import after, at_once, recorder, until_somebody_waits
from tests.played_games import COUNTDOWN, PlayedGame, in_other_games
from tests.scoring.play.test_open_length import LARGE, SMALL, counting, won_hand
from tests.scoring.table.table_phones import address, encounter_at, phone, table_of
from tournaments.draws.domain import draw
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.setup.domain import tournament_settings
from tournaments.stages.stage_settings import Length, groups_then_knockout

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]

ENDS = won_hand(hand="one_colour_run", last_tile="okey")
"""B pays 20, which ends a match."""


def tournament_of_one_hand(game: PlayedGame) -> Tournament:
    length = Length(best_of=3, hands=1)
    return game.draw_tournament(stages=groups_then_knockout(length, length))


@in_other_games
@pytest.mark.parametrize("alike", [True, False])
def test_last_hand_sent_by_two_phones_at_once_ends_the_match_once(game, alike):
    table = table_of(tournament_of_one_hand(game))
    encounter = encounter_at(table)
    place = {"encounter": encounter.public_id, "match": 1, "deal": 1}
    reports = [game.typed_fields, game.typed_fields if alike else game.typed_fields | game.corrected_fields]
    hands = [place | {"entry_key": str(uuid4())} | typed_hand for typed_hand in reports]
    phones = [phone(table, keeper=keeper) for keeper in ("Nermin", "Hasan")]
    sent = [
        partial(sender.post, address("receive_hand", table), hand)
        for sender, hand in zip(phones, hands, strict=True)
    ]
    answers = [answer.json() for answer in at_once(*sent)]
    stored = Entry.objects.get()
    assert [outcome["state"] for outcome in answers].count("stored") == (2 if alike else 1)
    (late,) = [
        outcome for outcome, hand in zip(answers, hands, strict=True) if hand["entry_key"] != stored.entry_key
    ]
    if alike:
        assert late == {"state": "stored", "repeated": True, "stored": stored.entry_key}
    else:
        assert (late["code"], late["stored"]) == ("hand_already_recorded", stored.entry_key)
    play = play_of(encounter)
    assert [match.result.winner for match in play.matches] == ["A"]
    assert (play.current.number, play.current.next_deal) == (2, 1)


@pytest.fixture(params=[1, 3], ids=["single", "best of three"])
def encounter(request: pytest.FixtureRequest) -> Encounter:
    length = Length(best_of=request.param, hands=None)
    encounter = encounters_of(COUNTDOWN.draw_tournament(stages=groups_then_knockout(length, length)))[0]
    recorder(encounter, 1, LARGE, "large")()
    return encounter


def test_hand_that_waited_for_a_match_ending_correction_is_refused(encounter):
    begun = Event()
    _ended, late = at_once(
        until_somebody_waits(partial(correct, encounter, ENDS), begun),
        after(begun, recorder(encounter, 2, SMALL, "late")),
    )
    single = encounter.stage.best_of == 1
    assert isinstance(late, refusals.EncounterIsDecided if single else refusals.MatchNotOpen)
    assert Hand.objects.filter(match__encounter=encounter).count() == 1
    assert verify(encounter.stage.tournament).discrepancies == []


def test_match_ending_correction_that_waited_for_a_hand_drops_it(encounter):
    begun = Event()
    late, ended = at_once(
        until_somebody_waits(recorder(encounter, 2, SMALL, "late"), begun),
        after(begun, partial(correct, encounter, ENDS)),
    )
    assert isinstance(late, RecordedEntry)
    assert isinstance(ended, RecordedEntry)
    assert counting(encounter) == [True, False]
    assert play_of(encounter).matches[0].result.winner == "A"


def test_concurrent_corrections_leave_the_state_of_the_hands():
    for number in range(3):
        encounter = encounters_of(COUNTDOWN.draw_tournament(name=f"Kupa {number}"))[0]
        for deal, typed_hand in enumerate((LARGE, SMALL, SMALL), start=1):
            recorder(encounter, deal, typed_hand, f"{number} {deal}")()
        at_once(
            partial(correct, encounter, ENDS, deal=1), partial(correct, encounter, won_hand("B1"), deal=2)
        )
        assert counting(encounter) == [True, False, False]
        assert [match.result.winner for match in play_of(encounter).matches] == ["A"]
        assert verify(encounter.stage.tournament).discrepancies == []


OF_NINE = groups_then_knockout(Length(1, 9), Length(1, None))
OF_SEVEN = (replace(OF_NINE[0], hands=7), OF_NINE[1])


def shortening(tournament: Tournament) -> partial[None]:
    new_settings = replace(tournament_settings.settings_of(tournament), stages=OF_SEVEN)
    return partial(
        tournament_settings.change_tournament,
        tournament=tournament,
        settings=new_settings,
        by=CONSOLE,
        at=NOW,
    )


def test_limit_changed_during_the_draw_is_refused_with_a_remedy():
    tournament = open_tournament(pairs=8, rule_set_id="okey-countdown", stages=OF_NINE)
    drawing = partial(draw.draw_groups, tournament=tournament, groups=2, seed="20", by=CONSOLE, at=NOW)
    drawn = Event()
    _drawn, late = at_once(until_somebody_waits(drawing, drawn), after(drawn, shortening(tournament)))
    assert isinstance(late, tournament_settings.LengthIsDrawn)
    assert "kurayı geri alın" in late.message
    assert tournament_settings.settings_of(tournament).stages == OF_NINE


def test_limit_changed_during_the_first_hand_is_kept():
    tournament = drawn_tournament(rule_set_id="okey-countdown", stages=OF_NINE)
    encounter = encounters_of(tournament)[0]
    late, stored = at_once(shortening(tournament), recorder(encounter, 1, SMALL, "first"))
    assert isinstance(late, tournament_settings.LengthIsDrawn)
    assert isinstance(stored, RecordedEntry)
    assert tournament_settings.settings_of(tournament).stages == OF_NINE
