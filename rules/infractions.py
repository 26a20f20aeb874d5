from dataclasses import dataclass

from rules.localized_text import Text


@dataclass(frozen=True, slots=True)
class InfractionKind:
    """An infraction with a fixed amount; ``sources`` are its sources."""

    code: str
    name: Text
    description: Text
    sources: tuple[str, ...]
