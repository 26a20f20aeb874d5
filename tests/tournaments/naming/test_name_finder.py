from __future__ import annotations

import pytest

from tournaments.naming.name_finder import build_name_finder

PERSON = build_name_finder(["Şükrü Ilgazözü"])
SHORT = build_name_finder(["Efe Taş"])


@pytest.mark.parametrize(
    "text",
    [
        "Şükrü Ilgazözü geç kaldı",
        "Şükrü Ilgazözünün taşı yanlış sayıldı",
        "Ilgazözü'nün taşı",
        "ILGAZÖZÜ – Öz1 masaya geç geldi",
        "Sukru Ilgazozu yanlis yazmis",
        "şükrü bey ilgazözü itiraz etti",
        "(ilgazozu)",
        "ŞükrüIlgazözü",
        "S\u0327u\u0308kru\u0308 Ilgazo\u0308zu\u0308",
    ],
)
def test_surname_is_found_as_a_word(text):
    assert PERSON.finds(text)


@pytest.mark.parametrize("text", ["Şükrü geç kaldı", "Ilgaz geldi", "Üilgazözü", ""])
def test_first_name_or_another_word_is_not_found(text):
    assert not PERSON.finds(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Taş'ın hatası", True),
        ("yanlış taş attı", True),
        ("Efe Taşın hatası", True),
        ("taşı geri aldı", False),
        ("Efe geldi", False),
    ],
)
def test_short_surname_is_found_as_a_word_or_behind_the_first_name(text, found):
    assert SHORT.finds(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Hakem kararı", False),
        ("Karadan itiraz", True),
        ("Karalar geldi", True),
        ("Karaların masası", True),
        ("Karaca geldi", False),
        ("Akkara", False),
        ("Ankara'dan", False),
    ],
)
def test_long_surname_is_found_with_case_endings_alone(text, found):
    assert build_name_finder(["Ali Kara"]).finds(text) == found


@pytest.mark.parametrize(
    "text", ["Ilgaz – Öz1 gelmedi", "ilgaz-oz1 gelmedi", "Ilgaz ile Öz1", "Ilgaz/Öz1'in taşı"]
)
def test_pair_name_is_found_with_any_separator(text):
    assert build_name_finder((), ["Ilgaz – Öz1"]).finds(text) == ("ile" not in text)


@pytest.mark.parametrize("text", ["Ali K. geldi", "ali k geldi", "Ali kazandı"])
def test_public_name_with_an_initial_is_found_as_words(text):
    assert build_name_finder((), ["Ali K."]).finds(text) == ("kazan" not in text)


@pytest.mark.parametrize("names", [[], ["", "…", " "]])
def test_names_without_letters_find_nothing(names):
    assert not build_name_finder(names, names).finds("… geldi – gitti")


def test_nested_texts_are_erased_whole_and_ids_stay():
    key = "deadbeef-0000-4000-8000-00000000dede"
    payload = {"names": ["Ali Dede", {"why": "dede geldi"}, "geldi"], "id": key, "n": 1}
    finder = build_name_finder(["Ali Dede"])
    erased = {"names": ["…", {"why": "…"}, "geldi"], "id": key, "n": 1}
    assert (finder.erase(payload), finder.finds_in(payload), finder.finds_in(erased)) == (erased, True, False)
