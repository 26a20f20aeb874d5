from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.enums import SlideKind
from scoring.play import round_clock
from scoring.screen import domain
from tests.factories import NOW, drawn_tournament, encounters_of, open_tournament, play_hand
from tests.flat_html import flat
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.play.timed_rounds import encounters_of_round, play, ring_bell, timed_knockout
from tests.test_rights import a_logo
from tournaments.clubs.domain import set_logo
from tournaments.enums import ClubColour, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Tournament

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@module_fixture
def tournament() -> Tournament:
    created = drawn_tournament(pairs=8, groups=2)
    for encounter in encounters_of(created)[:2]:
        play_hand(encounter)
    created.refresh_from_db()
    return created


def address(tournament: Tournament, name: str = "tv") -> str:
    return reverse(f"scoring:{name}", args=[tournament.public_id])


def show(client: Client, tournament: Tournament, query: str = "", **headers: str) -> str:
    return client.get(address(tournament) + query, headers=headers).content.decode()


def visible_slide_ids(page: str) -> list[str]:
    return re.findall(r'class="tv-slide[^"]* on" id="slide-([a-z]+-\d+)"', page)


def hold(tournament: Tournament, kind: SlideKind) -> None:
    domain.call_slide(tournament=tournament, kind=kind, pinned=True, by=CONSOLE, at=NOW)


def test_page_has_all_slides_and_one_is_visible(client, tournament):
    page = show(client, tournament)
    for kind in ("tables", "next", "groups", "hands", "welcome"):
        assert f'id="slide-{kind}-1"' in page
    assert visible_slide_ids(page) == ["tables-1"]


def test_page_uses_the_look_of_the_club(client, tournament):
    club = tournament.club
    page = show(client, tournament)
    assert "data-colour" not in page
    assert "/logo-" not in page
    Club.objects.filter(pk=club.pk).update(colour=ClubColour.SEA)
    set_logo(club=club, content=a_logo(), by=CONSOLE, at=NOW)
    page = show(client, tournament)
    assert f'data-colour="{ClubColour.SEA}"' in page
    assert reverse("scoring:club_logo", args=[club.public_id, club.logo]) in page
    assert f'alt="{club.name}"' in page


def test_welcome_names_the_club_unless_the_tournament_name_contains_it(client):
    created = open_tournament(name="Güz Kupası")
    subtitle = f'<p class="tv-sub" translate="no">{created.club.name}</p>'
    assert subtitle in show(client, created)
    assert subtitle not in show(client, open_tournament(club=created.club, name=created.club.name))


def row_of(page: str, number: int) -> str:
    row = page[page.index(f'id="tv-next-{number}"') :]
    return row[: row.index("</li>")]


def test_encounter_that_has_not_begun_is_next_and_its_table_free(client):
    created = drawn_tournament(pairs=8, groups=2, tables=2)
    waits = show(client, created)
    assert "tv-state play" not in waits
    assert "boş" not in row_of(waits, 1)
    play_hand(encounters_of(created)[0])
    page = show(client, created)
    assert "tv-state play" in row_of(page, 1)
    free = row_of(page, 2)
    assert free.index("boş") < free.index('class="nm"')
    assert "tv-state" not in free


def test_new_match_shows_only_the_matches_won(client):
    created = drawn_tournament(pairs=4, groups=1, groups_best_of=3)
    encounter = encounters_of(created)[0]
    for _hand in range(3):
        play_hand(encounter)
    page = show(client, created)
    card = page[page.index(f'id="tv-at-{encounter.public_id}"') :]
    card = flat(card[: card.index("</ul>")])
    assert "2. maç" in card
    assert re.findall(r"<b[^>]*>(\d)</b>", card)[1:] == ["1", "0"]
    assert card.count('<span class="n"></span>') == 2
    assert "lead" not in card


def test_the_bell_is_loaded_once(client, tournament):
    assert show(client, tournament).count("js/screen/tv.js") == 1


def test_poll_gets_the_live_fragment_or_204(client, tournament):
    part = client.get(address(tournament) + "?seen=0", headers=HTMX)
    assert part.content.decode().lstrip().startswith('<div id="live"')
    unchanged = client.get(f"{address(tournament)}?seen={tournament.counter}", headers=HTMX)
    assert unchanged.status_code == 204


def test_unchanged_page_is_304(client, tournament):
    tag = client.get(address(tournament)).headers["ETag"]
    assert client.get(address(tournament), headers={"If-None-Match": tag}).status_code == 304


def test_page_without_a_script_links_to_the_next_slide(client, tournament):
    page = client.get(address(tournament) + "?slide=5")
    assert page.headers["Cache-Control"] == "no-store"
    assert '<meta http-equiv="refresh" content="12;url=?slide=1">' in page.content.decode()
    assert visible_slide_ids(page.content.decode()) == ["welcome-1"]


@pytest.mark.parametrize("query", ["0", "99", "-1", "a", "²", "1" * 500])
def test_unknown_slide_shows_the_first(client, tournament, query):
    assert visible_slide_ids(show(client, tournament, f"?slide={query}")) == ["tables-1"]


def test_pinned_slide_links_to_itself(client, tournament):
    hold(tournament, SlideKind.GROUPS)
    page = show(client, tournament, "?slide=1")
    assert visible_slide_ids(page) == ["groups-1"]
    assert 'data-holds="1"' in page


def test_pinned_slide_without_content_is_ignored(client, tournament):
    hold(tournament, SlideKind.CHAMPION)
    assert visible_slide_ids(show(client, tournament)) == ["tables-1"]


def test_notice_is_shown_until_it_ends(client, tournament):
    now = timezone.now()
    for text, minutes in (("Çay molası", 15), ("Geçmiş duyuru", 0)):
        begun = now - timedelta(hours=1)
        until = now + timedelta(minutes=minutes)
        domain.post_notice(tournament=tournament, text=text, until=until, by=CONSOLE, at=begun)
    page = show(client, tournament)
    assert "Çay molası" in page
    assert "Geçmiş duyuru" not in page


def test_screen_before_the_draw_shows_the_plan_and_the_address(client):
    page = show(client, open_tournament(pairs=3))
    assert "slide-welcome-1" in page
    assert 'class="tv-qr"><svg' in page


def test_clock_is_on_the_screen_and_public_pages(client, tournament):
    plan = round_clock.ClockPlan(title="3. tur", minutes=50)
    round_clock.start_clock(tournament=tournament, plan=plan, by=CONSOLE, at=timezone.now())
    assert "3. tur" in show(client, tournament)
    assert 'role="timer"' in client.get(address(tournament, "tournament")).content.decode()


def test_clock_comes_with_the_server_time(client, tournament):
    bare = client.get(address(tournament, "round_clock"))
    assert (bare.headers["Cache-Control"], bare.json()["clock"]) == ("no-store", None)
    begun = timezone.now()
    round_clock.start_clock(
        tournament=tournament, plan=round_clock.ClockPlan(minutes=50), by=CONSOLE, at=begun
    )
    payload = client.get(address(tournament, "round_clock")).json()
    assert payload["clock"]["ends"] == pytest.approx(begun.timestamp() * 1000 + 3_000_000, abs=2)
    assert payload["now"] == pytest.approx(timezone.now().timestamp() * 1000, abs=60_000)


def test_only_same_origin_pages_can_frame_the_screen(client, tournament):
    framed, other = client.get(address(tournament)), client.get(address(tournament, "tournament"))
    assert "frame-ancestors 'self'" in framed.headers["Content-Security-Policy"]
    assert framed.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'none'" in other.headers["Content-Security-Policy"]


@pytest.mark.parametrize("name", ["tv", "round_clock"])
def test_unknown_tournament_is_404(client, name):
    assert client.get(reverse(f"scoring:{name}", args=[uuid4()])).status_code == 404


def test_clock_shows_that_the_bell_has_rung():
    tournament = timed_knockout(best_of=1)
    encounter = encounters_of_round(tournament)[0]
    play(encounter, "AAA")
    an_hour_ago = timezone.now() - timedelta(hours=1)
    round_clock.start_clock(
        tournament=tournament, plan=round_clock.ClockPlan(minutes=50), by=CONSOLE, at=an_hour_ago
    )
    page = LanguageClient("en")
    assert "time is up: extra time" in show(page, tournament)
    ring_bell(encounter, at=timezone.now())
    rung = show(page, tournament)
    assert "time is up: the bell has rung" in rung
    assert "last hand" in rung


def test_finished_tournament_shows_no_clock(client, tournament):
    plan = round_clock.ClockPlan(title="3. tur", minutes=50)
    round_clock.start_clock(tournament=tournament, plan=plan, by=CONSOLE, at=timezone.now())
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert "3. tur" not in show(client, tournament)
    assert "3. tur" not in client.get(address(tournament, "tournament")).content.decode()
    assert client.get(address(tournament, "round_clock")).json()["clock"] is None
    Tournament.objects.update(state=TournamentState.PLAYING)
    assert "3. tur" in show(client, tournament)
