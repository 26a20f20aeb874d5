from __future__ import annotations

from datetime import timedelta

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
    return reverse("scoring:clone_tournament", args=[tournament.public_id])


def clone_form_data(**changes: str) -> dict[str, str]:
    days = {"first_day": "2030-01-05", "last_day": "2030-01-06", "proposed_for": "2030-01-05"}
    return {"name": "Ocak gecesi", "entrants": "with", **days, **changes}


def words(answer) -> str:
    return flat(answer.content.decode())


def test_page_lists_what_is_copied_and_stores_nothing(organizer_client, tournament):
    page = words(organizer_client.get(address(tournament)))
    for label in ("With all 3 pairs", "Group stage", "Kulüp salonu", "Repeat next week"):
        assert label in page
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_page_mentions_sign_up_terms_if_there_are_any(organizer_client, tournament):
    notice = "The sign-up terms are copied"
    assert notice not in words(organizer_client.get(address(tournament)))
    set_terms(tournament=tournament, terms=Terms(fee="200 lira"), by=CONSOLE, at=timezone.now())
    assert notice in words(organizer_client.get(address(tournament)))


def test_page_proposes_the_next_same_weekday(organizer_client, tournament):
    form = organizer_client.get(address(tournament)).context["form"]
    first = form.typed["first_day"]
    assert first >= timezone.localdate() - timedelta(days=1)
    assert first.weekday() == tournament.first_day.weekday()


def test_clone_is_a_draft_and_redirects_to_its_entries(organizer_client, tournament):
    answer = organizer_client.post(address(tournament), clone_form_data())
    draft = Tournament.objects.get(name="Ocak gecesi")
    assert answer.status_code == 303
    assert answer.headers["Location"] == reverse("tournaments:entries", args=[draft.public_id])
    assert draft.draft
    assert draft.entrants.count() == 3
    assert message_levels(answer) == ["success"]


def test_clone_without_entrants(organizer_client, tournament):
    organizer_client.post(address(tournament), clone_form_data(entrants="without"))
    assert not Tournament.objects.get(name="Ocak gecesi").entrants.exists()


def test_changing_the_first_day_moves_untouched_fields(organizer_client, tournament):
    proposed = organizer_client.get(address(tournament)).context["form"]
    sent = {
        **{name: str(value) for name, value in proposed.typed.items()},
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


def test_invalid_form_shows_errors_with_input_kept(organizer_client, tournament):
    answer = organizer_client.post(address(tournament), clone_form_data(last_day="2030-01-01"))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["last_day"]
    assert 'value="Ocak gecesi"' in words(answer)
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_refusal_is_shown(organizer_client, tournament):
    tournament.stages.update(best_of=1, hands_per_match=None)
    answer = organizer_client.post(address(tournament), clone_form_data())
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors()
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_managers_of_a_single_tournament_cannot_clone(club, tournament):
    guest = MembershipFactory.create(club=club, tournament=tournament, role=Role.ORGANIZER).user
    client = LanguageClient("en")
    client.force_login(guest)
    assert client.get(address(tournament)).status_code == 404
    assert client.post(address(tournament), clone_form_data()).status_code == 404
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
