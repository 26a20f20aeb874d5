import json
import re
from dataclasses import replace
from itertools import product

import pytest

from rules.games import GAMES
from rules.localized_text import Text
from rules.rulebook import for_singles, references, rule_book, situations, switches
from rules.sources import AGAINST, CHOSEN, HOUSE_RULE, SOURCES
from rules.standings.stage_plans import StagePlan
from tests.rules.book.all_books import PRESETS, VARIED, all_books, other_values, stages
from tests.rules.hand_builders import GOLDEN

BOOKS = [*product(PRESETS, (False, True))]
EVERY_BOOK = pytest.mark.parametrize(
    ("rules", "singles"), BOOKS, ids=lambda value: getattr(value, "id", str(value))
)
NUMBERS = {game.id: GOLDEN.parent / "rulebook" / f"{game.id}.json" for game in GAMES} | {
    "okey101": GOLDEN.parent / "rulebook" / "numbers.json"
}
MOST_WORDS = 21


def cited(rules, *plans, **how):
    return {item.key: item for chapter in rule_book(rules, plans, **how) for item in chapter.citable_rules}


def sentences(rules, *plans, **how):
    return {
        sentence.key: sentence for chapter in rule_book(rules, plans, **how) for sentence in chapter.sentences
    }


def texts_of(rules, *plans):
    return [(item.text, getattr(item, "cells", None)) for item in cited(rules, *plans).values()]


@EVERY_BOOK
def test_every_sentence_is_short_and_bilingual(rules, singles):
    for item in sentences(rules, *stages(rules), singles=singles).values():
        assert item.text.tr != item.text.en
        for language in ("tr", "en"):
            text = item.text.in_language(language)
            assert text[0].isupper() or text[0].isdigit()
            assert text[-1] in ".!?”"
            if not item.key.startswith("order"):
                assert len(text.split()) <= MOST_WORDS, text


def test_every_rule_has_a_source_mark():
    place = rf"({'|'.join(SOURCES)})( [IVX]+)?"
    mark = re.compile(rf"{place}|{place}, inherited|({CHOSEN}|{place}){AGAINST}{place}|{CHOSEN}|{HOUSE_RULE}")
    for rules, singles in (*BOOKS, *product(VARIED, (False, True))):
        for item in cited(rules, *stages(rules), singles=singles).values():
            assert mark.fullmatch(item.source), (item.number, item.source)
            assert (AGAINST in item.source) is (item.against is not None)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_numbers_are_permanent(game):
    assigned = json.loads(NUMBERS[game.id].read_text(encoding="utf-8"))
    numbered = {
        (sentence.number, sentence.key)
        for book in all_books(game)
        for chapter in book
        for sentence in chapter.citable_rules
    }
    assert sorted(numbered) == sorted(assigned.items())


@EVERY_BOOK
def test_numbers_are_unique_and_in_order(rules, singles):
    book = rule_book(rules, stages(rules), singles=singles)
    assert [chapter.number for chapter in book] == list(range(1, len(book) + 1))
    for chapter in book:
        numbers = [sentence.number for sentence in chapter.sentences]
        assert len(set(numbers)) == len(numbers)
        for letter in ("", *"abc"):
            stage_numbers = [number for number in numbers if number.lstrip("0123456789.") == letter]
            assert stage_numbers == sorted(
                stage_numbers, key=lambda number: int(number.rstrip("abc").partition(".")[2])
            )
        assert numbers == sorted(numbers, key=lambda number: number.lstrip("0123456789.") or "d")
        assert all(number.startswith(f"{chapter.number}.") for number in numbers)
        assert len({item.anchor for item in chapter.citable_rules}) == len(chapter.citable_rules)
    names = [item.key for chapter in book for item in chapter.citable_rules]
    assert len(set(names)) == len(names)


@EVERY_BOOK
def test_every_figure_has_a_case_or_is_marked_unchecked(rules, singles):
    for item in sentences(rules, *stages(rules), singles=singles).values():
        figures = re.search(r"\d", item.text.en)
        assert not figures or item.case or item.unchecked or item.switch == "infractions", item.text.en
        assert item.case is None or (item.case.description.en and item.case.result.en)


@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules.id)
def test_every_switch_is_described_and_changes_the_book(rules):
    assert set(switches(rules)) == set(rules.switch_names())
    for field, switch in switches(rules).items():
        assert switch.compare(rules)[0].choice.name.tr
        if switch.set_per_stage:
            two_stages = [
                StagePlan(Text("Eleme", "Knock-out"), 3, 11),
                StagePlan(Text("Eleme", "Knock-out"), 1, 9),
            ]
            assert texts_of(rules, two_stages[0]) != texts_of(rules, two_stages[1])
            continue
        ground = replace(rules, double_okey=True) if field == "double_okey_with_pairs" else rules
        for changed_rules in other_values(ground, switch):
            assert texts_of(ground) != texts_of(changed_rules), (field, getattr(changed_rules, field))


def test_only_rules_without_spared_partners_are_for_singles():
    assert [rules.id for rules in PRESETS if for_singles(rules)] == ["101-rounds"]


@EVERY_BOOK
def test_links_to_a_bare_book_work_in_a_tournaments_book(rules, singles):
    bare = references(rules, singles=singles)
    bare_only = set(bare) - set(cited(rules, singles=singles))
    numbers = {item.number for item in cited(rules, *stages(rules)[:1], singles=singles, protest=15).values()}
    assert {bare[key].number for key in bare_only} <= numbers


@EVERY_BOOK
def test_every_situation_is_answered_by_the_books_sentences(rules, singles):
    book = rule_book(rules, stages(rules), singles=singles, protest=15)
    keys = {item.key for chapter in book for item in chapter.citable_rules}
    by_chapter = situations(rules, book)
    assert set(by_chapter) <= {chapter.id for chapter in book}
    assert all(
        situation.answers and set(situation.answers) <= keys
        for group in by_chapter.values()
        for situation in group
    )


@EVERY_BOOK
def test_singles_book_mentions_no_partner(rules, singles):
    if not singles:
        return
    for item in cited(rules, *stages(rules)[:1], singles=True, protest=15).values():
        assert not re.search(r"\bpartner|\bA2|\bB2", item.text.en), (item.number, item.text.en)
        assert not re.search(r"\bEş|[Ee]şler|eşine|\bA2|\bB2", item.text.tr), (item.number, item.text.tr)
