from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Call, Notice, RoundClock
from scoring.people.linked_texts import link_texts
from scoring.screen.domain import post_notice
from tests.factories import (
    NOW,
    ClubFactory,
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    play_hand,
    report,
)
from tests.module_fixtures import module_fixture
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Keeper, Player, TieDecision, Tournament
from tournaments.people.domain.anonymization import NamingText

pytestmark = pytest.mark.django_db


@module_fixture
def club() -> Club:
    return ClubFactory.create()


@pytest.fixture
def organizer(club) -> Client:
    client = Client()
    client.force_login(MembershipFactory.create(club=club, role=Role.ORGANIZER).user)
    return client


@module_fixture
def tournament(club) -> Tournament:
    return drawn_tournament(club=club)


@pytest.fixture
def player(tournament) -> Player:
    return tournament.entrants.order_by("number")[0].players.order_by("pk")[0]


def address(tournament: Tournament, player: Player) -> str:
    return reverse("scoring:make_anonymous", args=[tournament.public_id, player.public_id])


def test_page_shows_the_consequences_and_changes_nothing(organizer, tournament, player):
    play_hand(encounters_of(tournament)[0])
    page = organizer.get(address(tournament, player)).content.decode()
    assert "#1" in page
    assert tournament.name in page
    assert 'name="sure"' in page
    player.refresh_from_db()
    assert player.anonymous_as is None


@pytest.mark.slow
def test_anonymization_page_lists_the_aliases_and_removes_them(organizer, club, tournament, player):
    alias = Player.objects.create(club=club, name=player.name, own_name="Ayse Isik", same_as=player)
    assert "Ayse Isik" in organizer.get(address(tournament, player)).content.decode()
    assert organizer.post(address(tournament, player), {"sure": "on"}).status_code == 303
    alias.refresh_from_db()
    assert (alias.anonymous_as, alias.own_name, alias.same_as) == (2, "", None)


@pytest.mark.slow
def test_page_lists_texts_with_the_name_and_where_they_are(organizer, tournament, player):
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    correct(encounter, report(finisher="B1"), reason=f"{player.name} yanlış yazmış")
    post_notice(tournament=tournament, text=f"{player.name} masaya", until=None, by=CONSOLE, at=NOW)
    post_notice(tournament=tournament, text="Mola", until=None, by=CONSOLE, at=NOW)
    page = organizer.get(address(tournament, player))
    [notice], [reason] = page.context["texts"], page.context["reasons"]
    assert notice.text == f"{player.name} masaya"
    assert notice.url == reverse("scoring:organizer_screen", args=[tournament.public_id])
    assert reason.url == reverse("scoring:hand_history", args=[encounter.public_id, 1, 1])
    assert list(page.context["logs"]) == [tournament]
    for link in (notice.url, reason.url, reverse("scoring:log", args=[tournament.public_id])):
        assert f'href="{link}"' in page.content.decode()
        assert organizer.get(link).status_code == 200
    organizer.post(address(tournament, player), {"sure": "on"})
    texts = Notice.objects.order_by("pk").values_list("text", flat=True)
    assert list(texts) == ["…", "Mola"]


@pytest.mark.parametrize("model", [Call, Keeper, Notice, RoundClock, TieDecision, Tournament])
def test_each_kind_of_text_links_to_its_page(organizer, tournament, model):
    [linked] = link_texts([NamingText(model(), "Ali Kaya", tournament)])
    assert organizer.get(linked.url).status_code == 200


def test_confirmation_is_required(organizer, tournament, player):
    answer = organizer.post(address(tournament, player))
    assert answer.status_code == 422
    player.refresh_from_db()
    assert player.anonymous_as is None


def test_confirmed_anonymization_is_logged(organizer, tournament, player):
    answer = organizer.post(address(tournament, player), {"sure": "on"}, follow=True)
    page = answer.content.decode()
    assert "#1" in page
    player.refresh_from_db()
    assert player.anonymous_as == 1
    log = organizer.get(reverse("scoring:log", args=[tournament.public_id])).content.decode()
    assert "Oyuncunun adı her yerden silindi" in log
    assert "Işık1," not in log


def test_second_anonymization_is_refused(organizer, tournament, player):
    organizer.post(address(tournament, player), {"sure": "on"})
    assert organizer.get(address(tournament, player)).status_code == 422
    assert organizer.post(address(tournament, player), {"sure": "on"}).status_code == 422


def test_managers_of_a_single_tournament_may_not_anonymize(club, tournament, player):
    client = Client()
    member = MembershipFactory.create(club=club, tournament=tournament, role=Role.ORGANIZER)
    client.force_login(member.user)
    assert client.get(address(tournament, player)).status_code == 404
    names = reverse("tournaments:public_names", args=[tournament.public_id])
    assert str(player.public_id) + "/anonymous" not in client.get(names).content.decode()


def test_player_of_another_tournament_is_404(organizer, tournament):
    other = drawn_tournament().entrants.order_by("number")[0].players.order_by("pk")[0]
    assert organizer.get(address(tournament, other)).status_code == 404
