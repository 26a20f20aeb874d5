from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.paper.pdf.page_canvas import text_width
from tests.factories import NOW, MembershipFactory, drawn_tournament, encounters_of, play_encounter
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.paper.views.test_printing import (
    encounter_of_long_names,
    encounter_url,
    long_names,
    pdf,
    tournament_url,
)
from tests.test_rights import a_logo
from tournaments.clubs.domain import set_logo
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Tournament

pytestmark = pytest.mark.django_db

MILLIMETRE = 72 / 25.4
TITLE_OF_SHEET, MARGIN_OF_DOCUMENT = 20 * MILLIMETRE, 17 * MILLIMETRE
SIDE_MARGIN = 12 * MILLIMETRE
"""Distance from the upper edge within which the logo fits."""


@module_fixture
def owner() -> Any:
    return MembershipFactory.create(role=Role.OWNER).user


@pytest.fixture
def organizer_client(owner) -> Client:
    client = LanguageClient("tr")
    client.force_login(owner)
    return client


def with_logo(club: Club) -> None:
    set_logo(club=club, content=a_logo(), by=CONSOLE, at=NOW)


def positioned_texts(page: Any, below: float) -> list[tuple[str, float, float]]:
    """Return every text with its position, except the moment of printing."""
    fragments: list[tuple[str, float, float]] = []
    lowest = float(page.mediabox.height) - below

    def look(text: str, _current: Any, matrix: Any, _font: Any, _size: float) -> None:
        if text.strip() and matrix[5] < lowest and "itibarıyla" not in text:
            fragments.append((text.strip(), round(matrix[4], 1), round(matrix[5], 1)))

    page.extract_text(visitor_text=look)
    return fragments


@pytest.mark.slow
@pytest.mark.parametrize(("best_of", "hands"), [(1, 3), (3, 11), (5, 3), (5, 11)])
def test_logo_moves_nothing_below_the_title_of_a_sheet(owner, best_of, hands):
    tournament = long_names(owner, best_of=best_of, hands=hands)
    address = encounter_url("sheet_pdf", encounter_of_long_names(tournament))
    (bare,) = pdf(Client().get(address)).pages
    with_logo(tournament.club)
    (marked,) = pdf(Client().get(address)).pages
    assert len(positioned_texts(bare, TITLE_OF_SHEET)) > 20
    assert positioned_texts(marked, TITLE_OF_SHEET) == positioned_texts(bare, TITLE_OF_SHEET)
    assert (len(bare.images), len(marked.images)) == (0, 1)


@pytest.mark.slow
def test_each_sheet_of_a_round_has_the_logo(owner, organizer_client):
    tournament = long_names(owner)
    pages = len(pdf(organizer_client.get(tournament_url("sheets_pdf", tournament))).pages)
    with_logo(tournament.club)
    marked = pdf(organizer_client.get(tournament_url("sheets_pdf", tournament))).pages
    assert len(marked) == pages > 1
    assert all(len(page.images) == 1 for page in marked)


@pytest.fixture
def played_tournament(owner) -> Tournament:
    tournament = drawn_tournament(pairs=12, groups=3, club=owner.memberships.get().club)
    for encounter in encounters_of(tournament)[:5]:
        play_encounter(encounter)
    return tournament


@pytest.mark.parametrize("name", ["results_pdf", "resume_pdf"])
def test_logo_is_in_the_margin_of_every_page_of_a_document(organizer_client, played_tournament, name):
    bare = pdf(organizer_client.get(tournament_url(name, played_tournament))).pages
    with_logo(played_tournament.club)
    marked = pdf(organizer_client.get(tournament_url(name, played_tournament))).pages
    assert len(marked) == len(bare)
    for with_it, without in zip(marked, bare, strict=True):
        assert (len(without.images), len(with_it.images)) == (0, 1)
        assert positioned_texts(with_it, MARGIN_OF_DOCUMENT) == positioned_texts(without, MARGIN_OF_DOCUMENT)


def test_long_name_is_cut_at_the_margin_and_the_moment_is_below(owner, organizer_client):
    club = owner.memberships.get().club
    with_logo(club)
    tournament = drawn_tournament(club=club, name="Ç" * 120)
    page = pdf(organizer_client.get(tournament_url("resume_pdf", tournament))).pages[0]
    heads: list[tuple[str, float, float]] = []

    def look(text: str, _current: Any, matrix: Any, _font: Any, size: float) -> None:
        if text.strip() and matrix[5] > float(page.mediabox.height) - MARGIN_OF_DOCUMENT:
            heads.append((text.strip(), matrix[4], size))

    page.extract_text(visitor_text=look)
    ((heading, left, size),) = heads
    assert heading.endswith("…")
    right = left + text_width(heading, size, bold=True) * MILLIMETRE
    assert right < float(page.mediabox.width) - SIDE_MARGIN
    assert "itibarıyla" in page.extract_text()


def test_html_sheet_shows_the_logo(owner):
    tournament = long_names(owner)
    address = encounter_url("sheet", encounter_of_long_names(tournament))
    assert "club-logo" not in Client().get(address).content.decode()
    with_logo(tournament.club)
    assert "club-logo" in Client().get(address).content.decode()
