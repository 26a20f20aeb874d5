"""Names of people and pairs, by Turkish rules of casing."""

from __future__ import annotations

LONGEST_NAME = 80


def fold(name: str) -> str:
    """A name for comparing: case and spacing don't count, and I/ı, İ/i are different letters."""
    return " ".join(name.replace("İ", "i").replace("I", "ı").lower().split())


def pair_name(players: tuple[str, ...]) -> str:
    """The usual name of a pair: both surnames, in the order entered."""
    return " – ".join(player.split()[-1] for player in players)
