from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.public.views.player_page import TOURNAMENTS_A_PAGE
from scoring.setup.domain import visibility
from tests.factories import (
    NOW,
    ClubFactory,
    MembershipFactory,
    UserFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.languages import english
from tests.scoring.live.page_counters import HTMX, play_groups, statements, text
from tournaments.enums import Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Player, Tournament
from tournaments.people.domain import merging

pytestmark = pytest.mark.django_db


def page_of(player: Player) -> str:
    return reverse("scoring:player", args=[player.public_id])


def player_of(tournament: Tournament) -> Player:
    entrant = encounters_of(tournament)[0].sides.get(letter="A").entrant
    assert entrant
    return entrant.players.order_by("rosters__place")[0]


def english_text(client: Client, url: str) -> str:
    return text(client.get(english(url)))


def test_page_is_public_and_htmx_gets_the_fragment(client: Client):
    url = page_of(player_of(drawn_tournament()))
    full, fragment = client.get(url), client.get(url, headers=HTMX)
    assert full.status_code == fragment.status_code == 200
    assert "<html" not in text(fragment)
    assert text(fragment).strip() in text(full)


def test_page_is_unchanged_until_something_changes_in_the_club(client: Client):
    club = ClubFactory.create()
    tournament, other = drawn_tournament(club=club), drawn_tournament(club=club)
    url = page_of(player_of(tournament))
    tag = client.get(url).headers["ETag"]
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    play_hand(encounters_of(other)[0])
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_cached_page_is_checked_with_one_query(client: Client, django_assert_num_queries):
    url = page_of(player_of(drawn_tournament()))
    tag = client.get(url).headers["ETag"]
    with django_assert_num_queries(1):
        assert client.get(url, headers={"If-None-Match": tag}).status_code == 304


def test_cached_page_is_gone_once_its_tournaments_are_hidden(client: Client):
    tournament = drawn_tournament()
    player = player_of(tournament)
    tag = client.get(page_of(player)).headers["ETag"]
    visibility.unpublish(tournament=tournament, by=CONSOLE, at=NOW)
    assert client.get(page_of(player), headers={"If-None-Match": tag}).status_code == 404
    visibility.publish(tournament=tournament, by=CONSOLE, at=NOW)
    assert client.get(page_of(player), headers={"If-None-Match": tag}).status_code == 200


def test_draft_player_is_gone_after_staff_signs_out(client: Client):
    tournament = drawn_tournament(visibility=Visibility.DRAFT)
    url = page_of(player_of(tournament))
    staff = Client()
    staff.force_login(MembershipFactory.create(club=tournament.club).user)
    page = staff.get(url)
    assert page.headers["Cache-Control"].startswith("private")
    tag = {"If-None-Match": page.headers["ETag"]}
    assert staff.get(url, headers=tag).status_code == 304
    assert client.get(url, headers=tag).status_code == 404


def test_alias_with_a_cached_page_redirects_to_the_person(client: Client):
    alias = player_of(drawn_tournament())
    person = Player.objects.create(club=alias.club, name="Bir Başkası")
    tag = client.get(page_of(alias)).headers["ETag"]
    merging.merge(alias=alias, person=person, by=CONSOLE, at=NOW)
    moved = client.get(page_of(alias), headers={"If-None-Match": tag})
    assert (moved.status_code, moved.headers["Location"]) == (302, page_of(person))


def test_unknown_player_is_404(client: Client):
    listed_nowhere = Player.objects.create(club=ClubFactory.create(), name="Hiç Oynamadı")
    assert client.get(page_of(listed_nowhere)).status_code == 404
    assert client.get(reverse("scoring:player", args=[uuid4()])).status_code == 404
    assert client.get(reverse("scoring:player", args=[uuid4()]), headers=HTMX).status_code == 404


@pytest.mark.slow
def test_anonymized_player_has_no_page(client: Client):
    player = player_of(drawn_tournament())
    Player.objects.filter(pk=player.pk).update(name="#7", anonymous_as=7, full_name="")
    assert client.get(page_of(player)).status_code == 404


def test_page_only_allows_reading(client: Client):
    assert client.post(page_of(player_of(drawn_tournament()))).status_code == 405


@pytest.mark.release
def test_invalid_parameters_are_ignored(client: Client):
    url = page_of(player_of(drawn_tournament()))
    for nonsense in ("?page=x", "?page=-1", "?page=9999", "?seen=%00"):
        assert client.get(url + nonsense).status_code == 200
        assert client.get(url + nonsense, headers=HTMX).status_code == 200


@pytest.mark.slow
@pytest.mark.postgres
def test_page_takes_the_same_queries_for_one_and_many_tournaments(client: Client):
    client.force_login(UserFactory.create())
    clubs = [ClubFactory.create(), ClubFactory.create()]
    for club, number in zip(clubs, (1, 4), strict=True):
        for _tournament in range(number):
            tournament = drawn_tournament(club=club, pairs=4, groups=1)
            play_groups(tournament, leave=1 if number == 1 else 0)
    count_for_one, count_for_many = (page_of(player_of(club.tournaments.order_by("pk")[0])) for club in clubs)
    assert statements(client, count_for_many) == statements(client, count_for_one) <= 20


def test_page_without_hands_says_what_will_be_shown(client: Client):
    tournament = open_tournament(pairs=2)
    player = tournament.entrants.order_by("number")[0].players.order_by("pk")[0]
    page = english_text(client, page_of(player))
    assert 'data-test="no-hand"' in page
    assert tournament.name in page


def test_page_shows_tournaments_partners_and_opponents(client: Client):
    club = ClubFactory.create()
    first = drawn_tournament(club=club, name="Yaz Kupası")
    play_encounter(encounters_of(first)[0])
    player = player_of(first)
    drawn_tournament(club=club, name="Güz Kupası")
    response = client.get(page_of(player))
    page = text(response)
    encounter = encounters_of(first)[0]
    assert reverse("scoring:encounter", args=[encounter.public_id]) in page
    assert "Yaz Kupası" in page
    assert "Güz Kupası" in page
    sat = Player.objects.filter(entrants__encounter_sides__encounter=encounter).exclude(pk=player.pk)
    assert all(page_of(other) in page for other in sat)
    assert 'data-test="no-hand"' not in page
    entrant = player.entrants.get(tournament=first)
    assert f'id="encounters-{entrant.public_id}"' in page
    appearances = response.context["appearances"]
    assert sorted(len(appearance.results) for appearance in appearances) == [0, 1]


@pytest.mark.release
def test_older_tournaments_are_on_further_pages(client: Client):
    club = ClubFactory.create()
    tournaments = [
        open_tournament(club=club, pairs=1, name=f"Kupa {number}")
        for number in range(1, TOURNAMENTS_A_PAGE + 2)
    ]
    player = tournaments[0].entrants.get().players.order_by("pk")[0]
    first, second = text(client.get(page_of(player))), client.get(f"{page_of(player)}?page=2")
    assert ">Kupa 11<" in first
    assert ">Kupa 1<" not in first
    assert ">Kupa 1<" in text(second)
    shown = second.context["appearances"]
    assert (shown.number, shown.paginator.num_pages) == (2, 2)
