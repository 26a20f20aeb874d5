from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from rules.games import GAMES, game_of
from rules.games.okey_points.finishes import PRICE_CODES
from rules.games.okey_points.rulesets import PRESETS as OKEY
from rules.games.okey_task.rulesets import PRESETS as TASK
from rules.games.okey_task.tasks import Task
from scoring.officials.domain import amendments
from scoring.queries.rule_references import rule_book_address, tile_referee_of
from scoring.rulebook.views.games import JUDGINGS, find_judging
from tests.factories import NOW, drawn_tournament, open_tournament
from tests.languages import path_in_language
from tests.scoring.live.page_counters import address, text
from tests.scoring.play.test_open_length import OPEN, stages
from tests.scoring.table.table_phones import address as table_address
from tests.scoring.table.table_phones import phone, table_of
from tournaments.enums import Visibility
from tournaments.log.actor import CONSOLE

pytestmark = pytest.mark.django_db

STATIC = re.compile(r'(?:href|src)="/static/([^"#]+)"')
SCRIPT_DATA = re.compile(r'<script id="tile-referee-data" type="application/json">(.*?)</script>', re.DOTALL)
NUMBERLESS = re.compile(r'data-tile="\*"[^>]*>\s*<span class="tile false" role="img" aria-label="([^"]+)"')
RULES = [rules for judging in JUDGINGS for rules in judging.game.presets.values()]
COUNTDOWN: dict[str, Any] = {"rule_set_id": "okey-countdown", "stages": stages(OPEN)}


def read(where: str, language: str = "tr") -> tuple[str, dict[str, Any]]:
    answer = Client().get(path_in_language(where, language))
    assert answer.status_code == 200
    page = answer.content.decode()
    match = SCRIPT_DATA.search(page)
    assert match is not None
    return page, json.loads(match[1])


def test_games_with_tile_questions_have_a_page():
    assert [judging.game for judging in JUDGINGS] == [game for game in GAMES if game.tile_questions]
    assert all(find_judging(rules).game is game_of(rules.id) for rules in RULES)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_page_has_questions_labels_and_sentences_of_the_book(rules):
    page, data = read(tile_referee_of(rules))
    in_english, english = read(tile_referee_of(rules), "en")
    matches = re.findall(r'data-ask="([a-z]+)">([^<]+)<', page)
    questions = game_of(rules.id).tile_questions
    assert matches == [(code, question.tr) for code, question in questions.items()]
    name = game_of(rules.id).numberless_name
    assert [NUMBERLESS.findall(page_html) for page_html in (page, in_english)] == [[name.tr], [name.en]]
    assert data["words"].keys() == english["words"].keys()
    for name, words in data["words"].items():
        assert words.count("%s") == english["words"][name].count("%s"), name
        assert words != english["words"][name]
    book = Client().get(rule_book_address(rules)).content.decode()
    for sentence in data["sentences"].values():
        book_address, _hash, anchor = sentence["address"].partition("#")
        assert book_address == rule_book_address(rules)
        assert f'id="{anchor}"' in book


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_service_worker_caches_the_page_and_its_files(rules):
    page_address = tile_referee_of(rules)
    page, _data = read(page_address)
    needed = set(STATIC.findall(page))
    assert find_judging(rules).script in needed
    assert needed <= set(find_judging(rules).files)
    script = Client().get(f"{page_address}worker.js").content.decode().replace("\\u002D", "-")
    assert f'new RegExp("^{page_address}$")' in script


def test_classic_okey_page_has_amounts_and_their_sentences():
    for rules in OKEY.values():
        data = read(tile_referee_of(rules))[1]
        assert data["rules"]["prices"] == dict(rules.finishes)
        numbers = {name: sentence["number"] for name, sentence in data["sentences"].items()}
        assert [numbers[f"price.{code}"] for code in PRICE_CODES] == [
            f"6.{number}" for number in range(31, 37)
        ]
        assert numbers["fault.run_past_highest"] == "3.3"
        assert numbers["fault.false_okey"] == "2.9"
        assert (numbers["hand.mixed"], numbers["as_shown"], numbers["as_arranged"]) == (
            "3.11",
            "5.16",
            "5.22",
        )
        assert numbers["false_finish"] == "5.18"


def test_page_of_a_tournament_uses_its_rules_and_book():
    tournament = open_tournament(**COUNTDOWN)
    dearer = replace(OKEY["okey-countdown"], finishes=dict(OKEY["okey-countdown"].finishes) | {"pairs": 9})
    amendments.change_rules(
        tournament=tournament, rules=dearer, edited_digest=tournament.rule_book.digest, by=CONSOLE, at=NOW
    )
    data = read(address("tournament_tile_referee", tournament))[1]
    assert data["rules"]["prices"]["pairs"] == 9
    assert data["sentences"]["hand.pairs"]["address"] == f"{address('rules', tournament)}#m5-5"


def test_page_of_a_draft_is_404_for_others():
    draft = open_tournament(**COUNTDOWN, visibility=Visibility.DRAFT)
    page_address = address("tournament_tile_referee", draft)
    assert Client().get(page_address).status_code == 404
    assert Client().get(f"{page_address}worker.js").status_code == 404
    assert tile_referee_of(draft) == tile_referee_of(OKEY["okey-countdown"])


def test_book_and_table_page_link_to_the_tile_referee():
    tournament = drawn_tournament(**COUNTDOWN)
    page_address = address("tournament_tile_referee", tournament)
    assert tile_referee_of(tournament) == page_address
    table = table_of(tournament)
    assert f'href="{page_address}"' in phone(table).get(table_address("enter_hand", table)).content.decode()
    assert f'href="{page_address}"' in text(Client().get(address("rules", tournament)))
    for rules in OKEY.values():
        assert f'href="{tile_referee_of(rules)}"' in text(Client().get(rule_book_address(rules)))


def test_task_okey_page_asks_for_the_task_and_no_indicator():
    rules = TASK["okey-task"]
    page, data = read(tile_referee_of(rules))
    assert 'data-part="asks"' not in page
    matches = re.findall(r'<option value="([a-z0-9_]*)">', page)
    assert matches == ["", *(task.value for task in Task)]
    numbers = {name: sentence["number"] for name, sentence in data["sentences"].items()}
    assert [numbers[f"task.{task}"] for task in Task] == [f"4.{number}" for number in range(31, 43)]
    assert (numbers["hand.kept"], numbers["taken_back"], numbers["fault.run_past_highest"]) == (
        "4.7",
        "4.10",
        "3.3",
    )
    tournament = drawn_tournament(rule_set_id=rules.id)
    assert address("rules", tournament) in read(address("tournament_tile_referee", tournament))[0]
