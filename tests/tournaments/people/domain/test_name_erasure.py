"""Names in what people typed, however they were typed."""

from __future__ import annotations

import pytest

from tournaments.people.domain.name_erasure import erasing

OF_PERSON = erasing(["Şükrü Ilgazözü"], instead="⟦1⟧", between="…", people=["Şükrü Ilgazözü"])
OF_SHORT = erasing(["Efe Taş"], instead="…", people=["Efe Taş"])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Şükrü Ilgazözü geç kaldı", "… geç kaldı"),
        ("Şükrü Ilgazözünün taşı yanlış sayıldı", "… taşı yanlış sayıldı"),
        ("Ilgazözü'nün taşı", "…'nün taşı"),
        ("ILGAZÖZÜ – Öz1 masaya geç geldi", "… – Öz1 masaya geç geldi"),
        ("Sukru Ilgazozu yanlis yazmis", "… yanlis yazmis"),
        ("şükrü bey ilgazözü itiraz etti", "… bey … itiraz etti"),
        ("ilgazozu itiraz etti", "… itiraz etti"),
        ("S\u0327u\u0308kru\u0308 Ilgazo\u0308zu\u0308", "⟦1⟧"),
        ("Şükrü geç kaldı", "Şükrü geç kaldı"),
        ("Ilgaz geldi", "Ilgaz geldi"),
        ("⟦1⟧ geldi", "⟦1⟧ geldi"),
    ],
)
def test_a_person_is_found_by_the_surname(text, left):
    assert OF_PERSON.within(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Taş'ın hatası", "…'ın hatası"),
        ("taşı geri aldı", "taşı geri aldı"),
        ("Efe Taşın hatası", "… hatası"),
        ("Efe geldi", "Efe geldi"),
    ],
)
def test_a_short_surname_is_a_word_or_stands_beside_the_first_name(text, left):
    assert OF_SHORT.within(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [("Hakem kararı", "Hakem kararı"), ("Karadan itiraz", "… itiraz"), ("Karakaya", "Karakaya")],
)
def test_only_an_ending_makes_a_longer_word_the_name(text, left):
    assert erasing(instead="…", people=["Ali Kara"]).within(text) == left


@pytest.mark.parametrize(
    "text", ["Ilgaz – Öz1 gelmedi", "ilgaz-oz1 gelmedi", "Ilgaz ile Öz1", "Ilgaz/Öz1'in taşı"]
)
def test_a_pairs_name_is_found_however_its_words_are_joined(text):
    left = erasing(anywhere=["Ilgaz – Öz1"], instead="⟦1⟧ – Öz1").within(text)
    assert left.startswith("⟦1⟧ – Öz1") == ("ile" not in text)


def test_what_is_kept_as_json_is_searched_to_its_depth_and_ids_stay():
    key = "deadbeef-0000-4000-8000-00000000dede"
    told = {"names": ["Ali Dede", {"why": "dede geldi"}], "id": key, "mark": f"⟦{key}⟧", "n": 1}
    left = erasing(["Ali Dede"], instead="⟦1⟧", between="…", people=["Ali Dede"]).inside(told)
    assert left == {"names": ["⟦1⟧", {"why": "… geldi"}], "id": key, "mark": f"⟦{key}⟧", "n": 1}
