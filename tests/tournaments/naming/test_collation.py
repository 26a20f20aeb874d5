from hypothesis import given
from hypothesis import strategies as st

from tournaments.naming.collation import ALPHABET, initial, turkish_order
from tournaments.naming.names import capital_initial


def ordered(*names: str) -> list[str]:
    return sorted(names, key=turkish_order)


def test_letters_sort_in_alphabet_order():
    assert "".join(sorted(ALPHABET, key=turkish_order)) == ALPHABET
    capitals = [capital_initial(letter) for letter in ALPHABET]
    assert sorted(capitals, key=turkish_order) == capitals


def test_marked_letters_follow_their_plain_ones_before_the_next():
    names = [
        "Cem",
        "Çağ",
        "Deniz",
        "Gül",
        "Ğ",
        "Hakan",
        "Işıl",
        "İnci",
        "Jale",
        "Oya",
        "Ömer",
        "Sena",
        "Şule",
    ]
    assert ordered(*reversed(names)) == names


def test_dotless_i_comes_before_dotted_in_both_cases():
    assert ordered("iz", "ız", "İZ", "IZ") == ["IZ", "ız", "iz", "İZ"]


def test_foreign_accents_are_ignored():
    assert ordered("Kâzım", "Kazak", "Kaza") == ["Kaza", "Kazak", "Kâzım"]


def test_digits_come_first_and_other_alphabets_last():
    assert ordered("Ωmega", "Zeki", "101 Takımı", "Ali") == ["101 Takımı", "Ali", "Zeki", "Ωmega"]


def test_spaces_sort_before_letters():
    assert ordered("Ayşegül", "Ayşe Nur") == ["Ayşe Nur", "Ayşegül"]


def test_initial_is_the_first_letter():
    assert [initial(name) for name in ("ışık", "inci", "Çağ", "âlem", "7 Cüce", "")] == [
        "I",
        "İ",
        "Ç",
        "A",
        "#",
        "#",
    ]


@given(st.text(max_size=12), st.text(max_size=12))
def test_order_is_total(first: str, second: str):
    keys = turkish_order(first), turkish_order(second)
    assert (keys[0] == keys[1]) == (first == second)
    assert sorted([first, second], key=turkish_order) == sorted([second, first], key=turkish_order)
