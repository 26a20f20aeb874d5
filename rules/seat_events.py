"""What a hand counts of its players beside points: one row for each thing that a player did.

Which there are is a matter of the game. Standings and the pages of players add them up.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

PLAIN_FINISH: Final = "plain"
"""A finish about which nothing is special; others are named by what is, joined by "+"."""


class DeedKind(StrEnum):
    """What a player did."""

    OPENED = "opened"
    """How he opened, or that he did not; nothing where nobody said."""
    FINISHED = "finished"
    """That he finished the hand, and how."""
    INFRACTION = "infraction"
    """A foul that counts, by its code."""
    CHARGED = "charged"
    """That he paid by a rule that standings or pages count, by its line."""
    SHOWN = "shown"
    """That he showed what others pay for."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that the player on a seat did, and how often; ``what`` is a code of the game."""

    seat: str
    kind: DeedKind
    what: str
    times: int = 1
