from __future__ import annotations

import pytest

from tournaments.people.domain.name_erasure import build_name_eraser

OF_PERSON = build_name_eraser(
    ["Şükrü Ilgazözü"], replacement="⟦1⟧", inner_replacement="…", people=["Şükrü Ilgazözü"]
)
OF_SHORT = build_name_eraser(["Efe Taş"], replacement="…", people=["Efe Taş"])


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
def test_surname_is_erased(text, left):
    assert OF_PERSON.erase_text(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Taş'ın hatası", "…'ın hatası"),
        ("taşı geri aldı", "taşı geri aldı"),
        ("Efe Taşın hatası", "… hatası"),
        ("Efe geldi", "Efe geldi"),
    ],
)
def test_short_surname_is_erased_as_a_word_or_beside_the_first_name(text, left):
    assert OF_SHORT.erase_text(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [("Hakem kararı", "Hakem kararı"), ("Karadan itiraz", "… itiraz"), ("Karakaya", "Karakaya")],
)
def test_longer_word_is_erased_only_with_an_ending(text, left):
    assert build_name_eraser(replacement="…", people=["Ali Kara"]).erase_text(text) == left


@pytest.mark.parametrize(
    "text", ["Ilgaz – Öz1 gelmedi", "ilgaz-oz1 gelmedi", "Ilgaz ile Öz1", "Ilgaz/Öz1'in taşı"]
)
def test_pair_name_is_erased_with_any_separator(text):
    left = build_name_eraser(anywhere=["Ilgaz – Öz1"], replacement="⟦1⟧ – Öz1").erase_text(text)
    assert left.startswith("⟦1⟧ – Öz1") == ("ile" not in text)


def test_nested_json_is_searched_and_ids_stay():
    key = "deadbeef-0000-4000-8000-00000000dede"
    payload = {"names": ["Ali Dede", {"why": "dede geldi"}], "id": key, "mark": f"⟦{key}⟧", "n": 1}
    left = build_name_eraser(
        ["Ali Dede"], replacement="⟦1⟧", inner_replacement="…", people=["Ali Dede"]
    ).erase_payload(payload)
    assert left == {"names": ["⟦1⟧", {"why": "… geldi"}], "id": key, "mark": f"⟦{key}⟧", "n": 1}
