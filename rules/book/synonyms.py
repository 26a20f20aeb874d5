from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rules.localized_text import Text


@dataclass(frozen=True, slots=True)
class Synonym:
    """Prefixes of typed and book words."""

    typed_words: Text
    book_words: Text
    fallback_words: Text | None = None


_WARNING_WORDS: Final = Text("uyarır uyarıl", "warn")
"""For all that is no infraction."""

SYNONYMS: Final = (
    Synonym(Text("beraberlik eşitlik", "tie equal"), Text("berabere eşitlik eşitse", "level")),
    Synonym(Text("bırak terk pes", "leav quit abandon"), Text("ayrıl", "leaves")),
    Synonym(Text("git", "went gone"), Text("ayrıl çift", "leaves pair")),
    Synonym(Text("çifte", "doubles"), Text("çift", "pair")),
    Synonym(Text("kapam kapat kapad kapay", "clos"), Text("bitiş biten bitti", "finish wins")),
    Synonym(Text("dağıtıcı", "distribut"), Text("dağıtan", "dealer")),
    Synonym(
        Text("işle", "append attach"),
        Text("işle", "lay laid"),
        fallback_words=Text("ekle konmaz", "add laid"),
    ),
    Synonym(Text("gecik", "late"), Text("gelmez gelmeyen gelmedi", "come")),
    Synonym(Text("dakika", "minute"), Text("sürede dakika", "minutes time")),
    Synonym(Text("değilken", "turn"), Text("gelmeden", "turn")),
    Synonym(
        Text("800", "800"), Text("elden", "direct directly"), fallback_words=Text("bitiş", "finish finishes")
    ),
    Synonym(Text("kaçak ıskarta", "undealt"), Text("fazla", "many"), fallback_words=Text("taş", "tile")),
    Synonym(Text("koyma koydu geri", "back"), Text("bırak geri", "back")),
    Synonym(Text("karıştır", "mix"), Text("yanlış karışan", "wrong mixed")),
    Synonym(
        Text("tuttur", "fall"),
        Text("yetmeyen tut ulaş", "short reach"),
        fallback_words=Text("açma", "finish finishes"),
    ),
    Synonym(
        Text("oyala yavaş ağırdan düşün bekle bekli", "slow stall think delay"),
        Text("yavaş oyala beklet", "slow stall"),
        fallback_words=_WARNING_WORDS,
    ),
    Synonym(Text("telefon kamera mesaj", "phone mobile camera message"), _WARNING_WORDS),
    Synonym(Text("küfür küfre hakaret kavga tartış hile", "swear insult quarrel argu cheat"), _WARNING_WORDS),
    Synonym(Text("sohbet", "chat"), Text("konuş", "talk speak spoke")),
    Synonym(Text("protesto şikayet", "complain object"), Text("itiraz", "protest")),
    Synonym(Text("iptal", "cancel"), Text("sayılmaz", "void struck")),
    Synonym(Text("joker", "joker"), Text("okey", "okey")),
)
SPOKEN_FILLERS: Final = Text(
    "mi mu ben bende bana benim sen sende sana bir bu şu o ve ya da de ama ne nasıl niye neden kim olur oldu "
    "var yok sonra şimdi",
    "a an the i me my you your is are was do does did of to in on at and or but what how why who it this "
    "that",
)
"""Words of a spoken question that say nothing about its subject."""
NUMBERS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "2": Text("iki", "two"),
        "3": Text("üç", "three"),
        "4": Text("dört", "four"),
        "5": Text("beş", "five"),
        "20": Text("yirmi", "twenty"),
    }
)
