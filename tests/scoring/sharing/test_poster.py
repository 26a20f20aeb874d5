"""The bracket as a poster: one landscape sheet, whatever its size; what is open is left to be written in."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.factories import LEAGUE, drawn_tournament, open_tournament, play_encounter, singles_tournament
from tests.languages import in_language
from tests.scoring.chains import DOUBLE, ELIMINATION, drawn, play_ready, ready
from tests.scoring.live.watching import address, statements
from tournaments.models import Tournament
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db

A3, A4 = (1191, 842), (842, 595)
THIRD = StageSettings("knockout", best_of=3, hands=3, third_place=True)


def poster(client: Client, tournament: Tournament, query: str = "", language: str = "en") -> Any:
    return client.get(in_language(address("bracket_poster", tournament) + query, language))


def sheets(answer: Any) -> list[Any]:
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    return list(PdfReader(io.BytesIO(answer.content)).pages)


def words(sheet: Any) -> str:
    return " ".join(sheet.extract_text().split())


def sizes_of(sheet: Any) -> dict[str, float]:
    """The size of each text of a sheet, in points."""
    found: dict[str, float] = {}

    def see(text: str, _page: Any, matrix: Any, _font: Any, size: float) -> None:
        found[text.strip()] = size * abs(matrix[0])

    sheet.extract_text(visitor_text=see)
    return found


def shape(sheet: Any) -> tuple[int, int]:
    return round(sheet.mediabox.width), round(sheet.mediabox.height)


@pytest.mark.parametrize(("query", "size"), [("", A3), ("?size=a3", A3), ("?size=a4", A4)])
@pytest.mark.parametrize("pairs", [2, 5, 16, 64])
def test_it_fits_one_landscape_sheet(client: Client, pairs, query, size):
    (sheet,) = sheets(poster(client, drawn(THIRD, pairs=pairs), query))
    assert shape(sheet) == size


def test_it_says_what_it_is_when_and_where_it_is_live(client: Client):
    tournament = drawn(THIRD, pairs=8, name="Güz Kupası")
    (sheet,) = sheets(poster(client, tournament, language="tr"))
    said = words(sheet)
    for expected in (
        "Güz Kupası",
        tournament.club.name,
        "21–22 Kasım 2026",
        "Telefondan canlı izleyin",
        "Üçüncülük",
        "Şampiyon",
        "Çeyrek final 1",
        "Yarı final 1 galibi",
    ):
        assert expected in said


def test_everybody_stands_on_the_sheet_of_64(client: Client):
    tournament = drawn(ELIMINATION, pairs=64)
    (sheet,) = sheets(poster(client, tournament))
    said = words(sheet)
    assert all(entrant.name in said for entrant in tournament.entrants.all())


@pytest.mark.parametrize(
    ("pairs", "smallest"),
    [(64, 8), *(pytest.param(*one, marks=pytest.mark.thorough) for one in ((8, 20), (16, 18), (32, 13)))],
)
def test_names_are_whole_and_as_large_as_the_sheet_lets_them(client: Client, pairs, smallest):
    tournament = drawn(THIRD, pairs=pairs)
    (sheet,) = sheets(poster(client, tournament))
    sizes = sizes_of(sheet)
    assert all(sizes[one.name] >= smallest for one in tournament.entrants.all())
    longest = "Hüseyinoğulları – Karaosmanoğlugiller 64"
    tournament.entrants.filter(number=pairs).update(name=longest)
    (sheet,) = sheets(poster(client, tournament))
    assert longest in words(sheet)
    assert "…" not in words(sheet)


def test_results_and_the_champion_stand_on_it(client: Client):
    tournament = drawn(ELIMINATION, pairs=4)
    while ready(tournament):
        play_ready(tournament)
    tournament.refresh_from_db()
    assert tournament.champion
    (sheet,) = sheets(poster(client, tournament))
    assert words(sheet).count(tournament.champion.name) == 3


def fonts_of(sheet: Any) -> dict[str, str]:
    """The font of each text of a sheet."""
    found: dict[str, str] = {}

    def see(text: str, _page: Any, _matrix: Any, font: Any, _size: float) -> None:
        if text.strip():
            found[text.strip()] = font["/BaseFont"]

    sheet.extract_text(visitor_text=see)
    return found


def test_only_what_is_open_is_to_be_written_in(client: Client):
    tournament = drawn(THIRD, pairs=4)
    play_ready(tournament)
    (sheet,) = sheets(poster(client, tournament))
    assert "What is blank is not played yet: write it in." in words(sheet)
    play_ready(tournament)
    (sheet,) = sheets(poster(client, tournament))
    assert "write it in" not in words(sheet)
    assert "Underlined: the points of a match won." in words(sheet)


def test_a_match_that_was_won_is_marked(client: Client):
    tournament = drawn(THIRD, pairs=2)
    play_ready(tournament)
    (sheet,) = sheets(poster(client, tournament))
    fonts = fonts_of(sheet)
    won, lost = fonts["−303"], fonts["+210"]
    assert "Bold" in won
    assert "Bold" not in lost


def test_double_elimination_leaves_room_for_the_second_final(client: Client):
    tournament = drawn(DOUBLE, pairs=8)
    (sheet,) = sheets(poster(client, tournament))
    said = words(sheet)
    for expected in ("Winners’ bracket", "Losers’ bracket", "Grand final", "Second grand final, if needed"):
        assert expected in said


def test_a_large_double_elimination_takes_a_sheet_for_each_bracket(client: Client):
    assert len(sheets(poster(client, drawn(DOUBLE, pairs=33)))) == 2


def test_more_than_128_take_a_sheet_for_each_section(client: Client):
    found = sheets(poster(client, drawn(ELIMINATION, pairs=129)))
    assert len(found) == 9
    assert "Section 1" in words(found[0])
    assert "Last rounds" in words(found[-1])


def test_a_bracket_that_is_not_drawn_yet_is_there_to_be_filled_in(client: Client):
    tournament = drawn_tournament(pairs=16, groups=4)
    (sheet,) = sheets(poster(client, tournament))
    assert "Winner of group A" in words(sheet)


def test_of_several_stages_one_can_be_chosen(client: Client):
    tournament = drawn_tournament(pairs=8)
    assert len(sheets(poster(client, tournament, "?stage=2"))) == 1
    assert poster(client, tournament, "?stage=1").status_code == 404


@pytest.mark.parametrize("query", ["?size=a5", "?size=", "?stage=9", "?stage=x"])
def test_a_size_or_a_stage_that_there_is_not_is_not_found(client: Client, query):
    assert poster(client, drawn(ELIMINATION, pairs=4), query).status_code == 404


def test_where_there_is_no_bracket_there_is_no_poster(client: Client):
    for tournament in (
        open_tournament(pairs=8),
        drawn_tournament(pairs=4, groups=1, stages=LEAGUE),
        singles_tournament(players=9),
    ):
        assert poster(client, tournament).status_code == 404


def test_only_what_can_be_read_is_asked_for(client: Client):
    assert client.post(address("bracket_poster", drawn(ELIMINATION, pairs=4))).status_code == 405


@pytest.mark.both_databases
def test_as_many_queries_for_64_as_for_4(client: Client):
    few, many = drawn(ELIMINATION, pairs=4), drawn(ELIMINATION, pairs=64)
    for one in (few, many):
        play_encounter(ready(one)[0])
    assert statements(client, address("bracket_poster", many)) == statements(
        client, address("bracket_poster", few)
    )


def test_the_page_leads_to_both_sizes(client: Client):
    tournament = drawn(ELIMINATION, pairs=4)
    said = client.get(address("bracket", tournament)).content.decode()
    for size in ("a3", "a4"):
        assert f"{address('bracket_poster', tournament)}?size={size}&amp;stage=1" in said
