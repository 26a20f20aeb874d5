from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.naming.fuzzy_match import edit_distance, spelling_key

NAMES = st.text("abcçıiİIşsğ ", max_size=12)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ayşe Işık", "AYSE ISIK"),
        ("Ayşe Işık", "ayşe ışık"),
        ("İpek Çağlar", "Ipek Caglar"),
        ("Ömer Gün", "Omer Gun"),
        ("Ayşe Kaya", "Kaya Ayşe"),
        ("Ali Can Öz", "Öz Ali Can"),
        ("Nur-Su Ak", "Nur Su Ak"),
    ],
)
def test_turkish_letters_case_and_order_are_ignored(name, other):
    assert edit_distance(name, other) == edit_distance(other, name) == 0
    assert spelling_key(name) == spelling_key(other)


@pytest.mark.parametrize(
    ("name", "other", "distance"),
    [
        ("Ayşe Kaya", "Ayşe Kaya'", 0),
        ("Ayşe Kaya", "Ayşe Kayaa", 1),
        ("Ayşe Kaya", "Aşye Kaya", 1),
        ("Ali Can Öz", "Alican Öz", 1),
        ("Mehmet Yılmaz", "Mehemt Ylmaz", 2),
        ("Mehmet Yılmaz", "Yılmaz Memet", 1),
        ("Şükrü Ilgaz", "Sukru Ilgas", 1),
    ],
)
def test_small_edit_distances_are_counted(name, other, distance):
    assert edit_distance(name, other) == edit_distance(other, name) == distance


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Can Su", "Cem Su"),
        ("Ali Kaya", "Veli Kara"),
        ("Mehmet Yılmaz", "Mehmet Yıldırım"),
        ("Ayşe Kaya", "Ayşe"),
        ("Ayşe Işık 1", "Ayşe Işık 2"),
        ("Takım1 Ak", "Takım12 Ak"),
        ("Ali Kaya", ""),
    ],
)
def test_different_names_do_not_match(name, other):
    assert edit_distance(name, other) is None
    assert edit_distance(other, name) is None


@given(NAMES)
def test_name_matches_itself_in_capitals(name):
    assert edit_distance(name, name) == edit_distance(name, name.upper()) == 0


@given(NAMES, NAMES)
def test_distance_is_symmetric(name, other):
    assert edit_distance(name, other) == edit_distance(other, name)
