"""Recognizes rows that only add up, such as “TOPLAM: 11 takım, 2.750 TL”."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tournaments.naming.names import plain_words

_TOTAL_WORDS: Final = frozenset(("toplam", "toplami", "yekun", "total", "sum"))
_OTHER_WORDS: Final = frozenset(
    (
        *("genel", "ara", "kisi", "takim", "oyuncu", "uye", "katilimci", "sporcu", "cift", "adet", "kayit"),
        *("sayi", "sayisi", "ucret", "tutar", "tahsilat", "odeme", "odenen", "odendi", "tl", "try", "lira"),
        *("grand", "people", "players", "pairs", "teams", "members", "entries", "fee", "fees", "paid"),
    )
)
"""Words beside the total; never a name."""


def is_total(cells: Iterable[str]) -> bool:
    words = [word for cell in cells for word in plain_words(cell)]
    return not _TOTAL_WORDS.isdisjoint(words) and all(
        word in _TOTAL_WORDS | _OTHER_WORDS or word.isdecimal() for word in words
    )
