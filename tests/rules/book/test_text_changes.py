import json
from dataclasses import replace
from datetime import date

import pytest

from rules.book.book_context import BookSentence, in_pairs
from rules.book.text_changes import TEXT_VERSION, TextChange
from rules.games import GAMES
from rules.games.okey101.book.contents import BOOK
from rules.games.okey101.rulesets import PRESETS
from rules.localized_text import Text
from rules.sources import CHOSEN
from rules.standings.stage_plans import StagePlan
from tests.rules.book.all_books import all_books
from tests.rules.book.text_digests import FILE, digests

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
RULES = PRESETS["101-pairs"]
DAY = date(2027, 3, 1)


def change(number, old, new, version=2, removed=None):
    return TextChange(version=version, day=DAY, number=number, old=old, new=new, removed=removed)


def rules_by_number(book, *plans, version=1, **how):
    chapters = book.write(RULES, plans, text_version=version, **how)
    return {rule.number: rule for chapter in chapters for rule in chapter.citable_rules}


def with_changes(*changes):
    return replace(BOOK, changes=changes)


@EVERY_GAME
def test_first_text_reads_as_stored(game):
    """Until 0.1.0 a changed sentence is stored; afterwards it needs a row in Book.changes."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))[game.id]
    current = digests(game, 1)
    assert {
        number for number in current.keys() | stored if current.get(number) != stored.get(number)
    } == set()


@EVERY_GAME
def test_changes_are_in_order_and_say_what_is_new(game):
    versions = [row.version for row in game.book.changes]
    assert versions == sorted(versions)
    assert set(versions) <= {*range(2, TEXT_VERSION + 1)}
    for row in game.book.changes:
        assert row.old or row.new
        assert (row.new is None) is (row.removed is not None)


def test_reworded_sentence_reads_as_before_in_an_older_text():
    today = rules_by_number(BOOK)["4.16"]
    before = Text("Eski söz.", "Old wording.")
    book = with_changes(change("4.16", before, today.text))
    assert rules_by_number(book, version=1)["4.16"].text == before
    assert rules_by_number(book, version=2)["4.16"] == today
    assert rules_by_number(book, version=1)["4.16"].source == today.source


def test_changes_are_undone_from_the_last_to_the_first():
    today = rules_by_number(BOOK)["4.16"].text
    first, second = Text("Bir.", "One."), Text("İki.", "Two.")
    book = with_changes(change("4.16", first, second, 2), change("4.16", second, today, 3))
    wordings = [rules_by_number(book, version=version)["4.16"].text for version in (1, 2, 3)]
    assert wordings == [first, second, today]


def test_part_of_a_sentence_with_figures_is_restored():
    book = with_changes(change("10.14", Text("dk", "min"), Text("dakika", "minutes")))
    assert "15 min after" in rules_by_number(book, protest=15)["10.14"].text.en


def test_added_sentence_is_missing_in_an_older_text():
    book = with_changes(change("4.16", None, rules_by_number(BOOK)["4.16"].text))
    assert rules_by_number(BOOK).keys() - rules_by_number(book, version=1) == {"4.16"}
    assert rules_by_number(book, version=2).keys() == rules_by_number(BOOK).keys()
    assert "two-drawn" not in book.references(RULES, text_version=1)


def test_removed_sentence_stays_in_an_older_text():
    gone = BookSentence("4.90", "gone", Text("Eskiden.", "Formerly."), ("S0 II",), when=in_pairs)
    book = with_changes(change("4.90", gone.text, None, removed=gone))
    assert rules_by_number(book, version=1)["4.90"].text == gone.text
    assert "4.90" not in rules_by_number(book, version=2)
    assert "4.90" not in rules_by_number(book, version=1, singles=True)


def test_row_of_a_table_is_restored_in_its_cells():
    row = rules_by_number(BOOK)["9.44"]
    old = Text("Bozuk per", "Bad meld")
    book = with_changes(change("9.44", old, Text("Yanlış per", "Invalid meld")))
    restored = rules_by_number(book, version=1)["9.44"]
    assert restored.cells[0] == old
    assert restored.text.en == row.text.en.replace("Invalid meld", "Bad meld")


def test_sentences_of_all_stages_are_restored():
    plans = (StagePlan(Text("A", "A"), 3, 11), StagePlan(Text("B", "B"), 3, 11))
    text = rules_by_number(BOOK, *plans)["11.46b"].text
    book = with_changes(
        change("11.46", Text("oynanmazdı", "were not played"), Text("oynanmaz", "are not played"))
    )
    restored = rules_by_number(book, *plans, version=1)
    assert restored["11.46b"].text.tr == text.tr.replace("oynanmaz", "oynanmazdı")
    assert restored["11.46a"].text.en == "A: Once it is decided, the remaining matches were not played."


@EVERY_GAME
def test_chosen_sentences_and_only_they_have_a_reason(game):
    for book in all_books(game):
        for chapter in book:
            for rule in chapter.citable_rules:
                assert (rule.reason is not None) is rule.source.startswith(CHOSEN), rule.key


@EVERY_GAME
def test_reasons_are_bilingual_and_have_codes_of_their_own(game):
    reasons = {*game.book.reasons.values()}
    assert len({reason.anchor for reason in reasons}) == len(reasons)
    assert all(reason.text.tr != reason.text.en for reason in reasons)
