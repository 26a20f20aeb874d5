from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import MembershipFactory, open_tournament
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.pages.page_parser import read
from tests.pages.translated_names import translated_texts
from tests.tournaments.signup.views.conftest import address
from tournaments.checkin.domain import phone_check_in
from tournaments.checkin.domain.phone_check_in import CheckInClosed, CheckInWindow
from tournaments.checkin.views import screen, self_check_in
from tournaments.enums import NameDisplay, Role
from tournaments.log.actor import CONSOLE
from tournaments.models import CheckIn, Club, Entrant, Tournament
from tournaments.naming.names import initials
from tournaments.people.domain import public_names

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def tournament(club: Club) -> Tournament:
    opened = open_tournament(club=club, pairs=4)
    set_window(opened)
    return opened


@pytest.fixture
def tablet() -> Client:
    return LanguageClient("en")


def set_window(tournament: Tournament, *, is_open: bool = True) -> None:
    now = timezone.now()
    window = CheckInWindow(is_open=is_open, opens_at=now - timedelta(hours=1))
    phone_check_in.set_window(tournament=tournament, window=window, by=CONSOLE, at=now)


def entrant(tournament: Tournament, number: int = 1) -> Entrant:
    return tournament.entrants.get(number=number)


def test_screen_counts_the_players_it_lists(tablet, tournament):
    tablet.post(confirm_address(tournament))
    page = tablet.get(list_address(tournament))
    counts = len(page.context["here_rows"]), len(page.context["here_rows"]) + len(page.context["rows"])
    assert (page.context["present_count"], page.context["player_count"]) == counts == (2, 8)


def list_address(tournament: Tournament) -> str:
    return address("check_in_screen", tournament, CheckIn.objects.get(tournament=tournament).screen_code)


def confirm_address(tournament: Tournament, number: int = 1) -> str:
    code, own = CheckIn.objects.get(tournament=tournament).screen_code, entrant(tournament, number)
    return address("confirm_at_screen", tournament, code, own.public_id)


def listed_names(client: Client, tournament: Tournament, **typed: Any) -> list[str]:
    return [row.name for row in client.get(list_address(tournament), typed).context["rows"]]


def test_every_player_is_listed_by_name(tablet, tournament):
    names = listed_names(tablet, tournament)
    assert len(names) == 8
    wanted = entrant(tournament, 3).players.order_by("pk")[0].public_name
    assert wanted in listed_names(tablet, tournament, name=wanted)
    assert listed_names(tablet, tournament, name="zzz") == []


def test_players_who_are_here_are_listed_apart(tablet, tournament):
    tablet.post(confirm_address(tournament))
    context = tablet.get(list_address(tournament)).context
    assert (len(context["rows"]), {row.entrant for row in context["here_rows"]}) == (6, {entrant(tournament)})


def test_name_is_confirmed_and_then_undone_on_the_same_device(tablet, tournament):
    to = confirm_address(tournament)
    assert 'data-test="check-in"' in tablet.get(to).content.decode()
    assert entrant(tournament).checked_in_at is None
    page = tablet.post(to, follow=True)
    assert page.redirect_chain == [(list_address(tournament), 303)]
    assert (page.context["done_entrant"], entrant(tournament).checked_in_by_phone) == (
        entrant(tournament),
        True,
    )
    assert 'data-test="check-in"' not in tablet.get(to).content.decode()
    page = tablet.post(to, {"undo": "1"}, follow=True)
    assert (page.context["done_entrant"], entrant(tournament).checked_in_at) == (None, None)


def test_other_device_cannot_undo(tablet, tournament):
    tablet.post(confirm_address(tournament))
    other = LanguageClient("en")
    assert other.get(confirm_address(tournament)).context["undoable"] is False
    other.post(confirm_address(tournament), {"undo": "1"})
    assert entrant(tournament).checked_in_at is not None


def test_last_arrival_is_shown_for_some_seconds(tablet, tournament, monkeypatch):
    tablet.post(confirm_address(tournament))
    later = timezone.now() + 2 * screen.DONE_SHOWN
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert tablet.get(list_address(tournament)).context["done_entrant"] is None


def test_wrong_code_and_foreign_entrant_are_not_found(tablet, tournament, club):
    own = entrant(tournament).public_id
    wrong = address("confirm_at_screen", tournament, "ACDEFHJKLM" * 2, own)
    assert (tablet.get(wrong).status_code, tablet.post(wrong).status_code) == (404, 404)
    other = entrant(open_tournament(club=club, pairs=2)).public_id
    foreign = address(
        "confirm_at_screen", tournament, CheckIn.objects.get(tournament=tournament).screen_code, other
    )
    assert tablet.post(foreign).status_code == 404


def test_closed_check_in_lists_nobody_and_refuses(tablet, tournament):
    set_window(tournament, is_open=False)
    assert "rows" not in tablet.get(list_address(tournament)).context
    assert "undoable" in tablet.get(confirm_address(tournament)).context
    refused = tablet.post(confirm_address(tournament))
    assert (refused.status_code, refused.context["refusal"].code) == (422, CheckInClosed.code)
    assert entrant(tournament).checked_in_at is None


def test_one_screen_checks_in_more_than_one_phone_may(tablet, tournament, monkeypatch):
    monkeypatch.setattr(self_check_in, "CHECK_INS_PER_DEVICE", 1)
    tablet.get(list_address(tournament))
    for number in (1, 2, 3):
        assert tablet.post(confirm_address(tournament, number)).status_code == 303
    assert tournament.entrants.exclude(checked_in_at=None).count() == 3
    monkeypatch.setattr(self_check_in, "CHECK_INS_PER_ADDRESS", -8)
    assert tablet.post(confirm_address(tournament, 4)).status_code == 429


@pytest.mark.slow
def test_hidden_name_stays_hidden(tablet, tournament):
    player = entrant(tournament).players.order_by("pk")[0]
    public_names.choose_public_names(
        tournament=tournament, choices={player: NameDisplay.HIDDEN}, by=CONSOLE, at=timezone.now()
    )
    assert initials(player.real_name) in listed_names(tablet, tournament)
    assert player.real_name not in tablet.get(list_address(tournament)).content.decode()


def test_browsers_translate_no_name(tablet, tournament):
    named = entrant(tournament)
    for to in (list_address(tournament), confirm_address(tournament)):
        page = read(tablet.get(to).content.decode(), whole=True).root
        texts = " ".join(text for _element, text, _classes in translated_texts(page))
        assert not [player for player in named.players.all() if player.public_name in texts]


@pytest.mark.parametrize("pairs", [2, 30])
def test_number_of_queries_does_not_grow_with_the_list(tablet, club, pairs, django_assert_max_num_queries):
    long = open_tournament(club=club, pairs=pairs)
    set_window(long)
    with django_assert_max_num_queries(12):
        assert len(listed_names(tablet, long)) == 2 * pairs
