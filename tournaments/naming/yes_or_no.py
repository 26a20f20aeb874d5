from __future__ import annotations

import re
from typing import Final

from tournaments.naming.names import without_turkish_letters

_YES: Final = frozenset(
    (
        *("evet", "e", "var", "tamam", "dogru"),
        *("odendi", "odedi", "odenmis", "odemis", "yapildi", "alindi"),
        *("yes", "y", "ok", "true", "paid", "done"),
        *("x", "+", "1", "✓", "✔", "✅", "☑"),
    )
)
_NO: Final = frozenset(
    (
        *("hayir", "h", "yok", "yanlis"),
        *("odenmedi", "odemedi", "yapilmadi", "alinmadi", "bekliyor"),
        *("no", "n", "false", "unpaid", "open"),
        *("-", "–", "—", "0", "✗", "✘", "❌", "☐"),
    )
)
_CURRENCY: Final = r"(?:tl|try|lira|₺|€|eur|euro|\$|usd)"
_AMOUNT: Final = re.compile(rf"{_CURRENCY}?\s*\d+(?:[.,\s]\d+)*\s*(?:,-)?\s*{_CURRENCY}?")


def parse_yes_or_no(text: str) -> bool | None:
    """Return whether a cell such as “ödendi” says yes; False if it is empty, None if it says neither."""
    word = without_turkish_letters(text.strip(" .!\ufe0f"))
    if not word or word in _NO:
        return False
    return True if word in _YES else None


def is_amount(text: str) -> bool:
    """Return whether a cell such as “200 TL” holds an amount, which may be due or paid."""
    return parse_yes_or_no(text) is None and bool(
        _AMOUNT.fullmatch(without_turkish_letters(text.strip(" .")))
    )
