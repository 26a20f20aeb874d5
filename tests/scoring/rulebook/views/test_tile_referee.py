"""What the tile referees of all games share."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from rules.games import GAMES, game_of
from scoring.queries.rule_references import rule_book_address, tile_referee_of
from scoring.rulebook.views.games import JUDGINGS, find_judging
from tests.factories import drawn_tournament, open_tournament
from tests.languages import path_in_language
from tests.scoring.live.page_counters import address, text
from tests.scoring.rulebook.views.tile_questions import (
    ask,
    cited_addresses,
    lines_of,
    parts_of,
    read_group,
    request,
    request_page,
)
from tests.scoring.table.table_phones import address as table_address
from tests.scoring.table.table_phones import phone, table_of
from tournaments.enums import Visibility

pytestmark = pytest.mark.django_db

PAGE = "/hakem/"
RULES = [rules for judging in JUDGINGS for rules in judging.game.presets.values()]
NUMBERLESS = re.compile(r'data-tile="\*"[^>]*>\s*<span class="tile false" role="img" aria-label="([^"]+)"')
LAID: dict[str, Any] = {
    "ask": "laid",
    "indicator": "b5",
    "melds": "r10 r11 r12, k12 k13 k1",
    "task": "seri_3",
}


def test_games_with_tile_questions_have_a_page():
    assert [judging.game for judging in JUDGINGS] == [game for game in GAMES if game.tile_questions]
    assert all(find_judging(rules).game is game_of(rules.id) for rules in RULES)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_page_has_the_questions_and_words_of_its_game(rules):
    game = game_of(rules.id)
    for language in ("tr", "en"):
        page = text(request_page(tile_referee_of(rules), language))
        asked = re.findall(r'data-ask="([a-z]+)"[^>]*>\s*([^<]+?)\s*<', page)
        assert asked == [
            (code, question.in_language(language)) for code, question in game.tile_questions.items()
        ]
        assert NUMBERLESS.findall(page) == [game.numberless_name.in_language(language)]
        assert ('data-part="asks"' in page) is game.turns_indicator
        assert path_in_language(rule_book_address(rules), language) in page


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_verdict_says_the_same_in_both_languages_and_cites_the_book(rules):
    book = Client().get(rule_book_address(rules)).content.decode()
    turkish, english = (
        request(tile_referee_of(rules), language, **LAID).content.decode() for language in ("tr", "en")
    )
    assert lines_of(turkish) == lines_of(english) != {}
    assert turkish != english
    for cited in cited_addresses(turkish):
        book_address, _hash, anchor = cited.partition("#")
        assert book_address == rule_book_address(rules)
        assert f'id="{anchor}"' in book


def test_page_without_a_script_answers_the_typed_question():
    page = text(request_page(PAGE, **LAID))
    noscript = page.partition("<noscript>")[2].partition("</noscript>")[0]
    for field in ("indicator", "melds"):
        assert re.search(f'<input\\s+name="{field}"\\s+value="{LAID[field]}"', noscript)
    assert "rest_opens" not in page
    assert lines_of(page).keys() == {"short", "charged_invalid_meld", "run", "run_past_highest"}
    assert len(re.findall('<li class="group">', page.partition("<template")[0])) == 2
    assert '<span class="tile r" role="img" aria-label="kırmızı 10">' in page


def test_fragment_is_the_verdict_alone_and_costs_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        response = request(PAGE, **LAID)
    assert "HX-Request" in response["Vary"]
    assert parts_of(response).keys() == {"verdict", "reads-0", "reads-1", "melds"}
    assert "<html" not in response.content.decode()
    assert "hx-swap-oob" not in request_page(PAGE, **LAID).content.decode()


def test_parts_are_emptied_without_tiles():
    for question in ({}, {"indicator": "b5", "melds": ","}, {"ask": "rack", "indicator": "b5"}):
        assert lines_of(request(PAGE, **question).content.decode()) == {}
    assert parts_of(request(PAGE, melds="r1, ,")).keys() >= {"reads-0", "reads-1", "reads-2"}


def test_indicator_is_missing():
    assert ask(PAGE, melds="r1 r2 r3").keys() == {"no_indicator"}
    assert ask(tile_referee_of(RULES[-1]), melds="r1 r2 r3").keys() == {"choose_task"}


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({"ask": "everything"}, "invalid_choice"),
        ({"indicator": "*"}, "no_indicator"),
        ({"indicator": "b14"}, "no_indicator"),
        ({"melds": "r1 r2 x3"}, "unknown_tile"),
        ({"rack": "r1 <b>"}, "unknown_tile"),
        ({"melds": "r1 r1 r1"}, "impossible_tiles"),
        ({"indicator": "r1", "melds": "r1 r1"}, "impossible_tiles"),
        (
            {"rack": " ".join(f"{colour}{number}" for colour in "rb" for number in range(1, 13))},
            "too_many_tiles",
        ),
        ({"melds": "r1 " * 70}, "max_length"),
        ({"melds": "r1\0"}, "null_characters_not_allowed"),
        ({"series": "-1"}, "min_value"),
        ({"pairs": "x"}, "invalid"),
    ],
)
def test_bad_input_is_refused_with_its_reason(question, code):
    for response in (request(PAGE, **question), request_page(PAGE, **question)):
        assert response.status_code == 422
        assert lines_of(response.content.decode()) == {code: []}


def test_most_tiles_are_those_of_the_game():
    fifteen = " ".join(f"r{number}" for number in range(1, 14)) + " b1 b2"
    assert request(PAGE, ask="rack", indicator="k5", rack=fifteen).status_code == 200
    assert request("/hakem/okey-countdown/", ask="rack", indicator="k5", rack=fifteen).status_code == 422


def test_codes_may_be_capital_letters():
    assert read_group(PAGE, "R1 R2 R3", indicator="B5").keys() == {"run"}


def test_page_of_a_draft_is_404_and_post_is_rejected():
    draft = open_tournament(visibility=Visibility.DRAFT)
    strange = reverse("scoring:tournament_tile_referee", args=[uuid4()])
    for page in (address("tournament_tile_referee", draft), strange):
        assert request(page, **LAID).status_code == 404
    assert Client().post(PAGE).status_code == 405


@pytest.mark.parametrize("rule_set_id", ["101-pairs", "okey-countdown", "okey-task"])
def test_book_and_table_page_of_a_tournament_link_to_its_tile_referee(rule_set_id):
    tournament = drawn_tournament(rule_set_id=rule_set_id)
    page_address = address("tournament_tile_referee", tournament)
    assert tile_referee_of(tournament) == page_address
    table = table_of(tournament)
    assert f'href="{page_address}"' in text(phone(table).get(table_address("enter_hand", table)))
    assert f'href="{page_address}"' in text(Client().get(address("rules", tournament)))
    assert address("rules", tournament) in text(request_page(page_address))
