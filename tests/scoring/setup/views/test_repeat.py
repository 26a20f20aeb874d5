from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    LEAGUE,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
)
from tests.flat_html import flat
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.shown_messages import message_levels
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Tournament
from tournaments.signup.domain.terms import Terms, set_terms

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def tournament(club: Club) -> Tournament:
    return open_tournament(club=club, pairs=3, name="Salı gecesi 21 Kasım", tables=2)


def address(tournament: Tournament) -> str:
    return reverse("scoring:repeat_tournament", args=[tournament.public_id])


def typed(**changes: Any) -> dict[str, Any]:
    days = {"first_day": "2030-01-05", "last_day": "2030-01-06", "proposed_for": "2030-01-05"}
    hours = {"begins": "19:00", "ends": "23:00", "tables": "2", "agreement": "hand", "protest_minutes": "7"}
    return {"name": "Ocak gecesi", **days, **hours, **changes}


def words(answer) -> str:
    return flat(answer.content.decode())


def test_page_lists_what_is_copied_and_stores_nothing(organizer_client, tournament):
    page = words(organizer_client.get(address(tournament)))
    for label in ("Takım 3", "Group stage", "Kulüp salonu", "Use again"):
        assert label in page
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_page_mentions_sign_up_terms_if_there_are_any(organizer_client, tournament):
    notice = "The sign-up terms are copied"
    assert notice not in words(organizer_client.get(address(tournament)))
    set_terms(tournament=tournament, terms=Terms(fee="200 lira"), by=CONSOLE, at=timezone.now())
    assert notice in words(organizer_client.get(address(tournament)))


def test_page_proposes_the_next_same_weekday(organizer_client, tournament):
    page = organizer_client.get(address(tournament))
    form = page.context["form"]
    first = form["first_day"].value()
    assert first >= timezone.localdate() - timedelta(days=1)
    assert first.weekday() == tournament.first_day.weekday()
    assert f'name="proposed_for" value="{first.isoformat()}"' in words(page)


def test_clone_is_a_draft_and_redirects_to_its_entries(organizer_client, tournament):
    answer = organizer_client.post(address(tournament), typed())
    draft = Tournament.objects.get(name="Ocak gecesi")
    assert answer.status_code == 303
    assert answer.headers["Location"] == reverse("tournaments:entries", args=[draft.public_id])
    assert draft.draft
    assert draft.entrants.count() == 3
    assert message_levels(answer) == ["success"]


def test_clone_without_entrants(organizer_client, tournament):
    organizer_client.post(address(tournament), typed(chosen="on"))
    assert not Tournament.objects.get(name="Ocak gecesi").entrants.exists()


def test_changing_the_first_day_moves_untouched_fields(organizer_client, tournament):
    proposed = organizer_client.get(address(tournament)).context["form"]
    sent = {
        **{name: str(proposed[name].value() or "") for name in ("name", "first_day", "last_day")},
        "proposed_for": proposed.proposed_for,
        "first_day": "2030-01-05",
        "act": "show",
    }
    part = organizer_client.post(address(tournament), sent, headers={"HX-Request": "true"})
    assert part.content.decode().strip().startswith("<fieldset")
    assert 'value="Salı gecesi 5 Ocak"' in part.content.decode()
    assert 'value="2030-01-06"' in part.content.decode()
    whole = organizer_client.post(address(tournament), sent)
    assert (whole.status_code, 'value="Salı gecesi 5 Ocak"' in words(whole)) == (200, True)
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_club_nights_and_a_template_are_kept_without_a_tournament(organizer_client, club, tournament):
    answer = organizer_client.post(
        address(tournament),
        typed(name="Salı gecesi 5 Ocak", use="weekly", weekdays=["1"], every="1", like_previous="on"),
    )
    weekly = club.blueprints.get()
    assert answer.headers["Location"] == reverse(
        "tournaments:blueprint", args=[club.public_id, weekly.public_id]
    )
    assert (weekly.name, weekly.days_of_week, weekly.like_previous, weekly.made_from) == (
        "Salı gecesi {tarih}",
        (1,),
        True,
        tournament,
    )
    assert organizer_client.post(address(tournament), typed(use="later")).status_code == 303
    template = club.blueprints.get(weekdays="")
    assert (template.name, template.agreement, template.days) == ("Ocak gecesi", "hand", 2)
    refused = organizer_client.post(address(tournament), typed(use="later"))
    assert (refused.status_code, 'value="Ocak gecesi"' in words(refused)) == (422, True)
    assert "name" in refused.context["form"].errors
    assert reverse("tournaments:blueprint", args=[club.public_id, template.public_id]) in words(refused)
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_invalid_form_shows_errors_with_input_kept(organizer_client, tournament):
    answer = organizer_client.post(address(tournament), typed(last_day="2030-01-01"))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["last_day"]
    assert 'value="Ocak gecesi"' in words(answer)
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_refusal_is_shown(organizer_client, tournament):
    tournament.stages.update(best_of=1, hands_per_match=None)
    answer = organizer_client.post(address(tournament), typed())
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors()
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_managers_of_a_single_tournament_cannot_clone(club, tournament):
    guest = MembershipFactory.create(club=club, tournament=tournament, role=Role.ORGANIZER).user
    client = LanguageClient("en")
    client.force_login(guest)
    assert client.get(address(tournament)).status_code == 404
    assert client.post(address(tournament), typed()).status_code == 404
    settings = words(client.get(reverse("tournaments:setup", args=[tournament.public_id])))
    assert f'href="{address(tournament)}"' not in settings


def test_settings_and_finished_card_link_to_the_clone_page(organizer_client, club, tournament):
    settings = words(organizer_client.get(reverse("tournaments:setup", args=[tournament.public_id])))
    assert f'href="{address(tournament)}"' in settings
    over = drawn_tournament(pairs=2, groups=1, stages=LEAGUE, club=club)
    play_encounter(encounters_of(over)[0])
    assert f'href="{address(over)}"' in words(organizer_client.get(reverse("tournaments:dashboard")))


def test_queries_do_not_grow_with_entrants(organizer_client, club):
    def query_count(pairs: int) -> int:
        listed = open_tournament(club=club, pairs=pairs)
        with CaptureQueriesContext(connection) as queries:
            assert organizer_client.get(address(listed)).status_code == 200
        return len(queries)

    assert query_count(1) == query_count(30)
