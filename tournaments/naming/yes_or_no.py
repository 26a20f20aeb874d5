from __future__ import annotations

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


def parse_yes_or_no(text: str) -> bool | None:
    """Return whether a cell such as “ödendi” says yes; False if it is empty, None if it says neither."""
    word = without_turkish_letters(text.strip(" .!\ufe0f"))
    if not word or word in _NO:
        return False
    return True if word in _YES else None
