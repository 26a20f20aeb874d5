from __future__ import annotations

import pytest

from tournaments.naming.invisible_characters import one_line, without_invisible


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (" Ayşe \t Nur\u200e\n Kayalar ", "Ayşe Nur Kayalar"),
        ("\ufeffAli\x00\x07 Ka\u200bya\u00ad", "Ali Kaya"),
        ("\u202eAli\u200c\u200d", "Ali"),
        ("Ayşe-Nur O’Hara ❤️", "Ayşe-Nur O’Hara ❤️"),
        ("\u3164 \u2800\u200b", ""),
    ],
)
def test_one_line_has_only_visible_characters(typed, read):
    assert one_line(typed) == read


def test_tabs_and_line_ends_stay():
    assert without_invisible("Ali\u200e\tEce\r\nCan") == "Ali\tEce\r\nCan"
