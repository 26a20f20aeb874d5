from __future__ import annotations

import io
import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from scoring.models import Call, Confirmation, Entry
from scoring.officials.domain import departures
from scoring.table.views.practice_screen import PRACTICE_ENCOUNTER_ID
from tests.factories import (
    NOW,
    MembershipFactory,
    correct,
    encounters_of,
    play_hand,
    play_of,
    play_table,
    singles_report,
    singles_tournament,
)
from tests.languages import LanguageClient, english
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import match_of, sides_phone
from tests.scoring.table.table_phones import address, home_of, phone, text
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db

HAND = {
    "end": "A1",
    "finish": "plain",
    "B1-opening": "series",
    "B1-points": "22",
    "C1-opening": "pairs",
    "C1-points": "13",
    "D1-opening": "none",
}


@module_fixture
def tournament() -> Tournament:
    return singles_tournament()


@pytest.fixture
def encounter(tournament) -> Encounter:
    return encounters_of(tournament)[0]


@pytest.fixture
def keeper(encounter) -> Client:
    return phone(home_of(encounter), language="en")


@pytest.fixture
def referee(tournament) -> Client:
    client = LanguageClient("en")
    client.force_login(MembershipFactory.create(club=tournament.club, role=Role.OWNER).user)
    return client


def typed_hand(encounter: Encounter, deal: int = 1, **changes: Any) -> dict[str, Any]:
    hand_fields = {
        "encounter": str(encounter.public_id),
        "match": 1,
        "deal": deal,
        "entry_key": str(uuid.uuid4()),
    }
    return HAND | hand_fields | changes


def totals(encounter: Encounter) -> list[int]:
    return list(play_of(encounter).matches[0].result.totals.values())


def test_seats_are_shown_and_cannot_be_swapped(keeper, encounter):
    page = keeper.get(address("table", home_of(encounter)))
    assert [seat.code for seat in page.context["screen"].seats] == ["A1", "B1", "C1", "D1"]
    assert page.context["screen"].advancing_count == 2
    assert address("swap_seats", home_of(encounter)) not in page.content.decode()
    keeper.post(address("swap_seats", home_of(encounter)), {"side": "A"})
    assert not encounter.sides.filter(swapped=True).exists()


def test_the_deal_passes_round_four(keeper, encounter):
    table = home_of(encounter)
    keeper.post(address("name_dealer", table), {"seat": "D1"})
    play_hand(encounter, singles_report(30, 0, 20, 10))
    assert keeper.get(address("enter_hand", table)).context["screen"].dealer.code == "A1"
    keeper.post(address("name_dealer", table), {"seat": "A2"})
    encounter.refresh_from_db()
    assert encounter.first_dealer == "D1"


def test_a_hand_is_previewed_and_saved(keeper, encounter):
    table = home_of(encounter)
    page = keeper.post(address("preview_entry", table), typed_hand(encounter))
    assert [(side.letter, added) for side, added, _total in page.context["after"]] == [
        ("A", -101),
        ("B", 22),
        ("C", 26),
        ("D", 202),
    ]
    keeper.post(address("enter_hand", table), typed_hand(encounter))
    assert totals(encounter) == [-101, 22, 26, 202]


def test_all_three_opponents_are_asked(keeper, encounter):
    incomplete = {name: value for name, value in typed_hand(encounter).items() if name != "C1-opening"}
    response = keeper.post(address("enter_hand", home_of(encounter)), incomplete)
    assert response.status_code == 422
    assert response.context["form"].unanswered_seats == ["C1"]
    assert not Entry.objects.exists()


def test_outbox_stores_a_hand(keeper, encounter):
    response = keeper.post(address("receive_hand", home_of(encounter)), typed_hand(encounter))
    assert response.json()["state"] == "stored"
    assert totals(encounter) == [-101, 22, 26, 202]


def test_hand_is_corrected(keeper, encounter):
    table = home_of(encounter)
    play_hand(encounter, singles_report(30, 0, 20, 10))
    listed = keeper.get(address("table_hands", table, encounter.public_id))
    assert [
        [points for points, _total in row.points_and_totals] for row in listed.context["matches"][0][1]
    ] == [[30, -101, 20, 10]]
    data = typed_hand(encounter, version=1, reason="Yanlış yazıldı")
    keeper.post(address("correct_hand", table, encounter.public_id, 1, 1), data)
    assert totals(encounter) == [-101, 22, 26, 202]


def test_preview_of_a_correction_shows_moved_places(referee, encounter):
    table = home_of(encounter)
    play_table(encounter, 30, 0, 20, 10)
    data = typed_hand(encounter, version=1, reason="Yanlış", end="B1")
    opened = {"A1": 30, "C1": 20, "D1": 60}
    data |= {f"{seat}-opening": "series" for seat in opened} | {
        f"{seat}-points": left for seat, left in opened.items()
    }
    data |= {"B1-points": ""}
    page = referee.post(address("preview_correction", table, encounter.public_id, 1, 1), data)
    third, second = (encounter.sides.get(letter=letter).entrant for letter in "CD")
    places = page.context["consequences"].places
    moved = {changed.entrant: (changed.before, changed.after) for changed, is_own in places if is_own}
    assert (moved[third], moved[second]) == ((3, 2), (2, 3))
    assert re.search(rf"{third} \w+ 3 → \w+ \w+ 2", text(page))


def test_result_names_the_qualified(keeper, encounter):
    play_table(encounter, 30, 0, 20, 10)
    page = keeper.get(address("table", home_of(encounter)))
    second, first = (encounter.sides.get(letter=letter).entrant for letter in "DB")
    assert page.context["screen"].advancing_count == 2
    assert f"{first} and {second}" in text(page)
    assert [row.place for row, _total in page.context["screen"].totals_by_place] == [1, 2, 3, 4]


def test_last_table_names_the_winner():
    [last] = encounters_of(singles_tournament(players=4))
    play_table(last, 30, 0, 20, 10)
    page_text = text(phone(home_of(last), language="en").get(address("table", home_of(last))))
    assert f"{last.sides.get(letter='B').entrant} won" in page_text


def test_the_public_page_shows_every_hand_in_four_columns(client, encounter):
    play_table(encounter, 30, 0, 20, 10)
    correct(encounter, singles_report(31, 0, 20, 10))
    page = client.get(english(reverse("scoring:encounter", args=[encounter.public_id])))
    page_text = text(page)
    summary = (
        "Totals after 3 hands: A +91, B −303, C +60, D +30. B leads by 333. The side with fewer points leads."
    )
    assert summary in page.content.decode()
    assert [course.letter for course in page.context["matches"][0].chart.curves] == ["A", "B", "C", "D"]
    assert "A +30, B −101, C +20, D +10 → A +31" in page_text
    assert page_text.count("advances") == 2


def test_public_page_before_and_during_play(client, encounter):
    url = english(reverse("scoring:encounter", args=[encounter.public_id]))
    page = client.get(url)
    assert (page.context["listing"].ready, page.context["matches"]) == (True, [])
    play_hand(encounter, singles_report(30, 0, 20, 10))
    page = client.get(url)
    assert not page.context["listing"].ready
    assert page.context["matches"][0].hands_to_come[0] == 2
    assert "−101" in text(page)


def test_lists_show_four_at_a_table(client, tournament, encounter):
    play_hand(encounter, singles_report(30, 0, 20, 10))
    page_text = text(client.get(reverse("scoring:tables", args=[tournament.public_id])))
    assert all(side.entrant.name in page_text for side in encounter.sides.select_related("entrant"))
    assert "−101" in page_text


@pytest.mark.release
def test_each_of_the_four_confirms_and_protests(encounter, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=1))
    play_table(encounter, 30, 0, 20, 10)
    table, match = home_of(encounter), match_of(encounter)
    players_phone = sides_phone(table, language="en")
    player = encounter.sides.get(letter="D").players[0]
    page = players_phone.get(address("side_page", table)).context["page"]
    assert [side.letter for side in page.sides] == ["A", "B", "C", "D"]
    fields = {
        "player": player.public_id,
        "match": match.public_id,
        "deal": page.chosen_agreement.deals,
        "seal": page.chosen_agreement.seal,
    }
    players_phone.post(address("confirm_hands", table), fields)
    assert Confirmation.objects.get().side == "D"
    page = players_phone.get(address("side_page", table)).context["page"]
    assert page.chosen_agreement.provisional
    assert [side.complete for side in page.status.sides] == [False, False, False, True]
    players_phone.post(
        address("protest_hand", table, match.public_id, 1),
        {"player": encounter.sides.get(letter="C").players[0].public_id, "question": "20 değil 10"},
    )
    assert Call.objects.get().side == "C"


def test_referee_fixes_the_points_of_four(referee, encounter):
    points = {
        f"fixed-{seat}": value for seat, value in zip(("A1", "B1", "C1", "D1"), (1, 2, 3, 4), strict=True)
    }
    fields = typed_hand(encounter, version=0, kind="fixed", reason="Görüldü")
    ruling = reverse("scoring:rule_on_hand", args=[encounter.public_id, 1, 1])
    preview = referee.post(ruling, fields | points)
    assert [ruled.points_after for ruled in preview.context["ruled"]] == [1, 2, 3, 4]
    referee.post(ruling, fields | points | {"save": "1"})
    assert totals(encounter) == [1, 2, 3, 4]
    assert referee.get(reverse("scoring:choose_hand_to_rule", args=[encounter.public_id])).status_code == 200


def test_the_history_of_a_hand_has_four_seats(client, encounter):
    play_hand(encounter, singles_report(30, 0, 20, 10))
    correct(encounter, singles_report(30, 0, 25, 10))
    page = client.get(reverse("scoring:hand_history", args=[encounter.public_id, 1, 1]))
    assert [charged.code for charged in page.context["comparison"].charge_comparisons] == [
        "A1",
        "B1",
        "C1",
        "D1",
    ]


def test_the_score_sheet_has_a_column_and_a_signature_for_each(client, encounter):
    play_hand(encounter, singles_report(30, 0, 20, 10))
    page = client.get(english(reverse("scoring:sheet", args=[encounter.public_id])))
    assert page.context["sheet"].seats_by_side == [("A", ["A1"]), ("B", ["B1"]), ("C", ["C1"]), ("D", ["D1"])]
    assert "Side D, signature" in text(page)
    deal = page.context["sheet"].matches[0].deals[0]
    assert (deal.end, [points for _letter, _cells, points in deal.cells_by_side]) == ("2", [30, -101, 20, 10])
    pdf = client.get(reverse("scoring:sheet_pdf", args=[encounter.public_id]))
    assert (pdf.status_code, pdf.content[:5]) == (200, b"%PDF-")


def test_a_sheet_of_four_is_typed(referee, encounter):
    typing = reverse("scoring:type_sheet", args=[encounter.public_id, 1])
    columns = referee.get(typing).context["typing"].seats_on_paper
    assert [(number, seat.code) for number, seat in columns] == [
        ("1", "A1"),
        ("2", "B1"),
        ("3", "C1"),
        ("4", "D1"),
    ]
    assert referee.post(typing, typed_hand(encounter)).status_code == 303
    assert [row.deal for row in referee.get(typing).context["typing"].rows] == [1]


def test_practice_of_singles_has_four_players(client, tournament):
    practice = reverse("scoring:tournament_practice", args=[tournament.public_id])
    page = client.get(practice)
    assert [seat.code for seat in page.context["screen"].seats] == ["A1", "B1", "C1", "D1"]
    redirect = client.post(
        practice,
        HAND
        | {
            "encounter": str(PRACTICE_ENCOUNTER_ID),
            "match": 1,
            "deal": 1,
            "entry_key": str(PRACTICE_ENCOUNTER_ID),
        },
    )
    assert redirect.headers["Location"].endswith("hands=-101.22.26.202.0.0.0.1")
    shown = client.get(redirect.headers["Location"]).context["screen"]
    assert [total for _side, total in shown.totals] == [-101, 22, 26, 202]


def test_the_resume_pack_has_every_hand_of_a_table_of_four(referee, tournament, encounter):
    play_hand(encounter, singles_report(30, 0, 20, 10))
    pack = referee.get(reverse("scoring:resume_pdf", args=[tournament.public_id]))
    shown = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pack.content)).pages)
    assert all(f"{letter} total" in shown for letter in "ABCD")
    assert all(side.entrant.name in shown for side in encounter.sides.select_related("entrant"))
    assert "−101" in shown


def test_table_that_a_player_left_before_its_first_hand_waits_for_the_organizer(keeper, encounter):
    leaver = encounter.sides.get(letter="B").entrant
    departures.withdraw(entrant=leaver, results=LeaverResults.KEPT, change=Change(CONSOLE, NOW))
    page = keeper.get(address("table", home_of(encounter)))
    assert page.context["shows"] == "waits_for_organizer"
    assert page.context["absent"] == [leaver]
    assert 'data-test="waits-for-organizer"' in page.content.decode()
    refused = keeper.post(address("enter_hand", home_of(encounter)), typed_hand(encounter))
    assert refused.status_code == 409
    assert not encounter.matches.exists()


def test_hall_and_public_page_say_that_a_table_waits_for_the_organizer(encounter):
    leaver = encounter.sides.get(letter="B").entrant
    departures.withdraw(entrant=leaver, results=LeaverResults.KEPT, change=Change(CONSOLE, NOW))
    organizer = Client()
    organizer.force_login(
        MembershipFactory.create(club=encounter.stage.tournament.club, role=Role.OWNER).user
    )
    walkover = reverse("scoring:walkover", args=[encounter.public_id])
    hall = organizer.get(reverse("scoring:room_overview", args=[encounter.stage.tournament.public_id]))
    assert hall.content.decode().count('data-test="waits-for-organizer"') == 1
    assert f'href="{walkover}' in hall.content.decode()
    public = Client().get(reverse("scoring:encounter", args=[encounter.public_id]))
    assert 'data-test="waits-for-organizer"' in public.content.decode()
    assert organizer.get(walkover).context["open"]
