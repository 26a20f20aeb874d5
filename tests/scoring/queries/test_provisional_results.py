from __future__ import annotations

from datetime import datetime

import pytest

from scoring.enums import ProvisionalReason
from scoring.models import Call, Match
from scoring.play import calls
from scoring.queries.provisional_results import read_provisional_reasons
from tests.factories import NOW, correct, encounters_of, report
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import (
    LATE,
    SOON,
    agree,
    match_of,
    protest,
    set_agreement,
)
from tests.scoring.queries.test_final_ranking import play_out
from tests.scoring.stage_flows import ELIMINATION, drawn_flow
from tournaments.enums import Agreement
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def tournament() -> Tournament:
    bracket = drawn_flow(ELIMINATION, pairs=4)
    set_agreement(bracket, Agreement.MATCH)
    play_out(bracket)
    bracket.refresh_from_db()
    return bracket


def reason(tournament: Tournament, at: datetime = SOON) -> ProvisionalReason | None:
    return read_provisional_reasons([tournament], at=at).get(tournament.pk)


def final_of(tournament: Tournament) -> Match:
    return match_of(encounters_of(tournament)[-1])


@pytest.mark.release
def test_champion_is_provisional_until_every_match_is_confirmed(tournament):
    *earlier, final = map(match_of, encounters_of(tournament))
    for match in earlier:
        agree(match)
        assert reason(tournament) is ProvisionalReason.UNCONFIRMED
    agree(final)
    assert reason(tournament) is None


def test_champion_is_final_once_the_protest_window_is_over(tournament):
    assert [reason(tournament, at) for at in (SOON, LATE)] == [ProvisionalReason.UNCONFIRMED, None]


def test_correction_of_an_early_match_makes_the_champion_provisional_again(tournament):
    first, *_later = encounters_of(tournament)
    assert reason(tournament, LATE) is None
    correct(first, report(points=(9, 9)), at=LATE)
    assert reason(tournament, LATE) is ProvisionalReason.UNCONFIRMED


@pytest.mark.parametrize("agreement", Agreement)
def test_protest_makes_the_champion_provisional_until_it_is_answered(tournament, agreement):
    set_agreement(tournament, Agreement.MATCH)
    protested: Call = protest(final_of(tournament))
    set_agreement(tournament, agreement)
    assert reason(tournament, LATE) is ProvisionalReason.PROTESTED
    calls.close_call(call=protested, answer="Evet.", by=CONSOLE, at=SOON)
    assert reason(tournament, LATE) is None


def test_protest_about_an_annulled_match_leaves_the_champion_final(tournament):
    protest(final_of(tournament))
    Match.objects.filter(pk=final_of(tournament).pk).update(counts=False)
    assert reason(tournament, LATE) is None


def test_champion_is_final_without_confirmation(tournament):
    set_agreement(tournament, Agreement.NOTHING)
    assert reason(tournament) is None


def test_tournament_in_play_is_not_read(tournament, django_assert_num_queries):
    in_play = drawn_flow(ELIMINATION, pairs=4)
    with django_assert_num_queries(0):
        assert reason(in_play, NOW) is None


def test_many_final_tournaments_take_one_query(tournament, django_assert_num_queries):
    other = drawn_flow(ELIMINATION, pairs=2)
    play_out(other)
    other.refresh_from_db()
    for tournaments in ([tournament], [tournament, other]):
        with django_assert_num_queries(1):
            assert read_provisional_reasons(tournaments, at=LATE) == {}
