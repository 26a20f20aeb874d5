from __future__ import annotations

import pytest

from rules.book.synonyms import SYNONYMS
from rules.games import GAMES
from rules.games.okey101.rulesets import PRESETS
from rules.rulebook import rule_book, situations
from rules.sentences import Sentence
from scoring.rulebook.queries.book_page import Book, default_book, situations_by_topic
from scoring.rulebook.queries.book_search import search_book

EVERY_PRESET = {preset: rules for game in GAMES for preset, rules in game.presets.items()}


def book(preset: str = "101-pairs") -> Book:
    chapters = rule_book(PRESETS[preset])
    return Book(PRESETS[preset], chapters, list(situations_by_topic(PRESETS[preset], chapters)), frozenset())


def numbers(words: str, language: str = "tr") -> list[str]:
    return [citation.number for citation in search_book(book(), words, language).citations]


def questions(words: str, language: str = "tr") -> list[str]:
    return [
        situation.question.in_language(language)
        for situation in search_book(book(), words, language).questions
    ]


@pytest.mark.parametrize(
    "typed",
    ["işlek", "islek", "İŞLEK", "ISLEK", "  işlek ", "işl", "işlek?"],
    ids=lambda typed: typed.strip(),
)
def test_letters_of_any_keyboard_match(typed: str):
    assert {"1.12", "9.11", "9.41"} <= set(numbers(typed))


def test_all_words_must_match_if_something_contains_all():
    citations = search_book(book(), "sahte okey", "tr").citations
    assert "2.9" in [citation.number for citation in citations]
    assert len(citations) < len(search_book(book(), "okey", "tr").citations)
    for citation in citations:
        if isinstance(citation, Sentence) and citation.case is None:
            assert "sahte" in citation.text.tr.lower()


def test_results_order_names_then_whole_words_then_beginnings():
    numbers_found = numbers("okey")
    assert numbers_found[:2] == ["1.7", "1.8"]  # the players' words for it
    assert (
        numbers_found.index("9.42")
        < numbers_found.index("2.1")
        < numbers_found.index("9.22")
        < numbers_found.index("1.6")
    )
    assert numbers("elden")[:2] == ["1.18", "7.5"]
    question_texts = questions("okey")
    whole = [
        "okey" in situation.lower().replace("?", " ").replace(".", " ").split()
        for situation in question_texts
    ]
    assert whole == sorted(whole, reverse=True)
    assert len(set(whole)) == 2


def test_best_partial_matches_are_shown_if_nothing_contains_all():
    assert numbers("sahte okey xyzzy") == numbers("sahte okey")


def test_situations_are_found_with_their_answers():
    assert "İki taş çekildi." in questions("iki taş")
    (matching_situation,) = [
        situation
        for situation in search_book(book(), "iki taş", "tr").questions
        if situation.question.tr == "İki taş çekildi."
    ]
    assert matching_situation.answers[0].number == "4.16"


def test_verbs_match_in_past_and_infinitive():
    assert "Yanlışlıkla okey atıldı." in questions("okey attı")
    assert "İki taş birden atıldı." in questions("iki taş birden attı")
    assert "Yanlışlıkla okey atıldı." in questions("okey atıldı")[:3]
    assert questions("okey attı mı?") == questions("okey attı")
    assert questions("mı") == questions("mi") != []


@pytest.mark.parametrize("typed", ["101i tutturmak", "101'i tutturmak", "101’i tutturmak"])
def test_apostrophe_can_be_left_out(typed: str):
    assert questions(typed)[0] == "101’i tutturmak için masadaki okeyi aldı."


def test_search_uses_the_language_of_the_page():
    assert "A player drew two tiles." in questions("two tiles", "en")
    assert not questions("drew", "tr")


def test_a_number_finds_its_sentence_alone():
    assert numbers(" 7.31 ") == ["7.31"]
    assert not questions("7.31")


@pytest.mark.parametrize("typed", ["xyzzy", "?!", ""])
def test_unknown_word_finds_nothing(typed: str):
    assert not search_book(book(), typed, "tr")


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
def test_players_synonyms_match_the_terms_of_the_book(typed: str, language: str, number: str):
    numbers_found = numbers(typed, language)
    assert number in numbers_found
    assert len(numbers_found) < 10


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
def test_players_synonyms_match_in_other_games(preset: str, typed: str, number: str):
    numbers_found = [
        citation.number for citation in search_book(default_book(EVERY_PRESET[preset]), typed, "tr").citations
    ]
    assert number in numbers_found


def test_exact_words_come_before_synonyms():
    assert numbers("telefon")[0] == "1.23"
    assert numbers("equal", "en")[0] == "3.8"


@pytest.mark.slow
@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_synonym_finds_something_in_every_book(language: str):
    typed = [word for synonym in SYNONYMS for word in synonym.typed_words.in_language(language).split()]
    for game in GAMES:
        for preset in game.presets.values():
            written = default_book(preset)
            assert [word for word in typed if not search_book(written, word, language)] == []


def test_numbers_weigh_most_and_match_whole():
    assert numbers("22 taş") == ["4.1"]
    numbers_found = numbers("202 taş oyuncu seri okey")
    assert set(numbers_found[:5]) < set(numbers("202"))
    assert "9.41" in numbers("101")
    assert "9.41" not in numbers("10")
    assert questions("2 taş")[:3] == questions("iki taş")[:3]


@pytest.mark.parametrize(("typed", "language"), [("105 taş", "tr"), ("105 tiles", "en")])
def test_number_not_in_the_book_finds_counts(typed: str, language: str):
    assert numbers(typed, language)[:2] == ["2.1", "4.1"]
    assert len(numbers(typed, language)) < 6
    assert not questions(typed, language)


def test_a_rare_word_outweighs_common_ones():
    assert numbers("seyirci taş okey")[:2] == numbers("seyirci")
    assert "10.30" in numbers("seyirci")


def test_common_words_alone_give_few_results():
    assert len(numbers("taş")) > 50
    assert numbers("taş xyzzy") == numbers("taş")[:10]
    assert questions("taş xyzzy") == questions("taş")[:10]


def test_every_situation_links_to_the_book():
    for preset, rules in PRESETS.items():
        chapters = rule_book(rules)
        known = {citation.anchor for chapter in chapters for citation in chapter.citable_rules}
        answered = [situation for about in book(preset).situations for situation in about.questions]
        assert len(answered) == sum(map(len, situations(rules, chapters).values()))
        assert all(
            answered_situation.answers and {cited.anchor for cited in answered_situation.answers} <= known
            for answered_situation in answered
        )
