"""What stands on a card. Equal words make the same picture, so that it is drawn once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A row of a card: a mark (a side's letter, a group) or the champion's cup, a name, a figure."""

    name: str
    mark: str = ""
    figure: str = ""
    strong: bool = False
    side: bool = False
    cup: bool = False


@dataclass(frozen=True)
class Card:
    """A card: what it is about, a line below, where play stands, rows of names, a foot, the club's logo."""

    title: str
    below: str
    state: str
    lines: tuple[Line, ...] = ()
    live: bool = False
    foot: str = ""
    logo: bytes = b""
