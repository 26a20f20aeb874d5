from collections.abc import Mapping
from typing import Final

from rules.book.length_switch import BEST_OF
from rules.book.switch import Choice, Heading, Switch, amounts_of
from rules.games.okey_task.book.examples import EXCHANGED
from rules.games.okey_task.infractions import INFRACTIONS, JOKER_AMOUNT, JOKER_EXCHANGED
from rules.text import Text


def _charged(amounts: Mapping[str, int]) -> Choice:
    points = amounts.get(JOKER_EXCHANGED)
    if points is None:
        return Choice(
            dict(amounts),
            Text("Ceza puanı yok", "No penalty points"),
            Text("Kaptırılan jokere puan yazılmaz.", "Nothing is charged for an exchanged joker."),
        )
    return Choice(
        dict(amounts),
        Text(f"Joker {points}", f"Joker {points}"),
        Text(
            f"Jokerle açana, o jokeri başka bir oyuncu değiştirip alırsa {points} yazılır.",
            f"A player who opened with a joker pays {points} if another player took it in exchange.",
        ),
        ("S3",) if points == JOKER_AMOUNT else (),
    )


def _hands(number: int) -> Choice:
    return Choice(
        number,
        Text(f"{number} el", f"{number} hand{'s' if number > 1 else ''}"),
        Text(
            f"Bir maç {number} eldir ve hepsi oynanır.",
            f"A match is {number} hand{'s' if number > 1 else ''}, and all are played.",
        ),
    )


_INFRACTIONS: Final = (
    Switch(
        "infractions",
        Text("Kaptırılan joker", "A joker exchanged"),
        Text(
            "Jokerini kaptıranın ne kadar ödediğini belirler.",
            "Decides what a player pays for an exchanged joker.",
        ),
        (EXCHANGED,),
        made=_charged,
        samples=({}, {JOKER_EXCHANGED: JOKER_AMOUNT}, {JOKER_EXCHANGED: 2 * JOKER_AMOUNT}),
        amounts=amounts_of(INFRACTIONS, JOKER_AMOUNT),
    ),
)
_MATCHES: Final = (
    Switch(
        "hands_per_match",
        Text("Bir maçta el", "Hands in a match"),
        Text("Bir maçın kaç el olduğunu belirler.", "Decides how many hands a match has."),
        made=_hands,
        samples=(5, 9),
        of_stage=True,
    ),
    BEST_OF,
)
HEADINGS: Final = (
    Heading("infractions", Text("Kural hataları", "Infractions"), _INFRACTIONS),
    Heading("matches", Text("Maçlar", "Matches"), _MATCHES),
)
SWITCHES: Final[dict[str, Switch]] = {
    switch.field: switch for heading in HEADINGS for switch in heading.switches
}
"""The switches by field name."""
