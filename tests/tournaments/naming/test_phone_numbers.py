from __future__ import annotations

import pytest

from tournaments.naming.phone_numbers import MAX_PHONE_LENGTH, MIN_DIGITS, find_phones, is_phone


@pytest.mark.parametrize(
    ("text", "phones"),
    [
        ("05321112233 / 0533 222 33 44", ["05321112233", "0533 222 33 44"]),
        ("05321112233/05332223344", ["05321112233", "05332223344"]),
        ("Tel: +49 170 1234567", ["+49 170 1234567"]),
        ("0532 111 22 33/0533 222 33 44", ["0532 111 22 33", "0533 222 33 44"]),
        ("0 (532) 111 22 33", ["0 (532) 111 22 33"]),
        ("(0532) 111-22-33", ["(0532) 111-22-33"]),
        ("532.111.22.33", ["532.111.22.33"]),
        ("+90 532  111 22 33", ["+90 532 111 22 33"]),
        ("0212 444 0 111", ["0212 444 0 111"]),
        ("444 11 22", ["444 11 22"]),
        ("123456", []),
        ("1234567", ["1234567"]),
        ("٠٥٣٢١١١٢٢٣٣", []),
        ("20.11.2026 19:03", []),
        ("1450", []),
    ],
)
def test_phones_are_found_in_text(text, phones):
    assert find_phones(text) == phones


@pytest.mark.parametrize("digits", range(MIN_DIGITS, 15))
def test_found_phones_can_be_stored(digits):
    spaced = "  ".join("1" * digits)
    (phone,) = find_phones(f"Ali {spaced} Kaya")
    assert (is_phone(phone), sum(map(str.isdigit, phone))) == (True, digits)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("+90 (532) 111-22.33", True),
        ("0532 111 22 33/34", True),
        ("1" * MAX_PHONE_LENGTH, True),
        ("1" * (MAX_PHONE_LENGTH + 1), False),
        ("١٢٣٤٥٦٧", False),
        ("１２３４５６７", False),
        ("0532+1112233", False),
    ],
)
def test_a_stored_phone_has_plain_digits_and_a_longest_length(text, fits):
    assert is_phone(text) is fits


def test_a_phone_has_seven_digits_and_no_letters():
    assert [is_phone(text) for text in ("111 22 33", "0532", "0532 111 22 3x", "")] == [
        True,
        False,
        False,
        False,
    ]
