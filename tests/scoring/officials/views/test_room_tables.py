from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.officials.queries.room_overview import read_room_overview
from tests.factories import NOW, MembershipFactory, drawn_tournament, open_tournament, play_hand
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import encounter_at, table_of, text
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Table, Tournament
from tournaments.tables.domain import table_changes

pytestmark = [pytest.mark.django_db, pytest.mark.english_urls]


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def tournament(club: Club) -> Tournament:
    return drawn_tournament(pairs=12, groups=3, tables=3, club=club)


@pytest.fixture
def organizer_client(club: Club) -> Client:
    client = LanguageClient("en")
    client.force_login(club.memberships.get().user)
    return client


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
        assert "Table 4 was added and is free" in text(
            organizer_client.get(tables_url("room_tables", tournament))
        )
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
        assert "closed" in text(organizer_client.get(tables_url("room_tables", tournament)))

    def test_too_many_tables_are_refused(self, organizer_client, club):
        tournament = open_tournament(club=club, tables=64)
        response = organizer_client.post(tables_url("add_table", tournament))
        assert response.status_code == 422
        assert "There are already 64 tables" in text(response)

    def test_closing_asks_for_confirmation_with_consequences(self, organizer_client, tournament):
        table = table_of(tournament, 2)
        play_hand(encounter_at(table))
        page_text = text(organizer_client.get(tables_url("close_table", tournament, table)))
        assert "5 encounters waiting here move to the other tables’ queues" in page_text
        assert "Where does the current encounter continue?" in page_text
        assert "Table 1 It continues at once, before the 6 encounters waiting there" in page_text
        assert "Here, until it is finished" in page_text
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
        page_text = text(organizer_client.get(tables_url("room_overview", tournament)))
        assert "closes when this is over" in page_text

    def test_refusal_is_shown_on_the_same_page(self, organizer_client, tournament):
        first, second = table_of(tournament, 1), table_of(tournament, 2)
        play_hand(encounter_at(first))
        play_hand(encounter_at(second))
        response = organizer_client.post(tables_url("close_table", tournament, first), {"onto": "2"})
        assert response.status_code == 422
        assert "Table 2 is playing another encounter" in text(response)

    def test_last_table_cannot_be_closed(self, organizer_client, club):
        tournament = open_tournament(club=club, tables=1)
        assert "Close it…" not in text(organizer_client.get(tables_url("room_tables", tournament)))
        response = organizer_client.get(tables_url("close_table", tournament, table_of(tournament)))
        assert "This is the only open table" in text(response)
        assert 'class="btn risk"' not in response.content.decode()

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


class TestTaking:
    def test_free_table_takes_the_next_encounter_of_the_longest_queue(self, organizer_client, tournament):
        free = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        offered = read_room_overview(tournament, at=NOW).encounter_to_take
        assert offered is not None
        back = f"?back={tables_url('room_overview', tournament)}"
        response = organizer_client.post(take(free) + back, {"encounter": offered.encounter.public_id})
        assert response.headers["Location"] == tables_url("room_overview", tournament)
        assert encounter_at(free) == offered.encounter
        assert not read_room_overview(tournament, at=NOW).tables[-1].free

    def test_a_second_tap_changes_nothing(self, organizer_client, tournament):
        free = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        offered = read_room_overview(tournament, at=NOW).encounter_to_take
        assert offered is not None
        for _tap in range(2):
            organizer_client.post(take(free), {"encounter": offered.encounter.public_id})
        assert [encounter.pk for encounter in Encounter.objects.filter(table=free)] == [offered.encounter.pk]

    def test_encounter_taken_concurrently_is_reported(self, organizer_client, tournament):
        free = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        offered = read_room_overview(tournament, at=NOW).encounter_to_take
        assert offered is not None
        play_hand(offered.encounter)
        organizer_client.post(take(free), {"encounter": offered.encounter.public_id})
        assert "is no longer waiting at its table" in text(
            organizer_client.get(tables_url("room_overview", tournament))
        )

    @pytest.mark.parametrize("named", ["", "nonsense", "00000000-0000-0000-0000-000000000000"])
    def test_invalid_encounter_is_ignored(self, organizer_client, tournament, named):
        free = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        assert organizer_client.post(take(free), {"encounter": named}).status_code == 303
        assert not Encounter.objects.filter(table=free).exists()

    def test_staff_can_take_an_encounter_on_the_table_page(self, tournament, club):
        free = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        helper = LanguageClient("en")
        helper.force_login(MembershipFactory.create(club=club, role=Role.SCOREKEEPER).user)
        page = reverse("scoring:table", args=[free.public_id])
        response = helper.get(page)
        assert "Take the next encounter" in text(response)
        offered = response.context["encounter_to_take"].encounter
        second_response = helper.post(take(free), {"encounter": offered.public_id})
        assert second_response.headers["Location"] == page
        assert encounter_at(free) == offered


def test_closed_table_is_not_public(organizer_client, client, tournament):
    close(table_of(tournament, 2))
    assert [place.table.number for place in read_room_overview(tournament, at=NOW).tables] == [1, 3]
    assert "Closed tables: 2" in text(organizer_client.get(tables_url("room_overview", tournament)))
    html = client.get(tables_url("tables", tournament)).content.decode()
    assert 'id="table-1"' in html
    assert 'id="table-2"' not in html
    codes = organizer_client.get(reverse("tournaments:table_codes", args=[tournament.public_id]))
    assert [code.table.number for code in codes.context["codes"]] == [1, 3]
    assert "Closed tables: 2." in text(codes)
    changes = organizer_client.get(
        reverse("scoring:encounter_changes", args=[encounter_at(table_of(tournament)).public_id])
    )
    assert [table.number for table in changes.context["tables"]] == [3]
