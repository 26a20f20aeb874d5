from __future__ import annotations

import io
from datetime import time
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.factories import LEAGUE, drawn_tournament, open_tournament, play_encounter, singles_tournament
from tests.languages import path_in_language
from tests.scoring.live.page_counters import address, statements
from tests.scoring.stage_flows import DOUBLE, ELIMINATION, drawn_flow, play_ready, ready_encounters
from tournaments.models import Tournament
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db

A3, A4 = (1191, 842), (842, 595)
THIRD = StageSettings("knockout", best_of=3, hands=3, third_place=True)


def poster(client: Client, tournament: Tournament, query: str = "", language: str = "en") -> Any:
    return client.get(path_in_language(address("bracket_poster", tournament) + query, language))


def sheets(answer: Any) -> list[Any]:
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    return list(PdfReader(io.BytesIO(answer.content)).pages)


def words(sheet: Any) -> str:
    return " ".join(sheet.extract_text().split())


def sizes_of(sheet: Any) -> dict[str, float]:
    sizes: dict[str, float] = {}

    def see(text: str, _page: Any, matrix: Any, _font: Any, size: float) -> None:
        sizes[text.strip()] = size * abs(matrix[0])

    sheet.extract_text(visitor_text=see)
    return sizes


def shape(sheet: Any) -> tuple[int, int]:
    return round(sheet.mediabox.width), round(sheet.mediabox.height)


@pytest.mark.slow
@pytest.mark.parametrize(("query", "size"), [("", A3), ("?size=a3", A3), ("?size=a4", A4)])
@pytest.mark.parametrize("pairs", [2, 5, 16, 64])
def test_poster_fits_one_landscape_sheet(client: Client, pairs, query, size):
    (sheet,) = sheets(poster(client, drawn_flow(THIRD, pairs=pairs), query))
    assert shape(sheet) == size


def test_poster_shows_title_date_and_live_link(client: Client):
    tournament = drawn_flow(THIRD, pairs=8, name="Güz Kupası", begins=time(19), doors=time(18, 30))
    (sheet,) = sheets(poster(client, tournament, language="tr"))
    text = words(sheet)
    for expected in (
        "Güz Kupası",
        tournament.club.name,
        "21–22 Kasım 2026",
        "19:00",
        "18:30",
        "Telefondan canlı izleyin",
        "Üçüncülük",
        "Şampiyon",
        "Çeyrek final 1",
        "Yarı final 1 galibi",
    ):
        assert expected in text


@pytest.mark.release
def test_every_entrant_is_on_the_sheet_of_64(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=64)
    (sheet,) = sheets(poster(client, tournament))
    text = words(sheet)
    assert all(entrant.name in text for entrant in tournament.entrants.all())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pairs", "smallest"),
    [
        (64, 8),
        *(pytest.param(*values, marks=pytest.mark.release) for values in ((8, 20), (16, 18), (32, 13))),
    ],
)
def test_names_are_not_cut_and_as_large_as_possible(client: Client, pairs, smallest):
    tournament = drawn_flow(THIRD, pairs=pairs)
    (sheet,) = sheets(poster(client, tournament))
    sizes = sizes_of(sheet)
    assert all(sizes[entrant.name] >= smallest for entrant in tournament.entrants.all())
    longest = "Hüseyinoğulları – Karaosmanoğlugiller 64"
    tournament.entrants.filter(number=pairs).update(name=longest)
    (sheet,) = sheets(poster(client, tournament))
    assert longest in words(sheet)
    assert "…" not in words(sheet)


@pytest.mark.release
def test_results_and_champion_are_shown(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=4)
    while ready_encounters(tournament):
        play_ready(tournament)
    tournament.refresh_from_db()
    assert tournament.champion
    (sheet,) = sheets(poster(client, tournament))
    assert words(sheet).count(tournament.champion.name) == 3


def fonts_of(sheet: Any) -> dict[str, str]:
    fonts: dict[str, str] = {}

    def see(text: str, _page: Any, _matrix: Any, font: Any, _size: float) -> None:
        if text.strip():
            fonts[text.strip()] = font["/BaseFont"]

    sheet.extract_text(visitor_text=see)
    return fonts


@pytest.mark.slow
def test_only_open_ties_are_left_blank(client: Client):
    tournament = drawn_flow(THIRD, pairs=4)
    play_ready(tournament)
    (sheet,) = sheets(poster(client, tournament))
    assert "Blank lines are not played yet: fill them in." in words(sheet)
    play_ready(tournament)
    (sheet,) = sheets(poster(client, tournament))
    assert "fill them in" not in words(sheet)
    assert "Underlined: the points of a match won." in words(sheet)


def test_won_match_is_marked(client: Client):
    tournament = drawn_flow(THIRD, pairs=2)
    play_ready(tournament)
    (sheet,) = sheets(poster(client, tournament))
    fonts = fonts_of(sheet)
    won, lost = fonts["−303"], fonts["+210"]
    assert "Bold" in won
    assert "Bold" not in lost


def test_double_elimination_has_room_for_the_second_final(client: Client):
    tournament = drawn_flow(DOUBLE, pairs=8)
    (sheet,) = sheets(poster(client, tournament))
    text = words(sheet)
    for expected in ("Winners’ bracket", "Losers’ bracket", "Grand final", "Second grand final, if needed"):
        assert expected in text


def test_large_double_elimination_takes_a_sheet_for_each_bracket(client: Client):
    assert len(sheets(poster(client, drawn_flow(DOUBLE, pairs=33)))) == 2


@pytest.mark.slow
def test_more_than_128_pairs_take_a_sheet_for_each_section(client: Client):
    pages = sheets(poster(client, drawn_flow(ELIMINATION, pairs=129)))
    assert len(pages) == 9
    assert "Section 1" in words(pages[0])
    assert "Last rounds" in words(pages[-1])


def test_undrawn_bracket_is_printed_blank(client: Client):
    tournament = drawn_tournament(pairs=16, groups=4)
    (sheet,) = sheets(poster(client, tournament))
    assert "Winner of group A" in words(sheet)


def test_one_of_several_stages_can_be_chosen(client: Client):
    tournament = drawn_tournament(pairs=8)
    assert len(sheets(poster(client, tournament, "?stage=2"))) == 1
    assert poster(client, tournament, "?stage=1").status_code == 404


@pytest.mark.release
@pytest.mark.parametrize("query", ["?size=a5", "?size=", "?stage=9", "?stage=x"])
def test_unknown_size_or_stage_is_404(client: Client, query):
    assert poster(client, drawn_flow(ELIMINATION, pairs=4), query).status_code == 404


def test_poster_without_a_bracket_is_404(client: Client):
    for tournament in (
        open_tournament(pairs=8),
        drawn_tournament(pairs=4, groups=1, stages=LEAGUE),
        singles_tournament(players=9),
    ):
        assert poster(client, tournament).status_code == 404


def test_poster_only_allows_reading(client: Client):
    assert client.post(address("bracket_poster", drawn_flow(ELIMINATION, pairs=4))).status_code == 405


@pytest.mark.release
@pytest.mark.postgres
def test_poster_takes_the_same_queries_for_4_and_64(client: Client):
    few, many = drawn_flow(ELIMINATION, pairs=4), drawn_flow(ELIMINATION, pairs=64)
    for tournament in (few, many):
        play_encounter(ready_encounters(tournament)[0])
    assert statements(client, address("bracket_poster", many)) == statements(
        client, address("bracket_poster", few)
    )


def test_bracket_page_links_both_sizes(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=4)
    content = client.get(address("bracket", tournament)).content.decode()
    for size in ("a3", "a4"):
        assert f"{address('bracket_poster', tournament)}?size={size}&amp;stage=1" in content
