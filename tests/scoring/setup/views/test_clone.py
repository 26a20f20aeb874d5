from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
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
from tests.flat import flat
from tests.kept import kept
from tests.languages import Reader
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Tournament
from tournaments.signup.domain.terms import Terms, set_terms

pytestmark = [pytest.mark.django_db, pytest.mark.english]


@kept
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@kept
def tournament(club: Club) -> Tournament:
    return open_tournament(club=club, pairs=3, name="Salı gecesi 21 Kasım", tables=2)


@pytest.fixture
def desk(club: Club) -> Client:
    client = Reader("en")
    client.force_login(club.memberships.get().user)
    return client


def address(tournament: Tournament) -> str:
    return reverse("scoring:again", args=[tournament.public_id])


def typed(**changes: str) -> dict[str, str]:
    days = {"first_day": "2030-01-05", "last_day": "2030-01-06", "proposed_for": "2030-01-05"}
    return {"name": "Ocak gecesi", "entrants": "with", **days, **changes}


def words(answer) -> str:
    return flat(answer.content.decode())


def test_page_lists_what_is_copied_and_stores_nothing(desk, tournament):
    page = words(desk.get(address(tournament)))
    for label in ("With all 3 pairs", "Group stage", "Kulüp salonu", "Repeat next week"):
        assert label in page
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_page_mentions_sign_up_terms_if_there_are_any(desk, tournament):
    notice = "The sign-up terms are copied"
    assert notice not in words(desk.get(address(tournament)))
    set_terms(tournament=tournament, terms=Terms(fee="200 lira"), by=CONSOLE, at=timezone.now())
    assert notice in words(desk.get(address(tournament)))


def test_page_proposes_the_next_same_weekday(desk, tournament):
    form = desk.get(address(tournament)).context["form"]
    first = form.typed["first_day"]
    assert first >= timezone.localdate() - timedelta(days=1)
    assert first.weekday() == tournament.first_day.weekday()


def test_clone_is_a_draft_and_redirects_to_its_entries(desk, tournament):
    answer = desk.post(address(tournament), typed())
    draft = Tournament.objects.get(name="Ocak gecesi")
    assert answer.status_code == 303
    assert answer.headers["Location"] == reverse("tournaments:entries", args=[draft.public_id])
    assert draft.draft
    assert draft.entrants.count() == 3
    assert "was created as a draft" in words(desk.get(answer.headers["Location"]))


def test_clone_without_entrants(desk, tournament):
    desk.post(address(tournament), typed(entrants="without"))
    assert not Tournament.objects.get(name="Ocak gecesi").entrants.exists()


def test_changing_the_first_day_moves_untouched_fields(desk, tournament):
    proposed = desk.get(address(tournament)).context["form"]
    sent = {
        **{name: str(value) for name, value in proposed.typed.items()},
        "proposed_for": proposed.proposed_for,
        "first_day": "2030-01-05",
        "act": "show",
    }
    part = desk.post(address(tournament), sent, headers={"HX-Request": "true"})
    assert part.content.decode().strip().startswith("<fieldset")
    assert 'value="Salı gecesi 5 Ocak"' in part.content.decode()
    assert 'value="2030-01-06"' in part.content.decode()
    whole = desk.post(address(tournament), sent)
    assert (whole.status_code, 'value="Salı gecesi 5 Ocak"' in words(whole)) == (200, True)
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_invalid_form_shows_errors_with_input_kept(desk, tournament):
    answer = desk.post(address(tournament), typed(last_day="2030-01-01"))
    assert answer.status_code == 422
    page = words(answer)
    assert "The last day is before the first." in page
    assert 'value="Ocak gecesi"' in page
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_refusal_is_shown(desk, tournament):
    tournament.stages.update(best_of=1, hands_per_match=None)
    answer = desk.post(address(tournament), typed())
    assert answer.status_code == 422
    assert Tournament.objects.filter(club=tournament.club).count() == 1


def test_managers_of_a_single_tournament_cannot_clone(club, tournament):
    guest = MembershipFactory.create(club=club, tournament=tournament, role=Role.ORGANIZER).user
    client = Reader("en")
    client.force_login(guest)
    assert client.get(address(tournament)).status_code == 404
    assert client.post(address(tournament), typed()).status_code == 404
    settings = words(client.get(reverse("tournaments:setup", args=[tournament.public_id])))
    assert "Repeat next week" not in settings


def test_settings_and_finished_card_link_to_the_clone_page(desk, club, tournament):
    settings = words(desk.get(reverse("tournaments:setup", args=[tournament.public_id])))
    assert f'href="{address(tournament)}"' in settings
    over = drawn_tournament(pairs=2, groups=1, stages=LEAGUE, club=club)
    play_encounter(encounters_of(over)[0])
    assert f'href="{address(over)}"' in words(desk.get(reverse("tournaments:desk")))


def test_queries_do_not_grow_with_entrants(desk, club):
    def asked(pairs: int) -> int:
        listed = open_tournament(club=club, pairs=pairs)
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(address(listed)).status_code == 200
        return len(queries)

    assert asked(1) == asked(30)
