from __future__ import annotations

import re
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from scoring.live.queries.counters import Kind
from scoring.play.walkovers import record_walkover
from tests.factories import (
    LEAGUE,
    NOW,
    MembershipFactory,
    UserFactory,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    level_report,
    play_encounter,
    play_hand,
    report,
    rule,
    void_report,
)
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import counter
from tests.scoring.officials.domain.official_actions import prepared_bracket
from tests.scoring.table.table_phones import (
    address,
    encounter_at,
    has_element,
    home_of,
    in_page_language,
    phone,
    side_name,
    table_of,
    text,
    text_at,
    whole_form,
)
from tournaments.access import table_cookie_name
from tournaments.enums import EncounterState, Role, SideLetter, TournamentState, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Table, Tournament
from tournaments.schedule import replacements
from tournaments.schedule.change import Change
from tournaments.tables.domain import tables

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(groups_best_of=3)


@pytest.fixture
def table(tournament: Tournament) -> Table:
    return table_of(tournament)


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "en")


def show(client: Client, table: Table, **query: str) -> Any:
    response = client.get(address("table", table), query)
    assert response.status_code == 200
    return response


def test_link_sets_cookies_and_redirects_without_the_token(table):
    link = table.links.get()
    response = Client().get(reverse("scoring:open_table", args=[link.token]))
    assert (response.status_code, response.headers["Location"]) == (302, f"/en/table/{table.public_id}/")
    sent = [
        cookie for cookie in response.cookies.values() if cookie.key == table_cookie_name(table.public_id)
    ]
    assert [cookie["path"] for cookie in sent] == [
        f"/table/{table.public_id}/",
        f"/en/table/{table.public_id}/",
    ]
    for cookie in sent:
        assert cookie.value == link.token
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert cookie["max-age"] == 7 * 24 * 3600
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "same-origin"


def test_unknown_or_revoked_link_is_explained(table):
    old = table.links.get().token
    tables.renew_link(table=table, by=CONSOLE, at=NOW)
    for token in (old, "nobody-made-this"):
        response = LanguageClient("en").get(reverse("scoring:open_table", args=[token]))
        assert response.status_code == 404
        assert response.headers["X-Istaka"] == "code-not-valid"
        assert (response.context["forgotten"], response.context["ended"]) == (False, False)
        assert not response.cookies.keys() & {table_cookie_name(table.public_id)}


def test_phone_with_a_renewed_code_gets_an_explanation(keeper, table):
    tables.renew_link(table=table, by=CONSOLE, at=NOW)
    response = keeper.get(address("table", table))
    assert response.status_code == 404
    assert response.headers["X-Istaka"] == "code-not-valid"
    assert (response.context["forgotten"], response.context["ended"]) == (False, False)


def test_strangers_and_phones_of_other_tables_get_404(tournament, table):
    other = phone(table_of(tournament, 2))
    foreign = phone(table_of(drawn_tournament()))
    for client in (Client(), other, foreign):
        assert client.get(address("table", table)).status_code == 404


def test_token_of_another_table_gives_no_access(tournament, table):
    client = Client()
    client.cookies[table_cookie_name(table.public_id)] = table_of(tournament, 2).links.get().token
    assert client.get(address("table", table)).status_code == 404


def test_staff_has_access_without_a_link(tournament, table):
    for role in Role:
        client = Client()
        client.force_login(MembershipFactory.create(club=tournament.club, role=role).user)
        assert client.get(address("table", table)).status_code == 200
    for user in (UserFactory.create(), MembershipFactory.create(role=Role.OWNER).user):
        client = Client()
        client.force_login(user)
        assert client.get(address("table", table)).status_code == 404


@pytest.mark.parametrize("name", ["table", "follow_table", "table_seats", "swap_seats", "next_encounter"])
def test_wrong_methods_are_refused(keeper, table, name):
    posted = name in ("swap_seats", "next_encounter")
    response = keeper.put(address(name, table)) if posted else keeper.post(address(name, table))
    assert response.status_code == 405


@pytest.mark.parametrize("name", ["swap_seats", "next_encounter", "preview_entry"])
def test_get_redirects_to_the_table(keeper, table, name):
    seated = encounter_at(table).sides.get(letter="A").players
    response = keeper.get(address(name, table), {"side": "A", "encounter": encounter_at(table).public_id})
    assert (response.status_code, response.url) == (303, address("table", table))
    assert encounter_at(table).sides.get(letter="A").players == seated
    assert Client().get(address(name, table)).status_code == 404


def test_ready_encounter_shows_the_seats(keeper, table):
    page = show(keeper, table)
    assert page.context["shows"] == "seats"
    for side in encounter_at(table).sides.all():
        for player in side.players:
            assert player.short_name in text(page)


def test_annulled_encounter_is_mentioned_until_the_first_hand(keeper, table):
    encounter = encounter_at(table)
    play_hand(encounter)
    names = [side_name(encounter, letter) for letter in "AB"]
    fresh = replacements.replace_encounter(encounter, at=NOW)
    page = show(keeper, table)
    assert page.context["annulled"] == encounter
    assert f"{names[0]} · {names[1]}" in text(page)
    play_hand(fresh)
    page = show(keeper, table)
    assert "annulled" not in page.context
    assert f"{names[0]} · {names[1]}" not in text(page)


def test_correction_of_an_older_hand_is_mentioned_until_the_next_hand(keeper, table):
    encounter = encounter_at(table)
    play_hand(encounter)
    play_hand(encounter)
    assert not has_element(show(keeper, table), "later-correction")
    correct(encounter, report(points=(9, 9)))
    assert has_element(show(keeper, table), "later-correction")
    play_hand(encounter)
    assert not has_element(show(keeper, table), "later-correction")


def busy_elsewhere(client: Client, table: Table) -> list[tuple[Encounter, str]]:
    busy = show(client, table).context["busy_sides"]
    return [(encounter, encounter.state) for _side, encounter in busy]


@pytest.mark.release
def test_side_that_plays_at_another_table_first_is_named(django_assert_max_num_queries):
    first, second = drawn_tournament(pairs=3, groups=1, tables=2).tables.order_by("number")
    first_phone, second_phone = phone(first, "en"), phone(second, "en")
    other = encounter_at(first)
    assert busy_elsewhere(second_phone, second) == [(other, EncounterState.READY)]
    assert "table 1" in text(show(second_phone, second))
    assert busy_elsewhere(first_phone, first) == []
    play_hand(other)
    assert busy_elsewhere(second_phone, second) == [(other, EncounterState.PLAYING)]
    play_encounter(other)
    with django_assert_max_num_queries(16):
        assert busy_elsewhere(second_phone, second) == []
    assert "table 1" not in text(show(second_phone, second))


def test_table_without_encounters_is_explained(tournament):
    table = table_of(tournament)
    Encounter.objects.filter(table=table).update(left_table_at=NOW)
    assert show(phone(table, "en"), table).context["shows"] == "nothing"


def test_pending_encounter_names_its_feeders():
    tournament = drawn_tournament()
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    Encounter.objects.filter(state=EncounterState.DECIDED).update(left_table_at=NOW)
    final = encounters_of(tournament)[-1]
    Encounter.objects.filter(state=EncounterState.READY).update(left_table_at=NOW)
    page = show(phone(home_of(final), "en"), home_of(final))
    feeding = [final.sides.get(letter=letter).from_encounter for letter in "AB"]
    waits_for = [(side.letter, feed.encounter) for side, feed in page.context["waits_for"]]
    assert waits_for == list(zip("AB", feeding, strict=True))
    assert all(f"{side_name(feed, 'A')} · {side_name(feed, 'B')}" in text(page) for feed in feeding if feed)


def test_running_match_shows_totals_and_the_last_hand(keeper, table):
    play_hand(encounter_at(table), report(points=(31, 44)))
    response = keeper.get(address("table", table))
    page_text = text(response)
    assert 'data-number="2"' in response.content.decode()
    assert "+75" in page_text
    assert "−101" in page_text
    assert "1" in text_at(response, "saved").split()


def test_last_hand_ignores_corrections_and_rulings_of_older_hands(keeper, table):
    encounter = encounter_at(table)
    for _hand in range(3):
        play_hand(encounter)
    play_hand(encounter)
    play_hand(encounter, report(finisher="B1"))
    correct(encounter, report(points=(9, 9)), match=2)
    rule(encounter, fixed(10, -5, 20, 0))
    page = keeper.get(address("table", table))
    last = page.context["screen"].last_hand
    assert (last.match, last.number, last.finisher.code) == (2, 2, "B1")
    assert last.finisher.player.name in text(page)
    assert "2" in text_at(page, "saved").split()
    assert address("correct_hand", table, encounter.public_id, 2, 2) in page.content.decode()


def test_ruling_is_shown_and_cannot_be_corrected_by_the_keeper(keeper, table):
    encounter = encounter_at(table)
    play_hand(encounter)
    correct_it = address("correct_hand", table, encounter.public_id, 1, 1)
    page = keeper.get(address("table", table))
    assert correct_it in page.content.decode()
    assert not has_element(page, "last-ruling")
    rule(encounter, fixed(10, -5, 20, 0), reason="Two saw it")
    page = keeper.get(address("table", table))
    assert has_element(page, "last-ruling")
    assert "“Two saw it”" in text(page)
    assert correct_it not in page.content.decode()


def test_page_takes_at_most_16_queries(keeper, table, django_assert_max_num_queries):
    for _hand in range(2):
        play_hand(encounter_at(table))
    with django_assert_max_num_queries(16):
        keeper.get(address("table", table))


def test_void_hand_is_replayed(keeper, table):
    play_hand(encounter_at(table))
    play_hand(encounter_at(table), void_report())
    page = keeper.get(address("table", table))
    assert has_element(page, "replay")
    assert has_element(page, "void-hand")
    assert 'data-number="2"' in page.content.decode()


def test_a_level_match_explains_its_extra_hand(keeper, table):
    for _hand in range(3):
        play_hand(encounter_at(table), level_report())
    page = show(keeper, table)
    assert page.context["screen"].is_next_hand_extra
    assert has_element(page, "extra-hand")


def test_new_match_names_the_winner_of_the_last(keeper, table):
    encounter = encounter_at(table)
    for _hand in range(3):
        play_hand(encounter)
    name = side_name(encounter)
    page = keeper.get(address("table", table))
    match, winner = page.context["screen"].last_match_won
    assert (match.number, winner.letter, page.context["screen"].match.number) == (1, "A", 2)
    [notice] = re.findall(r'<p class="note ok">.*?</p>', page.content.decode(), re.DOTALL)
    assert name in notice
    last = page.context["screen"].last_hand
    assert (last.match, last.number) == (1, 3)
    assert {"1", "3"} <= set(re.findall(r"\d+", text_at(page, "saved")))


def test_receipt_is_explained_with_the_first_hand_only(keeper, table):
    play_hand(encounter_at(table))
    assert has_element(keeper.get(address("enter_hand", table)), "receipt-explained")
    play_hand(encounter_at(table))
    assert not has_element(keeper.get(address("enter_hand", table)), "receipt-explained")


def test_a_decided_encounter_stays_until_the_next_is_called(keeper, table):
    encounter = encounter_at(table)
    play_encounter(encounter)
    winner = side_name(encounter)
    page = show(keeper, table)
    assert page.context["shows"] == "result"
    assert f"{winner} won" in text(page)
    keeper.post(address("next_encounter", table), {"encounter": encounter.public_id})
    following = encounter_at(table)
    assert following != encounter
    # A second tap on the old page must not touch the new encounter.
    response = keeper.post(address("next_encounter", table), {"encounter": encounter.public_id})
    assert response.status_code == 303
    assert encounter_at(table) == following


def test_result_shows_where_both_sides_play_next(keeper, table):
    encounter = encounter_at(table)
    play_encounter(encounter)
    page = show(keeper, table)
    assert {followed.entrant for followed in page.context["next_play"]} == {
        side.entrant for side in encounter.sides.all()
    }
    assert page.content.decode().count('data-test="next-play"') == 2
    assert not has_element(page, "champion")


@pytest.mark.release
def test_table_of_the_final_shows_the_champion():
    tournament = prepared_bracket("knockout", 4)
    *_semifinals, final = encounters_of(tournament)
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    tournament.refresh_from_db()
    final.refresh_from_db()
    tables.call_next_encounter(encounter=encounters_of(tournament)[0], by=CONSOLE, at=NOW)
    table = table_of(tournament, home_of(final).number)
    page = show(phone(table, "en"), table)
    assert [followed.entrant for followed in page.context["next_play"]] == [tournament.champion]
    assert has_element(page, "champion")


def test_table_without_encounters_still_shows_where_its_last_sides_play():
    tournament = drawn_tournament(pairs=4, groups=1, tables=2, stages=LEAGUE)
    table = table_of(tournament, 2)
    encounter = encounter_at(table)
    play_encounter(encounter)
    Encounter.objects.filter(table=table).exclude(pk=encounter.pk).update(
        table=table_of(tournament), queue_place=F("queue_place") + 100
    )
    tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    page = show(phone(table, "en"), table)
    assert page.context["shows"] == "nothing"
    assert {followed.entrant for followed in page.context["next_play"]} == {
        side.entrant for side in encounter.sides.all()
    }


@pytest.mark.release
def test_finished_tournament_offers_no_next_encounter(keeper, table):
    play_encounter(encounter_at(table))
    call_next = f'action="{address("next_encounter", table)}"'
    page = show(keeper, table)
    assert call_next in page.content.decode()
    assert not has_element(page, "play-over")
    Tournament.objects.update(state=TournamentState.FINISHED)
    page = show(keeper, table)
    assert has_element(page, "play-over")
    assert call_next not in page.content.decode()


def test_round_clock_of_a_draft_is_only_for_staff(keeper, table):
    staff = Client()
    staff.force_login(MembershipFactory.create(club=table.tournament.club).user)
    play_hand(encounter_at(table))
    clock = reverse("scoring:round_clock", args=[table.tournament.public_id]).encode()
    assert clock in keeper.get(address("table", table)).content
    Tournament.objects.update(visibility=Visibility.DRAFT)
    assert clock not in keeper.get(address("table", table)).content
    assert clock in staff.get(address("table", table)).content


@pytest.mark.release
def test_a_result_names_its_matches_and_their_extra_hands(keeper, table):
    encounter = encounter_at(table)
    for _hand in range(3):
        play_hand(encounter, level_report())
    play_encounter(encounter)
    assert "Match 1 (1 extra hand)" in text(show(keeper, table))
    page_text = text(show(phone(table, "tr"), table))
    assert "1. maç (1 uzatma eli)" in page_text
    assert "2. maç " in page_text


def test_undecided_encounter_cannot_be_left(keeper, table):
    encounter = encounter_at(table)
    response = keeper.post(address("next_encounter", table), {"encounter": encounter.public_id})
    assert response.status_code == 409
    assert encounter_at(table) == encounter


def test_walkover_removes_the_encounter_from_the_table(keeper, table):
    encounter = encounter_at(table)
    record_walkover(encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    assert encounter_at(table) != encounter
    assert show(keeper, table).context["shows"] == "seats"


@pytest.mark.parametrize(("language", "words"), [("tr", "Kim nerede oturuyor?"), ("en", "Who sits where?")])
def test_page_is_translated(table, language, words):
    assert words in text(show(phone(table, language), table))


def test_swapped_partners_appear_in_the_form(keeper, table):
    before = encounter_at(table).sides.get(letter="A").players
    assert address("swap_seats", table) in show(keeper, table).content.decode()
    response = keeper.post(address("swap_seats", table), {"side": "A"})
    assert (response.status_code, response.url) == (303, address("table", table))
    assert encounter_at(table).sides.get(letter="A").players == before[::-1]
    page = keeper.get(address("enter_hand", table))
    assert page.context["screen"].seat("A1").player == before[1]


def test_seats_are_fixed_after_the_first_hand(keeper, table):
    play_hand(encounter_at(table))
    response = keeper.post(address("swap_seats", table), {"side": "A"})
    assert response.status_code == 409
    assert response.context["message"] == in_page_language(response, tables.SeatsAreTaken())
    page = keeper.get(address("table_seats", table))
    assert page.context["shows"] == "seats"
    assert has_element(page, "seats-playing")
    assert address("swap_seats", table) not in page.content.decode()


def test_seats_page_agrees_with_the_table_before_the_first_hand(keeper, table):
    page = keeper.get(address("table_seats", table))
    assert page.context["may_swap"]
    assert address("swap_seats", table) in page.content.decode()


def test_phone_that_does_not_keep_the_score_sees_seats_can_still_change(table):
    page = phone(table, keeper="").get(address("table_seats", table))
    assert has_element(page, "seats-ready")
    assert address("swap_seats", table) not in page.content.decode()


def test_unknown_side_is_ignored(keeper, table):
    assert keeper.post(address("swap_seats", table), {"side": "Z"}).status_code == 303
    assert not encounter_at(table).sides.filter(swapped=True).exists()


def test_players_with_equal_first_names_get_full_names(keeper, table):
    for side in encounter_at(table).sides.all():
        for player in side.players:
            player.name = f"Mehmet {player.pk}"
            player.save(update_fields=["name"])
    page = keeper.get(address("enter_hand", table))
    assert len({seat.spoken_name for seat in page.context["screen"].seats}) == 4


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (("Ahmet Ak", "Burak Bal", "Can Cin", "Deniz Dal"), ["A", "B", "C", "D"]),
        (("Mehmet Kaya", "Elif Ak", "Mehmet Demir", "Emine Can"), ["MK", "El", "MD", "Em"]),
    ],
)
def test_table_diagram_has_unique_marks(keeper, table, names, marks):
    players = {
        f"{side.letter}{n}": player
        for side in encounter_at(table).sides.all()
        for n, player in enumerate(side.players, 1)
    }
    for seat, name in zip(("A1", "B1", "A2", "B2"), names, strict=True):
        players[seat].name = name
        players[seat].save(update_fields=["name"])
    page = keeper.get(whole_form(table))
    drawn = re.findall(r'<i class="[nesw]" data-seat="..">(.*?)</i>', page.content.decode())
    assert drawn == marks


def test_unchanged_page_answers_204(keeper, table, django_assert_num_queries):
    seen = {"counter": str(counter(Kind.TABLE, table))}
    with django_assert_num_queries(2):
        response = keeper.get(address("follow_table", table), seen)
    assert response.status_code == 204


def follow(client: Client, table: Table, **query: str):
    page = client.get(address("table", table))
    seen = {"counter": "0", "signature": page.context["signature"]}
    return lambda: client.get(address("follow_table", table), seen | query)


def test_hand_at_another_table_does_not_change_the_counter(keeper, tournament, table):
    other = encounter_at(table_of(tournament, 2))
    play_hand(other)
    seen = {"counter": str(counter(Kind.TABLE, table))}
    play_hand(other)
    assert keeper.get(address("follow_table", table), seen).status_code == 204
    play_hand(encounter_at(table))
    assert keeper.get(address("follow_table", table), seen).status_code == 200


def test_changes_at_other_tables_do_not_replace_the_screen(keeper, tournament, table):
    poll = follow(keeper, table)
    play_hand(encounter_at(table_of(tournament, 2)))
    response = poll()
    assert response.status_code == 200
    assert "HX-Retarget" not in response.headers
    assert b'id="follow"' in response.content
    assert b'id="screen"' not in response.content


def test_change_at_this_table_replaces_the_screen(keeper, table):
    poll = follow(keeper, table)
    play_hand(encounter_at(table))
    response = poll()
    assert response.headers["HX-Retarget"] == "#screen"
    assert b'id="hand"' in response.content


def test_new_name_of_a_player_appears_at_once(keeper, table):
    poll = follow(keeper, table)
    player = encounter_at(table).sides.get(letter="A").players[0]
    player.name = "Öznur Ağaoğlu"
    player.save(update_fields=["name"])
    assert "Öznur" in text(poll())


def test_form_in_use_is_notified_and_not_replaced(keeper, table):
    play_hand(encounter_at(table))
    poll = follow(keeper, table, typing="1")
    play_hand(encounter_at(table))
    response = poll()
    assert "HX-Retarget" not in response.headers
    assert response.context["form_outdated"]
    assert b'class="table-notice"' in response.content
    assert poll().content == response.content
