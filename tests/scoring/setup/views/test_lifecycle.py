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
from tests.flat_html import flat
from tests.module_fixtures import module_fixture
from tests.shown_messages import message_levels
from tournaments.enums import Role, Visibility
from tournaments.models import Membership, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

PUBLISHES = 'name="act" value="publish"'
ARCHIVES = 'name="act" value="archive"'
DRAFT_NOTICE = 'data-test="draft-notice"'
DRAFT_WARNING = 'class="note o-state-note warn"'


@module_fixture
def owner() -> Membership:
    return MembershipFactory.create(role=Role.OWNER)


@pytest.fixture
def draft_tournament(owner: Membership) -> Tournament:
    return drawn_tournament(pairs=4, groups=1, stages=LEAGUE, club=owner.club, visibility=Visibility.DRAFT)


def address(tournament: Tournament) -> str:
    return reverse("scoring:lifecycle", args=[tournament.public_id])


def organizer_url(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.public_id])


def words(answer: Any) -> str:
    return flat(answer.content.decode())


@pytest.mark.release
@pytest.mark.parametrize(
    "page",
    [
        "tournaments:entries",
        "tournaments:draw",
        "tournaments:table_codes",
        "scoring:organizer_screen",
        "scoring:room_overview",
    ],
)
def test_every_page_of_a_draft_has_a_publish_button(organizer_client, draft_tournament, page):
    page_address = organizer_url(page, draft_tournament)
    page_text = words(organizer_client.get(page_address))
    assert DRAFT_NOTICE in page_text
    assert DRAFT_WARNING in page_text
    assert PUBLISHES in page_text
    answer = organizer_client.post(address(draft_tournament), {"act": "publish", "next": page_address})
    assert (answer.status_code, answer.headers["Location"]) == (303, page_address)
    draft_tournament.refresh_from_db()
    assert draft_tournament.visibility == Visibility.PUBLIC
    assert PUBLISHES not in words(organizer_client.get(page_address))


def test_draft_notice_before_the_draw_is_unobtrusive(organizer_client, owner):
    draft = open_tournament(club=owner.club, visibility=Visibility.DRAFT)
    page_text = words(organizer_client.get(organizer_url("tournaments:entries", draft)))
    assert page_text.count(DRAFT_NOTICE) == page_text.count(PUBLISHES) == 1
    assert DRAFT_WARNING not in page_text
    assert "o-notice" not in page_text, "the form would begin below the fold"


def test_dashboard_card_of_a_draft_has_a_publish_button(organizer_client, draft_tournament):
    page_text = words(organizer_client.get(reverse("tournaments:dashboard")))
    assert 'data-test="draft-mark"' in page_text
    assert PUBLISHES in page_text


def test_second_publish_says_that_it_is_public(organizer_client, draft_tournament):
    organizer_client.post(address(draft_tournament), {"act": "publish"})
    again = organizer_client.post(address(draft_tournament), {"act": "publish"})
    assert (again.status_code, again.context["refusal"].code) == (422, "public_already")


def test_foreign_return_address_is_ignored(organizer_client, draft_tournament):
    answer = organizer_client.post(
        address(draft_tournament), {"act": "publish", "next": "//elsewhere.example/"}
    )
    assert answer.headers["Location"] == address(draft_tournament)


def test_unknown_action_changes_nothing(organizer_client, draft_tournament):
    assert organizer_client.post(address(draft_tournament), {"act": "burn"}).status_code == 303
    draft_tournament.refresh_from_db()
    assert draft_tournament.visibility == Visibility.DRAFT


def test_played_tournament_cannot_become_a_draft(organizer_client, draft_tournament):
    organizer_client.post(address(draft_tournament), {"act": "publish"})
    assert 'value="unpublish"' in words(organizer_client.get(address(draft_tournament)))
    play_hand(encounters_of(draft_tournament)[0])
    assert 'value="unpublish"' not in words(organizer_client.get(address(draft_tournament)))
    refused = organizer_client.post(address(draft_tournament), {"act": "unpublish"})
    assert (refused.status_code, refused.context["refusal"].code) == (422, "was_played")


def test_only_staff_see_public_pages_of_a_draft(organizer_client, draft_tournament):
    page_text = words(organizer_client.get(reverse("scoring:tournament", args=[draft_tournament.public_id])))
    assert DRAFT_NOTICE in page_text


def test_archived_tournament_moves_to_the_archive_list(organizer_client, draft_tournament):
    organizer_client.post(address(draft_tournament), {"act": "publish"})
    for encounter in encounters_of(draft_tournament):
        play_encounter(encounter)
    dashboard, archive_list = reverse("tournaments:dashboard"), reverse("tournaments:archived_tournaments")
    card = f'href="{organizer_url("scoring:tournament", draft_tournament)}"'
    assert 'value="archive"' in words(organizer_client.get(dashboard))
    assert (
        organizer_client.post(address(draft_tournament), {"act": "archive", "next": dashboard}).headers[
            "Location"
        ]
        == dashboard
    )
    assert card not in words(organizer_client.get(dashboard))
    assert f'href="{archive_list}"' in words(organizer_client.get(dashboard))
    assert card in words(organizer_client.get(archive_list))
    assert Client().get(organizer_url("scoring:tournament", draft_tournament)).status_code == 200
    organizer_client.post(address(draft_tournament), {"act": "unarchive", "next": archive_list})
    assert card not in words(organizer_client.get(archive_list))
    assert card in words(organizer_client.get(dashboard))


def test_referee_sees_the_archive_without_actions(owner, draft_tournament):
    Tournament.objects.filter(pk=draft_tournament.pk).update(archived_at=draft_tournament.created_at)
    referee = Client()
    referee.force_login(MembershipFactory.create(club=owner.club, role=Role.REFEREE).user)
    page = words(referee.get(reverse("tournaments:archived_tournaments")))
    assert draft_tournament.name in page
    assert "unarchive" not in page


def test_queries_do_not_grow_with_the_archive(
    organizer_client, owner, draft_tournament, django_assert_num_queries
):
    Tournament.objects.filter(pk=draft_tournament.pk).update(archived_at=draft_tournament.created_at)
    archive_list = reverse("tournaments:archived_tournaments")
    with django_assert_num_queries(5):  # session, user, number, page, roles
        organizer_client.get(archive_list)
    for _more in range(3):
        created = open_tournament(club=owner.club)
        Tournament.objects.filter(pk=created.pk).update(archived_at=created.created_at)
    with django_assert_num_queries(5):
        organizer_client.get(archive_list)


def test_tournament_is_cancelled_with_a_reason_and_resumed(organizer_client, draft_tournament):
    cancel = reverse("scoring:cancel_tournament", args=[draft_tournament.public_id])
    assert organizer_client.get(cancel).headers["Location"] == address(draft_tournament)
    without = organizer_client.post(cancel, {"reason": " "})
    assert (without.status_code, without.context["refusal"].code) == (422, "cancelling_needs_reason")
    assert organizer_client.post(cancel, {"reason": "Salonu su bastı"}).headers["Location"] == address(
        draft_tournament
    )
    page_text = words(organizer_client.get(organizer_url("scoring:room_overview", draft_tournament)))
    assert "Salonu su bastı" in page_text
    again = organizer_client.post(cancel, {"reason": "Bir daha"})
    assert (again.status_code, again.context["refusal"].code) == (422, "cancelled_already")
    assert "Reason: Salonu su bastı" in words(
        organizer_client.get(organizer_url("scoring:log", draft_tournament))
    )
    organizer_client.post(address(draft_tournament), {"act": "undo_cancellation"})
    assert "Salonu su bastı" not in words(
        organizer_client.get(organizer_url("scoring:room_overview", draft_tournament))
    )


def test_cancelled_tournament_is_archived_from_its_card(organizer_client, draft_tournament):
    organizer_client.post(
        reverse("scoring:cancel_tournament", args=[draft_tournament.public_id]), {"reason": "Salonu su bastı"}
    )
    dashboard = reverse("tournaments:dashboard")
    assert 'value="archive"' in words(organizer_client.get(dashboard))
    organizer_client.post(address(draft_tournament), {"act": "archive"})
    assert draft_tournament.name not in words(organizer_client.get(dashboard))


def test_erasing_asks_for_confirmation(organizer_client, draft_tournament):
    erase = reverse("scoring:erase_tournament", args=[draft_tournament.public_id])
    page_text = words(organizer_client.get(erase))
    assert 'name="sure"' in page_text
    assert draft_tournament.name in page_text
    unsure = organizer_client.post(erase)
    assert (unsure.status_code, unsure.context["not_confirmed"]) == (422, True)
    assert "error-text" in words(unsure)
    done = organizer_client.post(erase, {"sure": "on"})
    assert (done.status_code, done.headers["Location"]) == (303, reverse("tournaments:dashboard"))
    assert message_levels(done) == ["success"]
    assert organizer_client.get(address(draft_tournament)).status_code == 404
    assert organizer_client.post(erase, {"sure": "on"}).status_code == 404


def test_played_tournament_cannot_be_erased(organizer_client, draft_tournament):
    erase = reverse("scoring:erase_tournament", args=[draft_tournament.public_id])
    play_hand(encounters_of(draft_tournament)[0])
    lifecycle = organizer_client.get(address(draft_tournament))
    assert f'href="{erase}"' not in words(lifecycle)
    assert not lifecycle.context["may_be_archived"]
    assert ARCHIVES not in words(lifecycle)
    assert 'name="sure"' not in words(organizer_client.get(erase))
    refused = organizer_client.post(erase, {"sure": "on"})
    assert (refused.status_code, refused.context["refusal"].code) == (422, "was_played")
    organizer_client.post(
        reverse("scoring:cancel_tournament", args=[draft_tournament.public_id]), {"reason": "Salonu su bastı"}
    )
    cancelled = organizer_client.get(address(draft_tournament))
    assert cancelled.context["may_be_archived"]
    assert ARCHIVES in words(cancelled)
    organizer_client.post(address(draft_tournament), {"act": "archive"})
    assert ARCHIVES not in words(organizer_client.get(address(draft_tournament)))
