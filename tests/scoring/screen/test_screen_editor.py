from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Notice
from scoring.play import round_clock
from scoring.screen import domain
from tests.factories import MembershipFactory, drawn_tournament
from tests.module_fixtures import module_fixture
from tests.page_forms import seen_values
from tournaments.enums import TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ORDER = ["groups", "tables", "next", "bracket", "hands", "notice", "champion", "welcome"]
CLOCK = {"title": "3. tur", "minutes": "50", "warnings": "10, 5; 1", "extra": "hands", "extra_amount": "2"}


@pytest.fixture
def organizer(client: Client, tournament: Tournament) -> Client:
    client.force_login(MembershipFactory.create(club=tournament.club).user)
    return client


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(pairs=8, groups=2)


def address(tournament: Tournament, name: str = "organizer_screen") -> str:
    return reverse(f"scoring:{name}", args=[tournament.public_id])


def post(organizer: Client, tournament: Tournament, name: str, **typed: Any) -> int:
    answer = organizer.post(address(tournament, name), typed)
    if answer.status_code == 303:
        assert answer.headers["Location"] == address(tournament)
    return answer.status_code


def test_the_page_shows_everything_that_can_be_chosen(organizer, tournament):
    page = organizer.get(address(tournament)).content.decode()
    assert page.count('name="kinds"') == len(ORDER)
    assert f'src="{address(tournament, "tv")}?preview=1"' in page


def test_slides_seconds_and_order_are_chosen(organizer, tournament):
    chosen = {"kinds": ["tables", "groups"], "order": ORDER, "seconds": "20", "down": "groups"}
    assert post(organizer, tournament, "organizer_screen", **chosen) == 303
    settings = domain.screen_of(tournament)
    assert (settings.shown_kinds, settings.seconds) == (["tables", "groups"], 20)


@pytest.mark.parametrize(
    "typed", [{"seconds": "1", "kinds": ["groups"]}, {"seconds": "x"}, {"seconds": "20"}, {"kinds": ["?"]}]
)
def test_invalid_settings_are_reported(organizer, tournament, typed):
    assert post(organizer, tournament, "organizer_screen", **typed) == 422
    assert domain.screen_of(tournament).pk is None


def test_refused_form_keeps_its_input(organizer, tournament):
    typed = {"seconds": "1", "kinds": ["hands"], "order": ORDER, "up": "tables"}
    page = organizer.post(address(tournament), typed).content.decode()
    rows = re.findall(r'name="kinds" value="(\w+)"( checked)?', page)
    assert [kind for kind, _chosen in rows] == ["tables", "groups", *ORDER[2:]]
    assert [kind for kind, chosen in rows if chosen] == ["hands"]
    assert 'name="seconds" value="1"' in page


def test_concurrent_choice_of_slides_needs_a_second_save(organizer, tournament):
    first = seen_values(organizer.get(address(tournament)))
    chosen = {"kinds": ["tables"], "order": ORDER, "seconds": "20", "seen": first}
    assert post(organizer, tournament, "organizer_screen", **chosen) == 303
    late = chosen | {"kinds": ["hands"]}
    answer = organizer.post(address(tournament), late)
    assert answer.status_code == 422
    assert domain.screen_of(tournament).shown_kinds == ["tables"]
    assert [clash.name for clash in answer.context["form"].clashes] == ["kinds"]
    again = late | {"seen": seen_values(answer)}
    assert post(organizer, tournament, "organizer_screen", **again) == 303
    assert domain.screen_of(tournament).shown_kinds == ["hands"]


def test_outdated_window_does_not_stop_the_next_clock(organizer, tournament):
    assert post(organizer, tournament, "start_clock", **CLOCK) == 303
    old = re.search(r'name="clock" value="([^"]+)"', organizer.get(address(tournament)).content.decode())
    assert old is not None
    assert post(organizer, tournament, "change_clock", act="stop", clock=old[1]) == 303
    assert post(organizer, tournament, "start_clock", **CLOCK) == 303
    assert post(organizer, tournament, "change_clock", act="stop", clock=old[1]) == 422
    assert round_clock.current_clock(tournament) is not None


def test_organizer_shows_pins_and_releases_a_slide(organizer, tournament):
    assert post(organizer, tournament, "call_slide", show="groups") == 303
    assert post(organizer, tournament, "call_slide", hold="tables") == 303
    settings = domain.screen_of(tournament)
    assert (settings.called, settings.holds, settings.calls) == ("tables", True, 2)
    assert post(organizer, tournament, "call_slide", release="1") == 303
    assert not domain.screen_of(tournament).holds
    assert post(organizer, tournament, "call_slide", show="nothing") == 303
    assert domain.screen_of(tournament).calls == 2


def test_a_notice_is_put_up_and_removed(organizer, tournament):
    assert post(organizer, tournament, "post_notice", text="Çay molası", until="23:59") == 303
    assert post(organizer, tournament, "post_notice", text="Hoş geldiniz") == 303
    first, second = Notice.objects.order_by("pk")
    assert (first.until is not None, second.until) == (True, None)
    assert "Çay molası" in organizer.get(address(tournament)).content.decode()
    remove = reverse("scoring:remove_notice", args=[tournament.public_id, first.public_id])
    assert organizer.post(remove).status_code == 303
    first.refresh_from_db()
    assert first.removed_at is not None


@pytest.mark.parametrize("typed", [{"text": ""}, {"text": "ç" * 201}, {"text": "a", "until": "25:00"}])
def test_empty_notice_is_refused(organizer, tournament, typed):
    assert post(organizer, tournament, "post_notice", **typed) == 422
    assert not Notice.objects.exists()


def test_notice_of_another_tournament_is_404(organizer, tournament):
    other = drawn_tournament(pairs=4, groups=1)
    notice = Notice.objects.create(tournament=other, text="Öteki", put_up_at=other.created_at)
    remove = reverse("scoring:remove_notice", args=[tournament.public_id, notice.public_id])
    assert organizer.post(remove).status_code == 404


def test_a_clock_is_started_changed_and_stopped(organizer, tournament):
    assert post(organizer, tournament, "start_clock", **CLOCK) == 303
    running = round_clock.current_clock(tournament)
    assert running is not None
    assert (running.warnings, running.extra, running.extra_amount) == ([10, 5, 1], "hands", 2)
    for typed in ({"act": "add", "minutes": "5"}, {"act": "pause"}, {"act": "resume"}):
        assert post(organizer, tournament, "change_clock", **typed) == 303
    running.refresh_from_db()
    assert (running.added, running.paused_at) == (300, None)
    assert "3. tur" in organizer.get(address(tournament)).content.decode()
    assert post(organizer, tournament, "change_clock", act="stop") == 303
    assert round_clock.current_clock(tournament) is None


@pytest.mark.parametrize(
    "change",
    [{"minutes": "0"}, {"minutes": "x"}, {"warnings": "bir"}, {"extra": "?"}, {"extra_amount": "99"}],
)
def test_invalid_clock_is_reported(organizer, tournament, change):
    answer = organizer.post(address(tournament, "start_clock"), CLOCK | change)
    assert answer.status_code == 422
    assert 'value="3. tur"' in answer.content.decode()
    assert round_clock.current_clock(tournament) is None


@pytest.mark.parametrize(
    "typed", [{"act": "pause"}, {"act": "add", "minutes": "x"}, {"act": "add", "minutes": "999"}]
)
def test_change_without_a_running_clock_is_refused(organizer, tournament, typed):
    assert post(organizer, tournament, "change_clock", **typed) == 422


def test_unknown_action_does_nothing(organizer, tournament):
    round_clock.start_clock(
        tournament=tournament, plan=round_clock.ClockPlan(), by=CONSOLE, at=tournament.created_at
    )
    assert post(organizer, tournament, "change_clock", act="explode") == 303
    assert round_clock.current_clock(tournament) is not None


@pytest.mark.parametrize("name", ["call_slide", "post_notice", "start_clock", "change_clock"])
def test_get_of_a_post_address_redirects_back(organizer, tournament, name):
    answer = organizer.get(address(tournament, name))
    assert (answer.status_code, answer.headers["Location"]) == (303, address(tournament))


def test_finished_tournament_has_no_clock(organizer, tournament):
    post(organizer, tournament, "start_clock", **CLOCK)
    Tournament.objects.update(state=TournamentState.FINISHED)
    page = organizer.get(address(tournament))
    assert page.context["clock_face"] is None
    assert address(tournament, "start_clock") not in page.content.decode()
