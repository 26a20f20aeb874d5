from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from scoring.confirmation.views.confirmation_status import EncounterStatus, read_encounter_status
from scoring.models import Call
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    void_report,
)
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import (
    agree,
    begun_match,
    confirm,
    decided_match,
    match_of,
    phone_of,
    player_of,
    protest,
    set_agreement,
)
from tests.scoring.live.page_counters import address, encounter_address, text
from tests.scoring.table import table_phones
from tests.scoring.table.table_phones import home_of
from tournaments.enums import Agreement
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.tables.domain import tables

pytestmark = pytest.mark.django_db
PROVISIONAL = 'class="badge open"'
AGREED = 'data-test="agreed"'
ONE_DEVICE = 'class="small s-one-device"'
CONFIRMATION = b'<details class="card agree">'


@pytest.fixture(autouse=True)
def _freeze_time(monkeypatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=1))


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def status(encounter: Encounter) -> EncounterStatus:
    table = home_of(encounter)
    table.tournament.refresh_from_db()
    sides = list(encounter.sides.select_related("entrant").order_by("letter"))
    return read_encounter_status(RequestFactory().get("/"), table, encounter, sides)


def fragment(encounter: Encounter) -> str:
    with override("en"):
        return render_to_string(
            "scoring/confirmation/_encounter_confirmation.html",
            {"agreement": status(encounter), "table": home_of(encounter)},
        )


def test_screen_shows_the_code_and_each_sides_confirmation(encounter):
    match = decided_match(encounter)
    confirm(match, "A")
    link = home_of(encounter).sides_links.get()
    shown = fragment(encounter)
    assert f"/s/{link.token}/" in shown
    assert f"{link.short_code[:4]} {link.short_code[4:]}" in shown
    assert "<svg" in shown
    assert PROVISIONAL in shown
    assert player_of(encounter, "A").name in shown
    [match_status] = status(encounter).matches
    assert [side.complete for side in match_status.sides] == [True, False]
    assert "style=" not in shown


def test_screen_shows_protests_and_shared_devices(encounter):
    match = decided_match(encounter)
    confirm(match, "A")
    assert ONE_DEVICE not in fragment(encounter)
    confirm(match, "B", by=phone_of("A"))
    assert ONE_DEVICE in fragment(encounter)
    other = encounters_of(encounter.stage.tournament)[1]
    call = protest(begun_match(other, hands=2), "B", deal=2, question="40 değil 30")
    assert status(other).matches[0].agreement.protested_hands == [(call, 2)]
    assert "“40 değil 30”" in fragment(other)


def test_screen_shows_every_match(tournament):
    encounter = encounters_of(drawn_tournament(groups_best_of=3))[0]
    play_encounter(encounter)
    agree(match_of(encounter, 2))
    shown = status(encounter)
    assert [match_status.agreement.match.number for match_status in shown.matches] == [1, 2]
    assert [match_status.agreement.agreed for match_status in shown.matches] == [False, True]


def test_screen_is_empty_without_hands_or_confirmations(tournament, encounter):
    assert fragment(encounter).strip() == ""
    decided_match(encounter)
    set_agreement(tournament, Agreement.NOTHING)
    assert fragment(encounter).strip() == ""


def test_signature_changes_with_the_content(encounter):
    match = decided_match(encounter)
    seen = [status(encounter).signature]
    confirm(match, "A")
    seen.append(status(encounter).signature)
    protest(match, "B")
    seen.append(status(encounter).signature)
    set_agreement(encounter.stage.tournament, Agreement.NOTHING)
    assert len(set(seen)) == 3
    assert status(encounter).signature == status(encounter).signature


@pytest.fixture
def best_of_three_encounter() -> Encounter:
    encounter = encounters_of(drawn_tournament(groups_best_of=3))[0]
    for _hand in range(4):
        play_hand(encounter)
    encounter.refresh_from_db()
    return encounter


def test_code_is_shown_while_a_match_can_be_confirmed(best_of_three_encounter):
    table = home_of(best_of_three_encounter)
    keeper, form = table_phones.phone(table, "en"), table_phones.address("enter_hand", table)
    code = table.sides_links.get().short_code
    page = keeper.get(form)
    assert f"{code[:4]} {code[4:]}" in table_phones.text(page)
    assert CONFIRMATION in page.content
    assert PROVISIONAL in page.content.decode()
    assert b'data-number="2"' in page.content
    refused = keeper.post(form, table_phones.hand(best_of_three_encounter, match=2, deal=2, B1__points="999"))
    assert (refused.status_code, code[4:] in table_phones.text(refused)) == (422, True)
    match = match_of(best_of_three_encounter, 1)
    confirm(match, "A")
    assert code[4:] in table_phones.text(keeper.get(form))
    confirm(match, "B")
    assert CONFIRMATION not in keeper.get(form).content


def test_code_disappears_after_the_protest_window(best_of_three_encounter, monkeypatch):
    table = home_of(best_of_three_encounter)
    keeper, form = table_phones.phone(table, "en"), table_phones.address("enter_hand", table)
    before = keeper.get(form)
    assert CONFIRMATION in before.content
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=16))
    page = keeper.get(form)
    assert CONFIRMATION not in page.content
    assert page.context["signature"] != before.context["signature"]


def test_match_in_play_is_confirmed_only_hand_by_hand(best_of_three_encounter):
    set_agreement(best_of_three_encounter.stage.tournament, Agreement.MATCH)
    assert [
        match_status.agreement.match.number for match_status in status(best_of_three_encounter).matches
    ] == [1]
    set_agreement(best_of_three_encounter.stage.tournament, Agreement.HAND)
    assert [
        match_status.agreement.match.number for match_status in status(best_of_three_encounter).waiting
    ] == [1, 2]


def test_encounter_page_shows_the_state_of_its_match(client: Client, encounter):
    match = decided_match(encounter)
    page = text(client.get(english(encounter_address(encounter))))
    assert PROVISIONAL in page
    assert "22:15" in page
    agree(match)
    page = text(client.get(english(encounter_address(encounter))))
    assert AGREED in page
    assert PROVISIONAL not in page


def test_each_of_several_matches_shows_its_state(client: Client):
    encounter = encounters_of(drawn_tournament(groups_best_of=3))[0]
    play_encounter(encounter)
    agree(match_of(encounter, 1))
    page = text(client.get(english(encounter_address(encounter))))
    first = page.index('id="match-1"')
    assert PROVISIONAL not in page[first : page.index('id="match-2"')]
    assert PROVISIONAL in page[page.index('id="match-2"') :]


def protested_hands(response: Any) -> list[tuple[Call, int]]:
    return response.context["matches"][0].status.agreement.protested_hands


def test_protested_hand_is_marked_on_the_public_page(client: Client, encounter):
    call = protest(begun_match(encounter, hands=2), "B", deal=2)
    response = client.get(english(encounter_address(encounter)))
    assert protested_hands(response) == [(call, 2)]
    assert table_phones.has_element(response, "protested")
    page = text(response)
    row = page[page.index('id="hand-1-2"') :]
    assert "protested" in row[: row.index("</tr>")]
    assert "itiraz edildi" in text(client.get(encounter_address(encounter)))


def test_public_page_does_not_name_who_confirmed(client: Client, encounter):
    confirm(decided_match(encounter), "A")
    page = text(client.get(english(encounter_address(encounter))))
    assert page.count("confirmed by ") == page.count("not confirmed by every side yet") > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tables", "room_overview"])
def test_lists_mark_provisional_and_protested_results(name, tournament, encounter):
    client = Client()
    client.force_login(MembershipFactory.create(club=tournament.club).user)
    url = address(name, tournament)
    assert "provisional" not in text(client.get(english(url)))
    match = decided_match(encounter)
    assert "provisional" in text(client.get(english(url)))
    assert "kesinleşmemiş" in text(client.get(url))
    protest(match)
    assert "protested" in text(client.get(english(url)))


def test_list_of_played_encounters_marks_provisional_results(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1, tables=6)
    encounter = encounters_of(tournament)[0]
    play_encounter(encounter)
    tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)
    assert "provisional" in text(client.get(english(address("tables", tournament))))


def test_page_shows_the_final_state_after_the_window(client: Client, encounter, monkeypatch):
    decided_match(encounter)
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=16))
    page = text(client.get(english(encounter_address(encounter))))
    assert PROVISIONAL not in page
    assert 'data-test="final"' in page


def test_provisional_result_decides_the_encounter(client: Client, tournament, encounter):
    decided_match(encounter)
    encounter.refresh_from_db()
    assert encounter.winner == "A"
    assert client.get(reverse("scoring:bracket", args=[tournament.public_id])).status_code == 200


def test_protest_names_the_hand_by_its_played_number(client: Client, encounter):
    play_hand(encounter, void_report())
    call = protest(begun_match(encounter), "B", deal=2, question="40 değil 30")
    assert status(encounter).matches[0].agreement.protested_hands == [(call, 1)]
    assert "“40 değil 30”" in fragment(encounter)
    assert protested_hands(client.get(english(encounter_address(encounter)))) == [(call, 1)]


def test_list_of_hands_shows_the_state_of_each_match():
    encounter = encounters_of(drawn_tournament(groups_best_of=3))[0]
    table = home_of(encounter)
    play_encounter(encounter)
    agree(match_of(encounter, 2))
    hands = table_phones.address("table_hands", table, encounter.public_id)
    page = table_phones.phone(table, "en").get(hands).content.decode()
    first, second = (section.partition("<table")[0] for section in page.split('<h2 id="match-')[1:])
    assert (PROVISIONAL in first, AGREED in first) == (True, False)
    assert (PROVISIONAL in second, AGREED in second) == (False, True)
