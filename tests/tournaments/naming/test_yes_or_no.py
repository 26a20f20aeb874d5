import pytest

from tournaments.naming.yes_or_no import is_amount, is_price, parse_payment, parse_yes_or_no


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


@pytest.mark.parametrize("text", ["200", "200 TL", "₺1.250,00", "1 250 lira"])
def test_amount_is_neither_yes_nor_no(text):
    assert is_amount(text)


@pytest.mark.parametrize("text", ["", "1", "0", "Ödendi", "nakit", "200 nakit", "?"])
def test_other_cells_are_no_amounts(text):
    assert not is_amount(text)


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        *(
            (text, True)
            for text in ("ödendi", "Ödeme OK", "ücret alındı", "200 TL ödendi", "✅", "☑️", "PAID")
        ),
        *((text, False) for text in ("ödemedi", "ÖDENMEDİ", "ödeme yok", "unpaid", "❌", "🚫")),
        *((text, None) for text in ("", "ok", "geliyor", "200 TL", "yarısı ödendi", "Bornova", "para")),
    ],
)
def test_remark_says_paid_unpaid_or_something_else(text, paid):
    assert parse_payment(text) is paid


def test_cell_and_remark_are_read_alike():
    for text in ("ödeme ok", "✅", "ödenmedi", "❌", "200₺ ödedi"):
        assert parse_yes_or_no(text) is parse_payment(text)


def test_price_has_a_currency():
    assert is_price("200 TL")
    assert is_price("₺1.250,00")
    assert not is_price("1450")
