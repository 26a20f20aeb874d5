from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules.games.okey101.rulesets import rule_set
from rules.games.okey101.score import score_hand
from rules.games.okey101.switches import LevelMatch, MultiplierRule
from scoring.models import Entry
from scoring.officials.domain import amendments
from scoring.table.views.practice_screen import (
    MOST_DEALS,
    PRACTICE_ENCOUNTER_ID,
    PracticeDeal,
    PracticeScreen,
    read_deals,
)
from tests.factories import NOW, drawn_tournament, level_report, report, void_report
from tests.languages import LanguageClient
from tests.module_fixtures import module_fixture
from tests.scoring.table.table_phones import address, has_element, phone, table_of, text, text_at
from tournaments.enums import StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

WRITES = re.compile(r"^\s*(INSERT|UPDATE|DELETE|REPLACE)", re.IGNORECASE)


@pytest.fixture
def visitor() -> Client:
    return LanguageClient("en")


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


def typed_hand(**changes: Any) -> dict[str, Any]:
    data: dict[str, Any] = {
        "encounter": str(PRACTICE_ENCOUNTER_ID),
        "match": 1,
        "deal": 1,
        "entry_key": "5e0c3a58-7c1f-4b5b-9d2e-2f1f54a0c001",
        "end": "A1",
        "finish": "plain",
        "B1-opening": "series",
        "B1-points": "30",
        "B2-opening": "series",
        "B2-points": "40",
    }
    data |= {name.replace("__", "-"): value for name, value in changes.items()}
    return {name: value for name, value in data.items() if value is not None}


def all_pairs() -> dict[str, Any]:
    cleared = {"B1-opening": None, "B1-points": None, "B2-opening": None, "B2-points": None}
    return typed_hand(end="all_opened_pairs", **cleared)


def practice_url(*deals: str, name: str = "practice") -> str:
    return reverse(f"scoring:{name}", query={"hands": "_".join(deals)} if deals else None)


WON = "-101.70.0.0"
HANDS = rule_set("101-pairs").hands_per_match
VOID = "v"
BANNER = b'<header class="entry-header practice">'


def winner_shown(page: Any) -> str:
    winner = page.context["screen"].winner
    assert page.context["shows"] == "result"
    assert winner.entrant.name in text(page)
    return winner.letter


def test_practice_uses_the_form_of_a_real_table(visitor):
    page = visitor.get(practice_url())
    assert page.status_code == 200
    assert "scoring/table/_hand_form.html" in [template.name for template in page.templates]
    assert b"data-practice" in page.content
    assert BANNER in page.content
    assert "1 / 11" in text(page)


def test_next_hand_continues_with_the_totals(visitor):
    response = visitor.post(practice_url(), typed_hand())
    assert (response.status_code, response.headers["Location"]) == (303, practice_url(WON))
    page = visitor.get(response.headers["Location"])
    assert "2 / 11" in text(page)
    assert [total for _side, total in page.context["screen"].totals] == [-101, 70]
    unopened = typed_hand(end="B1", A1__opening="none", A2__opening="none", B1__points=None, B2__points=None)
    assert visitor.post(practice_url(WON), unopened).headers["Location"] == practice_url(WON, "404.-101.2.0")


def test_a_void_hand_is_played_again_under_its_number(visitor):
    response = visitor.post(practice_url(WON), all_pairs())
    assert response.headers["Location"] == practice_url(WON, VOID)
    page = visitor.get(practice_url(WON, VOID))
    assert "2 / 11" in text(page)
    assert has_element(page, "replay")


def test_result_is_shown_after_eleven_hands(visitor):
    page = visitor.get(practice_url(*[WON] * HANDS))
    assert winner_shown(page) == "A"
    assert "−1,111" in text(page)
    assert f'<a class="btn go big full" href="{practice_url()}">' in page.content.decode()
    assert b'id="hand"' not in page.content


def test_a_level_match_plays_extra_hands(visitor):
    level = [WON, "70.-101.0.0"] * (HANDS // 2) + ["10.10.0.0"]
    assert has_element(visitor.get(practice_url(*level)), "extra-hand")
    assert winner_shown(visitor.get(practice_url(*level, WON))) == "A"


def test_won_match_takes_no_hand(visitor):
    assert winner_shown(visitor.post(practice_url(*[WON] * HANDS), typed_hand())) == "A"
    response = visitor.post(practice_url(*[WON] * HANDS, name="preview_practice"), typed_hand())
    assert (response.status_code, response.headers["Location"]) == (303, practice_url(*[WON] * HANDS))


def test_endless_match_starts_again(visitor):
    voids = [VOID] * MOST_DEALS
    assert visitor.post(practice_url(*voids), all_pairs()).headers["Location"] == practice_url()


def test_the_score_is_explained_before_it_is_saved(visitor):
    fragment = visitor.post(
        practice_url(WON, name="preview_practice"), typed_hand(), headers={"hx-request": "true"}
    )
    assert fragment.status_code == 200
    assert b"<html" not in fragment.content
    assert "Left on the rack: 40" in text(fragment)
    assert [total for _side, _added, total in fragment.context["after"]] == [-202, 140]
    assert "+140" in text(fragment)


def test_without_javascript_the_score_is_shown_on_the_whole_page(visitor):
    page = visitor.post(practice_url(name="preview_practice"), typed_hand())
    assert BANNER in page.content
    assert "Left on the rack: 40" in text(page)


def test_invalid_hand_is_refused(visitor):
    page = visitor.post(practice_url(WON), typed_hand(B1__points="500"))
    assert page.status_code == 422
    assert text_at(page, "B1-rack-problems")
    assert "2 / 11" in text(page)


def test_unusual_hand_needs_confirmation(visitor):
    unusual = typed_hand(B1__points="0")
    assert text_at(visitor.post(practice_url(), unusual), "doubted")
    confirmed = unusual | {"accepted": "empty_rack_without_finish"}
    assert visitor.post(practice_url(), confirmed).status_code == 303


@pytest.mark.parametrize("missing", ["end", "B2-opening"])
def test_missing_answers_are_asked(visitor, missing):
    data = typed_hand()
    del data[missing]
    assert visitor.post(practice_url(), data).status_code == 422


@pytest.mark.parametrize(
    "nonsense",
    [
        "x",
        "1.2.3",
        "1.2.3.0",
        "_",
        f"{WON}_",
        "1e9.1.0.0",
        "٣.1.0.0",
        "v_" * MOST_DEALS + "v",
        "999999.1.0.0",
    ],
)
def test_invalid_address_starts_a_new_match(visitor, nonsense):
    page = visitor.get(reverse("scoring:practice", query={"hands": nonsense}))
    assert "1 / 11" in text(page)


def test_reloaded_preview_redirects_to_its_hand(visitor):
    response = visitor.get(practice_url(WON, name="preview_practice"))
    assert (response.status_code, response.headers["Location"]) == (303, practice_url(WON))


def in_tournament(tournament: Tournament, name: str = "practice") -> str:
    return reverse(f"scoring:tournament_{name}", args=[tournament.public_id])


def test_a_tournaments_own_rules_score_its_practice(visitor, tournament):
    flat = replace(rule_set("101-pairs"), multiplier=MultiplierRule.NONE)
    okey = typed_hand(finish="okey")
    by_default = visitor.post(in_tournament(tournament), okey).headers["Location"]
    amendments.change_rules(tournament=tournament, rules=flat, by=CONSOLE, at=NOW)
    changed = visitor.post(in_tournament(tournament), okey).headers["Location"]
    assert by_default.endswith("?hands=-202.140.0.0")
    assert changed.endswith("?hands=-101.70.0.0")


def test_scores_and_problems_link_the_tournaments_book(visitor, tournament):
    rules = reverse("scoring:rules", args=[tournament.public_id])
    preview = visitor.post(in_tournament(tournament, "preview_practice"), typed_hand()).content.decode()
    assert f'<a class="cite" href="{rules}#m8-2" target="_blank" rel="noopener">Rule 8.2</a>' in preview
    refused = visitor.post(in_tournament(tournament), typed_hand(B1__points="500")).content.decode()
    assert f'href="{rules}#m4-1"' in refused
    assert "/en/rules/101-pairs/" not in preview + refused


def test_match_length_is_that_of_the_tournaments_groups(visitor, tournament):
    tournament.stages.filter(kind=StageKind.GROUPS).update(hands_per_match=5)
    assert "1 / 5" in text(visitor.get(in_tournament(tournament)))
    last = in_tournament(tournament) + "?hands=" + "_".join([WON] * 4)
    assert winner_shown(visitor.get(visitor.post(last, typed_hand()).headers["Location"])) == "A"


def test_match_length_without_tournament_is_that_of_the_rules():
    short = replace(rule_set("101-pairs"), hands_per_match=3)
    assert PracticeScreen(short, [PracticeDeal({"A": 1, "B": 2}, {})] * 3, None).winner is not None


def test_page_names_the_tournament_and_links_its_rules(visitor, tournament):
    page = visitor.get(in_tournament(tournament))
    assert tournament.name in text(page)
    assert reverse("scoring:rules", args=[tournament.public_id]).encode() in page.content


def test_fewer_unopened_win_a_level_match_where_the_rules_say_so():
    fewest = replace(rule_set("101-pairs"), level_match=LevelMatch.FEWEST_UNOPENED)
    deals = [PracticeDeal({"A": 10, "B": 10}, {"A": 1, "B": 0})] * HANDS
    screen = PracticeScreen(fewest, deals, None)
    assert screen.winner is not None
    assert screen.winner.letter == "B"
    assert PracticeScreen(rule_set("101-pairs"), deals, None).winner is None


@pytest.mark.parametrize("hand_report", [report(), level_report(), void_report(), report(fouls=2)])
def test_deal_survives_the_address(hand_report):
    deal = PracticeDeal.from_score(score_hand(hand_report, rule_set("101-pairs")))
    [parsed] = read_deals(str(deal))
    assert parsed.totals == deal.totals
    assert str(parsed) == str(deal)


@pytest.mark.postgres
def test_practice_writes_no_row(visitor, tournament):
    with CaptureQueriesContext(connection) as captured:
        for url in (practice_url(), in_tournament(tournament)):
            assert visitor.get(url).status_code == 200
            assert visitor.post(url, typed_hand()).status_code == 303
            assert visitor.post(url, typed_hand(B1__points="500")).status_code == 422
        for url in (
            practice_url(WON, name="preview_practice"),
            in_tournament(tournament, "preview_practice"),
        ):
            assert visitor.post(url, typed_hand()).status_code == 200
        assert visitor.get(practice_url(*[WON] * HANDS)).status_code == 200
    statements = [query["sql"] for query in captured.captured_queries]
    assert [sql for sql in statements if WRITES.match(sql)] == []
    assert len(statements) == 4, "the tournament and its rule book, and nothing by the usual rules"
    assert "sessionid" not in visitor.cookies
    assert Entry.objects.count() == 0


@pytest.mark.postgres
def test_signed_in_visitor_writes_no_row(visitor, tournament, django_user_model):
    visitor.force_login(django_user_model.objects.create(email="a@example.org", name="A"))
    with CaptureQueriesContext(connection) as captured:
        visitor.get(in_tournament(tournament))
        visitor.post(in_tournament(tournament), typed_hand())
    assert [query["sql"] for query in captured.captured_queries if WRITES.match(query["sql"])] == []


def test_practice_is_linked_from_public_pages_and_the_table(visitor, tournament):
    table = table_of(tournament)
    link = f'href="{in_tournament(tournament)}"'
    assert link in visitor.get(reverse("scoring:tournament", args=[tournament.public_id])).content.decode()
    assert link in phone(table, "en").get(address("table", table)).content.decode()
    assert f'href="{practice_url()}"' in visitor.get(reverse("scoring:tournaments")).content.decode()


@pytest.mark.parametrize("name", ["practice", "preview_practice"])
def test_other_methods_are_refused(visitor, tournament, name):
    assert visitor.put(practice_url(name=name)).status_code == 405
    assert visitor.delete(in_tournament(tournament, name)).status_code == 405


@pytest.mark.parametrize("name", ["tournament_practice", "tournament_preview_practice"])
def test_unknown_tournament_is_not_found(visitor, name):
    url = reverse(f"scoring:{name}", args=[PRACTICE_ENCOUNTER_ID])
    assert visitor.get(url).status_code == 404
    assert visitor.post(url, typed_hand()).status_code == 404


def test_posts_need_no_csrf_token():
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(practice_url(), typed_hand()).status_code == 303


def test_practice_in_turkish(tournament):
    page = LanguageClient("tr").get(in_tournament(tournament))
    assert "Alıştırma: hiçbir şey kaydedilmez" in text(page)


def test_tile_pad_is_loaded_on_request_and_kept(visitor):
    first = visitor.get(practice_url(WON)).content.decode()
    tile_pad_url = f"{practice_url(WON)}&amp;tiles=1"
    assert f'href="{tile_pad_url}"' in first
    assert "tiles/pad" not in first
    page = visitor.get(f"{practice_url(WON)}&tiles=1").content.decode()
    assert "js/tiles/pad" in page
    assert f'action="{tile_pad_url}"' in page
    saved = visitor.post(f"{practice_url(WON)}&tiles=1", typed_hand())
    assert saved.headers["Location"].endswith("&tiles=1")
