from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    LEAGUE,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.flat import flat
from tests.kept import kept
from tests.languages import Reader
from tournaments.enums import Role, Visibility
from tournaments.models import Membership, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.english]

PUBLISHES = 'name="act" value="publish"'


@kept
def owner() -> Membership:
    return MembershipFactory.create(role=Role.OWNER)


@pytest.fixture
def desk(owner: Membership) -> Client:
    client = Reader("en")
    client.force_login(owner.user)
    return client


@pytest.fixture
def draft(owner: Membership) -> Tournament:
    return drawn_tournament(pairs=4, groups=1, stages=LEAGUE, club=owner.club, visibility=Visibility.DRAFT)


def address(tournament: Tournament) -> str:
    return reverse("scoring:state", args=[tournament.public_id])


def organizers(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.public_id])


def words(answer: Any) -> str:
    return flat(answer.content.decode())


@pytest.mark.parametrize(
    "page",
    [
        "tournaments:entries",
        "tournaments:draw",
        "tournaments:codes",
        "scoring:organizer_screen",
        "scoring:running",
    ],
)
def test_every_page_of_a_draft_has_a_publish_button(desk, draft, page):
    page_address = organizers(page, draft)
    page_text = words(desk.get(page_address))
    assert "Draft: not public." in page_text
    assert "open its pages" in page_text
    assert PUBLISHES in page_text
    answer = desk.post(address(draft), {"act": "publish", "next": page_address})
    assert (answer.status_code, answer.headers["Location"]) == (303, page_address)
    draft.refresh_from_db()
    assert draft.visibility == Visibility.PUBLIC
    assert PUBLISHES not in words(desk.get(page_address))


def test_draft_notice_before_the_draw_is_unobtrusive(desk, owner):
    draft = open_tournament(club=owner.club, visibility=Visibility.DRAFT)
    page_text = words(desk.get(organizers("tournaments:entries", draft)))
    assert "Draft: not public." in page_text
    assert "open its pages" not in page_text


def test_dashboard_card_of_a_draft_has_a_publish_button(desk, draft):
    page_text = words(desk.get(reverse("tournaments:desk")))
    assert "draft: not public" in page_text
    assert PUBLISHES in page_text


def test_second_publish_says_that_it_is_public(desk, draft):
    desk.post(address(draft), {"act": "publish"})
    again = desk.post(address(draft), {"act": "publish"})
    assert again.status_code == 422
    assert "This tournament is already public." in words(again)


def test_foreign_return_address_is_ignored(desk, draft):
    answer = desk.post(address(draft), {"act": "publish", "next": "//elsewhere.example/"})
    assert answer.headers["Location"] == address(draft)


def test_unknown_action_changes_nothing(desk, draft):
    assert desk.post(address(draft), {"act": "burn"}).status_code == 303
    draft.refresh_from_db()
    assert draft.visibility == Visibility.DRAFT


def test_played_tournament_cannot_become_a_draft(desk, draft):
    desk.post(address(draft), {"act": "publish"})
    assert 'value="make_draft"' in words(desk.get(address(draft)))
    play_hand(encounters_of(draft)[0])
    assert 'value="make_draft"' not in words(desk.get(address(draft)))
    refused = desk.post(address(draft), {"act": "make_draft"})
    assert refused.status_code == 422


def test_only_staff_see_public_pages_of_a_draft(desk, draft):
    page_text = words(desk.get(reverse("scoring:tournament", args=[draft.public_id])))
    assert "Everyone will see this page like this" in page_text


def test_archived_tournament_moves_to_the_archive_list(desk, draft):
    desk.post(address(draft), {"act": "publish"})
    for encounter in encounters_of(draft):
        play_encounter(encounter)
    dashboard, archive_list = reverse("tournaments:desk"), reverse("tournaments:put_away")
    card = f'href="{organizers("scoring:tournament", draft)}"'
    assert 'value="put_away"' in words(desk.get(dashboard))
    assert desk.post(address(draft), {"act": "put_away", "next": dashboard}).headers["Location"] == dashboard
    assert card not in words(desk.get(dashboard))
    assert f'href="{archive_list}"' in words(desk.get(dashboard))
    assert card in words(desk.get(archive_list))
    assert Client().get(organizers("scoring:tournament", draft)).status_code == 200
    desk.post(address(draft), {"act": "take_out", "next": archive_list})
    assert card not in words(desk.get(archive_list))
    assert card in words(desk.get(dashboard))


def test_referee_sees_the_archive_without_actions(owner, draft):
    Tournament.objects.filter(pk=draft.pk).update(put_away_at=draft.created_at)
    referee = Client()
    referee.force_login(MembershipFactory.create(club=owner.club, role=Role.REFEREE).user)
    page = words(referee.get(reverse("tournaments:put_away")))
    assert draft.name in page
    assert "take_out" not in page


def test_queries_do_not_grow_with_the_archive(desk, owner, draft, django_assert_num_queries):
    Tournament.objects.filter(pk=draft.pk).update(put_away_at=draft.created_at)
    archive_list = reverse("tournaments:put_away")
    with django_assert_num_queries(5):  # session, user, number, page, roles
        desk.get(archive_list)
    for _more in range(3):
        created = open_tournament(club=owner.club)
        Tournament.objects.filter(pk=created.pk).update(put_away_at=created.created_at)
    with django_assert_num_queries(5):
        desk.get(archive_list)


def test_tournament_is_cancelled_with_a_reason_and_resumed(desk, draft):
    cancel = reverse("scoring:cancel", args=[draft.public_id])
    assert desk.get(cancel).headers["Location"] == address(draft)
    without = desk.post(cancel, {"reason": " "})
    assert without.status_code == 422
    assert "Write why it is cancelled" in words(without)
    assert desk.post(cancel, {"reason": "Salonu su bastı"}).headers["Location"] == address(draft)
    page_text = words(desk.get(organizers("scoring:running", draft)))
    assert "Salonu su bastı" in page_text
    again = desk.post(cancel, {"reason": "Bir daha"})
    assert again.status_code == 422
    assert "This tournament is cancelled already." in words(again)
    assert "reason: Salonu su bastı" in words(desk.get(organizers("scoring:log", draft)))
    desk.post(address(draft), {"act": "take_up"})
    assert "Salonu su bastı" not in words(desk.get(organizers("scoring:running", draft)))


def test_cancelled_tournament_is_archived_from_its_card(desk, draft):
    desk.post(reverse("scoring:cancel", args=[draft.public_id]), {"reason": "Salonu su bastı"})
    dashboard = reverse("tournaments:desk")
    assert 'value="put_away"' in words(desk.get(dashboard))
    desk.post(address(draft), {"act": "put_away"})
    assert draft.name not in words(desk.get(dashboard))


def test_erasing_asks_for_confirmation(desk, draft):
    erase = reverse("scoring:erase", args=[draft.public_id])
    page_text = words(desk.get(erase))
    assert "This can't be undone." in page_text
    assert draft.name in page_text
    unsure = desk.post(erase)
    assert unsure.status_code == 422
    assert "Tick this first" in words(unsure)
    done = desk.post(erase, {"sure": "on"})
    assert (done.status_code, done.headers["Location"]) == (303, reverse("tournaments:desk"))
    assert f"“{draft.name}” is deleted." in words(desk.get(reverse("tournaments:desk")))
    assert desk.get(address(draft)).status_code == 404
    assert desk.post(erase, {"sure": "on"}).status_code == 404


def test_played_tournament_cannot_be_erased(desk, draft):
    erase = reverse("scoring:erase", args=[draft.public_id])
    play_hand(encounters_of(draft)[0])
    page_text = words(desk.get(address(draft)))
    assert f'href="{erase}"' not in page_text
    assert "Cancel it, or archive it once it is over." in page_text
    assert 'name="sure"' not in words(desk.get(erase))
    refused = desk.post(erase, {"sure": "on"})
    assert refused.status_code == 422
    assert "Hands of this tournament were played" in words(refused)
    desk.post(reverse("scoring:cancel", args=[draft.public_id]), {"reason": "Salonu su bastı"})
    cancelled = words(desk.get(address(draft)))
    assert "You can archive it." in cancelled
    assert "Cancel it, or" not in cancelled
    desk.post(address(draft), {"act": "put_away"})
    assert "You can archive it." not in words(desk.get(address(draft)))
