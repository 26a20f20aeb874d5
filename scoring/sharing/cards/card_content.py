"""The content of a card. Cards with equal content share one drawn picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A row of a card: a mark (side letter, group) or the champion's cup, a name, a figure."""

    name: str
    mark: str = ""
    figure: str = ""
    strong: bool = False
    side: bool = False
    cup: bool = False


@dataclass(frozen=True)
class Card:
    """The card's title, subtitle, state of play, rows of names, footer and club logo."""

    title: str
    below: str
    state: str
    lines: tuple[Line, ...] = ()
    live: bool = False
    foot: str = ""
    logo: bytes = b""
