"""What a referee found wrong with the books' wording and marks, for all sentences."""

import re
from itertools import product

import pytest

from rules.games import GAMES
from rules.games.okey101.rulesets import PRESETS as PRESETS_OF_101
from rules.rulebook import rule_book
from rules.sources import CHOSEN
from tests.rules.book.all_books import PRESETS, all_books

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
NO_MEASURE = re.compile(
    r"hakem (karar verir|belirler)\.|referee (decides|rules)\.|referee (sets|assigns) \w+ (points|places)\."
)
NO_INFRACTION = re.compile(
    r"kural hatası (yazılmaz|değildir|sayılmaz)|buna puan yazılmaz|not an infraction|nothing is charged\."
)
SAYS_THAT_THE_LIST_IS_COMPLETE = {
    "not-listed",
    "nothing-else",
    "no-infractions",
    "okey-finishes",
    "infractions",
}
ABOUT_AN_INFRACTION = {"thrower-calls", "called-at-once", "taken-uncalled", "joker-laid-later"}
SAME_RULE = {
    "two-drawn": "two-drawn",
    "out-of-turn": "out-of-turn",
    "rack-fallen": "knocked-over",
    "not-drawn": "not-drawn",
    "discard-forgotten": "not-discarded",
    "wrong-starter": "wrong-starter",
    "shown-in-dealing": "exposed",
    "seen-stays": "seen-discard",
    "unseen-discard": "unseen-discard",
    "two-claims": "two-claims",
    "deal-passes": "deal-passes",
    "deal-next-match": "deal-next-match",
    "seats-stay": "seats-kept",
    "spectator-speaks": "spectators",
    "ruling": "ruling",
    "program-checks": "program",
    "count-challenged": "protest",
    "confirmed-stands": "protest-confirmed",
    "count-corrected": "correction",
    "nobody-plays-for-another": "substitute",
    "break-between-hands": "break",
    "slow-play": "slow-play",
    "goes-on-after-a-warning": "after-a-warning",
    "corrected-later": "corrected-later",
    "referee-means": "referee-means",
    "walkover-when": "walkover",
    "walkover-no-hands": "walkover-no-hands",
    "walkover-both": "walkover-both",
    "annulled": "annulled",
    "kept": "kept",
}
"""Keys in the book of 101 and in those of the other games."""
ONLY_IN_PAIRS = {
    "deal-next-match",
    "walkover-when",
    "walkover-no-hands",
    "walkover-both",
    "annulled",
    "kept",
}
MARKS = {
    ("101-pairs", "taken-unused"): "S4, against S0 III",
    ("101-pairs", "deck-empty"): "S0 V",
    ("101-pairs", "last-discard-offered"): "S4, inherited",
    ("101-pairs", "word-scorekeeper"): CHOSEN,
    ("101-pairs", "infraction.playable_discard"): "S0 VII",
    ("101-pairs", "finishing-tile-free"): "S4, inherited",
    ("101-rising", "nobody_opened"): "S2",
    ("101-rising", "nobody-opened-counts"): CHOSEN,
    ("101-rising", "finish-direct"): "S4, inherited",
    ("101-rising", "finish-direct-okey"): "S4, inherited",
    ("101-rounds", "needs-a-tile"): "S4",
    ("okey-countdown", "racks-hidden"): "S4, inherited",
}


def rules_by_key(rules, **how):
    return {rule.key: rule for chapter in rule_book(rules, **how) for rule in chapter.citable_rules}


@EVERY_GAME
def test_referee_has_a_measure_everywhere(game):
    texts = {rule.text for book in all_books(game) for chapter in book for rule in chapter.citable_rules}
    assert [text for text in texts if NO_MEASURE.search(text.tr) or NO_MEASURE.search(text.en)] == []


@EVERY_GAME
def test_no_sentence_repeats_that_an_act_is_no_infraction(game):
    allowed = SAYS_THAT_THE_LIST_IS_COMPLETE | ABOUT_AN_INFRACTION
    rules = {
        (rule.key, rule.text)
        for book in all_books(game)
        for chapter in book
        for rule in chapter.citable_rules
    }
    for key, text in rules:
        says_so = NO_INFRACTION.search(text.tr) or NO_INFRACTION.search(text.en)
        assert key in allowed or not says_so, text


@pytest.mark.parametrize("singles", [False, True])
def test_rule_has_the_same_wording_in_all_games(singles):
    in_101 = rules_by_key(PRESETS_OF_101["101-pairs"], singles=singles, protest=15)
    others = [rules for rules in PRESETS if rules.id not in PRESETS_OF_101]
    books = [rules_by_key(rules, singles=singles, protest=15) for rules in others]
    compared = set()
    for book, (key, other_key) in product(books, SAME_RULE.items()):
        if key in in_101 and other_key in book:
            compared.add(key)
            assert in_101[key].text == book[other_key].text, key
    assert compared == SAME_RULE.keys() - (ONLY_IN_PAIRS if singles else set())


@pytest.mark.parametrize(("rule_set", "key"), MARKS)
def test_mark_claims_no_more_than_its_source_says(rule_set, key):
    (rules,) = (rules for rules in PRESETS if rules.id == rule_set)
    assert rules_by_key(rules)[key].source == MARKS[rule_set, key]
