"""What is sought by a word that somebody types."""

from __future__ import annotations

from scoring.rulebook.queries.search_terms import Sought, sought, words_of


def only(word: str, known: str, language: str = "tr") -> Sought:
    (one,) = sought([word], language, words_of(known))
    return one


def named(word: str, known: str) -> set[str]:
    return set(only(word, known).named)


def borne(word: str, known: str, language: str = "tr") -> set[str]:
    return set(only(word, known, language).borne)


def test_words_of_a_text_are_plain_and_a_number_counts_what_follows_it():
    assert words_of("101’i bulan İŞLEK taş") == {"101", "i", "101i", "#i", "bulan", "islek", "tas"}
    assert words_of("106 taş; 13") == {"106", "#tas", "tas", "13"}


def test_a_word_is_named_by_what_begins_so_or_has_its_stem():
    assert named("tas", "taşlar kırmızı taş") == {"taslar", "tas"}
    assert named("atildi", "attı atar") == {"atti"}
    assert not named("taslar", "taş")
    one = only("tas", "taş yok")
    assert one.is_named(words_of("Taş çekti."))
    assert not one.is_named(words_of("Yok."))
    assert not one.is_number


def test_a_verb_that_is_named_is_borne_by_its_forms_where_nothing_begins_so():
    assert borne("konusmak", "konuşamaz konu") == {"konusamaz"}
    assert borne("bitme", "bitmese bitti") == {"bitmese"}
    assert not borne("acma", "açık")


def test_a_number_is_borne_whole_by_its_figure_or_its_name():
    assert borne("10", "10 puan, 101 puan") == {"10"}
    assert borne("2", "iki taş, ikinci taş, 2 taş, 22 taş") == {"2", "iki"}
    assert borne("2", "two tiles, second", "en") == {"two"}
    assert borne("yirmi", "20 puan, 120 puan") == {"20"}
    assert only("2", "").is_number


def test_a_number_that_a_book_has_nowhere_asks_how_many_there_are():
    def number(typed: str, known: str) -> Sought:
        (one,) = [one for one in sought(typed.split(), "tr", words_of(known)) if one.is_number]
        return one

    unknown = number("105 tas", "106 taştan biri, 4 renk, taş")
    assert unknown.borne == {"#tastan"}
    assert not unknown.named
    assert not number("105", "106 taş").borne
    assert number("106 tas", "106 taş").borne == {"106"}


def test_what_the_book_calls_otherwise_is_borne_too_but_not_named():
    level = only("beraberlikte", "Maç berabere bitti.")
    assert not level.named
    assert level.borne == {"berabere"}
    assert level.is_borne(words_of("Berabere."))
    assert borne("ties", "The match ended level.", "en") == {"level"}
    assert not borne("ties", "The match ended level.")


def test_what_a_book_has_not_is_sought_by_other_words():
    assert borne("oyalanma", "Hakem uyarır.") == {"uyarir"}
    assert borne("oyalanma", "Yavaş oynayanı hakem uyarır.") == {"yavas"}
