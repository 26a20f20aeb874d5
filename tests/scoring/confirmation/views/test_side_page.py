"""The page of a table's sides: what it shows to whom, which match, and that it follows by itself."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.live.queries.topics import Kind
from scoring.models import Call
from scoring.play import calls
from tests.factories import (
    NOW,
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
    void_report,
)
from tests.scoring.confirmation.agreeing import confirm, confirm_by, match_of, player_of, sides_phone
from tests.scoring.confirmation.views.pages import choose, play_match, shown
from tests.scoring.live.watching import HTMX, counter, play_groups
from tests.scoring.table.phones import address, encounter_at, home_of, phone, table_of, text
from tournaments.enums import Agreement, Role
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import SidesLink, Table
from tournaments.tables.domain import keepers, tables

pytestmark = [pytest.mark.django_db, pytest.mark.english]
STRANGE = "00000000-0000-4000-8000-000000000000"


def test_before_the_first_hand_it_says_who_plays(client, table, encounter):
    page = text(shown(client, table))
    assert "Table 1" in page
    assert "No hand is saved yet" in page
    for side in encounter.sides.all():
        assert side.entrant is not None
        assert side.entrant.name in page


def test_a_table_without_anything_to_play_says_so():
    table = table_of(drawn_tournament(pairs=4, groups=1, tables=9), 9)
    assert "nothing to play now" in text(shown(sides_phone(table, "en"), table))


def test_an_encounter_that_waits_for_its_sides_says_so(tournament):
    play_groups(tournament)
    *_others, final = encounters_of(tournament)
    for encounter in encounters_of(tournament):
        if encounter.table_id == final.table_id and encounter != final:
            play_encounter(encounter)
            tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    assert "not known yet" in text(shown(sides_phone(home_of(final), "en"), home_of(final)))


def test_every_hand_stands_there_with_its_figures_reasons_and_totals(client, table, encounter):
    play_hand(encounter)
    play_hand(encounter, report(finisher="B1", points=(112, 9)))
    page = text(shown(client, table))
    for said in ("−101", "+70", "+121", "+20", "−31", "Left on the rack: 112"):
        assert said in page
    assert "Finished: −101 Rule 8.2" in page
    for side in encounter.sides.all():
        assert all(player.name in page for player in side.players)


def test_void_and_corrected_hands_say_what_they_are(client, table, encounter):
    play_hand(encounter, void_report())
    play_hand(encounter)
    correct(encounter, report(points=(9, 9)), deal=2)
    page = text(shown(client, table))
    assert "void, played again" in page
    assert "corrected" in page
    assert "Rakamlar ters yazılmış" in page


def test_who_holds_the_phone_is_asked_once_and_remembered(client, table, encounter):
    play_match(encounter)
    assert "Who are you?" in text(shown(client, table))
    answer = choose(client, table, encounter)
    assert (answer.status_code, answer.headers["Location"]) == (303, address("sides", table))
    page = text(shown(client, table))
    assert "Who are you?" not in page
    assert "These hands are right" in page
    assert "Who are you?" in text(shown(client, table, "?who"))


@pytest.mark.parametrize("player", ["", "nobody", STRANGE])
def test_somebody_who_does_not_play_here_is_not_remembered(client, table, encounter, player):
    play_match(encounter)
    assert client.post(address("choose_player", table), {"player": player}).status_code == 303
    assert "Who are you?" in text(shown(client, table))


def test_what_is_played_is_confirmed_when_it_is_over(client, table, encounter):
    play_match(encounter, hands=2)
    choose(client, table, encounter)
    page = text(shown(client, table))
    assert "When the match is over" in page
    assert "These hands are right" not in page


def test_where_nothing_is_confirmed_nobody_is_asked(client, table, encounter, tournament):
    confirm_by(tournament, Agreement.NOTHING)
    play_match(encounter)
    page = text(shown(client, table))
    assert "Who are you?" not in page
    assert "final" in page


def test_it_says_until_when_and_who_said_what(client, table, encounter):
    match = play_match(encounter)
    confirm(match, "B")
    page = text(shown(client, table))
    assert "provisional" in page
    assert "final by itself at 02:00" in page  # four hours after 19:00 UTC, on the club's clock
    assert f"confirmed by {player_of(encounter, 'B').name} at 22:01" in page
    assert "not confirmed yet" in page


def test_a_match_that_waits_comes_before_the_one_that_is_played(client, table, encounter):
    first = play_match(encounter, hands=4)
    page = shown(client, table)
    assert page.context["page"].chosen.match == first
    assert page.context["page"].played_elsewhere
    assert shown(client, table, "?match=now").context["page"].chosen.match.number == 2


def test_once_the_own_side_has_confirmed_it_is_the_one_that_is_played(client, table, encounter):
    first = play_match(encounter, hands=4)
    choose(client, table, encounter)
    confirm(first, "A")
    page = shown(client, table).context["page"]
    assert page.chosen.match.number == 2
    assert [one.standing.match for one in page.waiting] == [first]
    assert shown(client, table, f"?match={first.public_id}").context["page"].chosen.match == first


def test_players_who_left_the_table_still_find_their_match(client, table, encounter):
    play_encounter(encounter)
    encounter.refresh_from_db()
    tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    next_players = {player for side in encounter_at(table).sides.all() for player in side.players}
    letter = "A" if player_of(encounter, "A") not in next_players else "B"
    client.post(
        address("choose_player", table),
        {"player": player_of(encounter, letter).public_id, "match": match_of(encounter).public_id},
    )
    for number in (1, 2):
        page = shown(client, table).context["page"]
        assert (page.encounter, page.chosen.match.number) == (encounter, number)
        confirm(match_of(encounter, number), letter)


def test_strangers_to_the_table_see_what_is_played_and_what_waits(client, table, encounter):
    play_encounter(encounter)
    encounter.refresh_from_db()
    tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    play_hand(encounter_at(table))
    page = shown(client, table).context["page"]
    assert page.encounter == encounter_at(table)
    assert [one.standing.match.number for one in page.waiting] == [1, 2]


@pytest.mark.parametrize("wish", ["?match=nonsense", f"?match={STRANGE}", "?match="])
def test_a_match_that_is_not_there_changes_nothing(client, table, encounter, wish):
    match = play_match(encounter)
    assert shown(client, table, wish).context["page"].chosen.match == match


def test_a_match_of_another_table_is_not_shown(client, tournament, table, encounter):
    other = play_match(encounter_at(table_of(tournament, 2)))
    match = play_match(encounter)
    assert shown(client, table, f"?match={other.public_id}").context["page"].chosen.match == match


def test_it_follows_by_itself(client, table, encounter):
    play_hand(encounter)
    seen = f"?seen={counter(Kind.TABLE, table)}&match="
    assert client.get(address("sides", table) + seen, headers=HTMX).status_code == 204
    play_hand(encounter)
    part = client.get(address("sides", table) + seen, headers=HTMX)
    assert part.status_code == 200
    assert part.content.decode().lstrip().startswith('<div id="live"')


def test_an_answer_stands_with_its_question_for_five_minutes(client, table, encounter):
    by = Actor(device_id="a" * 32)
    call = calls.call_referee(table=table, encounter=encounter, question="Is it a pair?", by=by, at=NOW)
    calls.close_call(call=call, answer="Yes, it is.", by=CONSOLE, at=timezone.now())
    page = text(shown(client, table))
    assert "“Is it a pair?” The referee’s answer: Yes, it is." in page
    Call.objects.update(closed_at=timezone.now() - timedelta(minutes=6))
    assert "Yes, it is." not in text(shown(client, table))


def test_nothing_of_it_is_kept_by_the_browser(client, table):
    assert shown(client, table).headers["Cache-Control"] == "private, no-store"


@pytest.mark.both_databases
def test_it_takes_as_many_statements_for_many_matches_as_for_few(tournament, table, encounter):
    confirm_by(tournament, Agreement.MATCH, minutes=240)
    play_match(encounter)
    few = statements(sides_phone(table), table)
    play_encounter(encounter)
    encounter.refresh_from_db()
    tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    play_encounter(encounter_at(table))
    assert statements(sides_phone(table), table) == few


def statements(client: Client, table: Table) -> int:
    with CaptureQueriesContext(connection) as taken:
        client.get(address("sides", table))
    return len(taken)


def test_only_who_holds_the_second_link_is_let_in(table, tournament):
    staff = Client()
    staff.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    for client in (Client(), phone(table), staff, sides_phone(table_of(tournament, 2))):
        assert client.get(address("sides", table)).status_code == 404


def test_a_revoked_link_ends_it_at_once(client, table):
    SidesLink.objects.filter(table=table).update(revoked_at=NOW)
    assert client.get(address("sides", table)).status_code == 404
    assert client.post(address("confirm_hands", table)).status_code == 404


def test_the_keepers_phone_finds_its_way_back(client, table, tournament):
    assert address("table", table) not in shown(client, table).content.decode()
    link = table.links.get()
    by = Actor(table_link=link, device_id=client.cookies["istaka_device"].value)
    keepers.keep_table(table=table, name="Zehra", by=by, at=NOW)
    assert address("table", table) in shown(client, table).content.decode()


def test_so_does_staff(client, table, tournament):
    client.force_login(MembershipFactory.create(club=tournament.club, role=Role.SCOREKEEPER).user)
    assert address("table", table) in shown(client, table).content.decode()
