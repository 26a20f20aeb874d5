from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from rules.games import GAMES
from rules.games.okey101.rulesets import DEFAULT_RULE_SET, PRESETS
from rules.rulebook import rule_book
from scoring.queries.rule_references import rule_book_address
from tests.factories import MembershipFactory
from tests.languages import english, path_in_language
from tests.scoring.live.page_counters import text
from tests.scoring.table.views.test_practice import typed_hand
from tournaments.enums import Role

pytestmark = pytest.mark.django_db
USUAL = PRESETS[DEFAULT_RULE_SET]
EVERY = {preset: rules for game in GAMES for preset, rules in game.presets.items()}


def read(rule_set_id: str = DEFAULT_RULE_SET, language: str = "en", **query: str) -> str:
    answer = Client().get(path_in_language(rule_book_address(EVERY[rule_set_id]), language), query)
    assert answer.status_code == 200
    return text(answer)


def test_address_is_localized():
    assert rule_book_address(USUAL) == "/kurallar/101-pairs/"
    assert english(rule_book_address(USUAL)) == "/en/rules/101-pairs/"
    assert Client().get("/kurallar/101-nobody/").status_code == 404
    assert Client().post(rule_book_address(USUAL)).status_code == 405


@pytest.mark.release
@pytest.mark.parametrize("rules", EVERY.values(), ids=EVERY)
@pytest.mark.parametrize("language", ["tr", "en"])
def test_each_rule_set_has_a_book_without_a_tournament(rules, language):
    page = read(rules.id, language)
    assert f"<h1>{rules.names.in_language(language)}</h1>" in page
    beside = 3  # questions, sources, reasons
    assert len(re.findall(r'<section class="card chapter', page)) == len(rule_book(rules)) + beside
    contents = page[page.index('class="toc"') : page.index('class="chapters"')]
    assert all(f' id="{anchor}"' in page for anchor in re.findall(r'href="#([\w-]+)"', contents))
    assert "/t/" not in page
    others = page.partition('id="other-books"')[2]
    assert all(
        (f'href="{path_in_language(rule_book_address(preset), language)}"' in others) is (preset != rules)
        for preset in EVERY.values()
    )


def test_book_for_singles_does_not_mention_partners():
    assert 'id="m10-23"' in read()
    assert 'id="m10-23"' not in read("101-rounds")


@pytest.mark.release
@pytest.mark.parametrize("rule_set_id", [preset for preset in EVERY if preset not in PRESETS])
@pytest.mark.parametrize("language", ["tr", "en"])
def test_book_of_another_game_mentions_only_that_game(rule_set_id, language):
    page = read(rule_set_id, language).partition('class="chapters"')[2].partition('id="marks"')[0]
    assert not re.search(r"\b101|baraj|threshold|işlek taş|playable", page)
    assert not re.search(r">\s*S[0-4]\b", page)  # each source is named


def test_search_results_link_into_the_book():
    page = read(q="two okeys")
    assert f'href="{english(rule_book_address(USUAL))}#m8-13"' in page
    assert f'action="{english(rule_book_address(USUAL))}"' in page
    assert "“two okeys”" in page.partition('id="found-title"')[2].partition("</h3>")[0]


@pytest.mark.release
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_only_the_guide_is_cited_by_chapter(rules):
    marks = read(rules.id).partition('id="marks"')[2]
    by_chapter = [
        source for source in marks.split("<dt>") if "The numeral after its name is the chapter." in source
    ]
    assert len(by_chapter) == 1
    assert "101 Okey: the complete guide" in by_chapter[0]


def test_protest_time_is_left_to_the_organizer():
    assert "for the time after it that the organizer sets" in read()


@pytest.mark.parametrize(
    ("changes", "rule"),
    [({}, "m8-5"), ({"B1__points": "500"}, "m4-1"), ({"B1__points": "0"}, "m7-2")],
    ids=["a line of the score", "a refusal", "a doubt"],
)
def test_practice_table_links_to_the_bare_book(changes, rule):
    page_text = text(Client().post(reverse("scoring:preview_practice"), typed_hand(**changes)))
    assert f'class="cite" href="{rule_book_address(USUAL)}#{rule}"' in page_text


def test_menu_and_tile_referee_link_to_the_book():
    for page in ("practice", "tile_referee"):
        assert f'href="{rule_book_address(USUAL)}"' in text(Client().get(reverse(f"scoring:{page}")))


@pytest.mark.release
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_book_and_tile_referee_link_to_each_other(rules):
    page = text(Client().get(rule_book_address(rules)))
    (referee,) = re.findall(r'href="([^"]*)">Taş hakemi<', page)
    page_text = text(Client().get(referee))
    assert f'href="{rule_book_address(rules)}"' in page_text
    assert ('name="series"' in page_text) is rules.rising_threshold


def test_setup_page_links_to_each_book():
    owner = MembershipFactory.create(role=Role.OWNER)
    form = reverse("scoring:new_tournament", args=[owner.club.public_id])
    client = Client()
    client.force_login(owner.user)
    page = text(client.get(form))
    assert all(f'href="{rule_book_address(rules)}"' in page for rules in PRESETS.values())
