"""The content of a card. Cards with equal content share one drawn picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    name: str
    mark: str = ""
    figure: str = ""
    strong: bool = False
    side: bool = False
    cup: bool = False


@dataclass(frozen=True)
class Card:
    title: str
    subtitle: str
    state: str
    lines: tuple[Line, ...] = ()
    live: bool = False
    footer: str = ""
    logo: bytes = b""
