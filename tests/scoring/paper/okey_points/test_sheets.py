from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from rules.games.okey_points.reports import HandReport, parse_report
from scoring.officials.domain.rulings import Replay
from scoring.paper.games.game_sheet import Box
from scoring.paper.pdf.score_sheet import sheets_as_pdf
from scoring.paper.queries.score_sheets import PaperSheet, read_sheets
from scoring.paper.queries.sheet_matches import MatchOnPaper
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
from tests.scoring.play.test_open_length import (
    LARGE,
    OPEN,
    SEATS,
    SMALL,
    correct_current_hand,
    stages,
    won_hand,
)
from tournaments.enums import Role
from tournaments.models import Encounter, Stage, Tournament
from tournaments.stages.stage_settings import Length

pytestmark = pytest.mark.django_db

A4 = (595, 842)
NOBODY = parse_report({"outcome": "deck_exhausted", "seats": SEATS})


@module_fixture
def owner() -> Any:
    return MembershipFactory.create(role=Role.OWNER).user


@module_fixture
def encounter(owner: Any) -> Encounter:
    club = owner.memberships.get().club
    tournament = drawn_tournament(club=club, rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))
    return encounters_of(tournament)[0]


@module_fixture
def table_of_four() -> Encounter:
    return encounters_of(singles_tournament(players=4, hands=None, rule_set_id="okey-standard"))[0]


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


def test_an_open_match_has_twenty_rows(encounter):
    rows = match_of(encounter).rows
    assert [row.number for row in rows] == list(range(1, 21))
    assert not any(row.spare for row in rows)


@pytest.mark.parametrize(("limit", "rows", "spare"), [(7, 9, 2), (20, 22, 2), (31, 20, 0)])
def test_limited_match_has_its_rows_and_spare_ones(encounter, limit, rows, spare):
    Stage.objects.filter(pk=encounter.stage_id).update(hands_per_match=limit)
    listed = match_of(encounter).rows
    assert (len(listed), sum(row.spare for row in listed)) == (rows, spare)
    assert f"en geç {limit}. elde" in words(pdf("sheet_pdf", encounter.public_id)[0])


def test_each_hand_shows_the_remaining_points(encounter):
    play_hand(encounter, won_hand("B2", hand="pairs", last_tile="okey", indicator_shown_by="A2"))
    play_hand(encounter, NOBODY)
    rows = match_of(encounter).rows
    marks = [row.deal.marks for row in rows if row.deal]
    assert marks == [
        {"shown": "2", "end": "4", "finish": "po"},
        {"shown": "", "end": "d", "finish": ""},
    ]
    assert [row.points_left for row in rows[:3]] == [{"A": 8, "B": 19}, {"A": 7, "B": 18}, {}]


def test_remaining_points_can_be_negative(encounter):
    play_hand(encounter, LARGE)
    play_hand(encounter, won_hand(hand="pairs"))
    assert match_of(encounter).rows[1].points_left == {"A": 20, "B": -4}
    assert "−4" in words(pdf("sheet_pdf", encounter.public_id)[0])


def test_hand_after_a_corrected_end_is_left_out(encounter):
    for hand_report in (SMALL, SMALL):
        play_hand(encounter, hand_report)
    correct_current_hand(encounter, won_hand(hand="one_colour_run", last_tile="okey"))
    assert [row.number for row in match_of(encounter).rows if row.deal] == [1]


def test_correction_changes_the_remaining_points(encounter):
    play_hand(encounter, SMALL)
    play_hand(encounter, SMALL)
    correct(encounter, won_hand("B1"), deal=1)
    assert [row.points_left for row in match_of(encounter).rows[:2]] == [
        {"A": 18, "B": 20},
        {"A": 18, "B": 18},
    ]


def test_each_match_has_its_own_a4(owner):
    club = owner.memberships.get().club
    length = stages(Length(best_of=3, hands=None))
    tournament = drawn_tournament(club=club, rule_set_id="okey-standard", groups=2, stages=length)
    encounter = encounters_of(tournament)[0]
    pages = pdf("sheet_pdf", encounter.public_id)
    assert [(round(page.mediabox.width), round(page.mediabox.height)) for page in pages] == [A4] * 3
    assert [f"{number}. maç" in words(page) for number, page in enumerate(pages, start=1)] == [True] * 3
    html = Client().get(reverse("scoring:sheet", args=[encounter.public_id])).content.decode()
    assert (html.count("<article"), html.count("<h1")) == (3, 1)


def test_sheet_names_the_rules_and_has_signatures(encounter):
    page_text = words(pdf("sheet_pdf", encounter.public_id)[0])
    for expected in ("Puan cetveli", "Çiftten, okeyle 12", "A tarafı, imza", "20", "daire içine alın"):
        assert expected in page_text
    english = words(pdf("sheet_pdf", encounter.public_id, LanguageClient("en"))[0])
    for expected in ("Score sheet", "Pairs, with the okey 12", "circle who showed it"):
        assert expected in english


def test_html_sheet_shows_the_same(encounter):
    play_hand(encounter, LARGE)
    html = Client().get(reverse("scoring:sheet", args=[encounter.public_id])).content.decode()
    assert html.count('class="on"') == 2
    assert "Çiftten, okeyle 12" in html
    assert "<svg" in html


def test_each_of_four_singles_is_counted_down(table_of_four):
    assert {row.number for row in match_of(table_of_four).rows} == set(range(1, 21))
    play_hand(table_of_four, single("C1"))
    assert match_of(table_of_four).rows[0].points_left == {"A": 18, "B": 18, "C": 20, "D": 18}
    (page,) = pdf("sheet_pdf", table_of_four.public_id)
    assert "D tarafı, imza" in words(page)


def single(finisher: str) -> HandReport:
    return parse_report(
        {
            "outcome": "finished",
            "finisher": finisher,
            "seats": {seat: {} for seat in ("A1", "B1", "C1", "D1")},
        }
    )


def test_resume_pack_shows_every_hand_with_remaining_points(owner, encounter):
    play_hand(encounter, won_hand("B2", hand="pairs", last_tile="okey", indicator_shown_by="A2"))
    organizer_client = LanguageClient("en")
    organizer_client.force_login(owner)
    page_text = words(pdf("resume_pdf", encounter.stage.tournament.public_id, organizer_client)[0])
    for expected in ("A left B left 1 2 4 PO 8 19", "A 8, B 19"):
        assert expected in page_text


def test_replayed_hand_is_struck_out(owner, encounter):
    play_hand(encounter, LARGE)
    rule(encounter, Replay())
    organizer_client = LanguageClient("tr")
    organizer_client.force_login(owner)
    assert match_of(encounter).rows[0].points_left == {"A": 20, "B": 20}
    page = organizer_client.get(reverse("scoring:sheet", args=[encounter.public_id])).content.decode()
    resumed = words(pdf("resume_pdf", encounter.stage.tournament.public_id, organizer_client)[0])
    for page_text in (words(pdf("sheet_pdf", encounter.public_id)[0]), page, resumed):
        assert "hakem kararı: sayılmayan el" in page_text


def test_box_without_marks_shows_text(encounter):
    play_hand(encounter, won_hand("B1", hand="pairs"))
    sheet = sheet_of(encounter)
    written = replace(sheet.game_sheet, boxes=lambda _rules, _seats: [Box("end"), Box("finish")])
    drawn = sheets_as_pdf([(replace(sheet, game_sheet=written), "https://kulup.test/e/")], digest="K7PM 3XRD")
    (page,) = PdfReader(io.BytesIO(drawn)).pages
    page_text = words(page)
    assert "1 3 Ç 12 20" in page_text
    assert "2 3 4 D" not in page_text


def test_undecided_encounters_in_one_document(owner, encounter):
    organizer_client = LanguageClient("en")
    organizer_client.force_login(owner)
    tournament = encounter.stage.tournament
    assert len(pdf("sheets_pdf", tournament.public_id, organizer_client)) == len(encounters_of(tournament))
    assert organizer_client.get(paper_of(tournament)).context["paper"].one_match_per_sheet


def test_each_encounter_has_one_page_if_its_matches_share_it(owner):
    organizer_client = LanguageClient("en")
    organizer_client.force_login(owner)
    club = owner.memberships.get().club
    other, task = (
        drawn_tournament(club=club, rule_set_id=rule_set_id) for rule_set_id in ("101-pairs", "okey-task")
    )
    papers = [organizer_client.get(paper_of(tournament)).context["paper"] for tournament in (other, task)]
    assert [paper.one_match_per_sheet for paper in papers] == [False, False]
    assert [bool(paper.max_rows_per_page) for paper in papers] == [False, True]


def paper_of(tournament: Tournament) -> str:
    return reverse("scoring:paper", args=[tournament.public_id])
