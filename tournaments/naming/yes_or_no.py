from __future__ import annotations

import re
from typing import Final

from tournaments.naming.names import without_turkish_letters

TICKS: Final = frozenset("✓✔✅☑√")
CROSSES: Final = frozenset("✗✘✖❌❎🚫⛔")
_PAID: Final = frozenset(
    (
        *("odendi", "odedi", "odediler", "odenmis", "odemis", "yatirdi", "yatirdilar", "yatirildi", "yatti"),
        *("paid", "has paid", "have paid", *TICKS),
    )
)
_UNPAID: Final = frozenset(
    (
        *("odenmedi", "odemedi", "odemediler", "odenmemis", "odememis", "odenecek", "odeyecek"),
        *("odeyecekler", "yatirmadi", "yatirilmadi", "unpaid", "not paid", *CROSSES),
    )
)
_YES: Final = frozenset(
    (
        *("evet", "e", "var", "tamam", "tamamlandi", "dogru", "yapildi", "alindi"),
        *("yes", "y", "ok", "true", "done", "received", "x", "+", "1"),
    )
)
_NO: Final = frozenset(
    (
        *("hayir", "h", "yok", "yanlis", "yapilmadi", "alinmadi", "bekliyor", "no", "n", "false", "open"),
        *("-", "–", "—", "0", "☐"),
    )
)
_FEE_WORDS: Final = frozenset(("odeme", "odemesi", "ucret", "ucreti", "para", "parasi", "fee", "payment"))
_CURRENCY: Final = r"(?:tl|try|lira|₺|€|eur|euro|\$|usd)"
_NUMBER: Final = r"\d+(?:[.,\s]\d+)*\s*(?:,-)?"
_PRICE: Final = re.compile(rf"(?<!\w){_CURRENCY}\s*{_NUMBER}|{_NUMBER}\s*{_CURRENCY}(?!\w)")
_AMOUNT: Final = re.compile(rf"{_PRICE.pattern}|{_NUMBER}")


def parse_yes_or_no(text: str) -> bool | None:
    """Return whether a cell such as “ödendi” says yes; False if it is empty, None if it says neither."""
    answer = _plain(text)
    if not answer or answer in _NO:
        return False
    return True if answer in _YES else parse_payment(text)


def parse_payment(text: str) -> bool | None:
    """Return whether a remark such as “ödeme ok”, “200 TL ödendi” or “✅” says that the fee is paid.

    None if it is about something else.
    """
    words = _PRICE.sub(" ", _plain(text)).split()
    answer = " ".join(word for word in words if word not in _FEE_WORDS)
    is_about_fee = answer != " ".join(words)
    if answer in _PAID or (is_about_fee and answer in _YES):
        return True
    return False if answer in _UNPAID or (is_about_fee and answer in _NO) else None


def is_amount(text: str) -> bool:
    """Return whether a cell such as “200 TL” holds an amount, which may be due or paid."""
    return parse_yes_or_no(text) is None and bool(_AMOUNT.fullmatch(_plain(text)))


def is_price(text: str) -> bool:
    """Return whether the text is an amount with its currency."""
    return bool(_PRICE.fullmatch(_plain(text)))


def _plain(text: str) -> str:
    return without_turkish_letters(text.strip(" .!\ufe0f"))
