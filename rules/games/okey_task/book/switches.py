from collections.abc import Mapping
from typing import Final

from rules.book.length_switch import BEST_OF
from rules.book.switch import Choice, Heading, Switch, infraction_amounts
from rules.games.okey_task.book.examples import EXCHANGED_JOKER_EXAMPLE
from rules.games.okey_task.infractions import INFRACTIONS, JOKER_AMOUNT, JOKER_EXCHANGED
from rules.localized_text import Text


def _infractions_choice(amounts: Mapping[str, int]) -> Choice:
    """Word `amounts` as a choice: an exchanged joker is charged, or nothing."""
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


def _hands_choice(number: int) -> Choice:
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
        (EXCHANGED_JOKER_EXAMPLE,),
        create_choice=_infractions_choice,
        samples=({}, {JOKER_EXCHANGED: JOKER_AMOUNT}, {JOKER_EXCHANGED: 2 * JOKER_AMOUNT}),
        amounts=infraction_amounts(INFRACTIONS, JOKER_AMOUNT),
    ),
)
_MATCHES: Final = (
    Switch(
        "hands_per_match",
        Text("Bir maçta el", "Hands in a match"),
        Text("Bir maçın kaç el olduğunu belirler.", "Decides how many hands a match has."),
        create_choice=_hands_choice,
        samples=(5, 9),
        set_per_stage=True,
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
