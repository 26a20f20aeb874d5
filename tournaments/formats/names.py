"""Names of people and pairs, by Turkish rules of casing."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 80


def fold(name: str) -> str:
    """A name for comparing: case, spacing and how accents are encoded don't count; I/ı, İ/i differ."""
    composed = unicodedata.normalize("NFC", name)
    return " ".join(composed.replace("İ", "i").replace("I", "ı").lower().split())


def pair_name(players: tuple[str, ...]) -> str:
    """The usual name of a pair: both surnames, in the order entered."""
    return " – ".join(player.split()[-1] for player in players)
