from dataclasses import dataclass

from rules.text import Text


@dataclass(frozen=True, slots=True)
class InfractionKind:
    """An infraction with a fixed amount; ``stated`` are its sources."""

    code: str
    name: Text
    deed: Text
    stated: tuple[str, ...]
