"""What the book says of the words that somebody types."""

from __future__ import annotations

import pytest

from rules.book.synonyms import SYNONYMS
from rules.games import GAMES
from rules.games.okey101.rulesets import PRESETS
from rules.rulebook import rule_book, situations
from rules.sentences import Sentence
from scoring.rulebook.queries.book_page import Book, asked_about, bare_book
from scoring.rulebook.queries.book_search import find

EVERY_PRESET = {preset: rules for game in GAMES for preset, rules in game.presets.items()}


def book(preset: str = "101-pairs") -> Book:
    chapters = rule_book(PRESETS[preset])
    return Book(PRESETS[preset], chapters, list(asked_about(PRESETS[preset], chapters)), frozenset())


def numbers(wanted: str, language: str = "tr") -> list[str]:
    return [one.number for one in find(book(), wanted, language).cited]


def questions(wanted: str, language: str = "tr") -> list[str]:
    return [one.question.in_language(language) for one in find(book(), wanted, language).asked]


@pytest.mark.parametrize(
    "typed",
    ["işlek", "islek", "İŞLEK", "ISLEK", "  işlek ", "işl", "işlek?"],
    ids=lambda typed: typed.strip(),
)
def test_letters_of_another_keyboard_are_no_others(typed: str):
    assert {"1.12", "9.11", "9.41"} <= set(numbers(typed))


def test_all_words_must_be_borne_where_something_bears_all():
    found = find(book(), "sahte okey", "tr").cited
    assert "2.9" in [one.number for one in found]
    assert len(found) < len(find(book(), "okey", "tr").cited)
    for one in found:
        if isinstance(one, Sentence) and one.case is None:
            assert "sahte" in one.text.tr.lower()


def test_names_stand_first_then_whole_words_then_what_begins_so():
    found = numbers("okey")
    assert found[:2] == ["1.7", "1.8"]  # the words for it
    assert found.index("9.42") < found.index("2.1") < found.index("9.22") < found.index("1.6")
    assert numbers("elden")[:2] == ["1.18", "7.5"]
    asked = questions("okey")
    whole = ["okey" in one.lower().replace("?", " ").replace(".", " ").split() for one in asked]
    assert whole == sorted(whole, reverse=True)
    assert len(set(whole)) == 2


def test_where_nothing_bears_all_what_bears_most_is_shown():
    assert numbers("sahte okey xyzzy") == numbers("sahte okey")


def test_situations_are_found_with_their_answers():
    assert "İki taş çekildi." in questions("iki taş")
    (drawn,) = [one for one in find(book(), "iki taş", "tr").asked if one.question.tr == "İki taş çekildi."]
    assert drawn.answers[0].number == "4.16"


def test_what_was_done_is_found_as_it_is_told_and_asked():
    assert "Yanlışlıkla okey atıldı." in questions("okey attı")
    assert "İki taş birden atıldı." in questions("iki taş birden attı")
    assert questions("okey atıldı") == questions("okey attı")
    assert questions("okey attı mı?") == questions("okey attı")
    assert questions("mı") == questions("mi") != []


@pytest.mark.parametrize("typed", ["101i tutturmak", "101'i tutturmak", "101’i tutturmak"])
def test_an_apostrophe_may_be_left_out(typed: str):
    assert "101’i tutturmak için masadaki okeyi aldı." in questions(typed)
    assert len(questions(typed)) == 1


def test_the_words_are_those_of_the_page():
    assert "Somebody drew two tiles." in questions("two tiles", "en")
    assert not questions("drew", "tr")


def test_a_number_finds_its_sentence_alone():
    assert numbers(" 7.31 ") == ["7.31"]
    assert not questions("7.31")


@pytest.mark.parametrize("typed", ["xyzzy", "?!", ""])
def test_what_the_book_has_not_is_not_found(typed: str):
    assert not find(book(), typed, "tr")


@pytest.mark.parametrize(
    ("typed", "language", "number"),
    [
        ("beraberlik", "tr", "11.22"),
        ("telefon", "tr", "9.6"),
        ("oyalanma", "tr", "10.39"),
        ("düşünme", "tr", "10.39"),
        ("bırakıp gitmek", "tr", "11.47"),
        ("tie", "en", "11.22"),
        ("phone", "en", "9.6"),
        ("slow", "en", "10.39"),
        ("leaving", "en", "11.47"),
    ],
)
def test_players_words_find_what_the_book_calls_otherwise(typed: str, language: str, number: str):
    found = numbers(typed, language)
    assert number in found
    assert len(found) < 10


@pytest.mark.parametrize(
    ("preset", "typed", "number"),
    [
        ("okey-countdown", "yanlış kapama", "5.18"),
        ("okey-countdown", "kapattı", "5.5"),
        ("okey-countdown", "çifte gitmek", "5.5"),
        ("okey-countdown", "konuşma", "8.13"),
        ("okey-countdown", "yirmi", "6.1"),
        ("okey-standard", "dağıtıcı", "8.4"),
        ("okey-task", "yanlış kapama", "6.9"),
        ("okey-task", "kaptırmak", "7.12"),
        ("okey-task", "işlemek", "5.17"),
    ],
)
def test_players_of_the_other_games_find_their_words(preset: str, typed: str, number: str):
    found = [one.number for one in find(bare_book(EVERY_PRESET[preset]), typed, "tr").cited]
    assert number in found


def test_what_has_the_very_word_stands_before_what_is_called_otherwise():
    assert numbers("telefon")[0] == "1.23"
    assert numbers("leave", "en")[0] == "10.35"


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_players_word_leads_somewhere_in_every_book(language: str):
    typed = [word for one in SYNONYMS for word in one.typed.in_language(language).split()]
    for game in GAMES:
        for preset in game.presets.values():
            written = bare_book(preset)
            assert [word for word in typed if not find(written, word, language)] == []


def test_a_number_weighs_most_and_is_whole():
    assert numbers("22 taş") == ["4.1"]
    found = numbers("202 taş oyuncu seri okey")
    assert found
    assert set(found) < set(numbers("202"))
    assert "9.41" in numbers("101")
    assert "9.41" not in numbers("10")
    assert set(numbers("2 taş")) == set(numbers("iki taş"))


@pytest.mark.parametrize(("typed", "language"), [("105 taş", "tr"), ("105 tiles", "en")])
def test_a_number_that_the_book_has_not_finds_how_many_there_are(typed: str, language: str):
    assert numbers(typed, language)[:2] == ["2.1", "4.1"]
    assert len(numbers(typed, language)) < 6
    assert not questions(typed, language)


def test_a_rare_word_outweighs_common_ones():
    assert numbers("seyirci taş okey") == numbers("seyirci")
    assert "10.30" in numbers("seyirci")


def test_common_words_alone_find_little_where_others_are_borne_by_nothing():
    assert len(numbers("taş")) > 50
    assert numbers("taş xyzzy") == numbers("taş")[:10]
    assert questions("taş xyzzy") == questions("taş")[:10]


def test_every_situation_leads_somewhere():
    for preset, rules in PRESETS.items():
        chapters = rule_book(rules)
        known = {one.anchor for chapter in chapters for one in chapter.cited}
        told = [one for about in book(preset).situations for one in about.asked]
        assert len(told) == sum(map(len, situations(rules, chapters).values()))
        assert all(one.answers and {cited.anchor for cited in one.answers} <= known for one in told)
