from __future__ import annotations

import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from scoring.queries.encounter_page import read_encounter
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_fixtures, read_fixtures_among, read_listings
from scoring.queries.play_labels import source_label
from scoring.queries.round_names import RoundName, TieName
from scoring.sharing.cards import card_texts
from tests.factories import MembershipFactory, play_encounter
from tests.languages import LanguageClient, english
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import HTMX
from tests.scoring.stage_flows import drawn_flow
from tests.scoring.table.table_phones import address, home_of, phone, text
from tournaments.enums import Part, Role, StageKind
from tournaments.models import Club, Encounter, EncounterSide, Group, Tournament
from tournaments.stages.stage_settings import StageSettings

pytestmark = pytest.mark.django_db

WITH_THIRD = StageSettings("knockout", best_of=1, hands=3, third_place=True)
LOSERS = ["Loser of SF 1", "Loser of SF 2"]


@module_fixture
def club() -> Club:
    return MembershipFactory.create(role=Role.OWNER).club


@module_fixture
def tournament(club: Club) -> Tournament:
    return drawn_flow(WITH_THIRD, pairs=4, tables=4, club=club)


@pytest.fixture
def organizer_client(club: Club) -> Client:
    client = LanguageClient("en")
    client.force_login(club.memberships.get().user)
    return client


@pytest.fixture
def third_place_encounter(tournament: Tournament) -> Encounter:
    related = Encounter.objects.select_related("stage__tournament", "table__tournament")
    return related.get(stage__tournament=tournament, part=Part.THIRD)


def source_labels(listing: EncounterListing) -> list[str]:
    with translation.override("en"):
        return [source_label(listing, side) for side in listing.sides]


def drawn_in(pdf: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.parametrize("page", ["room_overview", "paper", "tables", "schedule", "bracket", "tv"])
def test_pages_name_the_losers_of_the_semi_finals_for_third_place(organizer_client, tournament, page):
    page_text = text(organizer_client.get(reverse(f"scoring:{page}", args=[tournament.public_id])))
    sources = re.findall(r"(?:Winner|Loser) of (?:SF|semi-final) \d", page_text)
    assert len(sources) >= 4
    assert sum(source.startswith("Loser") for source in sources) == sum(
        source.startswith("Winner") for source in sources
    )


def test_dashboard_names_both_sources_at_the_table(organizer_client, tournament, third_place_encounter):
    page_text = text(organizer_client.get(reverse("scoring:room_overview", args=[tournament.public_id])))
    row = re.search(
        rf"Table {home_of(third_place_encounter).number} A (.*?) B (.*?) waits for a side", page_text
    )
    assert row is not None
    assert list(row.groups()) == LOSERS


@pytest.mark.parametrize("page", ["encounter", "share_encounter"])
def test_encounter_pages_name_the_sources_in_the_title(client, third_place_encounter, page):
    response = client.get(english(reverse(f"scoring:{page}", args=[third_place_encounter.public_id])))
    page_text = text(response)
    assert all(page_text.count(loser) >= 2 for loser in LOSERS)
    assert "Winner of" not in page_text


def test_share_card_names_the_sources(third_place_encounter):
    with translation.override("en"):
        card = card_texts.encounter_card(read_encounter(third_place_encounter.public_id))
    assert [line.name for line in card.lines] == LOSERS


def test_table_phone_names_the_sources(third_place_encounter):
    page_text = text(
        phone(home_of(third_place_encounter), "en").get(address("table", home_of(third_place_encounter)))
    )
    assert all(loser in page_text for loser in LOSERS)
    assert "Winner of" not in page_text


@pytest.mark.parametrize("page", ["resume_pdf", "bracket_poster"])
def test_pdfs_name_the_sources(organizer_client, tournament, page):
    pdf = organizer_client.get(reverse(f"scoring:{page}", args=[tournament.public_id])).content
    assert len(re.findall(r"Loser of (?:SF|semi-final) \d", drawn_in(pdf))) >= 2


def test_follower_of_a_semi_final_loser_reads_both_possible_opponents(client, tournament):
    semi, other = Encounter.objects.filter(stage__tournament=tournament, round=1).order_by("position")
    play_encounter(semi, "A")
    loser = semi.sides.get(letter="B").entrant
    assert loser is not None
    strip = english(reverse("scoring:followed_status", args=[tournament.public_id, loser.public_id]))
    page_text = text(client.get(strip, headers=HTMX))
    names = " / ".join(side.entrant.name for side in other.sides_in_order if side.entrant)
    assert f"Loser of SF 2 ({names})" in page_text


def test_turkish_page_names_the_loser(client, third_place_encounter):
    page_text = text(client.get(reverse("scoring:encounter", args=[third_place_encounter.public_id])))
    assert "YF 1 mağlubu" in page_text


def test_a_side_before_the_semi_finals_is_named_by_its_quarter_final(client):
    tournament = drawn_flow(WITH_THIRD, pairs=8)
    final = Encounter.objects.get(stage__tournament=tournament, part=Part.MAIN, round=3)
    page_text = text(client.get(english(reverse("scoring:encounter", args=[final.public_id]))))
    assert "Winner of QF 1 · Winner of QF 2" in page_text


@pytest.mark.parametrize(
    ("side", "label"),
    [
        (EncounterSide(letter="A", from_encounter_id=5, from_place=3), "Number 3 of table 2 of round 1"),
        (EncounterSide(letter="A", from_group=Group(name="B"), from_rank=2), "Runner-up of group B"),
        (EncounterSide(letter="A", from_rank=3), "Place 3 of the previous stage"),
        (EncounterSide(letter="A", vacant=True), "Nobody: bye"),
        (EncounterSide(letter="A"), "Not known yet"),
    ],
)
def test_places_of_groups_and_tables_of_four_are_named(side, label):
    before = TieName(RoundName(StageKind.TABLES, Part.MAIN, number=1, round_count=2, ties=2), number=2)
    assert source_labels(EncounterListing(Encounter(), (side,), (), lambda: {5: before})) == [label]


def test_every_reader_of_encounters_knows_the_sources(
    tournament, third_place_encounter, django_assert_num_queries
):
    query = Encounter.objects.filter(pk=third_place_encounter.pk)
    with django_assert_num_queries(3):
        (only,) = read_fixtures_among(query)
        source_labels(only)
    for listings in (read_listings(tournament), read_fixtures(tournament), [only]):
        listing = next(listing for listing in listings if listing.encounter == third_place_encounter)
        assert source_labels(listing) == LOSERS


def test_names_are_read_only_on_demand(third_place_encounter, django_assert_num_queries):
    with django_assert_num_queries(2):
        read_fixtures_among(Encounter.objects.filter(pk=third_place_encounter.pk))
