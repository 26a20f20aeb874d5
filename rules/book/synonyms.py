from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rules.text import Text


@dataclass(frozen=True, slots=True)
class Synonym:
    """Prefixes of typed and book words; ``otherwise`` where a book has none of these."""

    typed: Text
    told: Text
    otherwise: Text | None = None


_WARNED: Final = Text("uyarır uyarıl", "warn")
"""The word for everything that isn't an infraction."""

SYNONYMS: Final = (
    Synonym(Text("beraberlik eşitlik", "tie equal"), Text("berabere eşitlik eşitse", "level")),
    Synonym(Text("bırak terk pes", "leav quit abandon"), Text("ayrıl", "leaves")),
    Synonym(Text("git", "went gone"), Text("ayrıl çift", "leaves pair")),
    Synonym(Text("çifte", "doubles"), Text("çift", "pair")),
    Synonym(Text("kapam kapat kapad kapay", "clos"), Text("bitiş biten bitti", "finish wins")),
    Synonym(Text("dağıtıcı", "distribut"), Text("dağıtan", "dealer")),
    Synonym(
        Text("işle", "append attach"), Text("işle", "lay laid"), otherwise=Text("ekle konmaz", "add laid")
    ),
    Synonym(Text("gecik", "late"), Text("gelmez gelmeyen gelmedi", "come")),
    Synonym(
        Text("oyala yavaş ağırdan düşün bekle bekli", "slow stall think delay"),
        Text("yavaş oyala beklet", "slow stall"),
        otherwise=_WARNED,
    ),
    Synonym(Text("telefon kamera mesaj", "phone mobile camera message"), _WARNED),
    Synonym(Text("küfür küfre hakaret kavga tartış hile", "swear insult quarrel argu cheat"), _WARNED),
    Synonym(Text("sohbet", "chat"), Text("konuş", "talk speak spoke")),
    Synonym(Text("protesto şikayet", "complain object"), Text("itiraz", "protest")),
    Synonym(Text("iptal", "cancel"), Text("sayılmaz", "void struck")),
    Synonym(Text("joker", "joker"), Text("okey", "okey")),
)
NUMBERS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "2": Text("iki", "two"),
        "3": Text("üç", "three"),
        "4": Text("dört", "four"),
        "5": Text("beş", "five"),
        "20": Text("yirmi", "twenty"),
    }
)
"""Figures, and the words for them in books and searches."""
