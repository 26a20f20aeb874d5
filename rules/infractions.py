"""What an infraction is: a foul that costs a fixed amount, whoever committed it."""

from dataclasses import dataclass

from rules.text import Text


@dataclass(frozen=True, slots=True)
class InfractionKind:
    """A foul: its short name, what the player did, and the places that state it."""

    code: str
    name: Text
    deed: Text
    stated: tuple[str, ...]
