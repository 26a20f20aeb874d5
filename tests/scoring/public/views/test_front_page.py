from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.queries.play_labels import sort_directions
from scoring.setup.domain import cancellation, visibility
from scoring.templatetags.following import mark_attribute
from tests.factories import (
    LEAGUE,
    NOW,
    ClubFactory,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
    report,
)
from tests.scoring.live.page_counters import (
    HTMX,
    address,
    encounter_address,
    play_groups,
    refresh,
    statements,
    text,
)
from tests.scoring.play.test_open_length import OPEN, stages, won_hand
from tests.tournaments.signup.domain.applicants import set_terms
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Tournament
from tournaments.sentences import untranslated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


def front_page_text(client: Client, **headers: str) -> str:
    return text(client.get("/en/", headers=headers))


def finished(**changes) -> Tournament:
    tournament = drawn_tournament(pairs=3, groups=1, stages=LEAGUE, **changes)
    play_groups(tournament)
    tournament.refresh_from_db()
    assert tournament.champion
    return tournament


@pytest.mark.release
def test_open_sign_up_is_offered_on_upcoming_tournaments(client: Client):
    first = open_tournament()
    later = open_tournament(club=first.club)
    pages = ("/en/", f"{reverse('scoring:tournament_search')}?name=")
    links = [reverse("tournaments:sign_up", args=[each.public_id]) for each in (first, later)]
    for tournament in (first, later):
        set_terms(tournament)
    for page in pages:
        assert [link in text(client.get(page)) for link in links] == [True, True]
    set_terms(first, closes_at=NOW)
    set_terms(later, is_open=False)
    for page in pages:
        assert [link in text(client.get(page)) for link in links] == [False, False]


def test_new_site_explains_itself_and_how_to_create_a_club(client: Client):
    setup_guide = reverse("scoring:guide", kwargs={"code": "installing"})
    assert setup_guide in front_page_text(client)
    ClubFactory.create(name="Yediveren")
    page = front_page_text(client)
    assert setup_guide not in page
    assert f"<h1>{untranslated('Yediveren')}</h1>" in page
    assert reverse("tournaments:sign_in") in page
    assert "front-empty" in page
    organizer = MembershipFactory.create(club=Club.objects.get())
    client.force_login(organizer.user)
    assert f'class="btn go" href="{reverse("tournaments:dashboard")}"' in front_page_text(client)


@pytest.mark.release
def test_current_tournaments_come_first_then_coming_ones_then_results(client: Client):
    finished(name="Bitmiş Kupa")
    open_tournament(name="Açık Kupa")
    drawn_tournament(name="Süren Kupa")
    page = front_page_text(client)
    assert page.index("Süren Kupa") < page.index("Bitmiş Kupa")
    assert page.index("Süren Kupa") < page.index("Açık Kupa")


def test_table_in_play_shows_totals_hand_and_lead(client: Client):
    tournament = drawn_tournament()
    decided, playing, *_rest = encounters_of(tournament)
    play_encounter(decided)
    play_hand(playing, report(points=(30, 41)))
    refresh(tournament)
    response = client.get("/en/")
    page = text(response)
    table = page[page.index(f'href="{encounter_address(playing)}"') :]
    ahead, behind = playing.sides_in_order
    assert "hand 2" in table
    assert "1 of 3 hands played" in table
    for side, css_class, lead in ((ahead, "side-score lead", "−101"), (behind, "side-score", "+71")):
        name = f'<span class="whole" {mark_attribute(side.entrant)}>{side.entrant}</span>'
        assert f'<span class="{css_class}">{name}<span>{lead}<' in table
    assert table.partition("</a>")[0].count('class="sr"') == 1
    (current,) = response.context["front"].current_tournaments
    assert (current.playing, current.decided, current.total) == (1, 1, 12)
    leaders = page[page.index('class="current-tournament-leaders"') :]
    leader = decided.sides_in_order[0].entrant
    assert f"</span><b {mark_attribute(leader)}>{leader}</b>" in leaders
    assert f'href="{encounter_address(decided)}"' in page[page.index('<h3 id="decided">') :]


@pytest.mark.slow
def test_matches_won_appear_with_the_first_won_match(client: Client):
    tournament = drawn_tournament(groups_best_of=3)
    encounter = encounters_of(tournament)[0]
    shown = []
    for _hand in range(4):
        play_hand(encounter)
        shown.append('data-test="match-score"' in front_page_text(client))
        tables = text(client.get(reverse("scoring:tables", args=[tournament.public_id])))
        assert ('data-test="match-score"' in tables) == shown[-1]
    assert shown == [False, False, True, True]


def test_upcoming_tournament_shows_places_and_the_last_day_of_sign_up(client: Client):
    tournament = open_tournament(pairs=3)
    page = front_page_text(client)
    assert ("3 / " in page, 'data-test="last-day-of-sign-up"' in page) == (False, False)
    tournament.first_day = tournament.last_day = timezone.localdate() + timedelta(days=7)
    tournament.save(update_fields=["first_day", "last_day"])
    for days, shown in ((2, True), (9, False)):
        set_terms(tournament, capacity=16, closes_at=timezone.now() + timedelta(days=days))
        page = front_page_text(client)
        assert ("3 / 16" in page, 'data-test="last-day-of-sign-up"' in page) == (True, shown)


def test_full_tournament_offers_the_waiting_list(client: Client):
    tournament = open_tournament(pairs=3)
    for capacity, label in ((4, "Sign up"), (3, "Join the waiting list")):
        set_terms(tournament, capacity=capacity)
        page = front_page_text(client)
        link = page[page.index('data-test="sign-up"') :].partition("</a>")[0]
        assert label in link


def test_each_game_says_which_direction_is_better(client: Client):
    play_hand(encounters_of(drawn_tournament())[0])
    page = front_page_text(client)
    assert (sort_directions("points") in page, sort_directions("left") in page) == (True, False)
    okey = drawn_tournament(name="Okey Kupası", rule_set_id="okey-countdown", stages=stages(OPEN))
    play_hand(encounters_of(okey)[0], won_hand("B1"))
    page = front_page_text(client)
    assert "<span>18</span>" in page
    assert (sort_directions("points") in page, sort_directions("left") in page) == (True, True)


def test_phone_shows_the_number_of_hidden_tables(client: Client):
    first = [
        encounter for encounter in encounters_of(drawn_tournament(pairs=16, groups=4)) if encounter.round == 1
    ]
    for encounter in first[:5]:
        play_hand(encounter)
    response = client.get("/en/")
    (current,) = response.context["front"].current_tournaments
    assert (current.hidden_count, current.hidden_count_on_phone) == (0, 3)
    page = text(response)
    more = page[page.index('class="current-tournament-more') :].partition("</a>")[0]
    assert ["3" in label for label in re.findall(r'<span class="[^"]*phone">([^<]+)<', more)] == [False, True]


def test_year_filter_appears_with_the_second_year(client: Client):
    finished(name="Yeni Kupa")
    page = front_page_text(client)
    assert ('id="years"' in page, 'id="year"' in page) == (False, False)
    open_tournament(first_day=date(2020, 5, 2), last_day=date(2020, 5, 2))
    page = front_page_text(client)
    assert ('id="years"' in page, 'id="year"' in page) == (True, True)
    assert "?year=2020" in page


def test_fragment_is_rendered_again_after_a_hand(client: Client):
    encounter = encounters_of(drawn_tournament())[0]
    play_hand(encounter)
    content_before = front_page_text(client, **HTMX)
    assert content_before.startswith("<div")
    play_hand(encounter)
    assert "hand 3" not in content_before
    assert "hand 3" in front_page_text(client, **HTMX)


@pytest.mark.release
def test_empty_front_page_shows_the_next_tournament_else_the_last_champion(client: Client):
    champion = finished(name="Bitmiş Kupa").champion
    page = front_page_text(client)
    assert champion
    last_champion = 'data-test="last-champion"'
    assert champion.name in page[page.index(last_champion) :]
    later = open_tournament(name="Geç", first_day=date(2027, 2, 1), last_day=date(2027, 2, 1))
    sooner = open_tournament(name="Erken", first_day=date(2027, 1, 2), last_day=date(2027, 1, 3))
    page = front_page_text(client)
    assert page.index(address("tournament", sooner)) < page.index(address("tournament", later))
    assert last_champion not in page
    assert "2–3 January 2027" in page


def test_result_shows_the_champion_and_runners_up(client: Client):
    tournament = finished()
    page = front_page_text(client)
    card = page[page.index(f'id="card-{tournament.public_id}"') :]
    ranks = tournament.stages.get().groups.get().places.order_by("rank").select_related("entrant")
    names = [place.entrant.name for place in ranks]
    assert [card.index(name) for name in names] == sorted(card.index(name) for name in names)
    assert names[0] == tournament.champion.name  # type: ignore[union-attr]


@pytest.mark.release
def test_archived_and_cancelled_tournaments(client: Client):
    archived, cancelled = finished(name="Kaldırılan"), open_tournament(name="İptal olan")
    tag = client.get("/")["ETag"]
    visibility.archive(tournament=archived, by=CONSOLE, at=NOW)
    cancellation.cancel(tournament=cancelled, reason="Su bastı", by=CONSOLE, at=NOW)
    page = front_page_text(client)
    assert client.get("/")["ETag"] != tag
    card = page[page.index(f'id="card-{cancelled.public_id}"') :].partition("</li>")[0]
    assert "İptal olan" in card
    assert 'class="badge bad"' in card
    assert archived.name in page


@pytest.mark.release
@pytest.mark.postgres
def test_page_takes_the_same_queries_for_one_and_many(client: Client):
    club = ClubFactory.create()

    def one_of_each(number: int) -> None:
        open_tournament(club=club, pairs=4, name=f"Kupa {number}")
        finished(club=club, name=f"Bitmiş {number}")
        playing = drawn_tournament(
            club=club, pairs=4 * (number + 1), groups=number + 1, name=f"Süren {number}"
        )
        decided, *undecided = encounters_of(playing)
        play_encounter(decided)
        for encounter in undecided[: 1 + number]:
            play_hand(encounter)
        refresh(playing)

    one_of_each(0)
    count_for_one = statements(client, "/")
    for number in (1, 2):
        one_of_each(number)
    assert statements(client, "/") == count_for_one <= 22


@pytest.mark.release
@pytest.mark.parametrize("query", ["page=0", "page=x", "name=%00", "year=-1"])
def test_unknown_parameters_are_ignored(client: Client, query: str):
    open_tournament()
    assert client.get(f"/?{query}").status_code == 200


def test_page_only_allows_reading(client: Client):
    assert client.post("/").status_code == 405
