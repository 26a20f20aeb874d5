from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.switches import Ending
from scoring.officials.domain import amendments
from scoring.queries.rule_references import rule_book_address
from scoring.rulebook.views.games.okey101_judging import JUDGING_101, script_rules
from scoring.rulebook.views.games.okey101_references import sentence_citations
from tests.factories import NOW, drawn_tournament, open_tournament
from tests.languages import english, path_in_language
from tests.scoring.live.page_counters import address, text
from tests.scoring.table.table_phones import address as table_address
from tests.scoring.table.table_phones import phone, table_of
from tournaments.enums import Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
STATIC = re.compile(r'(?:href|src)="/static/([^"#]+)"')
SCRIPT_DATA = re.compile(r'<script id="tile-referee-data" type="application/json">(.*?)</script>', re.DOTALL)
SENTENCE_OF = {
    "fault.no_meld": "3.1",
    "fault.run_past_highest": "3.2",
    "fault.set_too_long": "3.3",
    "fault.colour_twice": "3.4",
    "fault.not_the_same": "3.5",
    "fault.false_okey": "2.9",
    "fault.indicator_in_pair": "2.11",
    "opening.mixed": "5.26",
    "opening.rest": "5.20",
    "finish.below": "7.6",
    "finish.pairs": "7.9",
    "finish.series_okey": "7.36",
    "finish.wrong_meld": "7.24",
}
"""The sentence cited for each statement of the page, in every preset's book."""


def script_data(tournament: Tournament | None = None, language: str = "tr") -> dict[str, Any]:
    page_address = (
        address("tournament_tile_referee", tournament) if tournament else reverse("scoring:tile_referee")
    )
    answer = Client().get(path_in_language(page_address, language))
    assert answer.status_code == 200
    match = SCRIPT_DATA.search(answer.content.decode())
    assert match is not None
    data: dict[str, Any] = json.loads(match[1])
    return data


def rising() -> Tournament:
    tournament = open_tournament()
    now = PRESETS["101-rising"]
    amendments.change_rules(
        tournament=tournament, rules=now, edited_digest=tournament.rule_book.digest, by=CONSOLE, at=NOW
    )
    tournament.refresh_from_db()
    return tournament


def test_page_without_a_tournament_uses_the_default_rules_and_their_book():
    data = script_data()
    assert data["rules"] == script_rules(PRESETS["101-pairs"])
    assert data["infractions"]["invalid_meld"] == {"name": "Yanlış per", "amount": "101"}
    assert data["sentences"]["fault.no_meld"] == {"number": "3.1", "address": "/kurallar/101-pairs/#m3-1"}


def test_page_of_a_tournament_uses_its_rules_and_book():
    tournament = rising()
    data = script_data(tournament, "en")
    assert data["rules"] == script_rules(PRESETS["101-rising"])
    assert (data["rules"]["rising"], data["rules"]["ending"]) == (True, "free")
    assert not data["rules"]["directBelowThreshold"]
    assert set(data["infractions"]) == {"invalid_opening"}
    book = Client().get(address("rules", tournament)).content.decode()
    for sentence in data["sentences"].values():
        page, _hash, anchor = sentence["address"].partition("#")
        assert page == english(address("rules", tournament))
        assert f'id="{anchor}"' in book


def test_every_statement_cites_the_book():
    rising_rules = rising()
    books = [(PRESETS["101-rising"], rising_rules, address("rules", rising_rules))]
    for rules, tournament, book in [
        *books,
        *((preset, None, rule_book_address(preset)) for preset in PRESETS.values()),
    ]:
        references = sentence_citations(rules, tournament)
        assert {name: references[name]["number"] for name in SENTENCE_OF} == SENTENCE_OF
        below = rules.direct_below_threshold
        assert references.get("finish.all_at_once", {}).get("number") == ("7.7" if below else None)
        charged = rules.infractions.keys() >= {"invalid_opening", "invalid_meld"}
        assert references.get("opening.wrong_meld", {}).get("number") == ("5.14" if charged else None)
        for name, number in (("finish.both", "7.14"), ("finish.series_double_okey", "7.38")):
            assert references.get(name, {}).get("number") == (number if rules.double_okey else None)
        free = rules.ending is Ending.FREE
        assert references.get("finish.pairs_okey", {}).get("number") == ("7.41" if free else None)
        assert references["opening.pairs"]["address"] == f"{book}#m5-3"
        assert references.keys() >= {"opening.series", "finish.direct"} | {
            f"infraction.{infraction}" for infraction in rules.infractions
        }


def test_both_languages_have_every_label():
    turkish, english = script_data(language="tr"), script_data(language="en")
    assert turkish["words"].keys() == english["words"].keys()
    assert turkish["faults"]["set_too_long"] == "Kütte en çok dört taş olur."
    assert english["faults"]["set_too_long"] == "A set has four tiles at most."
    for name, words in turkish["words"].items():
        assert words.count("%s") == english["words"][name].count("%s")


def test_last_opening_is_asked_for_if_the_next_must_exceed_it():
    assert b"data-previous" in Client().get(address("tournament_tile_referee", rising())).content
    assert b"data-previous" not in Client().get(reverse("scoring:tile_referee")).content


def test_page_of_a_draft_is_404_and_post_is_rejected():
    draft = open_tournament(visibility=Visibility.DRAFT)
    strange = reverse("scoring:tournament_tile_referee", args=[uuid4()])
    assert Client().get(address("tournament_tile_referee", draft)).status_code == 404
    assert Client().get(strange).status_code == 404
    assert Client().post(reverse("scoring:tile_referee")).status_code == 405


def test_page_without_a_script_links_to_the_rules():
    tournament = open_tournament()
    page = Client().get(address("tournament_tile_referee", tournament))
    noscript = page.content.decode().partition("<noscript>")[2].partition("</noscript>")[0]
    assert address("rules", tournament) in noscript


def test_service_worker_caches_the_page_and_its_files():
    tournament = open_tournament()
    for page_arguments in ((), (tournament,)):
        prefix = "tournament_" if page_arguments else ""
        page = (
            address("tournament_tile_referee", *page_arguments)
            if page_arguments
            else reverse("scoring:tile_referee")
        )
        needed = set(STATIC.findall(Client().get(page).content.decode()))
        assert needed
        assert needed <= set(JUDGING_101.files)
        worker = Client().get(f"{page}worker.js")
        assert worker.headers["Content-Type"].startswith("text/javascript")
        script = worker.content.decode().replace("\\u002D", "-")
        assert f'new RegExp("^{page}$")' in script
        assert f'"{page}"]' in script
        assert reverse(
            f"scoring:{prefix}tile_referee_worker", args=[listing.public_id for listing in page_arguments]
        ) == (f"{page}worker.js")


def test_table_page_and_book_link_to_the_tile_referee():
    tournament = drawn_tournament()
    page_address = address("tournament_tile_referee", tournament)
    table = table_of(tournament)
    assert page_address in phone(table).get(table_address("enter_hand", table)).content.decode()
    assert f'href="{page_address}"' in text(Client().get(address("rules", tournament)))
