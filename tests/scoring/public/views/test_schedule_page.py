import re

import pytest
from django.test import Client

from scoring.live.views.follow_cookie import COOKIE
from tests.factories import drawn_tournament, encounters_of, open_tournament, play_encounter, play_hand
from tests.languages import english
from tests.scoring.live.page_counters import address, play_groups, refresh, statements, text
from tournaments.templatetags.okey import icon

pytestmark = pytest.mark.django_db


def test_schedule_lists_every_round_with_its_encounters(client: Client):
    tournament = drawn_tournament()
    response = client.get(address("schedule", tournament))
    page = text(response)
    for encounter in encounters_of(tournament):
        assert f'id="at-{encounter.public_id}"' in page
    assert page.count('data-test="not-begun"') == len(encounters_of(tournament))
    rounds = response.context["rounds"]
    assert [shown.name.number for shown in rounds] == [1, 2, 3]
    assert re.findall(r'<section class="card" id="round-([^"]+)"', page) == [shown.key for shown in rounds]


def test_schedule_by_table_is_in_playing_order(client: Client):
    tournament = drawn_tournament(tables=2)
    encounters = encounters_of(tournament)
    page = text(client.get(address("schedule", tournament), {"by": "table"}))
    for number in (1, 2):
        at_table = [
            encounter for encounter in encounters if encounter.table and encounter.table.number == number
        ]
        places = [page.index(f'id="at-{encounter.public_id}"') for encounter in at_table]
        assert places == sorted(places)


def test_begun_encounters_come_first(client: Client):
    tournament = drawn_tournament(tables=1)
    last = encounters_of(tournament)[-1]
    play_hand(last)
    page = text(client.get(address("schedule", tournament), {"by": "table"}))
    assert page.index("at-") == page.index(f"at-{last.public_id}")


def test_start_and_end_are_in_the_clubs_time_zone(client: Client):
    tournament = drawn_tournament()
    first, second = encounters_of(tournament)[:2]
    play_encounter(first)
    play_hand(second)
    page = text(client.get(english(address("schedule", tournament))))
    assert page.count("Sat 22:00") == 2
    for encounter, symbol in ((first, icon("check")), (second, icon("clock"))):
        item = page.partition(f'id="at-{encounter.public_id}"')[2].partition("</li>")[0]
        assert f'class="tiny quiet at">{symbol}' in item
        assert "Sat 22:00" in item


def test_one_day_tournament_shows_no_weekday(client: Client):
    tournament = drawn_tournament()
    tournament.last_day = tournament.first_day
    tournament.save(update_fields=["last_day"])
    play_encounter(encounters_of(tournament)[0])
    page = text(client.get(english(address("schedule", tournament))))
    assert "22:00" in page
    assert "Sat 22:00" not in page


@pytest.mark.release
def test_bracket_encounter_says_what_it_waits_for(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    refresh(tournament)
    page = text(client.get(english(address("schedule", tournament))))
    final = page.partition(f'id="at-{encounters_of(tournament)[-1].public_id}"')[2].partition("</li>")[0]
    assert "Winner of SF 1" in final


def test_mine_lists_the_followed_entrant_only(client: Client):
    tournament = drawn_tournament()
    entrant = tournament.entrants.get(number=1)
    client.cookies[COOKIE] = f"{tournament.public_id.hex[:8]}-{entrant.public_id.hex}"
    page = text(client.get(address("schedule", tournament), {"by": "mine"}))
    for encounter in encounters_of(tournament):
        followed = any(side.entrant_id == entrant.pk for side in encounter.sides_in_order)
        assert (f'id="at-{encounter.public_id}"' in page) == followed


def test_mine_without_a_followed_entrant_lists_everything(client: Client):
    tournament = drawn_tournament()
    for nonsense in ("mine", "x", ""):
        page = text(client.get(address("schedule", tournament), {"by": nonsense}))
        assert page.count('id="at-') == len(encounters_of(tournament))


def test_page_says_that_nothing_is_drawn_yet(client: Client):
    page = text(client.get(address("schedule", open_tournament(pairs=3))))
    assert 'data-test="nothing-drawn"' in page


@pytest.mark.release
@pytest.mark.postgres
@pytest.mark.parametrize("by", ["round", "table"])
def test_page_takes_the_same_queries_for_few_and_many(client: Client, by: str):
    few, many = drawn_tournament(pairs=6, groups=2), drawn_tournament(pairs=32, groups=8, tables=8)
    small, large = (f"{address('schedule', tournament)}?by={by}" for tournament in (few, many))
    assert statements(client, small) == statements(client, large) <= 8
