"""*Stated* in a rule set's own source, else *inherited*, else *chosen*, or *against* its own.

A tournament's decision is a house rule; a change during play is amended.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from rules.localized_text import Text

CHOSEN: Final = "chosen"
INHERITED: Final = ", inherited"
AGAINST: Final = ", against "
"""Before the place in its own source that says otherwise."""
AMENDED: Final = ", amended"
"""This tournament changed it from its preset."""
HOUSE_RULE: Final = "house rule"
"""A tournament's own decision against its preset."""
INFRACTION: Final = "infraction."
"""Before an infraction's code, in lines."""


@dataclass(frozen=True, slots=True)
class Source:
    title: Text
    kind: Text
    address: str = ""
    """Without a scheme; blank if unknown."""


@dataclass(frozen=True, slots=True)
class Against:
    place: str
    statement: Text


SOURCES: Final[Mapping[str, Source]] = MappingProxyType(
    {
        "S0": Source(
            Text("101 Okey oyun kuralları: tam rehber", "101 Okey: the complete guide to the rules"),
            Text(
                "Kulüplerde elden ele geçen Türkçe rehber, eşli turnuva kurallarıyla; yayımlandığı "
                "yer bilinmiyor",
                "Turkish guide that clubs pass on, with the rules of the pairs tournament; origin unknown",
            ),
        ),
        "S1": Source(
            Text("Okey Kuralları", "Okey Kuralları (the rules of Okey)"),
            Text(
                "Bir bilgisayar okeyinin Türkçe kural sayfası, 20’den geri sayımlı; yayımlandığı yer "
                "bilinmiyor",
                "Turkish rules page of a computer game, counted down from 20; origin unknown",
            ),
        ),
        "S2": Source(
            Text("How to Play 101", "How to Play 101"),
            Text(
                "Bir oyun sitesinin İngilizce kural sayfası, katlamalı 101",
                "Rules page of a games site, 101 with a rising threshold",
            ),
            "okey.gg",
        ),
        "S3": Source(
            Text("Okey Game Rules: Complete Guide", "Okey Game Rules: Complete Guide"),
            Text(
                "Okeyin görevli biçimini anlatan İngilizce rehber; yayımlandığı yer bilinmiyor",
                "Guide to Okey with tasks; origin unknown",
            ),
        ),
        "S4": Source(
            Text("Vikipedi (İngilizce), Okey maddesi", "Wikipedia, article Okey"),
            Text("Ansiklopedi; 101 için “Okey 101” bölümü", "Encyclopedia; for 101 its section Okey 101"),
            "en.wikipedia.org/wiki/Okey",
        ),
    }
)
"""By the codes with which rules cite them."""

_INHERITS_FROM: Final = "S4"


@lru_cache(maxsize=4096)
def cite(sources: tuple[str, ...], origin: str, against: Against | None = None) -> str:
    """Return the source of ``origin`` ("S0"), else an inherited one or any other, else chosen.

    The others name ``against`` if it is of ``origin``.
    """
    own_sources = [source for source in sources if source.startswith(origin)]
    if own_sources:
        return own_sources[0]
    borrowed = [source for source in sources if source.startswith(_INHERITS_FROM)] or list(sources)
    if against and against.place.startswith(origin):
        return (borrowed[0] if borrowed else CHOSEN) + AGAINST + against.place
    return borrowed[0] + INHERITED if borrowed else CHOSEN


def source_of(sources: tuple[str, ...], origin: str, against: Against | None = None, *, changed: bool) -> str:
    """A house rule if ``changed`` and not stated by its origin."""
    is_stated = any(source.startswith(origin) for source in sources)
    return HOUSE_RULE if changed and not is_stated else cite(sources, origin, against)
