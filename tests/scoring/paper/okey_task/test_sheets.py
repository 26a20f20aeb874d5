from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from rules.games.okey_task.reports import HandReport, parse_report
from scoring.officials.domain.rulings import FixedPoints, Replay
from scoring.paper.queries.score_sheets import PaperSheet, read_sheets
from scoring.paper.queries.sheet_matches import MatchOnPaper, rows_are_high
from tests.factories import (
    MembershipFactory,
    correct,
    drawn_tournament,
    encounters_of,
    play_hand,
    rule,
    singles_tournament,
)
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.pages.page_parser import read
from tests.pages.strict_html import faults_of
from tests.rules.games.okey_task.hand_builders import deck_empty, finished, with_exchanged_jokers
from tests.rules.hand_builders import NONE, SERIES
from tests.scoring.play.test_open_length import stages
from tournaments.enums import Role
from tournaments.models import Encounter, Stage
from tournaments.stages.stage_settings import Length

pytestmark = pytest.mark.django_db

A4 = (595, 842)


@module_fixture
def owner() -> Any:
    return MembershipFactory.create(role=Role.OWNER).user


@module_fixture
def encounter(owner: Any) -> Encounter:
    club = owner.memberships.get().club
    length = stages(Length(best_of=3, hands=5))
    return encounters_of(drawn_tournament(club=club, rule_set_id="okey-task", groups=2, stages=length))[0]


@module_fixture
def table_of_four() -> Encounter:
    return encounters_of(singles_tournament(players=4, rule_set_id="okey-task"))[0]


def finished_report(task: str = "kut_3_seri_3", /, **seats: Any) -> HandReport:
    return parse_report(finished(**seats) | {"task": task})


HAND = finished_report(A2=(SERIES, 9), B1=with_exchanged_jokers((SERIES, 12), 2), B2=(NONE, 61))
OF_FOUR = parse_report(
    deck_empty(A1=(NONE, 8), B1=(SERIES, 5), C1=SERIES, D1=with_exchanged_jokers((SERIES, 41)))
    | {"outcome": "finished", "finisher": "C1"}
)
EMPTY = parse_report(deck_empty("cift", A1=("pairs", 3), B1=(NONE, 20), A2=(NONE, 31), B2=(NONE, 44)))


def sheet_of(encounter: Encounter) -> PaperSheet:
    return read_sheets(Encounter.objects.filter(pk=encounter.pk))[0]


def match_of(encounter: Encounter) -> MatchOnPaper:
    return sheet_of(encounter).matches[0]


def pdf(name: str, public_id: object, client: Client | None = None) -> list[Any]:
    response = (client or Client()).get(reverse(f"scoring:{name}", args=[public_id]))
    assert response.status_code == 200
    return list(PdfReader(io.BytesIO(response.content)).pages)


def words(page: Any) -> str:
    return " ".join(page.extract_text().split())


def sheet_text(encounter: Encounter, client: Client | None = None) -> str:
    response = (client or Client()).get(reverse("scoring:sheet", args=[encounter.public_id]))
    return " ".join(response.content.decode().split())


def long_stage(encounter: Encounter, *, hands: int, best_of: int) -> None:
    Stage.objects.filter(pk=encounter.stage_id).update(hands_per_match=hands, best_of=best_of)


def test_the_matches_of_an_encounter_share_an_a4(encounter):
    (page,) = pdf("sheet_pdf", encounter.public_id)
    assert (round(page.mediabox.width), round(page.mediabox.height)) == A4
    assert [len(match.rows) for match in sheet_of(encounter).matches] == [7] * 3
    assert [f"{number}. maç" in words(page) for number in (1, 2, 3)] == [True] * 3


def test_recorded_hands_fill_the_boxes(encounter):
    play_hand(encounter, HAND)
    play_hand(encounter, EMPTY)
    first, second = match_of(encounter).deals
    assert {part: mark for part, mark in first.marks.items() if mark} == {
        "task": "k3s3",
        "end": "1",
        "A2-opened": "o",
        "A2-points": "9",
        "B1-opened": "o",
        "B1-points": "12",
        "B1-jokers": "2",
        "B2-points": "61",
    }
    assert (first.side_cost("A"), first.side_cost("B")) == (9, 173)
    assert (second.mark("task"), second.mark("end"), second.mark("A1-points")) == ("p", "d", "3")
    assert second.mark("A1-opened") == "o"


def test_rack_entered_by_tiles_is_shown_in_points(encounter):
    tiles = {"opening": "series", "rack": {"tiles": ["r7", "k12", "*"]}}
    play_hand(encounter, finished_report(B1=tiles))
    assert match_of(encounter).deals[0].mark("B1-points") == "19"


def test_filled_sheet_shows_the_report(encounter):
    play_hand(encounter, HAND)
    page = sheet_text(encounter)
    on = [chunk.partition("<")[0] for chunk in page.split('<i class="on">')[1:]]
    assert [chunk.strip() for chunk in on] == ["K3S3", "1", "A", "A", "2"]
    for written in ("9", "12", "61", "+173"):
        assert f"> {written} <" in page or f">{written}<" in page, written
    page_text = words(pdf("sheet_pdf", encounter.public_id)[0])
    for expected in ("61", "+173", "K4S4"):
        assert expected in page_text


def test_sheet_names_the_rules_and_has_signatures(encounter):
    page_text = words(pdf("sheet_pdf", encounter.public_id)[0])
    for expected in ("Puan cetveli", "2K3 2 × küt 3", "Ç Çift", "puan iki kez yazılır", "A tarafı, imza"):
        assert expected in page_text
    english = words(pdf("sheet_pdf", encounter.public_id, LanguageClient("en"))[0])
    for expected in ("Score sheet", "K3S3 Set of 3 + run of 3", "P Pairs", "what is left on their rack"):
        assert expected in english
    assert "K3S3 Set of 3 + run of 3" in sheet_text(encounter, LanguageClient("en"))


def test_low_rows_show_the_task_as_text(encounter):
    long_stage(encounter, hands=11, best_of=3)
    play_hand(encounter, HAND)
    sheet = sheet_of(encounter)
    assert [rows_are_high(matches) for matches in sheet.pages] == [False]
    (page,) = pdf("sheet_pdf", encounter.public_id)
    assert words(page).count("K3S3") == 2
    assert "2K4 2S4" not in words(page)
    assert '<td class="p-marks p-task"> K3S3 </td>' in sheet_text(encounter)


def test_long_encounter_takes_several_pages(encounter):
    long_stage(encounter, hands=11, best_of=5)
    pages = pdf("sheet_pdf", encounter.public_id)
    assert [[match.number for match in matches] for matches in sheet_of(encounter).pages] == [
        [1, 2, 3],
        [4, 5],
    ]
    assert [(round(page.mediabox.width), round(page.mediabox.height)) for page in pages] == [A4] * 2
    assert "5. maç" in words(pages[1])
    assert sheet_text(encounter).count("<article") == 2


def test_match_of_very_many_hands_has_its_own_page(encounter):
    long_stage(encounter, hands=60, best_of=3)
    assert [len(matches) for matches in sheet_of(encounter).pages] == [1, 1, 1]
    assert len(pdf("sheet_pdf", encounter.public_id)) == 3


def test_each_of_four_singles_has_a_column(table_of_four):
    play_hand(table_of_four, OF_FOUR)
    deal = match_of(table_of_four).deals[0]
    assert (deal.mark("end"), deal.mark("D1-jokers"), deal.side_cost("D")) == ("3", "1", 91)
    (page,) = pdf("sheet_pdf", table_of_four.public_id)
    assert "D tarafı, imza" in words(page)
    assert "+91" in sheet_text(table_of_four)


def test_correction_replaces_the_hand(encounter):
    play_hand(encounter, HAND)
    correct(encounter, finished_report("seri_5"))
    assert match_of(encounter).deals[0].mark("task") == "s5"


def test_replayed_hand_is_struck_out(owner, encounter):
    play_hand(encounter, HAND)
    rule(encounter, Replay())
    organizer_client = LanguageClient("tr")
    organizer_client.force_login(owner)
    resumed = words(pdf("resume_pdf", encounter.stage.tournament.public_id, organizer_client)[0])
    assert "1 sayılmayan el" in resumed
    for page_text in (words(pdf("sheet_pdf", encounter.public_id)[0]), sheet_text(encounter)):
        assert "hakem kararı: sayılmayan el" in page_text


def test_the_resume_pack_shows_every_hand_with_its_task(owner, encounter):
    play_hand(encounter, HAND)
    play_hand(encounter, EMPTY)
    organizer_client = LanguageClient("en")
    organizer_client.force_login(owner)
    page_text = words(pdf("resume_pdf", encounter.stage.tournament.public_id, organizer_client)[0])
    for expected in ("1 K3S3 1 0 +9 +9 +112 +61 +173 +9 +173", "2 P D +3 +31 +34 +20 +44 +64 +43 +237"):
        assert expected in page_text


@pytest.mark.slow
def test_undecided_encounters_in_one_document(owner, encounter):
    organizer_client = LanguageClient("en")
    organizer_client.force_login(owner)
    tournament = encounter.stage.tournament
    assert len(pdf("sheets_pdf", tournament.public_id, organizer_client)) == len(encounters_of(tournament))


@pytest.mark.parametrize("hands", [5, 11])
@pytest.mark.parametrize("four", [False, True])
def test_html_sheet_is_valid(encounter, table_of_four, hands, four):
    played, hand = (table_of_four, OF_FOUR) if four else (encounter, HAND)
    long_stage(played, hands=hands, best_of=3)
    play_hand(played, hand)
    rule(played, Replay())
    play_hand(played, hand)
    assert list(faults_of(read(sheet_text(played), whole=True), page=True)) == []


def test_fixed_points_are_shown_without_the_report(owner, encounter):
    play_hand(encounter, HAND)
    rule(encounter, FixedPoints({"A1": 1, "A2": 2, "B1": 30, "B2": 4}, HAND))
    organizer_client = LanguageClient("en")
    organizer_client.force_login(owner)
    page_text = words(pdf("sheet_pdf", encounter.public_id, organizer_client)[0])
    assert "referee's ruling" in page_text
    assert "+34" in page_text
    resumed = words(pdf("resume_pdf", encounter.stage.tournament.public_id, organizer_client)[0])
    assert "1 +1 +2 +3 +30 +4 +34" in resumed
    assert "K3S3" not in resumed
