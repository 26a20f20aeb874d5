from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.officials.queries.room_overview import read_room_overview
from scoring.play.calls import call_referee
from tests.factories import (
    LEAGUE,
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    level_report,
    open_tournament,
    play_encounter,
    play_hand,
    report,
    singles_tournament,
)
from tests.languages import english, path_in_language
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import confirm, match_of
from tests.scoring.table.table_phones import home_of, text, text_at
from tournaments.enums import Role, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Tournament
from tournaments.tables.domain import tables

pytestmark = pytest.mark.django_db


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


def running(tournament: Tournament) -> str:
    return reverse("scoring:room_overview", args=[tournament.public_id])


def at_table(tournament: Tournament, number: int) -> list[Encounter]:
    waiting = [
        encounter
        for encounter in encounters_of(tournament)
        if encounter.table and encounter.table.number == number
    ]
    return sorted(waiting, key=lambda encounter: encounter.queue_place or 0)


def test_hall_forgets_tables_and_confirmations_once_it_is_over(organizer_client, club, monkeypatch):
    tournament = drawn_tournament(club=club)
    play_encounter(encounters_of(tournament)[0])
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=5))
    marks = ('id="room-unconfirmed"', 'id="room-table-1"', 'data-test="tables-playing"')
    page = organizer_client.get(running(tournament)).content.decode()
    assert all(mark in page for mark in marks)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    page = organizer_client.get(running(tournament)).content.decode()
    assert not any(mark in page for mark in marks)


def test_running_page_before_the_draw_redirects_to_the_entries(organizer_client, club):
    tournament = open_tournament(club=club)
    response = organizer_client.get(running(tournament))
    assert response.headers["Location"] == reverse("tournaments:entries", args=[tournament.public_id])


def test_table_shows_its_current_and_next_encounter(club):
    tournament = drawn_tournament(club=club)
    first, second = at_table(tournament, 1)[:2]
    place = read_room_overview(tournament, at=NOW).tables[0]
    assert place.current is not None
    assert place.next_in_queue is not None
    assert (place.current.encounter, place.next_in_queue.listing.encounter) == (first, second)
    assert place.current.ready
    assert place.last_hand_at is None

    play_hand(first)
    place = read_room_overview(tournament, at=NOW).tables[0]
    assert place.current is not None
    assert place.current.playing
    assert place.last_hand_at == NOW

    play_encounter(first)
    place = read_room_overview(tournament, at=NOW).tables[0]
    assert place.current is not None
    assert place.current.decided

    tables.call_next_encounter(encounter=first, by=CONSOLE, at=NOW)
    place = read_room_overview(tournament, at=NOW).tables[0]
    assert place.current is not None
    assert place.current.encounter == second


def test_page_counts_and_links_the_tables(organizer_client, club):
    tournament = drawn_tournament(club=club)
    play_encounter(encounters_of(tournament)[0])
    response = organizer_client.get(running(tournament))
    assert (response.context["overview"].decided_count, response.context["overview"].encounters) == (1, 12)
    for table in tournament.tables.all():
        assert reverse("scoring:table", args=[table.public_id]) in response.content.decode()
    page_html = response.content.decode()
    assert f'href="{reverse("scoring:lineup_changes", args=[tournament.public_id])}#late"' in page_html
    assert page_html.count("hazır</span>") == len(response.context["overview"].ready_encounter_ids) > 0


@pytest.mark.parametrize(("draw", "offers"), [(drawn_tournament, True), (singles_tournament, False)])
def test_late_entry_is_offered_where_it_is_possible(organizer_client, club, draw, offers):
    tournament = draw(club=club)
    late = reverse("scoring:lineup_changes", args=[tournament.public_id]) + "#late"
    assert (late in organizer_client.get(running(tournament)).content.decode()) is offers


def test_poll_gets_the_fragment_or_204_without_changes(organizer_client, club):
    tournament = drawn_tournament(club=club)
    part = organizer_client.get(running(tournament), {"seen": "0"}, headers={"HX-Request": "true"})
    assert part.content.decode().strip().startswith('<div id="room-overview"')
    tournament.refresh_from_db()
    seen = {"seen": str(tournament.counter)}
    assert organizer_client.get(running(tournament), seen, headers={"HX-Request": "true"}).status_code == 204
    play_hand(encounters_of(tournament)[0])
    assert organizer_client.get(running(tournament), seen, headers={"HX-Request": "true"}).status_code == 200


def test_encounters_with_hands_link_to_corrections(organizer_client, club):
    tournament = drawn_tournament(club=club)
    played, untouched = encounters_of(tournament)[:2]
    play_encounter(played)
    tables.call_next_encounter(encounter=played, by=CONSOLE, at=NOW)
    page = organizer_client.get(running(tournament)).content.decode()
    assert played.table is not None
    assert untouched.table is not None
    corrections_url = reverse("scoring:table_hands", args=[played.table.public_id, played.public_id])
    assert corrections_url in page
    assert organizer_client.get(corrections_url).status_code == 200
    assert reverse("scoring:table_hands", args=[untouched.table.public_id, untouched.public_id]) not in page


@pytest.mark.release
def test_the_number_of_queries_is_the_same_for_one_table_and_for_thirty(
    organizer_client, club, django_assert_num_queries
):
    for tournament in (
        drawn_tournament(club=club, pairs=4, groups=1, tables=1),
        drawn_tournament(club=club, pairs=60, groups=15, tables=30),
    ):
        first = encounters_of(tournament)[0]
        play_hand(first)
        play_encounter(encounters_of(tournament)[1])
        call_referee(table=home_of(first), encounter=first, question="Neden?", by=CONSOLE, at=NOW)
        with django_assert_num_queries(17):
            organizer_client.get(running(tournament))


def test_times_are_at_most_a_minute_old(organizer_client, club, monkeypatch):
    tournament = drawn_tournament(club=club)
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    match = re.search(r'hx-get="([^"]+)"', organizer_client.get(running(tournament)).content.decode())
    assert match is not None
    address = html.unescape(match.group(1))
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(seconds=59))
    assert organizer_client.get(address, headers={"HX-Request": "true"}).status_code == 204
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(seconds=60))
    assert organizer_client.get(address, headers={"HX-Request": "true"}).status_code == 200


class TestPace:
    """Two tables of a league: one plays a hand in four minutes, the other in eight."""

    @pytest.fixture
    def tournament(self, club, monkeypatch) -> Tournament:
        tournament = drawn_tournament(club=club, pairs=4, groups=1, tables=2, stages=LEAGUE)
        tournament.stages.update(hands_per_match=11)
        monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=25))
        return tournament

    def test_page_before_the_first_hand_shows_the_usual_pace(self, organizer_client, tournament):
        page = organizer_client.get(english(running(tournament)))
        assert "No. 1 · Table 1" in text(page)  # a league has no group to name
        assert "Group A" not in text(page)
        estimate = page.context["overview"].finish_estimate
        assert (estimate.newest_arrival, estimate.pace.has_enough_hands) == (None, False)
        assert "2 h 45 min" in text_at(page, "room-finish")
        assert "5.0 min" in text_at(page, "room-pace")

    def test_page_in_play_shows_the_end_and_who_is_behind(self, organizer_client, tournament):
        quick, slow = [encounter for encounter in encounters_of(tournament) if encounter.round == 1]
        for minute in range(0, 25, 4):
            play_hand(quick, at=NOW + timedelta(minutes=minute))
        for minute in (1, 9, 17):
            play_hand(slow, at=NOW + timedelta(minutes=minute))
        # 8 hands of 4 minutes at the slow table, while the next encounter waits; then two rounds of 11.
        page = organizer_client.get(english(running(tournament)))
        overview = page.context["overview"]
        assert overview.finish_estimate.pace.has_enough_hands
        assert [place.hands_ahead for place in overview.tables] == [0, -4]
        assert re.findall(r"\d\d:\d\d", text_at(page, "room-finish")) == ["00:25", "22:25"]
        assert re.findall(r"\d+", text_at(page, "room-hands")) == ["10", "66"]
        assert (overview.playing_count, len(overview.tables)) == (2, 2)
        assert "4.0 min" in text_at(page, "room-pace")
        assert self.times_of_table(page, 1)[:2] == ["22:24", "22:40"]
        assert self.times_of_table(page, 2)[0] == "22:17"
        turkish = text(organizer_client.get(path_in_language(running(tournament), "tr")))
        assert "4 el geride" in turkish
        assert "El süresi 4,0 dk" in turkish

    def times_of_table(self, page: Any, number: int) -> list[str]:
        row = page.content.decode().partition(f'id="room-table-{number}"')[2]
        return re.findall(r"\d\d:\d\d", row)

    def test_sides_that_must_confirm_are_named(self, organizer_client, tournament, monkeypatch):
        tournament.stages.update(hands_per_match=3)
        played = encounters_of(tournament)[0]
        play_encounter(played)
        monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=5))
        a, b = [side.entrant.name for side in played.sides.order_by("letter") if side.entrant]

        def awaited_sides() -> tuple[list[str], str]:
            page = organizer_client.get(english(running(tournament)))
            [unconfirmed] = page.context["overview"].unconfirmed_matches
            assert unconfirmed.listing.encounter == played
            section = text_at(page, "room-unconfirmed")
            assert "22:15" in section
            return [side.letter for side in unconfirmed.missing_sides], section

        letters, section = awaited_sides()
        assert letters == ["A", "B"]
        assert f"{a} · {b}" in section
        confirm(match_of(played), "A")
        letters, section = awaited_sides()
        assert letters == ["B"]
        assert b in section
        assert a not in section

    def test_calling_table_is_marked(self, organizer_client, tournament):
        first = encounters_of(tournament)[0]
        call_referee(table=home_of(first), encounter=first, question="Neden?", by=CONSOLE, at=NOW)
        page = organizer_client.get(running(tournament)).content.decode()
        row = page[page.index(f'id="room-table-{home_of(first).number}"') :]
        assert 'class="badge bad"' in row[: row.index('class="h-now"')]
        assert page.count('class="h-row called') == 1


def test_a_level_match_asks_for_no_lot(organizer_client, club):
    tournament = drawn_tournament(club=club)
    play_hand(encounters_of(tournament)[0], level_report())
    play_hand(encounters_of(tournament)[1], report())
    assert read_room_overview(tournament, at=NOW).groups_needing_lot == []
