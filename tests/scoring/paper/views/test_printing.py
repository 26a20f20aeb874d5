from __future__ import annotations

import io
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from scoring.ledger.digests import tournament_digest
from scoring.ledger.receipts import receipt
from scoring.models import StandingsCache
from scoring.officials.domain.rulings import AddedInfraction, Replay
from tests.factories import (
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    enter_named,
    fixed,
    open_tournament,
    play_encounter,
    play_hand,
    report,
    rule,
    void_report,
)
from tests.flat_html import flat
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.shown_messages import message_levels
from tournaments.draws.domain import draw
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Tournament
from tournaments.stages.stage_settings import Length

pytestmark = pytest.mark.django_db

LONG = ("Karaosmanoğlu – Büyükyılmaz", ("İsmail Hakkı Karaosmanoğlu", "Şükriye Büyükyılmaz"))
LONGER_THAN_A_BOX = 40
PORTRAIT, LANDSCAPE = (595, 842), (842, 595)


@module_fixture
def owner() -> Any:
    return MembershipFactory.create(role=Role.OWNER).user


@pytest.fixture
def organizer_client(owner) -> Client:
    client = LanguageClient("tr")
    client.force_login(owner)
    return client


def long_names(owner: Any, *, best_of: int = 3, hands: int = 11) -> Tournament:
    stage = Length(best_of=best_of, hands=hands)
    club = owner.memberships.get().club
    tournament = open_tournament(club=club, pairs=5, groups=stage, knockout=stage, name="Güz Kupası")
    enter_named(tournament, [LONG])
    draw.draw_groups(tournament=tournament, groups=2, seed="101", by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    return tournament


def encounter_of_long_names(tournament: Tournament) -> Encounter:
    return next(
        encounter
        for encounter in encounters_of(tournament)
        if encounter.sides.filter(entrant__name=LONG[0]).exists()
    )


def pdf(response: Any) -> PdfReader:
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/pdf"
    return PdfReader(io.BytesIO(response.content))


def words(page: Any) -> str:
    return " ".join(page.extract_text().split())


def shape(page: Any) -> tuple[int, int]:
    return round(page.mediabox.width), round(page.mediabox.height)


def encounter_url(name: str, encounter: Encounter) -> str:
    return reverse(f"scoring:{name}", args=[encounter.public_id])


def tournament_url(name: str, tournament: Tournament) -> str:
    return reverse(f"scoring:{name}", args=[tournament.public_id])


@pytest.mark.parametrize(
    ("best_of", "hands", "size"),
    [(1, 3, PORTRAIT), (3, 11, PORTRAIT), (5, 3, PORTRAIT), (5, 11, LANDSCAPE)],
)
def test_every_encounter_fits_one_a4(owner, best_of, hands, size):
    encounter = encounter_of_long_names(long_names(owner, best_of=best_of, hands=hands))
    (page,) = pdf(Client().get(encounter_url("sheet_pdf", encounter))).pages
    assert shape(page) == size
    page_text = words(page)
    assert page_text.count(". maç") == best_of
    assert LONG[0] in page_text


def test_sheet_shows_entrants_place_and_rules(owner):
    encounter = encounter_of_long_names(long_names(owner))
    page_text = words(pdf(Client().get(encounter_url("sheet_pdf", encounter))).pages[0])
    for expected in (
        "Puan cetveli",
        owner.memberships.get().club.name,
        "Güz Kupası",
        "21–22 Kasım 2026",
        "grubu",
        "İsmail Hakkı",
        "Şükriye",
        "Açmayana, elinde ne kalırsa kalsın 202 yazılır",
        "a İşlek taş atma +101",
        "okey ikiye",
        "A tarafı, imza",
    ):
        assert expected in page_text


def test_a_sheet_in_english(owner):
    encounter = encounter_of_long_names(long_names(owner))
    client = LanguageClient("en")
    page_text = words(pdf(client.get(encounter_url("sheet_pdf", encounter))).pages[0])
    for expected in (
        "Score sheet",
        "21–22 November 2026",
        "A player who has not opened is charged",
        "a Playable discard +101",
    ):
        assert expected in page_text


def test_recorded_hands_are_filled_in(owner):
    encounter = encounter_of_long_names(long_names(owner))
    play_hand(encounter, report(points=(37, 58), fouls=2))
    play_hand(encounter, void_report())
    page_text = words(pdf(Client().get(encounter_url("sheet_pdf", encounter))).pages[0])
    for expected in ("37", "58", "b2", "+101", "+95", "sayılmayan el"):
        assert expected in page_text


def test_rulings_are_shown_on_the_sheet(owner):
    encounter = encounter_of_long_names(long_names(owner))
    for _hand in range(3):
        play_hand(encounter)
    rule(encounter, fixed(10, -5, 20, 0))
    rule(encounter, AddedInfraction("B1", "okey_discard"), deal=2)
    rule(encounter, Replay(), deal=3)
    page_text = words(pdf(Client().get(encounter_url("sheet_pdf", encounter))).pages[0])
    page = Client().get(encounter_url("sheet", encounter)).content.decode()
    assert "hakem kararı: sayılmayan el" in page_text
    assert "Satırın yanında H: hakem kararı." in page_text
    for row in ("1H", "2H", "3H"):
        assert row in page_text
        assert f">{row}</th>" in page
    assert page.count("hakem kararı") >= 2


def test_another_rule_book_prints_another_legend(owner):
    club = owner.memberships.get().club
    encounter = encounters_of(drawn_tournament(club=club, rule_set_id="101-rounds"))[0]
    page_text = words(pdf(Client().get(encounter_url("sheet_pdf", encounter))).pages[0])
    assert "okey ikiye 2" not in page_text.lower()
    assert "Geri toplama" not in page_text


@pytest.mark.parametrize(("best_of", "hands"), [(3, 11), (5, 11)])
def test_legend_is_readable_on_the_fullest_sheet(owner, best_of, hands):
    encounter = encounter_of_long_names(long_names(owner, best_of=best_of, hands=hands))
    sizes: dict[str, float] = {}

    def look(text: str, _current: Any, _matrix: Any, _font: Any, size: float) -> None:
        sizes.setdefault(text.strip(), size)

    pdf(Client().get(encounter_url("sheet_pdf", encounter))).pages[0].extract_text(visitor_text=look)
    notes = [size for text, size in sizes.items() if len(text) > LONGER_THAN_A_BOX]
    assert len(notes) > 9
    assert min(notes) >= 7.5


def test_unknown_side_is_blank(owner):
    encounter = encounter_of_long_names(long_names(owner))
    encounter.sides.update(entrant=None)
    assert len(pdf(Client().get(encounter_url("sheet_pdf", encounter))).pages) == 1


def test_characters_of_no_font_do_not_fail(owner):
    encounter = encounter_of_long_names(long_names(owner))
    side = encounter.sides.get(letter="A")
    Entrant.objects.filter(encounter_sides=side).update(name="Ẽva ☺ សុខ")
    page_text = words(pdf(Client().get(encounter_url("sheet_pdf", encounter))).pages[0])
    assert "Ẽva ?? B" in page_text


def test_html_sheet_shows_the_same(owner):
    encounter = encounter_of_long_names(long_names(owner))
    play_hand(encounter, report(points=(37, 58)))
    html = Client().get(encounter_url("sheet", encounter)).content.decode()
    assert LONG[0] in html
    assert html.count('<section class="p-match">') == 3
    assert "37" in html
    assert "<svg" in html


@pytest.mark.slow
def test_sheet_shows_the_digest_of_the_whole_tournament(owner, organizer_client):
    tournament = long_names(owner)
    encounter, other = encounters_of(tournament)[:2]
    play_hand(encounter)
    before = receipt(tournament_digest(tournament))
    play_hand(other)
    now = receipt(tournament_digest(tournament))
    assert now != before
    page = LanguageClient("en").get(encounter_url("sheet", encounter)).content.decode()
    assert f"Digest {now}" in page
    for address in (encounter_url("sheet_pdf", encounter), tournament_url("sheets_pdf", tournament)):
        assert all(
            f"Doğrulama kodu {now}" in words(page) for page in pdf(organizer_client.get(address)).pages
        )


def test_only_staff_see_the_typing_link(owner, organizer_client):
    encounter = encounter_of_long_names(long_names(owner))
    link = reverse("scoring:type_sheet", args=[encounter.public_id, 1])
    address = encounter_url("encounter", encounter)
    assert link in organizer_client.get(address, {"as": "staff"}).content.decode()
    assert link not in Client().get(address, {"as": "staff"}).content.decode()
    sheet = flat(Client().get(encounter_url("sheet", encounter)).content.decode())
    assert f'href="{link}" data-for-staff hidden>' in sheet


def test_unknown_sheet_is_404():
    missing = "00000000-0000-4000-8000-000000000000"
    for name in ("sheet", "sheet_pdf"):
        assert Client().get(reverse(f"scoring:{name}", args=[missing])).status_code == 404


def test_sheets_reject_post(owner, organizer_client):
    tournament = long_names(owner)
    encounter = encounter_of_long_names(tournament)
    for address in (
        encounter_url("sheet", encounter),
        encounter_url("sheet_pdf", encounter),
        tournament_url("paper", tournament),
        tournament_url("sheets_pdf", tournament),
        tournament_url("resume_pdf", tournament),
    ):
        assert organizer_client.post(address).status_code == 405


def test_undecided_encounters_in_one_document(owner, organizer_client):
    tournament = long_names(owner, best_of=1, hands=3)
    encounters = encounters_of(tournament)
    play_encounter(encounters[0])
    response = organizer_client.get(tournament_url("sheets_pdf", tournament))
    assert len(pdf(response).pages) == len(encounters) - 1
    assert 'filename="guz-kupasi-puan-cetvelleri.pdf"' in response.headers["Content-Disposition"]


def test_the_sheets_of_one_round(owner, organizer_client):
    tournament = long_names(owner)
    encounters = [encounter for encounter in encounters_of(tournament) if encounter.round == 2]
    response = organizer_client.get(tournament_url("sheets_pdf", tournament), {"round": "1-main-2"})
    assert len(pdf(response).pages) == len(encounters)


@pytest.mark.parametrize(
    "name", ["1-main-9", "1", "2-main-1", "1-x-1", "1-main-", "1-main-9999999", "x-main-1"]
)
def test_unknown_round_is_404(owner, organizer_client, name):
    tournament = long_names(owner)
    assert organizer_client.get(tournament_url("sheets_pdf", tournament), {"round": name}).status_code == 404


def test_sheets_without_encounters_are_404(owner, organizer_client):
    tournament = open_tournament(club=owner.memberships.get().club)
    response = organizer_client.get(tournament_url("sheets_pdf", tournament), follow=True)
    assert response.redirect_chain[-1][0] == tournament_url("paper", tournament)
    assert message_levels(response) == ["info"]


def test_paper_page_links_everything(owner, organizer_client):
    tournament = long_names(owner)
    html = organizer_client.get(tournament_url("paper", tournament)).content.decode()
    assert tournament_url("resume_pdf", tournament) in html
    for number in (1, 2, 3):
        assert tournament_url("sheets_pdf", tournament) + f"?round=1-main-{number}" in html
    for encounter in encounters_of(tournament):
        assert reverse("scoring:type_sheet", args=[encounter.public_id, 1]) in html


@pytest.mark.slow
def test_queries_do_not_grow_with_sheets(owner, organizer_client):
    counts = []
    for pairs, groups in ((8, 2), (16, 4)):
        tournament = drawn_tournament(club=owner.memberships.get().club, pairs=pairs, groups=groups)
        with CaptureQueriesContext(connection) as captured:
            organizer_client.get(tournament_url("sheets_pdf", tournament))
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("tables", [3, 7])
def test_the_resume_pack_shows_every_table(owner, organizer_client, tables):
    club = owner.memberships.get().club
    tournament = drawn_tournament(club=club, pairs=16, groups=4, tables=tables)
    for encounter in encounters_of(tournament):
        if encounter.table and encounter.queue_place == 1:
            play_hand(encounter, report(points=(41, 9)))
    reader = pdf(organizer_client.get(tournament_url("resume_pdf", tournament)))
    page_text = " ".join(words(page) for page in reader.pages)
    for number in range(1, tables + 1):
        assert f"Masa {number}:" in page_text
    assert "sıradaki:" in page_text
    assert "Sonra:" in page_text
    assert "Grup" in page_text
    assert "ÇF 1" in page_text


def test_every_page_of_the_pack_shows_moment_and_ledger_version(owner, organizer_client):
    club = owner.memberships.get().club
    tournament = drawn_tournament(club=club, pairs=24, groups=4, tables=12)
    for encounter in encounters_of(tournament)[:12]:
        play_hand(encounter)
    version = sum(StandingsCache.objects.values_list("moved", flat=True))
    reader = pdf(organizer_client.get(tournament_url("resume_pdf", tournament)))
    assert len(reader.pages) > 1
    for number, page in enumerate(reader.pages, start=1):
        page_text = words(page)
        assert f"kayıt sürümü {version}" in page_text
        assert f"sayfa {number} / {len(reader.pages)}" in page_text
        assert tournament.name in page_text


def test_pack_has_every_hand_of_the_match_with_totals(owner, organizer_client):
    tournament = long_names(owner)
    encounter = encounter_of_long_names(tournament)
    for points in ((11, 22), (33, 44)):
        play_hand(encounter, report(points=points))
    play_hand(encounter, void_report())
    page_text = " ".join(
        words(page) for page in pdf(organizer_client.get(tournament_url("resume_pdf", tournament))).pages
    )
    for expected in ("+11", "+22", "+33", "+44", "+110", "−202", "sayılmayan el", "3. el"):
        assert expected in page_text


def test_pack_of_an_undrawn_tournament(owner, organizer_client):
    tournament = open_tournament(club=owner.memberships.get().club)
    assert len(pdf(organizer_client.get(tournament_url("resume_pdf", tournament))).pages) == 1


@pytest.mark.slow
def test_a_finished_evening_still_has_its_pack(owner, organizer_client):
    tournament = drawn_tournament(club=owner.memberships.get().club)
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    assert pdf(organizer_client.get(tournament_url("resume_pdf", tournament))).pages
