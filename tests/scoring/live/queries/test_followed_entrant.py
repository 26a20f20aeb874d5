from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.live.queries.followed_entrant import (
    group_by_letter,
    read_followed_entrant,
    read_followed_entrants,
    read_name_choices,
)
from scoring.live.queries.followed_state import FollowedEntrant, FollowedState
from scoring.queries.tournament_context import read_tournament_context
from tests.factories import (
    LEAGUE,
    NOW,
    drawn_tournament,
    encounters_of,
    enter_named,
    enter_pairs,
    open_tournament,
    play_encounter,
    play_hand,
    play_table,
    seat_next_round,
    singles_tournament,
)
from tests.scoring.live.page_counters import play_groups, refresh
from tests.scoring.table.table_phones import encounter_at, table_of
from tournaments.enums import EntrantState, Part
from tournaments.models import Encounter, Entrant, Tournament

pytestmark = pytest.mark.django_db


def follow(tournament: Tournament, entrant: Entrant | None) -> FollowedEntrant:
    assert entrant is not None
    following = read_followed_entrant(Tournament.objects.get(pk=tournament.pk), [uuid4(), entrant.public_id])
    assert following is not None
    assert following.entrant == entrant
    return following


def side_a(encounter: Encounter) -> Entrant | None:
    return encounter.sides_in_order[0].entrant


def test_entrants_of_other_tournaments_are_ignored():
    stranger = open_tournament(pairs=1).entrants.get()
    tournament = drawn_tournament()
    assert read_followed_entrant(tournament, []) is None
    assert read_followed_entrant(tournament, [stranger.public_id]) is None


def test_state_before_the_draw_is_entered():
    tournament = open_tournament(pairs=3)
    assert follow(tournament, tournament.entrants.get(number=2)).followed_state == FollowedState.ENTERED


def test_current_encounter_comes_before_the_next():
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    following = follow(tournament, side_a(encounter))
    assert following.followed_state == FollowedState.NOW
    assert following.listing is not None
    assert following.listing.encounter == encounter
    assert following.own_side is not None
    assert [side.entrant for side in following.opponent_sides] == [encounter.sides_in_order[1].entrant]


def test_next_encounter_lists_what_its_table_plays_first():
    tournament = drawn_tournament(pairs=8, groups=2, tables=2)
    encounters = encounters_of(tournament)
    at_table = sorted(
        (encounter for encounter in encounters if encounter.table == encounters[0].table),
        key=lambda encounter: encounter.queue_place or 0,
    )
    busy = {side.entrant for side in at_table[0].sides_in_order}
    later = next(
        encounter
        for encounter in at_table[1:]
        if not busy & {side.entrant for side in encounter.sides_in_order}
    )
    play_hand(at_table[0])
    following = follow(tournament, side_a(later))
    assert following.followed_state == FollowedState.NEXT
    assert following.listing is not None
    assert following.listing.encounter.table == at_table[0].table
    assert following.ahead.at_table_now is not None
    assert following.ahead.at_table_now.encounter == at_table[0]
    assert following.ahead.queued_count == len(following.ahead.at_table) - 1


def test_next_encounter_lists_sides_in_play_at_other_tables():
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE, tables=2)
    first, second = encounters_of(tournament)[:2]
    play_encounter(first)
    play_hand(second)
    following = follow(tournament, side_a(first))
    assert following.followed_state == FollowedState.NEXT
    assert following.listing is not None
    others = {side.entrant_id for side in following.opponent_sides}
    playing = {side.entrant_id for side in second.sides_in_order}
    assert [side.entrant_id for side, _listing in following.ahead.elsewhere] == list(others & playing)
    assert following.ahead.elsewhere


def test_state_in_an_undecided_group_without_encounters_left():
    tournament = drawn_tournament(pairs=8, groups=2)
    left = play_groups(tournament, leave=1)
    refresh(tournament)
    group = left[0].group
    assert group is not None
    playing = {side.entrant_id for side in left[0].sides_in_order}
    finished = group.places.exclude(entrant__in=playing).first()
    assert finished is not None
    following = follow(tournament, finished.entrant)
    assert following.followed_state in (FollowedState.BETWEEN, FollowedState.THROUGH, FollowedState.FINISHED)
    assert following.group is not None
    assert following.group.shown_rank
    assert following.group.encounters_left == 0


@pytest.mark.slow
def test_states_after_the_groups():
    tournament = drawn_tournament(pairs=8, groups=2)
    play_groups(tournament)
    refresh(tournament)
    states = {follow(tournament, entrant).followed_state for entrant in tournament.entrants.all()}
    assert states == {FollowedState.NEXT, FollowedState.FINISHED}
    semi = Encounter.objects.filter(stage__tournament=tournament, group=None, round=1).order_by("pk")[0]
    play_encounter(semi)
    winner = follow(tournament, semi.sides.get(letter="A").entrant)
    assert winner.followed_state == FollowedState.WAITS
    other = Encounter.objects.filter(stage__tournament=tournament, group=None, round=1).order_by("pk")[1]
    assert list(winner.ahead.feeds) == [other.pk]
    assert follow(tournament, semi.sides.get(letter="B").entrant).followed_state == FollowedState.FINISHED


@pytest.mark.slow
def test_third_place_match_finishes_both_sides_before_the_final():
    tournament = drawn_tournament(pairs=8, groups=2)
    bracket = tournament.stages.order_by("position")[1]
    bracket.third_place = True
    bracket.save()
    play_groups(tournament)
    encounters = Encounter.objects.filter(stage=bracket)
    for semi in encounters.filter(round=1):
        play_encounter(semi)
    third = encounters.get(part=Part.THIRD)
    play_encounter(third)
    third.refresh_from_db()
    for side in third.sides_in_order:
        assert follow(tournament, side.entrant).followed_state == FollowedState.FINISHED
        assert follow(tournament, side.entrant).last_place == (3 if side.letter == third.winner else 4)


@pytest.mark.release
def test_champion_and_finished_states_at_the_end():
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    play_groups(tournament)
    refresh(tournament)
    followed_states = [
        follow(tournament, entrant).followed_state for entrant in tournament.entrants.order_by("number")
    ]
    assert sorted(followed_states) == sorted([FollowedState.CHAMPION, *[FollowedState.FINISHED] * 3])


def test_state_of_a_withdrawn_entrant_is_left():
    tournament = drawn_tournament()
    entrant = tournament.entrants.get(number=1)
    Entrant.objects.filter(pk=entrant.pk).update(state=EntrantState.WITHDRAWN)
    assert follow(tournament, entrant).followed_state == FollowedState.LEFT


def test_first_two_of_a_table_of_four_wait_for_the_next_round():
    tournament = singles_tournament(players=8, tables=2)
    first, second = encounters_of(tournament)
    play_table(first, 0, 10, 20, 30)
    by_place = {side.place: side.entrant for side in first.sides.select_related("entrant")}
    assert follow(tournament, by_place[1]).followed_state == FollowedState.BETWEEN
    assert follow(tournament, by_place[4]).followed_state == FollowedState.FINISHED
    play_table(second, 0, 10, 20, 30)
    if not Encounter.objects.filter(stage__tournament=tournament, round=2).exists():
        seat_next_round(tournament)
    assert follow(tournament, by_place[2]).followed_state == FollowedState.NEXT


@pytest.mark.postgres
def test_number_of_queries_is_the_same_for_6_and_for_32_pairs():
    counts = []
    for pairs, groups, tables in ((6, 2, 2), (32, 8, 8)):
        tournament = drawn_tournament(pairs=pairs, groups=groups, tables=tables)
        entrant = tournament.entrants.get(number=1)
        with CaptureQueriesContext(connection) as queries:
            follow(tournament, entrant)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 14


def tournament_in_groups() -> Tournament:
    tournament = drawn_tournament(tables=2)
    first, second, *_others = encounters_of(tournament)
    play_encounter(first)
    play_hand(second)
    return tournament


def tournament_in_bracket() -> Tournament:
    tournament = drawn_tournament(tables=2)
    play_groups(tournament)
    refresh(tournament)
    play_hand(encounters_of(tournament)[-3])
    return tournament


def tournament_of_fours() -> Tournament:
    tournament = singles_tournament()
    for encounter in encounters_of(tournament)[:2]:
        play_table(encounter, 0, 10, 20, 30)
    return tournament


@pytest.mark.release
@pytest.mark.postgres
@pytest.mark.parametrize(
    "begin", [open_tournament, tournament_in_groups, tournament_in_bracket, tournament_of_fours]
)
def test_reading_many_equals_reading_each_in_as_many_queries(begin: Callable[[], Tournament]):
    tournament = begin()
    if not tournament.entrants.exists():
        enter_pairs(tournament, 2)
    context = read_tournament_context(tournament.public_id)
    entrants = list(tournament.entrants.order_by("pk"))
    with CaptureQueriesContext(connection) as for_all:
        followings = read_followed_entrants(context, entrants)
    for_each = []
    for entrant in entrants:
        with CaptureQueriesContext(connection) as queries:
            assert read_followed_entrants(context, [entrant]) == {
                entrant.public_id: followings[entrant.public_id]
            }
        for_each.append(len(queries))
    assert len(for_all) == max(for_each)


def test_players_and_pairs_are_listed_in_turkish_order():
    tournament = open_tournament()
    pairs = [("Şahinler", ("Çağla Su", "Ilgaz Er")), ("İnce – Can", ("Cem İnce", "Ibo Can"))]
    enter_named(tournament, pairs)
    letters = group_by_letter(read_name_choices(tournament))
    assert [letter for letter, _names in letters] == ["C", "Ç", "I", "İ", "Ş"]
    assert [name.name for _letter, names in letters for name in names] == [
        "Cem İnce",
        "Çağla Su",
        "Ibo Can",
        "Ilgaz Er",
        "İnce – Can",
        "Şahinler",
    ]


def test_single_player_is_listed_once():
    letters = group_by_letter(read_name_choices(singles_tournament(players=4)))
    assert sum(len(names) for _letter, names in letters) == 4


def test_entrant_is_called_once_the_table_and_opponents_are_free():
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE, tables=2)
    first, second = encounters_of(tournament)[:2]
    own = side_a(first)
    assert follow(tournament, own).is_called
    play_hand(first)
    assert follow(tournament, own).is_called
    play_hand(second)
    play_encounter(first)
    following = follow(tournament, own)
    assert (following.followed_state, following.is_called) == (FollowedState.NEXT, False)
    play_encounter(second)
    assert follow(tournament, own).is_called


def test_entrant_is_not_called_while_an_opponent_sits_down_elsewhere():
    tournament = drawn_tournament(pairs=3, groups=1, tables=2)
    first, second = (encounter_at(table_of(tournament, number)) for number in (1, 2))
    seated = {side.entrant_id for side in first.sides.all()}
    (own,) = [side.entrant for side in second.sides_in_order if side.entrant_id not in seated]
    following = follow(tournament, own)
    assert not following.is_called
    assert [listing.encounter for _side, listing in following.ahead.elsewhere] == [first]
    play_encounter(first)
    assert follow(tournament, own).is_called


def test_waiting_entered_and_withdrawn_entrants_are_not_called():
    tournament = drawn_tournament(pairs=8, groups=2, tables=2)
    encounters = encounters_of(tournament)
    at_table = [encounter for encounter in encounters if encounter.table == encounters[0].table]
    busy = {side.entrant for side in at_table[0].sides_in_order}
    later = next(
        encounter
        for encounter in at_table[1:]
        if not busy & {side.entrant for side in encounter.sides_in_order}
    )
    waits = follow(tournament, side_a(later))
    assert (waits.is_called, waits.may_be_called) == (False, True)
    entered = open_tournament(pairs=2)
    assert not follow(entered, entered.entrants.get(number=1)).is_called
    withdrawn = side_a(at_table[0])
    Entrant.objects.filter(pk=withdrawn.pk if withdrawn else 0).update(
        state=EntrantState.WITHDRAWN, left_at=NOW
    )
    following = follow(tournament, withdrawn)
    assert (following.is_called, following.may_be_called) == (False, False)
