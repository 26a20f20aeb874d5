from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.naming.names import apply_correction, fold, pair_name, title_case, turn_comma_name


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("IŞIK", "ışık"),
        ("İPEK", "ipek"),
        ("IĞDIRLI İSMAİL", "ığdırlı ismail"),
        ("  Çağrı \t Öz ", "ÇAĞRI ÖZ"),
        ("Güneş", unicodedata.normalize("NFD", "Güneş")),
        ("İpek", unicodedata.normalize("NFD", "İPEK")),
    ],
)
def test_case_spacing_and_encoding_do_not_count(name, other):
    assert fold(name) == fold(other)


@pytest.mark.parametrize(
    ("name", "other"), [("Işık", "İşik"), ("ipek", "IPEK"), ("Şen", "Sen"), ("Ali Can", "Alican")]
)
def test_different_letters_differ(name, other):
    assert fold(name) != fold(other)


@given(st.text(alphabet="Iıİi ŞşĞğÇçÖöÜüAbZ\t", max_size=30))
def test_fold_is_idempotent(name):
    assert fold(fold(name)) == fold(name)


def test_a_pair_is_named_by_its_surnames_in_order():
    assert pair_name(("Ayşe Nur Işık", "Can Öz")) == "Işık – Öz"
    assert pair_name(("Ayşe", "Can")) == "Ayşe – Can"


@pytest.mark.parametrize(
    ("players", "name"),
    [
        (("Ayşe Uz", "Can Uz"), "Ayşe – Can Uz"),
        (("Ayşe Nur IŞIK", "Can Işık"), "Ayşe Nur – Can Işık"),
        (("Ayşe Işık", "Can İşik"), "Işık – İşik"),
        (("Uz", "Can Uz"), "Uz – Uz"),
        (("a" * 71 + " Uz", "Can Uz"), "a" * 71 + " – Can Uz"),
        (("a" * 72 + " Uz", "Can Uz"), "Uz – Uz"),
    ],
)
def test_shared_surname_is_written_once_if_it_fits(players, name):
    assert pair_name(players) == name


@pytest.mark.parametrize(
    ("text", "before", "after", "but", "called"),
    [
        ("Ayse & Ece", "Ayse Kaya", "Ayşe Kaya", (), "Ayşe & Ece"),
        ("Kaya/Demir", "Ayse Kaya", "Ayşe Karaca", (), "Karaca/Demir"),
        ("Kayalar", "Ali Kaya", "Ali Kara", (), "Kayalar"),
        ("Kaya & Ali", "Ali Kaya", "Ali Kara", ("Can", "Kaya"), "Kaya & Ali"),
        ("Kaya & Ece", "Kaya Ayşe", "Ayşe Kaya", (), "Kaya & Ece"),
        ("Kaya & Ece", "Ayşe Kaya", "Ayşe Nur Taş", (), "Kaya & Ece"),
        ("Kartallar", "Ali Kaya", "Veli Kara", (), "Kartallar"),
    ],
)
def test_pair_name_follows_a_corrected_player_name(text, before, after, but, called):
    assert apply_correction(text, before, after, partner_words=but) == called


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("ŞULE IŞIK", "Şule Işık"),
        ("İNCİ ÇAĞLAR-ÖZ", "İnci Çağlar-Öz"),
        ("Ali KAYA", "Ali Kaya"),
        ("I\u0307NCI\u0307 SU", "İnci Su"),
        ("A. KAYA", "A. Kaya"),
        ("CONOR O'NEIL III", "Conor O'Neıl III"),
        ("McDonald de la Cruz", "McDonald de la Cruz"),
        ("ƏLİYEV", "Əliyev"),
    ],
)
def test_capitals_become_title_case_by_turkish_rules(typed, name):
    assert title_case(typed) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Kaya, Ali", "Ali Kaya"),
        ("KAYA,Ali Can", "Ali Can KAYA"),
        ("Öz Demir, Ece", "Ece Öz Demir"),
        ("Ali Kaya, Ece Demir", "Ali Kaya, Ece Demir"),
        ("Kaya, 1450", "Kaya, 1450"),
        ("Kaya,", "Kaya,"),
        ("Ali Kaya", "Ali Kaya"),
    ],
)
def test_surname_before_a_comma_comes_last(typed, name):
    assert turn_comma_name(typed) == name
