from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.live.queries.counters import Kind
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
from tests.scoring.confirmation.confirm_matches import (
    confirm,
    match_of,
    player_of,
    set_agreement,
    sides_phone,
)
from tests.scoring.confirmation.views.side_requests import (
    choose,
    get_sides_page,
    offers,
    play_match,
    sides_that_confirmed,
)
from tests.scoring.live.page_counters import HTMX, counter, play_groups
from tests.scoring.table.table_phones import (
    address,
    encounter_at,
    has_element,
    home_of,
    phone,
    table_of,
    text,
    text_at,
)
from tournaments.enums import Agreement, EncounterState, Role
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import EncounterSide, SidesLink, Table
from tournaments.tables.domain import keepers, tables

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]
SIDES = b'<ul class="card s-sides">'
STRANGE = "00000000-0000-4000-8000-000000000000"


def test_page_names_the_sides_before_the_first_hand(client, table, encounter):
    page = get_sides_page(client, table)
    assert (page.context["table"].number, page.context["page"].chosen_agreement) == (1, None)
    assert SIDES in page.content
    for side in encounter.sides.all():
        assert side.entrant is not None
        assert side.entrant.name in text(page)


def test_idle_table_is_explained():
    table = table_of(drawn_tournament(pairs=4, groups=1, tables=9), 9)
    assert has_element(get_sides_page(sides_phone(table, "en"), table), "table-idle")


def test_unknown_sides_are_explained(tournament):
    play_groups(tournament)
    *_others, final = encounters_of(tournament)
    for encounter in encounters_of(tournament):
        if encounter.table_id == final.table_id and encounter != final:
            play_encounter(encounter)
            tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    page = get_sides_page(sides_phone(home_of(final), "en"), home_of(final))
    assert page.context["page"].encounter == final
    assert SIDES not in page.content
    assert not has_element(page, "table-idle")


def test_every_hand_shows_figures_reasons_and_totals(client, table, encounter):
    play_hand(encounter)
    play_hand(encounter, report(finisher="B1", points=(112, 9)))
    page = text(get_sides_page(client, table))
    for label in ("−101", "+70", "+121", "+20", "−31", "Left on the rack: 112"):
        assert label in page
    assert "Finished: −101 Rule 8.2" in page
    for side in encounter.sides.all():
        assert all(player.name in page for player in side.players)


def test_void_and_corrected_hands_are_marked(client, table, encounter):
    play_hand(encounter, void_report())
    play_hand(encounter)
    correct(encounter, report(points=(9, 9)), deal=2)
    page = get_sides_page(client, table)
    assert [hand.row.current.void for hand in page.context["page"].hands] == [True, False]
    assert b'class="s-void small soft"' in page.content
    assert b'class="mark fix"' in page.content
    assert "Rakamlar ters yazılmış" in text(page)


def test_player_is_asked_once_and_remembered(client, table, encounter):
    play_match(encounter)
    assert offers(get_sides_page(client, table), "choose_player", table)
    response = choose(client, table, encounter)
    assert (response.status_code, response.headers["Location"]) == (303, address("side_page", table))
    page = get_sides_page(client, table)
    assert not offers(page, "choose_player", table)
    assert offers(page, "confirm_hands", table)
    assert offers(get_sides_page(client, table, "?who"), "choose_player", table)


@pytest.mark.parametrize("player", ["", "nobody", STRANGE])
def test_player_of_another_encounter_is_not_remembered(client, table, encounter, player):
    play_match(encounter)
    assert client.post(address("choose_player", table), {"player": player}).status_code == 303
    assert offers(get_sides_page(client, table), "choose_player", table)


def test_match_in_play_cannot_be_confirmed(client, table, encounter):
    play_match(encounter, hands=2)
    choose(client, table, encounter)
    page = get_sides_page(client, table)
    assert page.context["page"].chosen_agreement.open
    assert b'class="s-thanks"' in page.content
    assert not offers(page, "confirm_hands", table)


def test_player_is_not_asked_without_confirmations(client, table, encounter, tournament):
    set_agreement(tournament, Agreement.NOTHING)
    play_match(encounter)
    page = get_sides_page(client, table)
    assert not offers(page, "choose_player", table)
    assert has_element(page, "final")


def test_page_shows_the_deadline_and_each_sides_confirmation(client, table, encounter):
    match = play_match(encounter)
    confirm(match, "B")
    page = get_sides_page(client, table)
    assert b'class="badge open"' in page.content
    assert "02:00" in text(page)  # four hours after 19:00 UTC, on the club's clock
    assert sides_that_confirmed(page) == ["B"]
    assert (player_of(encounter, "B").name in text(page), "22:01" in text(page)) == (True, True)


def test_waiting_match_comes_before_the_current_one(client, table, encounter):
    first = play_match(encounter, hands=4)
    page = get_sides_page(client, table)
    assert page.context["page"].chosen_agreement.match == first
    assert page.context["page"].other_match_in_play
    assert get_sides_page(client, table, "?match=now").context["page"].chosen_agreement.match.number == 2


def test_current_match_is_shown_after_the_own_confirmation(client, table, encounter):
    first = play_match(encounter, hands=4)
    choose(client, table, encounter)
    confirm(first, "A")
    page = get_sides_page(client, table).context["page"]
    assert page.chosen_agreement.match.number == 2
    assert [status.agreement.match for status in page.waiting] == [first]
    assert (
        get_sides_page(client, table, f"?match={first.public_id}").context["page"].chosen_agreement.match
        == first
    )


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
        page = get_sides_page(client, table).context["page"]
        assert (page.encounter, page.chosen_agreement.match.number) == (encounter, number)
        confirm(match_of(encounter, number), letter)


def test_unknown_player_sees_the_current_match_and_waiting_ones(client, table, encounter):
    play_encounter(encounter)
    encounter.refresh_from_db()
    tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    play_hand(encounter_at(table))
    page = get_sides_page(client, table).context["page"]
    assert page.encounter == encounter_at(table)
    assert [status.agreement.match.number for status in page.waiting] == [1, 2]


@pytest.mark.parametrize("wish", ["?match=nonsense", f"?match={STRANGE}", "?match="])
def test_unknown_match_is_ignored(client, table, encounter, wish):
    match = play_match(encounter)
    assert get_sides_page(client, table, wish).context["page"].chosen_agreement.match == match


def test_a_match_of_another_table_is_not_shown(client, tournament, table, encounter):
    other = play_match(encounter_at(table_of(tournament, 2)))
    match = play_match(encounter)
    assert (
        get_sides_page(client, table, f"?match={other.public_id}").context["page"].chosen_agreement.match
        == match
    )


def test_page_follows_play(client, table, encounter):
    play_hand(encounter)
    seen = f"?seen={counter(Kind.TABLE, table)}&match="
    assert client.get(address("side_page", table) + seen, headers=HTMX).status_code == 204
    play_hand(encounter)
    part = client.get(address("side_page", table) + seen, headers=HTMX)
    assert part.status_code == 200
    assert part.content.decode().lstrip().startswith('<div id="live"')


def test_answer_is_shown_for_five_minutes(client, table, encounter):
    by = Actor(device_id="a" * 32)
    call = calls.call_referee(table=table, encounter=encounter, question="Is it a pair?", by=by, at=NOW)
    calls.close_call(call=call, answer="Yes, it is.", by=CONSOLE, at=timezone.now())
    shown = text_at(get_sides_page(client, table), f"call-{call.public_id}")
    assert ("“Is it a pair?”" in shown, "Yes, it is." in shown) == (True, True)
    Call.objects.update(closed_at=timezone.now() - timedelta(minutes=6))
    assert text_at(get_sides_page(client, table), f"call-{call.public_id}") == ""


def test_page_is_not_cached(client, table):
    assert get_sides_page(client, table).headers["Cache-Control"] == "private, no-store"


@pytest.mark.postgres
def test_number_of_queries_is_the_same_for_few_and_many_matches(tournament, table, encounter):
    set_agreement(tournament, Agreement.MATCH, minutes=240)
    play_encounter(encounter)
    few = statements(sides_phone(table), table)
    encounter.refresh_from_db()
    tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    play_encounter(encounter_at(table))
    assert statements(sides_phone(table), table) == few


def statements(client: Client, table: Table) -> int:
    with CaptureQueriesContext(connection) as queries:
        client.get(address("side_page", table))
    return len(queries)


def test_only_the_second_link_gives_access(table, tournament):
    staff = Client()
    staff.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    for client in (Client(), phone(table), staff, sides_phone(table_of(tournament, 2))):
        assert client.get(address("side_page", table)).status_code == 404


def test_revoked_link_ends_access_at_once(client, table):
    SidesLink.objects.filter(table=table).update(revoked_at=NOW)
    assert client.get(address("side_page", table)).status_code == 404
    assert client.post(address("confirm_hands", table)).status_code == 404


def test_keepers_phone_has_a_link_to_the_table(client, table, tournament):
    assert address("table", table) not in get_sides_page(client, table).content.decode()
    link = table.links.get()
    by = Actor(table_link=link, device_id=client.cookies["istaka_device"].value)
    keepers.become_keeper(table=table, name="Zehra", by=by, at=NOW)
    assert address("table", table) in get_sides_page(client, table).content.decode()


def test_staff_has_a_link_to_the_table(client, table, tournament):
    client.force_login(MembershipFactory.create(club=tournament.club, role=Role.SCOREKEEPER).user)
    assert address("table", table) in get_sides_page(client, table).content.decode()


def test_phone_of_a_side_shows_where_both_play_next(table):
    encounter = encounter_at(table)
    client = sides_phone(table)
    assert not has_element(get_sides_page(client, table), "next-play")
    play_encounter(encounter)
    page = get_sides_page(client, table)
    assert encounter_at(table).state == EncounterState.DECIDED
    assert page.content.decode().count('data-test="next-play"') == 2


def test_player_sees_the_own_next_table_while_others_play_at_this_one(table):
    encounter = encounter_at(table)
    client = sides_phone(table)
    choose(client, table, encounter)
    play_encounter(encounter)
    tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    EncounterSide.objects.filter(encounter=encounter_at(table)).delete()
    page = get_sides_page(client, table, "?match=now")
    mine = encounter.sides.get(letter="A").entrant
    assert mine in [followed.entrant for followed in page.context["page"].next_play]


def test_malformed_player_cookie_is_ignored(table):
    client = sides_phone(table)
    choose(client, table, encounter_at(table))
    player = str(player_of(encounter_at(table), "A").public_id)
    for cookie in [cookie for cookie in client.cookies.values() if cookie.value == player]:
        cookie.set(cookie.key, "?", "?")
    play_encounter(encounter_at(table))
    assert get_sides_page(client, table).context["page"].me is None
