from __future__ import annotations

from scoring.rulebook.queries.search_terms import SearchTerm, search_terms, words_of


def only(word: str, known: str, language: str = "tr") -> SearchTerm:
    (term,) = search_terms([word], language, words_of(known))
    return term


def named(word: str, known: str) -> set[str]:
    return set(only(word, known).named)


def borne(word: str, known: str, language: str = "tr") -> set[str]:
    return set(only(word, known, language).borne)


def test_words_are_folded_and_counted_after_numbers():
    assert words_of("101’i bulan İŞLEK taş") == {"101", "i", "101i", "#i", "bulan", "islek", "tas"}
    assert words_of("106 taş; 13") == {"106", "#tas", "tas", "13"}


def test_word_matches_its_continuations_and_stem():
    assert named("tas", "taşlar kırmızı taş") == {"taslar", "tas"}
    assert named("atildi", "attı atar") == {"atti"}
    assert not named("taslar", "taş")
    term = only("tas", "taş yok")
    assert term.is_named(words_of("Taş çekti."))
    assert not term.is_named(words_of("Yok."))
    assert not term.is_number


def test_infinitive_matches_its_forms():
    assert borne("konusmak", "konuşamaz konu") == {"konusamaz"}
    assert borne("bitme", "bitmese bitti") == {"bitmese"}
    assert not borne("acma", "açık")


def test_number_matches_by_figure_or_name():
    assert borne("10", "10 puan, 101 puan") == {"10"}
    assert borne("2", "iki taş, ikinci taş, 2 taş, 22 taş") == {"2", "iki"}
    assert borne("2", "two tiles, second", "en") == {"two"}
    assert borne("yirmi", "20 puan, 120 puan") == {"20"}
    assert only("2", "").is_number


def test_unknown_number_asks_for_counts():
    def number(typed: str, known: str) -> SearchTerm:
        (term,) = [term for term in search_terms(typed.split(), "tr", words_of(known)) if term.is_number]
        return term

    unknown = number("105 tas", "106 taştan biri, 4 renk, taş")
    assert unknown.borne == {"#tastan"}
    assert not unknown.named
    assert not number("105", "106 taş").borne
    assert number("106 tas", "106 taş").borne == {"106"}


def test_synonyms_match_but_not_as_typed():
    level = only("beraberlikte", "Maç berabere bitti.")
    assert not level.named
    assert level.borne == {"berabere"}
    assert level.is_borne(words_of("Berabere."))
    assert borne("ties", "The match ended level.", "en") == {"level"}
    assert not borne("ties", "The match ended level.")


def test_word_missing_in_a_book_uses_other_synonyms():
    assert borne("oyalanma", "Hakem uyarır.") == {"uyarir"}
    assert borne("oyalanma", "Yavaş oynayanı hakem uyarır.") == {"yavas"}
