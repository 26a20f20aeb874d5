"""The book of every game: whole in both languages, numbered for good, found from what is said."""

import json
import re
from dataclasses import replace
from itertools import product

import pytest

from rules.games import GAMES
from rules.rulebook import for_singles, references, rule_book, situations, switches
from rules.rulesets import MalformedRuleSet
from rules.sources import AGAINST, CHOSEN, HOUSE_RULE, SOURCES
from rules.standings.stage_plans import Format, StagePlan
from rules.standings.steps import DEFAULT_STEPS
from rules.text import Text
from tests.rules.builders import GOLDEN

PRESETS = [rules for game in GAMES for rules in game.presets.values()]
BOOKS = [*product(PRESETS, (False, True))]
EVERY_BOOK = pytest.mark.parametrize(
    ("rules", "singles"), BOOKS, ids=lambda one: getattr(one, "id", str(one))
)
NUMBERS = {game.id: GOLDEN.parent / "rulebook" / f"{game.id}.json" for game in GAMES} | {
    "okey101": GOLDEN.parent / "rulebook" / "numbers.json"
}
MOST_WORDS = 21
OF_A_STAGE = {"best_of", "hands_per_match"}


def stages(rules):
    groups = StagePlan(Text("Gruplar", "Groups"), 1, rules.hands_per_match, 2, DEFAULT_STEPS, Format.GROUPS)
    return groups, StagePlan(Text("Eleme", "Knock-out"), 3, 9)


def cited(rules, *plans, **how):
    """Everything in a book that can be quoted, by its lasting name."""
    return {one.key: one for chapter in rule_book(rules, plans, **how) for one in chapter.cited}


def sentences(rules, *plans, **how):
    return {one.key: one for chapter in rule_book(rules, plans, **how) for one in chapter.sentences}


def said(rules, *plans):
    return [(one.text, getattr(one, "cells", None)) for one in cited(rules, *plans).values()]


def otherwise(rules, switch):
    """The rule set with other values of one switch, those left out that can't be."""
    values = [choice.value for choice in switch.listed] + [*switch.samples]
    for value in values:
        if value != getattr(rules, switch.field):
            try:
                yield replace(rules, **{switch.field: value})
            except MalformedRuleSet:
                continue


VARIED = [
    other for rules in PRESETS for switch in switches(rules).values() for other in otherwise(rules, switch)
]
"""Every preset with one switch on every other value."""


@EVERY_BOOK
def test_every_sentence_is_short_and_stands_in_both_languages(rules, singles):
    for one in sentences(rules, *stages(rules), singles=singles).values():
        assert one.text.tr != one.text.en
        for language in ("tr", "en"):
            words = one.text.in_language(language)
            assert words[0].isupper() or words[0].isdigit()
            assert words[-1] in ".!?”"
            if not one.key.startswith("order"):
                assert len(words.split()) <= MOST_WORDS, words


def test_every_rule_has_one_of_the_marks():
    """Stated, taken over, chosen, against the own source, or decided by the tournament."""
    place = rf"({'|'.join(SOURCES)})( [IVX]+)?"
    mark = re.compile(rf"{place}|{place}, inherited|({CHOSEN}|{place}){AGAINST}{place}|{CHOSEN}|{HOUSE_RULE}")
    for rules, singles in (*BOOKS, *product(VARIED, (False, True))):
        for one in cited(rules, *stages(rules), singles=singles).values():
            assert mark.fullmatch(one.source), (one.number, one.source)
            assert (AGAINST in one.source) is (one.against is not None)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_numbers_stay_with_their_sentences(game):
    """What once was quoted is found again: a number that was given away is never another's."""
    given = json.loads(NUMBERS[game.id].read_text(encoding="utf-8"))
    own = [rules for rules in (*PRESETS, *VARIED) if rules.id in game.presets]
    books = [rule_book(rules, singles=singles) for rules, singles in product(own, (False, True))]
    plan = replace(
        stages(own[0])[0], third_place=True, best_of=3, least_hands=5 if own[0].hands_per_match else 0
    )
    books += [rule_book(own[0], (replace(plan, format=kind),)) for kind in Format]
    told = {(one.number, one.key) for book in books for chapter in book for one in chapter.cited}
    assert sorted(told) == sorted(given.items())


@EVERY_BOOK
def test_each_number_stands_once_in_a_book_and_in_order(rules, singles):
    book = rule_book(rules, stages(rules), singles=singles)
    assert [chapter.number for chapter in book] == list(range(1, len(book) + 1))
    for chapter in book:
        numbers = [one.number for one in chapter.sentences]
        assert len(set(numbers)) == len(numbers)
        for letter in ("", *"abc"):
            of_stage = [number for number in numbers if number.lstrip("0123456789.") == letter]
            assert of_stage == sorted(of_stage, key=lambda one: int(one.rstrip("abc").partition(".")[2]))
        assert numbers == sorted(numbers, key=lambda one: one.lstrip("0123456789.") or "d")
        assert all(number.startswith(f"{chapter.number}.") for number in numbers)
        assert len({one.anchor for one in chapter.cited}) == len(chapter.cited)
    names = [one.key for chapter in book for one in chapter.cited]
    assert len(set(names)) == len(names)


@EVERY_BOOK
def test_every_figure_is_shown_by_a_case_or_is_no_matter_of_the_engine(rules, singles):
    for one in sentences(rules, *stages(rules), singles=singles).values():
        figures = re.search(r"\d", one.text.en)
        assert not figures or one.case or one.unchecked or one.switch == "infractions", one.text.en
        assert one.case is None or (one.case.told.en and one.case.result.en)


@pytest.mark.parametrize("rules", PRESETS, ids=lambda one: one.id)
def test_every_switch_has_its_words_and_changes_what_the_book_says(rules):
    assert set(switches(rules)) == set(rules.switch_names())
    for field, switch in switches(rules).items():
        assert switch.compare(rules)[0].choice.name.tr
        if switch.of_stage:
            told = [StagePlan(Text("Eleme", "Knock-out"), 3, 11), StagePlan(Text("Eleme", "Knock-out"), 1, 9)]
            assert said(rules, told[0]) != said(rules, told[1])
            continue
        ground = replace(rules, double_okey=True) if field == "double_okey_with_pairs" else rules
        for other in otherwise(ground, switch):
            assert said(ground) != said(other), (field, getattr(other, field))


def test_only_rules_that_spare_no_partner_are_made_for_single_players():
    assert [rules.id for rules in PRESETS if for_singles(rules)] == ["101-rounds"]


@EVERY_BOOK
def test_what_leads_into_a_bare_book_leads_into_a_tournaments_too(rules, singles):
    bare = references(rules, singles=singles)
    asked = set(bare) - set(cited(rules, singles=singles))
    there = {one.number for one in cited(rules, *stages(rules)[:1], singles=singles, protest=15).values()}
    assert {bare[key].number for key in asked} <= there


@EVERY_BOOK
def test_every_situation_is_answered_by_sentences_of_the_book(rules, singles):
    book = rule_book(rules, stages(rules), singles=singles, protest=15)
    known = {one.key for chapter in book for one in chapter.cited}
    found = situations(rules, book)
    assert set(found) <= {chapter.id for chapter in book}
    assert all(one.answers and set(one.answers) <= known for group in found.values() for one in group)


@EVERY_BOOK
def test_singles_read_of_no_partner(rules, singles):
    if not singles:
        return
    for one in cited(rules, *stages(rules)[:1], singles=True, protest=15).values():
        assert not re.search(r"\bpartner|\bA2|\bB2", one.text.en), (one.number, one.text.en)
        assert not re.search(r"\bEş|[Ee]şler|eşine|\bA2|\bB2", one.text.tr), (one.number, one.text.tr)
