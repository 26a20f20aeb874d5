from __future__ import annotations

import pytest

from tournaments.naming.phone_numbers import find_phones, is_phone


@pytest.mark.parametrize(
    ("text", "phones"),
    [
        ("05321112233 / 0533 222 33 44", ["05321112233", "0533 222 33 44"]),
        ("05321112233/05332223344", ["05321112233", "05332223344"]),
        ("Tel: +49 170 1234567", ["+49 170 1234567"]),
        ("20.11.2026 19:03", []),
        ("1450", []),
    ],
)
def test_phones_are_found_in_text(text, phones):
    assert find_phones(text) == phones


def test_a_phone_has_seven_digits_and_no_letters():
    assert [is_phone(text) for text in ("111 22 33", "0532", "0532 111 22 3x", "")] == [
        True,
        False,
        False,
        False,
    ]
