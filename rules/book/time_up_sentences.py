from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.localized_text import Text
from rules.standings.stage_plans import Format, StagePlan

NumberedText = tuple[int, str, Text, tuple[str, ...]]

_ENCOUNTER: Final = (
    (
        18,
        "bell-encounter",
        Text(
            "Zilden sonra karşılaşmayı daha çok maç kazanan alır.",
            "After the bell, the side with more matches won wins the encounter.",
        ),
        (),
    ),
    (
        19,
        "bell-penalties",
        Text(
            "Zilden sonra kazanılan maçlar eşitse, sonuçlanan maçlarda ceza puanı toplamı az olan alır.",
            "If the matches won are equal after the bell, fewer penalty points in the decided matches win.",
        ),
        (),
    ),
    (
        20,
        "bell-referee",
        Text(
            "Zilden sonra bu da eşitse ya da sonuçlanan maç yoksa hakem bütün ellerin toplamına, sonra "
            "kuraya bakar.",
            "If that is level, or no match is decided, the referee goes by the points of all hands, "
            "then by lot.",
        ),
        (),
    ),
)
_LEVEL: Final = Text(
    "Zilden sonra toplamlar eşitse, eşitlik bozulana kadar el oynanır.",
    "If the totals are level after the bell, one more hand at a time is played until they differ.",
)
_LEVEL_AT_FOUR: Final = Text(
    "Zilden sonra üst tura çıkma sınırında eşitlik varsa, bozulana kadar el oynanır.",
    "If a tie for the last advancing place is left after the bell, hands are played until it is broken.",
)
_IN_PLAY: Final = Text(
    "Zil çaldığında oynanan elde açmak da bitmek de serbesttir.",
    "In the hand in play when the bell rings, players may still open and finish.",
)
_PLACES: Final = (
    (
        40,
        "bell-places",
        Text(
            "Zilden sonra maçı oynanmamış sayılan masayı hakem, bütün ellerin toplamına, sonra kuraya göre "
            "sıralar.",
            "A table whose match the bell left not played is ranked by the points of all hands, then by lot.",
        ),
        (),
    ),
)


def hands_until_bell_text(hands: int) -> Text:
    return Text(
        f"Bir maç {hands} eldir; zil daha önce çalmazsa hepsi oynanır.",
        f"A match is {hands} hand{'s' if hands > 1 else ''}, all played unless the bell rings first.",
    )


def time_up_sentences(stage: StagePlan) -> Iterator[NumberedText]:
    """Yield what happens when time is up, unless matches are always completed."""
    if not stage.least_hands:
        return
    yield 14, "bell", _bell_text(stage), ()
    yield 43, "bell-hand", _IN_PLAY, ()
    yield from _sentences_of_matches_cut_short(stage)
    yield from _PLACES if stage.format.at_four else _ENCOUNTER


def _bell_text(stage: StagePlan) -> Text:
    """Say that the hand in play is finished; further ones only break ties, not in FOURS."""
    if stage.format is Format.FOURS:
        return Text(
            "Zil çalıp tur süresi dolunca oynanan el bitirilir; yeni el dağıtılmaz.",
            "When the bell ends the round, the hand in play is finished; no other is dealt.",
        )
    return Text(
        "Zil çalıp tur süresi dolunca oynanan el bitirilir; sonra yalnız eşitliği bozmak için el dağıtılır.",
        "When the bell ends the round, the hand in play is finished; another is dealt only to break a tie.",
    )


def _sentences_of_matches_cut_short(stage: StagePlan) -> Iterator[NumberedText]:
    """Word that enough hands decide by totals and fewer don't count; level matches, except in FOURS."""
    least = stage.least_hands
    yield (
        15,
        "bell-enough",
        Text(
            f"Zilden sonra, en az {least} eli yazılmış maç toplamlarla sonuçlanır.",
            f"After the bell a match with at least {least} scored hands is decided by its totals.",
        ),
        (),
    )
    if stage.format is not Format.FOURS:  # With this format nobody advances by place.
        yield 16, "bell-level", _LEVEL_AT_FOUR if stage.format.at_four else _LEVEL, ()
    yield (
        17,
        "bell-too-short",
        Text(
            f"Zilden sonra, yazılmış eli {least} elden az olan maç hiçbir yerde sayılmaz.",
            f"After the bell a match with fewer than {least} scored hands does not count.",
        ),
        (),
    )
