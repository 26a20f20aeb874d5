"""An infraction: a foul with a fixed amount."""

from dataclasses import dataclass

from rules.text import Text


@dataclass(frozen=True, slots=True)
class InfractionKind:
    """An infraction: its short name, what the player did, and its sources."""

    code: str
    name: Text
    deed: Text
    stated: tuple[str, ...]
