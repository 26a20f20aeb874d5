from __future__ import annotations

import pytest

from scoring.rulebook.queries.search_terms import SearchTerm, index_words, search_terms


def only(word: str, known: str, language: str = "tr") -> SearchTerm:
    (term,) = search_terms([word], language, index_words(known))
    return term


def numbers_named(word: str, known: str) -> set[str]:
    return set(only(word, known).direct_matches)


def words_matched(word: str, known: str, language: str = "tr") -> set[str]:
    return set(only(word, known, language).all_matches)


def test_words_are_folded_and_counted_after_numbers():
    assert index_words("101’i bulan İŞLEK taş") == {"101", "i", "101i", "#i", "bulan", "islek", "tas"}
    assert index_words("106 taş; 13") == {"106", "#tas", "tas", "13"}


def test_word_matches_its_continuations_and_stem():
    assert numbers_named("tas", "taşlar kırmızı taş") == {"taslar", "tas"}
    assert numbers_named("atildi", "attı atar") == {"atti", "atar"}
    assert numbers_named("taslar", "taş") == {"tas"}
    assert not numbers_named("yandan", "ya")
    term = only("tas", "taş yok")
    assert term.has_direct_match(index_words("Taş çekti."))
    assert not term.has_direct_match(index_words("Yok."))
    assert not term.is_number


def test_infinitive_matches_its_forms():
    assert words_matched("konusmak", "konuşamaz konu") == {"konusamaz"}
    assert words_matched("bitme", "bitmese bitti") == {"bitmese", "bitti"}
    assert not words_matched("acma", "açık")


def test_number_matches_by_figure_or_name():
    assert words_matched("10", "10 puan, 101 puan") == {"10"}
    assert words_matched("2", "iki taş, ikinci taş, 2 taş, 22 taş") == {"2", "iki"}
    assert words_matched("2", "two tiles, second", "en") == {"two"}
    assert words_matched("yirmi", "20 puan, 120 puan") == {"20"}
    assert only("2", "").is_number


def test_unknown_number_asks_for_counts():
    def number(typed: str, known: str) -> SearchTerm:
        (term,) = [term for term in search_terms(typed.split(), "tr", index_words(known)) if term.is_number]
        return term

    unknown = number("105 tas", "106 taştan biri, 4 renk, taş")
    assert unknown.all_matches == {"#tastan"}
    assert not unknown.direct_matches
    assert not number("105", "106 taş").all_matches
    assert number("106 tas", "106 taş").all_matches == {"106"}


def test_synonyms_match_but_not_as_typed():
    level = only("beraberlikte", "Maç berabere bitti.")
    assert not level.direct_matches
    assert level.all_matches == {"berabere"}
    assert level.has_match(index_words("Berabere."))
    assert words_matched("ties", "The match ended level.", "en") == {"level"}
    assert not words_matched("ties", "The match ended level.")


def test_word_missing_in_a_book_uses_other_synonyms():
    assert words_matched("oyalanma", "Hakem uyarır.") == {"uyarir"}
    assert words_matched("oyalanma", "Yavaş oynayanı hakem uyarır.") == {"yavas"}


@pytest.mark.parametrize(
    ("typed", "known", "found"),
    [
        ("okeyi", "okey okeyin tek", {"okey", "okeyin"}),
        ("gostergeyi", "gösterge göstergenin", {"gosterge", "gostergenin"}),
        ("tasi", "taş taşın", {"tas", "tasin"}),
        ("attim", "atıldı atan", {"atildi", "atan"}),
        ("cektim", "çekti çekildi", {"cekti", "cekildi"}),
        ("acamadim", "açılmadı açan", {"acilmadi", "acan"}),
        ("konusuyor", "konuşuluyor konuştu", {"konusuluyor", "konustu"}),
    ],
)
def test_cases_and_persons_match_other_forms(typed: str, known: str, found: set[str]):
    assert words_matched(typed, known) == found


def test_figure_the_players_use_as_a_name_has_synonyms():
    assert words_matched("800", "Elden bitti.") == {"elden"}
