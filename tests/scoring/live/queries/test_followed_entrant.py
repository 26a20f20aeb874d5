"""What is said of whom a visitor follows, through a whole tournament."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.live.queries.followed_entrant import by_letter, names_to_choose, read_following, read_followings
from scoring.live.queries.followed_state import Following, Stands
from scoring.queries.tournament_context import read_frame
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
from tests.scoring.live.watching import play_groups, refresh
from tournaments.enums import EntrantState, Part
from tournaments.models import Encounter, Entrant, Tournament

pytestmark = pytest.mark.django_db


def follow(tournament: Tournament, entrant: Entrant | None) -> Following:
    assert entrant is not None
    read = read_following(Tournament.objects.get(pk=tournament.pk), [uuid4(), entrant.public_id])
    assert read is not None
    assert read.entrant == entrant
    return read


def side_a(encounter: Encounter) -> Entrant | None:
    return encounter.sides_in_order[0].entrant


def test_nobody_of_the_tournament_is_nobody():
    stranger = open_tournament(pairs=1).entrants.get()
    tournament = drawn_tournament()
    assert read_following(tournament, []) is None
    assert read_following(tournament, [stranger.public_id]) is None


def test_before_the_draw_it_is_entered():
    tournament = open_tournament(pairs=3)
    assert follow(tournament, tournament.entrants.get(number=2)).stands == Stands.ENTERED


def test_what_it_plays_now_comes_before_what_is_next():
    tournament = drawn_tournament()
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    read = follow(tournament, side_a(encounter))
    assert read.stands == Stands.NOW
    assert read.listing is not None
    assert read.listing.encounter == encounter
    assert read.own is not None
    assert [side.entrant for side in read.others] == [encounter.sides_in_order[1].entrant]


def test_the_next_one_tells_what_its_table_plays_first():
    tournament = drawn_tournament(pairs=8, groups=2, tables=2)
    encounters = encounters_of(tournament)
    at_one = sorted(
        (one for one in encounters if one.table == encounters[0].table), key=lambda one: one.queue_place or 0
    )
    busy = {side.entrant for side in at_one[0].sides_in_order}
    later = next(one for one in at_one[1:] if not busy & {side.entrant for side in one.sides_in_order})
    play_hand(at_one[0])
    read = follow(tournament, side_a(later))
    assert read.stands == Stands.NEXT
    assert read.listing is not None
    assert read.listing.encounter.table == at_one[0].table
    assert read.ahead.at_table_now is not None
    assert read.ahead.at_table_now.encounter == at_one[0]
    assert read.ahead.between == len(read.ahead.at_table) - 1


def test_the_next_one_tells_who_still_plays_elsewhere():
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE, tables=2)
    first, second = encounters_of(tournament)[:2]
    play_encounter(first)
    play_hand(second)
    read = follow(tournament, side_a(first))
    assert read.stands == Stands.NEXT
    assert read.listing is not None
    others = {side.entrant_id for side in read.others}
    playing = {side.entrant_id for side in second.sides_in_order}
    assert [side.entrant_id for side, _listing in read.ahead.elsewhere] == list(others & playing)
    assert read.ahead.elsewhere


def test_in_a_group_whose_rank_is_open_it_is_between():
    tournament = drawn_tournament(pairs=8, groups=2)
    left = play_groups(tournament, leave=1)
    refresh(tournament)
    group = left[0].group
    assert group is not None
    playing = {side.entrant_id for side in left[0].sides_in_order}
    done = group.places.exclude(entrant__in=playing).first()
    assert done is not None
    read = follow(tournament, done.entrant)
    assert read.stands in (Stands.BETWEEN, Stands.THROUGH, Stands.FINISHED)
    assert read.group is not None
    assert read.group.shown_rank
    assert read.group.left == 0


def test_after_the_groups_some_wait_for_the_bracket_and_the_others_have_finished():
    tournament = drawn_tournament(pairs=8, groups=2)
    play_groups(tournament)
    refresh(tournament)
    states = {follow(tournament, entrant).stands for entrant in tournament.entrants.all()}
    assert states == {Stands.NEXT, Stands.FINISHED}
    semi = Encounter.objects.filter(stage__tournament=tournament, group=None, round=1).order_by("pk")[0]
    play_encounter(semi)
    winner = follow(tournament, semi.sides.get(letter="A").entrant)
    assert winner.stands == Stands.WAITS
    other = Encounter.objects.filter(stage__tournament=tournament, group=None, round=1).order_by("pk")[1]
    assert list(winner.ahead.feeds) == [other.pk]
    assert follow(tournament, semi.sides.get(letter="B").entrant).stands == Stands.FINISHED


def test_whoever_won_the_match_for_third_place_has_finished_before_the_final_is_played():
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
        assert follow(tournament, side.entrant).stands == Stands.FINISHED
        assert follow(tournament, side.entrant).last_place == (3 if side.letter == third.winner else 4)


def test_the_champion_is_called_so_and_the_others_have_finished():
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    play_groups(tournament)
    refresh(tournament)
    stands = [follow(tournament, entrant).stands for entrant in tournament.entrants.order_by("number")]
    assert sorted(stands) == sorted([Stands.CHAMPION, *[Stands.FINISHED] * 3])


def test_whoever_left_has_left():
    tournament = drawn_tournament()
    entrant = tournament.entrants.get(number=1)
    Entrant.objects.filter(pk=entrant.pk).update(state=EntrantState.WITHDRAWN)
    assert follow(tournament, entrant).stands == Stands.LEFT


def test_at_tables_of_four_the_first_two_wait_for_the_next_round():
    tournament = singles_tournament(players=8, tables=2)
    first, second = encounters_of(tournament)
    play_table(first, 0, 10, 20, 30)
    by_place = {side.place: side.entrant for side in first.sides.select_related("entrant")}
    assert follow(tournament, by_place[1]).stands == Stands.BETWEEN
    assert follow(tournament, by_place[4]).stands == Stands.FINISHED
    play_table(second, 0, 10, 20, 30)
    if not Encounter.objects.filter(stage__tournament=tournament, round=2).exists():
        seat_next_round(tournament)
    assert follow(tournament, by_place[2]).stands == Stands.NEXT


@pytest.mark.both_databases
def test_it_takes_as_many_statements_in_a_small_tournament_as_in_a_large_one():
    taken = []
    for pairs, groups, tables in ((6, 2, 2), (32, 8, 8)):
        tournament = drawn_tournament(pairs=pairs, groups=groups, tables=tables)
        entrant = tournament.entrants.get(number=1)
        with CaptureQueriesContext(connection) as queries:
            follow(tournament, entrant)
        taken.append(len(queries))
    assert taken[0] == taken[1] <= 14


def in_groups() -> Tournament:
    tournament = drawn_tournament(tables=2)
    first, second, *_others = encounters_of(tournament)
    play_encounter(first)
    play_hand(second)
    return tournament


def in_a_bracket() -> Tournament:
    tournament = drawn_tournament(tables=2)
    play_groups(tournament)
    refresh(tournament)
    play_hand(encounters_of(tournament)[-3])
    return tournament


def at_tables_of_four() -> Tournament:
    tournament = singles_tournament()
    for encounter in encounters_of(tournament)[:2]:
        play_table(encounter, 0, 10, 20, 30)
    return tournament


@pytest.mark.both_databases
@pytest.mark.parametrize("begin", [open_tournament, in_groups, in_a_bracket, at_tables_of_four])
def test_many_are_read_as_each_of_them_in_as_many_statements(begin: Callable[[], Tournament]):
    tournament = begin()
    if not tournament.entrants.exists():
        enter_pairs(tournament, 2)
    frame = read_frame(tournament.public_id)
    entrants = list(tournament.entrants.order_by("pk"))
    with CaptureQueriesContext(connection) as for_all:
        followings = read_followings(frame, entrants)
    for_each = []
    for entrant in entrants:
        with CaptureQueriesContext(connection) as queries:
            assert read_followings(frame, [entrant]) == {entrant.public_id: followings[entrant.public_id]}
        for_each.append(len(queries))
    assert len(for_all) == max(for_each)


def test_players_and_pairs_are_listed_in_the_turkish_order():
    tournament = open_tournament()
    pairs = [("Şahinler", ("Çağla Su", "Ilgaz Er")), ("İnce – Can", ("Cem İnce", "Ibo Can"))]
    enter_named(tournament, pairs)
    letters = by_letter(names_to_choose(tournament))
    assert [letter for letter, _names in letters] == ["C", "Ç", "I", "İ", "Ş"]
    assert [one.name for _letter, names in letters for one in names] == [
        "Cem İnce",
        "Çağla Su",
        "Ibo Can",
        "Ilgaz Er",
        "İnce – Can",
        "Şahinler",
    ]


def test_a_player_who_plays_for_himself_is_listed_once():
    letters = by_letter(names_to_choose(singles_tournament(players=4)))
    assert sum(len(names) for _letter, names in letters) == 4


def test_it_is_called_once_nothing_is_in_the_way_at_its_table():
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE, tables=2)
    first, second = encounters_of(tournament)[:2]
    own = side_a(first)
    assert follow(tournament, own).called
    play_hand(first)
    assert follow(tournament, own).called
    play_hand(second)
    play_encounter(first)
    still = follow(tournament, own)
    assert (still.stands, still.called) == (Stands.NEXT, False)
    play_encounter(second)
    assert follow(tournament, own).called


def test_who_waits_for_his_table_or_for_nothing_any_more_is_not_called():
    tournament = drawn_tournament(pairs=8, groups=2, tables=2)
    encounters = encounters_of(tournament)
    at_one = [one for one in encounters if one.table == encounters[0].table]
    busy = {side.entrant for side in at_one[0].sides_in_order}
    later = next(one for one in at_one[1:] if not busy & {side.entrant for side in one.sides_in_order})
    waits = follow(tournament, side_a(later))
    assert (waits.called, waits.may_be_called) == (False, True)
    entered = open_tournament(pairs=2)
    assert not follow(entered, entered.entrants.get(number=1)).called
    gone = side_a(at_one[0])
    Entrant.objects.filter(pk=gone.pk if gone else 0).update(state=EntrantState.WITHDRAWN, left_at=NOW)
    left = follow(tournament, gone)
    assert (left.called, left.may_be_called) == (False, False)
