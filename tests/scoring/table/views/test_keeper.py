from __future__ import annotations

import re
import uuid
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.switches import FirstDealer
from scoring.enums import EntryKind
from scoring.ledger.refusals import HandChangedMeanwhile
from scoring.models import Entry, Match
from scoring.play.undo_hand import NotTheLastHand
from scoring.play.walkovers import record_walkover
from tests.factories import MembershipFactory, drawn_tournament, play_encounter, play_hand
from tests.flat_html import flat
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import agree
from tests.scoring.table.table_phones import (
    address,
    correction,
    encounter_at,
    hand,
    has_element,
    in_page_language,
    phone,
    table_of,
    text,
)
from tournaments.access.tables import KeeperNameMissing
from tournaments.enums import Agreement, Role, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, LogRow, Table
from tournaments.schedule.change import Change
from tournaments.setup.domain.tournament_settings import store_rule_book
from tournaments.tables.domain.keepers import keeper_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def table() -> Table:
    return table_of(drawn_tournament())


@pytest.fixture
def encounter(table: Table) -> Encounter:
    return encounter_at(table)


@pytest.fixture
def keeper(table: Table) -> Client:
    return phone(table, "en")


def table_page(client: Client, table: Table) -> Any:
    return client.get(address("table", table))


def test_first_phone_must_name_its_keeper(table):
    newcomer = phone(table, "en", keeper="")
    page = table_page(newcomer, table)
    assert (page.context["shows"], page.context["keeper"]) == ("keeper", None)
    home = address("table", table)
    assert newcomer.get(address("enter_hand", table)).headers["Location"] == home
    assert newcomer.post(address("become_keeper", table), {"name": "Hasan"}).headers["Location"] == home
    assert table_page(newcomer, table).context["shows"] == "seats"
    current_keeper = keeper_of(table)
    assert current_keeper is not None
    assert current_keeper.name == "Hasan"


def test_each_player_can_become_keeper_with_one_tap(table, encounter):
    def offered(page: str) -> list[str]:
        buttons = re.findall(r'<button[^>]*name="name"[^>]*value="([^"]+)"', flat(page))
        return [unescape(name) for name in buttons]

    newcomer = phone(table, "en", keeper="")
    names = [player.name for side in encounter.sides_in_order for player in side.players]
    assert sorted(offered(table_page(newcomer, table).content.decode())) == sorted(names)
    refused = newcomer.post(address("become_keeper", table), {"name": ""})
    assert sorted(offered(refused.content.decode())) == sorted(names)
    newcomer.post(address("become_keeper", table), {"name": names[2]})
    current_keeper = keeper_of(table)
    assert current_keeper is not None
    assert current_keeper.name == names[2]


def test_phone_without_keeper_name_cannot_change_anything(keeper, table, encounter):
    keeper.post(address("enter_hand", table), hand(encounter))
    newcomer = phone(table, "en", keeper="")
    place = [str(encounter.public_id), 1, 1]
    withdrawal = {"encounter": place[0], "match": 1, "deal": 1, "version": 1, "entry_key": str(uuid.uuid4())}
    requests = [
        ("enter_hand", [], hand(encounter, deal=2)),
        ("receive_hand", [], hand(encounter, deal=2)),
        ("correct_hand", place, correction(encounter, B1__points="41")),
        ("withdraw_hand", [], withdrawal),
        ("swap_seats", [], {"side": "A"}),
        ("name_dealer", [], {"seat": "B1"}),
    ]
    rows = LogRow.objects.count()
    for name, rest, data in requests:
        response = newcomer.post(address(name, table, *rest), data)
        assert (name, response.status_code) == (name, 409)
        shown = response.json()["reasons"][0] if name == "receive_hand" else response.context["message"]
        assert shown == in_page_language(response, KeeperNameMissing())
    assert (Entry.objects.count(), LogRow.objects.count()) == (1, rows)
    play_encounter(encounter)
    rows = LogRow.objects.count()
    response = newcomer.post(address("next_encounter", table), {"encounter": place[0]})
    assert (response.status_code, LogRow.objects.count()) == (409, rows)


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_invalid_keeper_name_is_asked_again_with_input_kept(table, name):
    newcomer = phone(table, "en", keeper="")
    response = newcomer.post(address("become_keeper", table), {"name": name})
    assert response.status_code == 422
    assert response.context["typed"] == name
    assert 'role="alert"' in response.content.decode()
    assert keeper_of(table) is None


def test_second_phone_sees_the_keeper_and_takes_over(keeper, table):
    second = phone(table, "en", keeper="")
    page = table_page(second, table)
    assert (page.context["shows"], "Nermin" in text(page)) == ("keeper", True)
    second.post(address("become_keeper", table), {"name": "Hasan"})
    assert table_page(second, table).context["shows"] == "seats"
    page = table_page(keeper, table)
    assert (page.context["shows"], "Hasan" in text(page)) == ("keeper", True)


def test_phone_in_use_sees_the_takeover_and_keeps_its_hand(keeper, table, encounter):
    page = keeper.get(address("enter_hand", table))
    seen = {"counter": page.context["tournament"].counter, "signature": page.context["signature"]}
    phone(table, "en", keeper="Hasan")
    form = {"typing": "1", "encounter": encounter.public_id, "match": "1", "deal": "1", "after": ""}
    response = keeper.get(address("follow_table", table), seen | form)
    assert response.context["taken_over"]
    assert b'class="table-notice"' in response.content
    assert "Hasan" in text(response)
    assert "HX-Retarget" not in response.headers
    assert b'id="head" hx-swap-oob' in response.content
    assert keeper.post(address("enter_hand", table), hand(encounter)).status_code == 303
    entry = Entry.objects.get()
    assert entry.keeper is not None
    assert entry.keeper.name == "Nermin"


def test_hand_saved_after_a_takeover_counts(keeper, table, encounter):
    phone(table, "en", keeper="Hasan")
    assert not has_element(table_page(keeper, table), "last-hand")
    keeper.post(address("enter_hand", table), hand(encounter))
    page = table_page(keeper, table)
    assert has_element(page, "last-hand")
    last = page.context["screen"].last_hand
    assert (last.number, last.finisher.code) == (1, "A1")


def test_hand_of_a_finished_match_is_correctable_only_by_staff():
    table = table_of(drawn_tournament(groups_best_of=3))
    keeper, encounter = phone(table, "en"), encounter_at(table)
    for _hand in range(encounter.stage.hands_per_match or 0):
        play_hand(encounter)
    form = address("enter_hand", table)
    correction = f"/e/{encounter.public_id}/1/"
    assert correction not in keeper.get(form).content.decode()
    staff = LanguageClient("en")
    staff.force_login(MembershipFactory.create(club=table.tournament.club, role=Role.SCOREKEEPER).user)
    assert correction in staff.get(form).content.decode()


def test_form_in_use_is_notified_of_its_saved_hand(keeper, table, encounter):
    page = keeper.get(address("enter_hand", table))
    play_hand(encounter)
    form = {"typing": "1", "encounter": encounter.public_id, "match": "1", "deal": "1", "after": ""}
    response = keeper.get(address("follow_table", table), {"signature": page.context["signature"]} | form)
    assert response.context["form_outdated"]
    assert b'class="table-notice"' in response.content
    assert b'id="head"' not in response.content


def test_form_with_unsent_predecessor_is_still_next(keeper, table, encounter):
    page = keeper.get(address("enter_hand", table))
    phone(table, "en", keeper="Hasan")
    form = {"typing": "1", "encounter": encounter.public_id, "match": "", "deal": "", "after": uuid.uuid4()}
    response = keeper.get(address("follow_table", table), {"signature": page.context["signature"]} | form)
    assert not response.context["form_outdated"]


def test_staff_needs_no_keeper(table):
    staff = LanguageClient("en")
    staff.force_login(MembershipFactory.create(club=table.tournament.club, role=Role.SCOREKEEPER).user)
    assert table_page(staff, table).context["shows"] == "seats"
    assert keeper_of(table) is None


def test_the_deal_passes_to_the_right(keeper, table, encounter):
    assert address("name_dealer", table) in table_page(keeper, table).content.decode()
    assert keeper.post(address("name_dealer", table), {"seat": "B1"}).status_code == 303
    play_hand(encounter)
    page = keeper.get(address("table", table))
    screen = page.context["screen"]
    assert screen.dealer == screen.seat("A2")
    marks = re.findall(r'<small class="deals" (hidden)?', page.content.decode())
    assert [not hidden for hidden in marks] == [seat == screen.dealer for seat in screen.seats]


def test_neighbour_of_a_playing_keeper_is_proposed_as_dealer(table):
    name = encounter_at(table).sides.get(letter="A").entrant
    assert name is not None
    player = name.roster.get(place=1).player
    page = phone(table, "en", keeper=player.name).get(address("table", table))
    assert page.context["right_of_keeper"].code == "B1"
    assert not page.context["deals_by_lot"]


def test_no_dealer_is_proposed_if_drawn_by_lot(table):
    rules = replace(PRESETS["101-pairs"], first_dealer=FirstDealer.RANDOM)
    table.tournament.rule_book = store_rule_book(rules, at=timezone.now())
    table.tournament.save(update_fields=["rule_book"])
    name = encounter_at(table).sides.get(letter="A").entrant
    assert name is not None
    player = name.roster.get(place=1).player
    page = phone(table, "en", keeper=player.name).get(address("table", table))
    assert page.context["right_of_keeper"] is None
    assert page.context["deals_by_lot"]


@pytest.mark.parametrize("seat", ["", "C1", "a1"])
def test_unknown_seat_cannot_deal(keeper, table, encounter, seat):
    keeper.post(address("name_dealer", table), {"seat": seat})
    encounter.refresh_from_db()
    assert encounter.first_dealer == ""


def test_naming_the_same_dealer_again_changes_nothing(keeper, table):
    for _time in range(2):
        keeper.post(address("name_dealer", table), {"seat": "B1"})
    assert LogRow.objects.filter(action="dealer_named").count() == 1


UNDO_FORM = b'id="undo"'


def take_hand_back(client: Client, table: Table, played: Encounter, *, key: str = "", **changes: object):
    place = {"encounter": played.public_id, "match": 1, "deal": 1, "version": 1}
    return client.post(
        address("withdraw_hand", table), place | {"entry_key": key or str(uuid.uuid4())} | changes
    )


def test_withdrawn_hand_returns_to_the_form(keeper, table, encounter):
    keeper.post(address("enter_hand", table), hand(encounter, B1__points="47"))
    assert UNDO_FORM in table_page(keeper, table).content
    response = take_hand_back(keeper, table, encounter)
    assert response.url == address("enter_hand", table)
    page = keeper.get(response.url)
    assert page.context["again"]
    assert b'<p class="note problems" role="status">' in page.content
    form = page.context["form"]
    assert (form["deal"].value(), form.seats["B1"]["points"].value()) == (1, 47)
    keeper.post(address("enter_hand", table), hand(encounter, B1__points="74"))
    entry = Entry.objects.get(current_of__isnull=False)
    assert (entry.version, entry.kind, entry.reason) == (3, EntryKind.REPORT, "")
    public = keeper.get(reverse("scoring:encounter", args=[encounter.public_id]))
    [hand_row] = public.context["matches"][0].sheet.hands
    assert hand_row.corrections[-1].entered_again


def test_second_tap_does_not_withdraw_again(keeper, table, encounter):
    keeper.post(address("enter_hand", table), hand(encounter))
    key = str(uuid.uuid4())
    for _tap in range(2):
        assert take_hand_back(keeper, table, encounter, key=key).url == address("enter_hand", table)
    assert Entry.objects.filter(kind=EntryKind.WITHDRAWAL).count() == 1


def test_newer_version_is_not_withdrawn(keeper, table, encounter):
    keeper.post(address("enter_hand", table), hand(encounter))
    assert (
        '<input type="hidden" name="version" value="1">'
        in keeper.get(address("table", table)).content.decode()
    )
    take_hand_back(keeper, table, encounter)
    keeper.post(address("enter_hand", table), hand(encounter, B1__points="74"))
    response = take_hand_back(keeper, table, encounter)
    assert response.status_code == 409
    entry = Entry.objects.get(current_of__isnull=False)
    assert response.context["message"] == in_page_language(response, HandChangedMeanwhile(entry))
    assert entry.kind == EntryKind.REPORT
    assert take_hand_back(keeper, table, encounter, version=3).url == address("enter_hand", table)


def test_withdrawal_after_a_minute_redirects_to_the_correction(keeper, table, encounter):
    play_hand(encounter, at=timezone.now() - timedelta(seconds=61))
    assert UNDO_FORM not in table_page(keeper, table).content
    response = take_hand_back(keeper, table, encounter)
    assert response.url == address("correct_hand", table, encounter.public_id, 1, 1)
    assert Entry.objects.count() == 1


def test_older_hand_cannot_be_withdrawn(keeper, table, encounter):
    for deal in (1, 2):
        keeper.post(address("enter_hand", table), hand(encounter, deal=deal))
    response = take_hand_back(keeper, table, encounter)
    assert response.status_code == 409
    assert response.context["message"] == in_page_language(response, NotTheLastHand())


def test_deciding_hand_can_be_withdrawn_from_the_result(keeper, table, encounter):
    for deal in (1, 2, 3):
        keeper.post(address("enter_hand", table), hand(encounter, deal=deal))
    page = flat(keeper.get(address("table", table)).content.decode())
    assert 'name="deal" value="3"><input type="hidden" name="version" value="1">' in page
    take_hand_back(keeper, table, encounter, deal=3)
    encounter.refresh_from_db()
    assert (encounter.state, encounter.winner) == ("playing", None)


@pytest.mark.parametrize(
    "broken", [{"entry_key": "x"}, {"match": ""}, {"deal": "x"}, {"version": ""}, {"encounter": "x"}]
)
def test_withdrawal_with_invalid_fields_is_ignored(keeper, table, encounter, broken):
    keeper.post(address("enter_hand", table), hand(encounter))
    assert take_hand_back(keeper, table, encounter, **broken).url == address("table", table)
    assert Entry.objects.count() == 1


def test_unknown_hand_cannot_be_withdrawn(keeper, table, encounter):
    play_encounter(encounter)
    response = take_hand_back(keeper, table, encounter, deal=9)
    assert response.status_code == 409
    assert not Entry.objects.filter(kind=EntryKind.WITHDRAWAL).exists()


def test_hand_before_a_walkover_is_not_withdrawn(keeper, table, encounter):
    keeper.post(address("enter_hand", table), hand(encounter))
    record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, timezone.now()))
    assert take_hand_back(keeper, table, encounter).url == address("table", table)
    assert not Entry.objects.filter(kind=EntryKind.WITHDRAWAL).exists()


@pytest.mark.release
def test_keeper_sees_the_number_of_agreed_hands(table):
    tournament = table.tournament
    tournament.agreement = Agreement.HAND
    tournament.save()
    keeper, encounter = phone(table, "en"), encounter_at(table)
    play_hand(encounter)
    match = Match.objects.get()
    assert not has_element(table_page(keeper, table), "agreed-hands")
    agree(match)
    for _time in range(2):
        page = table_page(keeper, table)
        assert has_element(page, "agreed-hands")
        assert page.context["agreement"].featured_match.agreement.deals_agreed == 1
        play_hand(encounter)
