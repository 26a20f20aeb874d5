from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOW, MembershipFactory, drawn_tournament, open_tournament
from tests.module_fixtures import module_fixture
from tests.shown_messages import message_levels
from tests.tournaments.signup.domain.applicants import apply, set_terms
from tournaments.draws.domain import draw
from tournaments.entrants.domain.entry_list import EntriesClosed, add_entrant
from tournaments.entrants.domain.removed_entrants import NotRemoved, put_back_entrant
from tournaments.enums import ApplicationState, Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Club, Entrant, LogRow, Tournament
from tournaments.people.domain.contact_details import ContactDetails, update_details
from tournaments.signup.domain import applications, decisions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def tournament(club: Club) -> Tournament:
    return open_tournament(club=club, pairs=4)


def address(name: str, *of: Any) -> str:
    return reverse(f"tournaments:{name}", args=[row.public_id for row in of])


def listed_numbers(client: Client, tournament: Tournament, **asked: str) -> list[int]:
    page = client.get(address("check_in", tournament), asked)
    return sorted(row.entrant.number for row in desk_rows(page))


def desk_rows(page: Any) -> list[Any]:
    return [*page.context["missing_rows"], *page.context["present_rows"]]


def test_one_tap_checks_in_and_another_undoes_it(organizer_client, tournament):
    entrant = tournament.entrants.get(number=2)
    response = organizer_client.post(
        address("mark_present", tournament, entrant), {"show": "missing", "name": ""}, follow=True
    )
    assert response.redirect_chain[-1][0].endswith("?show=missing")
    assert (response.context["present_count"], response.context["entrant_count"]) == (1, 4)
    assert listed_numbers(organizer_client, tournament, show="here") == [2]
    assert sorted(listed_numbers(organizer_client, tournament, show="missing")) == [1, 3, 4]
    organizer_client.post(address("mark_present", tournament, entrant), {"undo": "1"})
    assert listed_numbers(organizer_client, tournament, show="here") == []


def test_missing_come_first_by_name_and_the_latest_arrival_next(organizer_client, tournament):
    for number in (1, 4):
        organizer_client.post(address("mark_present", tournament, tournament.entrants.get(number=number)))
    page = organizer_client.get(address("check_in", tournament))
    assert [row.entrant.number for row in page.context["missing_rows"]] == [2, 3]
    assert [row.entrant.number for row in page.context["present_rows"]] == [4, 1]


def test_search_finds_an_entrant_by_a_player(organizer_client, tournament):
    entrant = tournament.entrants.get(number=3)
    player = entrant.players.order_by("pk")[0]
    assert listed_numbers(organizer_client, tournament, name=player.real_name) == [3]
    assert listed_numbers(organizer_client, tournament, name="zzz") == []


def test_missing_entrants_are_listed_with_phone_and_removed_after_confirmation(organizer_client, tournament):
    present, called, *_others = tournament.entrants.order_by("number")
    player = called.players.order_by("pk")[0]
    update_details(
        player=player,
        details=ContactDetails(phone="0532 111 22 33"),
        by=CONSOLE,
        at=NOW,
    )
    Application.objects.create(
        tournament=tournament,
        entrant=called,
        code_digest="0" * 64,
        form_digest="0" * 64,
        state=ApplicationState.LET_IN,
        player_1="Gizem Saklı",
        contact="gizem@kulup.example",
        signed_up_at=NOW,
    )
    organizer_client.post(address("mark_present", tournament, present))
    page = organizer_client.get(address("remove_missing_entrants", tournament))
    html = page.content.decode()
    called_row = next(row for row in page.context["missing_rows"] if row.entrant == called)
    assert [contact.address for contact in called_row.contacts] == [
        "mailto:gizem@kulup.example",
        "tel:05321112233",
    ]
    assert html.count('name="seen"') == 3
    assert present.real_name not in html
    missing_ids = [expected.entrant.public_id for expected in page.context["missing_rows"]]
    done = organizer_client.post(
        address("remove_missing_entrants", tournament), {"seen": [*missing_ids, "nonsense"]}, follow=True
    )
    assert message_levels(done) == ["success"]
    assert list(tournament.entrants.values_list("pk", flat=True)) == [present.pk]


def remove_missing(client: Client, tournament: Tournament) -> list[Entrant]:
    missing = list(tournament.entrants.filter(checked_in_at=None).order_by("number"))
    seen = {"seen": [entrant.public_id for entrant in missing]}
    assert client.post(address("remove_missing_entrants", tournament), seen).status_code == 303
    return missing


def removed_names(client: Client, tournament: Tournament, **asked: str) -> list[str]:
    return [row.name for row in client.get(address("check_in", tournament), asked).context["removed"]]


def put_back_address(client: Client, tournament: Tournament, **asked: str) -> str:
    """Return where the only button that puts back posts to."""
    page = client.get(address("check_in", tournament), asked).content.decode()
    (action,) = re.findall(r'action="([^"]*/put-back/[^"]*)"', page)
    return unescape(action)


def test_removed_entrant_is_put_back_as_before(organizer_client, club):
    tournament = open_tournament(club=club, pairs=1)
    set_terms(tournament, capacity=2, fee="200 TL")
    own = apply(tournament, "Ali Kaya", "Ece Demir", contact="0532 111 22 33")
    waiting = apply(tournament, "Su Ak", "Can Er")
    listed = tournament.entrants.get(applications=own)
    organizer_client.post(address("mark_entrant_paid", tournament, listed))
    organizer_client.post(address("mark_present", tournament, tournament.entrants.get(number=1)))
    assert remove_missing(organizer_client, tournament) == [listed]
    assert removed_names(organizer_client, tournament) == ["Kaya – Demir"]
    assert removed_names(organizer_client, tournament, name="ece") == ["Kaya – Demir"]
    assert removed_names(organizer_client, tournament, name="can") == []
    back = put_back_address(organizer_client, tournament, name="ece")
    done = organizer_client.post(back, follow=True)
    assert message_levels(done) == ["success"]
    assert done.redirect_chain[-1][0].endswith("?name=ece")
    (row,) = done.context["missing_rows"]
    assert (row.entrant.public_id, row.players) == (listed.public_id, ["Ali Kaya", "Ece Demir"])
    assert ([contact.text for contact in row.contacts], row.paid) == (["0532 111 22 33"], True)
    assert removed_names(organizer_client, tournament) == []
    own.refresh_from_db()
    waiting.refresh_from_db()
    assert (own.state, waiting.state) == (ApplicationState.LET_IN, ApplicationState.LET_IN)
    assert tournament.log.filter(action="entrant_put_back", subject=listed.public_id).count() == 1
    refused = organizer_client.post(back, follow=True)
    assert (message_levels(refused), refused.redirect_chain[-1][0]) == (["error"], done.redirect_chain[-1][0])
    assert organizer_client.get(back).status_code == 303


def test_entrant_who_was_added_by_hand_comes_back_paid(organizer_client, tournament):
    Entrant.objects.filter(tournament=tournament, number=2).update(paid_at=NOW, rating=7)
    organizer_client.post(address("mark_present", tournament, tournament.entrants.get(number=1)))
    missing = remove_missing(organizer_client, tournament)
    assert removed_names(organizer_client, tournament) == [row.name for row in reversed(missing)]
    organizer_client.post(address("put_back_entrant", tournament, missing[0]))
    back = tournament.entrants.get(public_id=missing[0].public_id)
    assert (back.name, back.rating, back.has_paid) == (missing[0].name, 7, True)
    assert len(removed_names(organizer_client, tournament)) == 2


def test_removed_people_who_play_again_are_not_offered(organizer_client, tournament):
    organizer_client.post(address("mark_present", tournament, tournament.entrants.get(number=1)))
    players = [player.name for player in tournament.entrants.get(number=2).players.all()]
    missing = remove_missing(organizer_client, tournament)
    add_entrant(tournament=tournament, name="", players=[players[0], "Yeni Biri"], by=CONSOLE, at=NOW)
    assert removed_names(organizer_client, tournament) == [row.name for row in reversed(missing[1:])]
    with pytest.raises(NotRemoved):
        put_back_entrant(tournament=tournament, public_id=missing[0].public_id, by=CONSOLE, at=NOW)


def test_entrant_who_cancelled_is_not_offered(organizer_client, club):
    tournament = open_tournament(club=club, pairs=1)
    set_terms(tournament)
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    applications.cancel_application(application=own, at=NOW)
    assert removed_names(organizer_client, tournament) == []


def test_after_the_draw_removed_entrants_are_entered_late(organizer_client, club):
    tournament = open_tournament(club=club, pairs=5)
    for number in range(1, 5):
        organizer_client.post(address("mark_present", tournament, tournament.entrants.get(number=number)))
    (removed,) = remove_missing(organizer_client, tournament)
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    back = address("put_back_entrant", tournament, removed)
    page = organizer_client.get(address("check_in", tournament)).content.decode()
    late = f"{reverse('scoring:lineup_changes', args=[tournament.public_id])}#late"
    assert (late in page, back in page) == (True, False)
    with pytest.raises(EntriesClosed):
        put_back_entrant(tournament=tournament, public_id=removed.public_id, by=CONSOLE, at=NOW)


def test_draw_warns_about_missing_entrants_once_check_in_started(organizer_client, tournament):
    draw = address("draw", tournament)
    missing_entrants = f'href="{address("check_in", tournament)}?show=missing"'
    assert missing_entrants not in organizer_client.get(draw).content.decode()
    organizer_client.post(address("mark_present", tournament, tournament.entrants.get(number=1)))
    page = organizer_client.get(draw)
    assert page.context["absent_count"] == 3
    assert missing_entrants in page.content.decode()
    for number in (2, 3, 4):
        organizer_client.post(address("mark_present", tournament, tournament.entrants.get(number=number)))
    assert missing_entrants not in organizer_client.get(draw).content.decode()


def test_check_in_desk_redirects_after_the_draw_and_marks_no_entrant(organizer_client, club):
    tournament = drawn_tournament(club=club)
    entrant = tournament.entrants.get(number=1)
    refused = organizer_client.post(address("mark_present", tournament, entrant))
    assert refused.status_code == 422
    assert refused.context["refusal"].code == EntriesClosed.code
    assert reverse("scoring:lineup_changes", args=[tournament.public_id]) in refused.content.decode()
    removal = organizer_client.get(address("remove_missing_entrants", tournament))
    assert not removal.context["open"]
    assert 'name="seen"' not in removal.content.decode()
    assert (
        organizer_client.post(
            address("remove_missing_entrants", tournament), {"seen": [entrant.public_id]}
        ).status_code
        == 422
    )


def test_partner_who_signed_up_alone_can_be_called_too(organizer_client, club):
    tournament = open_tournament(club=club)
    set_terms(tournament)
    own = apply(tournament, "Hasan Ak", contact="+90 532 111 22 33")
    partner = apply(tournament, "Selma Kaya", contact="0532/444 55 66 (after 18)")
    decisions.join_applications(first=own, second=partner, by=CONSOLE, at=NOW)
    entrant = tournament.entrants.get()
    organizer_client.post(address("mark_present", tournament, entrant))
    page = organizer_client.get(address("check_in", tournament))
    html = page.content.decode()
    assert 'href="tel:+905321112233"' in html
    assert 'href="tel:05324445566"' in html
    assert [contact.name for contact in desk_rows(page)[0].contacts] == ["Hasan Ak", "Selma Kaya"]


def test_who_is_here_is_a_state_and_not_a_button(organizer_client, tournament):
    entrant = tournament.entrants.get(number=1)
    here = 'data-test="here"'
    assert here not in organizer_client.get(address("check_in", tournament)).content.decode()
    organizer_client.post(address("mark_present", tournament, entrant))
    html = organizer_client.get(address("check_in", tournament)).content.decode()
    assert (html.count(here), html.count('name="undo"')) == (1, 1)


def test_payment_is_marked_at_the_desk(organizer_client, club):
    tournament = open_tournament(club=club, pairs=1)
    (typed_in,) = tournament.entrants.all()
    pay = address("mark_entrant_paid", tournament, typed_in)
    assert pay not in organizer_client.get(address("check_in", tournament)).content.decode()
    set_terms(tournament, fee="200 lira")
    own = apply(tournament, "Ali Kaya", "Ece Demir")
    unpaid = organizer_client.get(address("check_in", tournament)).content.decode()
    assert re.findall(r'data-test="fee">([^<]+)<', unpaid) == ["200 lira"] * 2
    signed_up = tournament.entrants.get(applications=own)
    for entrant in (typed_in, signed_up):
        paid = organizer_client.post(
            address("mark_entrant_paid", tournament, entrant), {"show": "missing"}, follow=True
        )
        assert paid.redirect_chain[-1][0].endswith("?show=missing")
    assert paid.content.decode().count('data-test="paid"') == 2
    own.refresh_from_db()
    assert own.paid_at is not None
    undone = organizer_client.post(pay, {"undo": "1"}, follow=True)
    assert [row.paid for row in desk_rows(undone) if row.entrant == typed_in] == [False]
    assert LogRow.objects.filter(tournament=tournament, action="entrant_unpaid").count() == 1
    assert organizer_client.get(pay).status_code == 303


def test_list_follows_the_tournament(organizer_client, tournament):
    html = organizer_client.get(address("check_in", tournament)).content.decode()
    assert f'data-topic="tournament.{tournament.public_id}"' in html


@pytest.mark.parametrize("pairs", [2, 30])
def test_number_of_queries_does_not_grow_with_the_list(
    organizer_client, club, pairs, django_assert_max_num_queries
):
    long = open_tournament(club=club, pairs=pairs)
    with django_assert_max_num_queries(14):
        assert len(listed_numbers(organizer_client, long)) == pairs


def test_entrant_of_another_club_is_not_found(organizer_client, tournament):
    other = open_tournament(pairs=2)
    assert (
        organizer_client.post(address("mark_present", tournament, other.entrants.get(number=1))).status_code
        == 404
    )
    assert organizer_client.get(address("check_in", other)).status_code == 404
