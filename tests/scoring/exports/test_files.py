from __future__ import annotations

import csv
from datetime import date
from io import BytesIO, StringIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from rules.games.okey101.reports import parse_report
from rules.standings.steps import STEPS, steps_by_ids
from scoring.models import Entry
from scoring.officials.domain import ties
from scoring.officials.domain.tie_scopes import GroupTieScope
from scoring.standings.ranking import rank_group
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    level_report,
    open_tournament,
    play_encounter,
    play_hand,
    report,
)
from tests.languages import path_in_language
from tests.scoring.officials.domain.official_actions import members, record_walkover, tied_and_clear_group
from tests.simulation.random_evening import SimulatedEvening
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameDisplay, SideLetter
from tournaments.event_times import days
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Player, Tournament
from tournaments.people.domain.contact_details import ContactDetails, update_details
from tournaments.people.domain.public_names import choose_public_names
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.schedule.change import Change
from tournaments.spreadsheets.file_types import read_tables
from tournaments.spreadsheets.headings import PAIR_CONTENTS, detect_columns
from tournaments.spreadsheets.table_rows import table_rows

pytestmark = pytest.mark.django_db

KINDS = ("entrants", "standings", "results", "hands", "log")


@pytest.fixture
def played_tournament(club: Club) -> Tournament:
    tournament = drawn_tournament(club=club, pairs=6, groups=2)
    first, second, *_others = encounters_of(tournament)
    play_encounter(first)
    play_hand(second)
    return tournament


def address(tournament: Tournament, what: str, ending: str = "csv", language: str = "tr") -> str:
    return path_in_language(reverse(f"scoring:{what}_file", args=[tournament.public_id, ending]), language)


def table(answer) -> list[list[str]]:
    text = b"".join(answer).decode("utf-8-sig")
    return list(csv.reader(StringIO(text, newline=""), delimiter=";"))


def content(answer) -> bytes:
    return b"".join(answer)


def test_page_offers_available_files(organizer_client, club, played_tournament):
    page = organizer_client.get(reverse("scoring:files", args=[played_tournament.public_id])).content.decode()
    for kind in KINDS:
        assert reverse(f"scoring:{kind}_file", args=[played_tournament.public_id, "csv"]) in page
        assert reverse(f"scoring:{kind}_file", args=[played_tournament.public_id, "xlsx"]) in page
    assert reverse("scoring:results_pdf", args=[played_tournament.public_id]) in page
    page_before = organizer_client.get(
        reverse("scoring:files", args=[open_tournament(club=club).public_id])
    ).content.decode()
    assert "hands.csv" not in page_before
    for page_name in ("scoring:paper", "tournaments:entries"):
        leads = organizer_client.get(reverse(page_name, args=[played_tournament.public_id])).content.decode()
        assert reverse("scoring:files", args=[played_tournament.public_id]) in leads


@pytest.mark.release
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["tr", "en"])
def test_each_file_is_complete_with_headings(organizer_client, played_tournament, kind, ending, language):
    answer = organizer_client.get(address(played_tournament, kind, ending, language))
    assert answer.status_code == 200
    assert f".{ending}" in answer.headers["Content-Disposition"]
    (grid,) = read_tables(content(answer))
    heads = grid.rows[0][1]
    assert len(set(heads)) == len(heads)
    assert len(grid.rows) > 1
    assert all(len(cells) <= len(heads) for _number, cells in grid.rows)


@pytest.mark.parametrize("kind", KINDS)
def test_files_before_the_draw_have_only_headings(organizer_client, club, kind):
    rows = table(organizer_client.get(address(open_tournament(club=club), kind)))
    assert len(rows) == (2 if kind == "log" else 1)


@pytest.mark.parametrize("kind", KINDS)
def test_unknown_file_type_is_404(organizer_client, played_tournament, kind):
    assert organizer_client.get(address(played_tournament, kind, "pdf")).status_code == 404
    assert organizer_client.head(address(played_tournament, kind)).status_code == 200


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["tr", "en"])
def test_list_of_entrants_can_be_imported_unchanged(organizer_client, club, ending, language):
    tournament = open_tournament(club=club)
    entries = [
        ListedEntrant("=Kuzey", ("+Ali Kaya", "Ece Demir"), "Kordon; Spor", 1450, 2, 1),
        ListedEntrant("Güney", ("Şule Çağ", "İpek Işık")),
    ]
    entry_list.add_entrants(tournament=tournament, entries=entries, by=CONSOLE, at=NOW)
    (grid,) = read_tables(content(organizer_client.get(address(tournament, "entrants", ending, language))))
    first, second = table_rows(grid, detect_columns(grid, offered=PAIR_CONTENTS), singles=False)
    assert (first.name, first.players, first.club) == ("=Kuzey", entries[0].players, "Kordon; Spor")
    assert (first.rating, first.seed, first.pot) == ("1450", "2", "1")
    assert (second.name, second.players) == ("Güney", entries[1].players)


def test_organizers_get_real_and_public_names(organizer_client, club):
    tournament = open_tournament(club=club)
    entry = ListedEntrant("Kuzey", ("Ali Kaya", "Ece Demir"))
    entry_list.add_entrants(tournament=tournament, entries=[entry], by=CONSOLE, at=NOW)
    ali = Player.objects.get(name="Ali Kaya")
    choose_public_names(tournament=tournament, choices={ali: NameDisplay.INITIAL}, by=CONSOLE, at=NOW)
    assert "Ali Kaya" in table(organizer_client.get(address(tournament, "entrants")))[1]
    contact = ContactDetails("+90 532 111 22 33", "ali@kulup.example", "TR-17", "sol elle", date(2026, 11, 1))
    update_details(player=ali, details=contact, by=CONSOLE, at=NOW)
    rows = table(organizer_client.get(reverse("scoring:people_file", args=[club.public_id, "csv"])))
    reached = ["'+90 532 111 22 33", "ali@kulup.example", "TR-17", "sol elle", "2026-11-01"]
    assert ["Ali Kaya", "", "Ali K.", "0", "", *reached] in rows
    assert ["Ece Demir", "", "", "0", *[""] * 6] in rows
    page = organizer_client.get(reverse("scoring:club_people", args=[club.public_id])).content.decode()
    assert "people.csv" in page


def test_standings_come_from_the_ledger_without_a_worker(organizer_client, played_tournament):
    rows = table(organizer_client.get(address(played_tournament, "standings")))[1:]
    assert len(rows) == 6
    assert {row[1] for row in rows} == {"A", "B"}
    assert sorted(int(row[6]) for row in rows) == [0, 0, 0, 0, 0, 1]
    assert sum(int(row[-1]) for row in rows) == 2 * Entry.objects.count()


def test_standings_have_a_column_for_each_tie_break(organizer_client, club):
    tied, _clear = tied_and_clear_group()
    tournament = tied.stage.tournament
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    order = [ranked.entrant for ranked in rank_group(tied) if ranked.tied][::-1]
    ties.record_lot(scope=GroupTieScope(tied), order=order, change=Change(CONSOLE, NOW))
    heads, *rows = table(organizer_client.get(address(tournament, "standings")))
    steps = [step.name.tr for step in steps_by_ids(tied.stage.tie_breaks)]
    assert heads[6 : 6 + len(steps)] == steps
    lots = [dict(zip(heads, row, strict=True))["Kura"] for row in rows if row[1] == tied.name]
    assert lots == ["", "1", "2"]


@pytest.mark.release
def test_standings_have_a_column_for_the_extra_encounter(organizer_client, club):
    tied, _clear = tied_and_clear_group()
    Tournament.objects.filter(pk=tied.stage.tournament_id).update(club=club)
    first, winner, loser = members(tied)
    ties.add_extra_encounter(group=tied, entrants=[winner, loser], change=Change(CONSOLE, NOW))
    extra = tied.encounters.order_by("pk").last()
    assert extra is not None
    record_walkover(extra, SideLetter(extra.sides.get(entrant=winner).letter))
    heads, *rows = table(organizer_client.get(address(tied.stage.tournament, "standings")))
    cells = {row[3]: dict(zip(heads, row, strict=True))[STEPS["extra_encounter"].name.tr] for row in rows}
    assert [cells[entrant.real_name] for entrant in (first, winner, loser)] == ["", "1", "0"]


def test_hand_is_exported_in_its_current_version(organizer_client, played_tournament):
    second = encounters_of(played_tournament)[1]
    correct(second, report(points=(31, 40)))
    heads, *rows = table(organizer_client.get(address(played_tournament, "hands")))
    assert len(rows) == 4
    own_rows = [dict(zip(heads, row, strict=True)) for row in rows]
    assert [row["Sürüm"] for row in own_rows] == ["1", "1", "1", "2"]
    points = [value for head, value in own_rows[3].items() if head.endswith("oyuncunun puanı")]
    assert points == ["-101", "0", "31", "40"]
    assert {row["Geçerli"] for row in own_rows} == {"evet"}


def test_finishers_partner_who_was_not_asked_has_no_opening(organizer_client, played_tournament):
    parts = encounters_of(played_tournament)
    seats: dict[str, object] = {"A1": {"opening": "series"}, "A2": {}}
    seats |= {seat: {"opening": "series", "rack": {"points": 30}} for seat in ("B1", "B2")}
    not_asked = parse_report({"outcome": "finished", "finisher": "A1", "seats": seats})
    play_hand(parts[2], not_asked)
    play_hand(parts[3], level_report())
    heads, *rows = table(organizer_client.get(address(played_tournament, "hands")))
    places = [place for place, head in enumerate(heads) if head.endswith("oyuncunun açışı")]
    openings = [[row[place] for place in places] for row in rows[-2:]]
    assert openings == [["Seriyle", "sorulmadı", "Seriyle", "Seriyle"], ["Açmadı"] * 4]


def test_results_have_sides_and_outcome(organizer_client, played_tournament):
    _heads, *rows = table(organizer_client.get(address(played_tournament, "results")))
    assert len(rows) == 6
    (decided,) = [row for row in rows if row[-1]]
    assert decided[4] == decided[-3]
    assert decided[5:8:2] == ["1", "0"]
    assert not any(":" in cell for row in rows for cell in row)
    assert [row[8:10] for row in rows if row[8]] == [decided[8:10], ["-101", "70"]]


def test_chosen_csv_settings_are_remembered(organizer_client, played_tournament):
    page = path_in_language(reverse("scoring:files", args=[played_tournament.public_id]), "en")
    english_file = address(played_tournament, "results", language="en")
    assert b";" not in content(organizer_client.get(english_file)).splitlines()[0]
    assert organizer_client.post(page, {"csv_settings": "xx"}).status_code == 303
    assert organizer_client.get(page).context["csv_settings"] == "en"
    organizer_client.post(page, {"csv_settings": "tr"})
    assert organizer_client.get(page).context["csv_settings"] == "tr"
    assert content(organizer_client.get(english_file)).splitlines()[0].count(b";") > 8


def test_log_begins_with_its_first_row(organizer_client, played_tournament):
    rows = table(organizer_client.get(address(played_tournament, "log")))[1:]
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert len(rows) > 8


@pytest.mark.release
@pytest.mark.parametrize("kind", KINDS)
def test_files_take_the_same_queries_for_more_rows(
    organizer_client, club, kind, django_assert_num_queries, django_assert_max_num_queries
):
    small, large = (drawn_tournament(club=club, pairs=pairs, groups=2, name=f"{pairs}") for pairs in (6, 12))
    for encounter in encounters_of(small)[:1] + encounters_of(large)[:8]:
        play_encounter(encounter)
    with django_assert_max_num_queries(45) as queries:
        content(organizer_client.get(address(small, kind)))
    with django_assert_num_queries(len(queries)):
        content(organizer_client.get(address(large, kind)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["groups_knockout", "fours_tables", "double", "swiss_knockout"])
def test_whole_evening_of_any_format_is_exported(organizer_client, club, name):
    evening = SimulatedEvening(
        name, {"groups_knockout": 26, "swiss_knockout": 32, "double": 7, "fours_tables": 21}[name]
    )
    Tournament.objects.filter(pk=evening.tournament.pk).update(club=club)
    tournament = evening.play()
    for kind in KINDS:
        assert len(table(organizer_client.get(address(tournament, kind)))) > 3, kind
    assert table(organizer_client.get(address(tournament, "standings")))[1][0] == "Son sıralama"
    answer = organizer_client.get(
        path_in_language(reverse("scoring:results_pdf", args=[tournament.public_id]), "en")
    )
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    tournament.refresh_from_db()
    assert tournament.champion is not None
    assert tournament.champion.name.split()[0] in text
    assert "Final ranking" in text
    assert "decided" not in text


def test_printed_results_show_the_current_state(organizer_client, played_tournament):
    answer = organizer_client.get(
        path_in_language(reverse("scoring:results_pdf", args=[played_tournament.public_id]), "tr")
    )
    assert answer.headers["Content-Type"] == "application/pdf"
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    assert played_tournament.name in text
    assert days(played_tournament) in text
    assert "+210" in text
