from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scoring.officials.queries.room_overview import read_room_overview
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import encounter_at, table_of
from tests.shown_messages import message_levels
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Table, Tournament
from tournaments.tables.domain import table_changes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def tournament(club: Club) -> Tournament:
    return drawn_tournament(pairs=12, groups=3, tables=3, club=club)


def tables_url(name: str, tournament: Tournament, table: Table | None = None) -> str:
    rest = [table.public_id] if table else []
    return reverse(f"scoring:{name}", args=[tournament.public_id, *rest])


def take(table: Table) -> str:
    return reverse("scoring:take_encounter", args=[table.public_id])


def close(table: Table, onto: Table | None = None) -> None:
    table_changes.close_table(table=table, continue_at=onto, by=CONSOLE, at=NOW)


class TestAddingAndClosing:
    def test_table_added_in_play_appears_on_the_running_page(self, organizer_client, tournament):
        response = organizer_client.post(tables_url("add_table", tournament))
        assert response.headers["Location"] == tables_url("room_tables", tournament)
        assert message_levels(response) == ["success"]
        place = read_room_overview(tournament, at=NOW).tables[-1]
        assert (place.table.number, place.free) == (4, True)

    def test_repeated_request_adds_one_table(self, organizer_client, tournament):
        seen = organizer_client.get(tables_url("room_tables", tournament)).context["room"].last_number
        for _time in range(2):
            assert (
                organizer_client.post(tables_url("add_table", tournament), {"seen": seen}).status_code == 303
            )
        assert tournament.tables.count() == seen + 1

    def test_table_can_be_added_before_the_draw(self, organizer_client, club):
        tournament = open_tournament(club=club, tables=2)
        organizer_client.post(tables_url("add_table", tournament))
        assert tournament.tables.open().count() == 3
        close(table_of(tournament, 3))
        room = organizer_client.get(tables_url("room_tables", tournament))
        assert [place.is_closed_and_empty for place in room.context["room"].tables] == [False, False, True]
        assert tables_url("reopen_table", tournament, table_of(tournament, 3)) in room.content.decode()

    def test_too_many_tables_are_refused(self, organizer_client, club):
        tournament = open_tournament(club=club, tables=64)
        response = organizer_client.post(tables_url("add_table", tournament))
        assert (response.status_code, response.context["refusal"].code) == (422, "too_many_tables")

    def test_closing_asks_for_confirmation_with_consequences(self, organizer_client, tournament):
        table = table_of(tournament, 2)
        play_hand(encounter_at(table))
        page = organizer_client.get(tables_url("close_table", tournament, table))
        closing = page.context["closing"]
        assert (closing.playing.encounter, closing.waiting_count) == (encounter_at(table), 5)
        assert [(free.table.number, free.waiting) for free in closing.free] == [(1, 6), (3, 6)]
        onto = re.findall(r'<input\s+type="radio"\s+name="onto"\s+value="(\d*)"', page.content.decode())
        assert onto == ["1", "3", ""]
        assert not Table.objects.get(pk=table.pk).closed

    def test_current_encounter_moves_to_the_chosen_table(self, organizer_client, tournament):
        table = table_of(tournament, 2)
        played = encounter_at(table)
        play_hand(played)
        response = organizer_client.post(tables_url("close_table", tournament, table), {"onto": "3"})
        assert response.headers["Location"] == tables_url("room_tables", tournament)
        played.refresh_from_db()
        assert played.table == table_of(tournament, 3)
        assert Table.objects.get(pk=table.pk).closed

    def test_current_encounter_can_finish_at_the_closing_table(self, organizer_client, tournament):
        table = table_of(tournament, 2)
        played = encounter_at(table)
        play_hand(played)
        organizer_client.post(tables_url("close_table", tournament, table), {"onto": "9" * 5000})
        assert encounter_at(table) == played
        overview = organizer_client.get(tables_url("room_overview", tournament))
        assert [place.table.closed for place in overview.context["overview"].tables] == [False, True, False]
        assert overview.content.decode().count('data-test="closes-after-play"') == 1

    def test_refusal_is_shown_on_the_same_page(self, organizer_client, tournament):
        first, second = table_of(tournament, 1), table_of(tournament, 2)
        play_hand(encounter_at(first))
        play_hand(encounter_at(second))
        response = organizer_client.post(tables_url("close_table", tournament, first), {"onto": "2"})
        assert (response.status_code, response.context["refusal"].code) == (422, "table_is_busy")

    def test_last_table_cannot_be_closed(self, organizer_client, club):
        tournament = open_tournament(club=club, tables=1)
        closing_url = tables_url("close_table", tournament, table_of(tournament))
        room_url = tables_url("room_tables", tournament)
        assert closing_url not in organizer_client.get(room_url).content.decode()
        response = organizer_client.get(closing_url)
        assert response.context["closing"].is_last_open
        assert 'class="btn risk"' not in response.content.decode()
        table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        assert closing_url in organizer_client.get(room_url).content.decode()
        assert 'class="btn risk"' in organizer_client.get(closing_url).content.decode()

    def test_closed_table_is_reopened(self, organizer_client, tournament):
        table = table_of(tournament, 2)
        close(table)
        organizer_client.post(tables_url("reopen_table", tournament, table))
        assert not Table.objects.get(pk=table.pk).closed
        assert read_room_overview(tournament, at=NOW).tables[1].free

    def test_table_of_another_tournament_is_404(self, organizer_client, tournament):
        other = drawn_tournament(tables=2)
        assert organizer_client.get(tables_url("close_table", tournament, table_of(other))).status_code == 404
        assert organizer_client.post(tables_url("close_table", other, table_of(other))).status_code == 404

    def test_the_number_of_queries_does_not_grow(self, organizer_client, club, django_assert_max_num_queries):
        for tables in (2, 16):
            tournament = drawn_tournament(pairs=16, groups=4, tables=tables, club=club)
            with django_assert_max_num_queries(12):
                organizer_client.get(tables_url("room_tables", tournament))


def offered_encounter(tournament: Tournament) -> Encounter:
    offered = read_room_overview(tournament, at=NOW).encounter_to_take
    assert offered is not None
    assert not offered.busy_sides
    return offered.listing.encounter


class TestTaking:
    def test_free_table_takes_the_next_encounter_of_the_longest_queue(self, organizer_client, tournament):
        free = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        offered = offered_encounter(tournament)
        back = f"?back={tables_url('room_overview', tournament)}"
        response = organizer_client.post(take(free) + back, {"encounter": offered.public_id})
        assert response.headers["Location"] == tables_url("room_overview", tournament)
        assert encounter_at(free) == offered
        assert not read_room_overview(tournament, at=NOW).tables[-1].free

    def test_a_second_tap_changes_nothing(self, organizer_client, tournament):
        free = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        offered = offered_encounter(tournament)
        for _tap in range(2):
            organizer_client.post(take(free), {"encounter": offered.public_id})
        assert [encounter.pk for encounter in Encounter.objects.filter(table=free)] == [offered.pk]

    def test_encounter_taken_concurrently_is_reported(self, organizer_client, tournament):
        free = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        offered = offered_encounter(tournament)
        play_hand(offered)
        response = organizer_client.post(take(free), {"encounter": offered.public_id})
        assert message_levels(response) == ["warning"]
        assert not Encounter.objects.filter(table=free).exists()

    @pytest.mark.parametrize("named", ["", "nonsense", "00000000-0000-0000-0000-000000000000"])
    def test_invalid_encounter_is_ignored(self, organizer_client, tournament, named):
        free = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        assert organizer_client.post(take(free), {"encounter": named}).status_code == 303
        assert not Encounter.objects.filter(table=free).exists()

    @pytest.mark.parametrize("name", ["room_tables", "room_overview", "table"])
    def test_free_table_shows_what_it_waits_for_while_everyone_is_seated(self, organizer_client, club, name):
        waiting = drawn_tournament(pairs=3, groups=1, tables=2, club=club)
        free = table_changes.add_table(tournament=waiting, by=CONSOLE, at=NOW)
        url = (
            reverse("scoring:table", args=[free.public_id]) if name == "table" else tables_url(name, waiting)
        )
        page = organizer_client.get(url).content.decode()
        assert 'data-test="nothing-can-begin"' in page
        assert take(free) not in page
        play_hand(encounter_at(table_of(waiting)))
        assert f"still plays at table {1}" in " ".join(organizer_client.get(url).content.decode().split())

    def test_page_of_a_free_table_changes_once_an_encounter_can_be_taken(self, organizer_client, club):
        waiting = drawn_tournament(pairs=3, groups=1, tables=2, club=club)
        free = table_changes.add_table(tournament=waiting, by=CONSOLE, at=NOW)
        url = reverse("scoring:table", args=[free.public_id])
        before = organizer_client.get(url).context
        play_encounter(encounter_at(table_of(waiting)))
        after = organizer_client.get(url).context
        assert before["signature"] != after["signature"]

    def test_staff_can_take_an_encounter_on_the_table_page(self, tournament, club):
        free = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        helper = LanguageClient("en")
        helper.force_login(MembershipFactory.create(club=club, role=Role.SCOREKEEPER).user)
        page = reverse("scoring:table", args=[free.public_id])
        response = helper.get(page)
        assert take(free) in response.content.decode()
        offered = response.context["encounter_to_take"].listing.encounter
        second_response = helper.post(take(free), {"encounter": offered.public_id})
        assert second_response.headers["Location"] == page
        assert encounter_at(free) == offered


def test_closed_table_is_not_public(organizer_client, client, tournament):
    close(table_of(tournament, 2))
    assert [place.table.number for place in read_room_overview(tournament, at=NOW).tables] == [1, 3]
    overview = organizer_client.get(tables_url("room_overview", tournament)).context["overview"]
    assert [table.number for table in overview.closed] == [2]
    html = client.get(tables_url("tables", tournament)).content.decode()
    assert 'id="table-1"' in html
    assert 'id="table-2"' not in html
    codes = organizer_client.get(reverse("tournaments:table_codes", args=[tournament.public_id]))
    assert [code.table.number for code in codes.context["codes"]] == [1, 3]
    assert [table.number for table in codes.context["closed_tables"]] == [2]
    changes = organizer_client.get(
        reverse("scoring:encounter_changes", args=[encounter_at(table_of(tournament)).public_id])
    )
    assert [table.number for table in changes.context["tables"]] == [3]
