import pytest

from tournaments.naming.yes_or_no import parse_yes_or_no


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        *((text, True) for text in ("Ödendi", "EVET", "x", " ✓ ", "✔️", "1", "DOĞRU", "Yapıldı.", "paid")),
        *((text, False) for text in ("", "-", "Ödenmedi", "HAYIR", "0", "yanlış", "Bekliyor", "no")),
        *((text, None) for text in ("200", "nakit", "yarısı", "?")),
    ],
)
def test_cell_says_yes_no_or_neither(text, paid):
    assert parse_yes_or_no(text) is paid
