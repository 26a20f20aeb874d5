"""Sentences about the end of a round's time, of stages in which it may end matches (chosen: RULES §8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.standings.stage_plans import StagePlan
from rules.text import Text

Told = tuple[int, str, Text, tuple[str, ...]]

_BELL: Final = (
    (
        14,
        "bell",
        Text(
            "Tur süresi dolup zil çalınca oynanan el bitirilir; beraberlik dışında yeni el dağıtılmaz.",
            "When time is up and the bell rings, the hand in play is finished and, unless level, no "
            "new one dealt.",
        ),
        (),
    ),
)
_ENCOUNTER: Final = (
    (
        18,
        "bell-encounter",
        Text(
            "Zilden sonra karşılaşmayı daha çok maç kazanan alır.",
            "After the bell the encounter goes to who has won more matches.",
        ),
        (),
    ),
    (
        19,
        "bell-penalties",
        Text(
            "Kazanılan maçlar eşitse, sonuçlanan maçlardaki ceza puanlarının toplamı az olan alır.",
            "With equally many matches won, the lower sum of penalty points over the decided ones wins.",
        ),
        (),
    ),
    (
        20,
        "bell-referee",
        Text(
            "Zilden sonra taraflar yine eşitse ya da sonuçlanan maç yoksa hakem karar verir.",
            "If the sides are still level after the bell, or no match is decided, the referee rules.",
        ),
        (),
    ),
)
_PLACES: Final = (
    (
        40,
        "bell-places",
        Text(
            "Zilden sonra maçı oynanmamış sayılan masada yerleri hakem verir.",
            "At a table whose match counts as not played after the bell, the referee gives the places.",
        ),
        (),
    ),
)


def time_up(stage: StagePlan) -> Iterator[Told]:
    """Say what happens when time is up; nothing where matches are always played out."""
    if not stage.least_hands:
        return
    yield from _BELL
    yield from _matches(stage.least_hands)
    yield from _PLACES if stage.format.at_four else _ENCOUNTER


def _matches(least: int) -> Iterator[Told]:
    yield (
        15,
        "bell-enough",
        Text(
            f"Zilden sonra, en az {least} eli yazılmış maç toplamlarla sonuçlanır.",
            f"After the bell a match with at least {least} scored hands is decided by its totals.",
        ),
        (),
    )
    yield (
        16,
        "bell-level",
        Text(
            "Zilden sonra toplamlar berabereyse, beraberlik bozulana dek birer el daha oynanır.",
            "If the totals are level after the bell, one more hand is played at a time until they are not.",
        ),
        (),
    )
    yield (
        17,
        "bell-too-short",
        Text(
            f"Zilden sonra, yazılmış eli {least} elden az olan maç hiçbir yerde sayılmaz.",
            f"After the bell a match with fewer than {least} scored hands is not played and counts nowhere.",
        ),
        (),
    )
