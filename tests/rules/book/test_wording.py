"""What a referee found wrong with the books' wording and marks, for all sentences."""

import re
from collections import defaultdict
from difflib import SequenceMatcher
from functools import cache
from itertools import combinations, product

import pytest

from rules.games import GAMES
from rules.games.okey101.rulesets import PRESETS as PRESETS_OF_101
from rules.localized_text import Text
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
    "seen-by-accident": "seen-tiles",
    "count-mixed": "rack-mixed",
    "count-shown": "counted-together",
    "hand-written": "written-numbers",
    "number-put-right": "wrong-number",
    "false_okey_value": "false-okey",
    "level_match": "level",
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
"""Keys in the book of 101 and in those of the other games, where they differ or a reader may expect it."""
OWN_RULES = {
    *("dealt", "starter", "deck-empty", "draw-or-take", "ends-with-a-discard", "last-of-the-deck"),
    *("last-discard", "taken-unused", "false-okey-turned", "okey-misread", "wrong-number"),
    *("finisher", "false-finish", "unopened", "rack", "hands_per_match", "match-won"),
    *("extra-hands-count", "walkover", "hand-written", "tiles"),
    *("word-finisher", "word-meld", "word-okey-finish", "word-opening", "word-pairs-finish", "word-penalty"),
}
"""Keys of rules that differ by game, not only in wording: its tiles, its melds, what is paid and written."""
ALIKE = 0.85
ABOUT_OTHER_THINGS = {
    frozenset(keys)
    for keys in (
        ("okeys-pair", "jokers-pair"),
        ("okeys-pair", "false-okeys-pair"),
        ("two-okeys", "two-jokers-in-a-meld"),
        ("okey-in-pair", "joker-in-pair"),
        ("word-okey", "word-joker"),
        ("word-laying-off", "word-adding"),
        ("starter-opens", "starter-at-once"),
        ("match-won", "table-order"),
    )
}
"""Keys of sentences that differ by a word or two because they are about different tiles, acts or tables."""
ONLY_IN_PAIRS = {
    "level_match",
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


@cache
def texts_by_key():
    """Return each key's texts, each with the games that have it."""
    texts: defaultdict[str, defaultdict[Text, set[str]]] = defaultdict(lambda: defaultdict(set))
    for game in GAMES:
        for book in all_books(game):
            for rule in (rule for chapter in book for rule in chapter.citable_rules):
                texts[rule.key][rule.text].add(game.id)
    return texts


def test_key_has_one_wording_in_all_games_unless_it_names_rules_that_differ():
    reworded = {
        key
        for key, texts in texts_by_key().items()
        if len(set.union(*texts.values())) > 1 and not set.intersection(*texts.values())
    }
    assert reworded == OWN_RULES


def test_sentences_of_two_games_that_are_nearly_alike_are_alike():
    games: dict[str, set[tuple[str, Text]]] = {game.id: set() for game in GAMES}
    for key, texts in texts_by_key().items():
        for text, ids in texts.items():
            for game in ids:
                games[game].add((key, text))
    nearly_alike = {
        frozenset((key, other_key))
        for sentences, others in combinations(games.values(), 2)
        for (key, text), (other_key, other) in product(sentences, others)
        if key != other_key and text != other and are_nearly_alike(text.en, other.en)
    }
    assert nearly_alike == ABOUT_OTHER_THINGS


def are_nearly_alike(text, other):
    matcher = SequenceMatcher(None, text, other, autojunk=False)
    return matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE <= matcher.ratio()


@pytest.mark.parametrize(("rule_set", "key"), MARKS)
def test_mark_claims_no_more_than_its_source_says(rule_set, key):
    (rules,) = (rules for rules in PRESETS if rules.id == rule_set)
    assert rules_by_key(rules)[key].source == MARKS[rule_set, key]
