from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.localized_text import Text, join_names

COPIES: Final = 2
HIGHEST: Final = 13


class Colour(StrEnum):
    """The colours in the order that fills free places."""

    RED = "r"
    BLUE = "b"
    YELLOW = "y"
    BLACK = "k"


class UnknownTile(ValueError):  # noqa: N818 - a refusal is no fault
    """No tile has this code."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A numbered tile, or a false okey without colour."""

    colour: Colour | None
    number: int

    @property
    def code(self) -> str:
        """``r7``, ``*`` for a false okey (RULES §1)."""
        return f"{self.colour}{self.number}" if self.colour else "*"


FALSE_OKEY: Final = Tile(None, 0)
NUMBERED_TILES: Final = tuple(Tile(colour, number) for colour in Colour for number in range(1, HIGHEST + 1))

_BY_CODE: Final = {tile.code: tile for tile in (*NUMBERED_TILES, FALSE_OKEY)}
COLOUR_NAMES: Final = {
    Colour.RED: Text("kırmızı", "red"),
    Colour.BLUE: Text("mavi", "blue"),
    Colour.YELLOW: Text("sarı", "yellow"),
    Colour.BLACK: Text("siyah", "black"),
}


def is_tile(code: str) -> bool:
    return code in _BY_CODE


def parse_tile(code: str) -> Tile:
    """Raises UnknownTile, also for ``r0``, ``R7``, ``r07``."""
    try:
        return _BY_CODE[code]
    except KeyError:
        raise UnknownTile(code) from None


FALSE_OKEY_NAME: Final = Text("sahte okey", "false okey")


def tile_name(tile: Tile, numberless: Text = FALSE_OKEY_NAME) -> Text:
    """Return "kırmızı 7", "red 7"; ``numberless`` for tiles without a number."""
    if tile.colour is None:
        return numberless
    colour = COLOUR_NAMES[tile.colour]
    return Text(f"{colour.tr} {tile.number}", f"{colour.en} {tile.number}")


def tile_names(tiles: Iterable[Tile], numberless: Text = FALSE_OKEY_NAME) -> Text:
    names = [tile_name(tile, numberless) for tile in tiles]
    return Text(join_names([name.tr for name in names], "tr"), join_names([name.en for name in names], "en"))


def okey_of(indicator: Tile) -> Tile:
    """Return the next number, 13 to 1 (S0 I, S2, S4); raise UnknownTile for a false okey."""
    if indicator.colour is None:
        raise UnknownTile(indicator.code)
    return Tile(indicator.colour, indicator.number % HIGHEST + 1)


def parse_indicator(code: str | None) -> Tile | None:
    """None if missing, unknown or a false okey."""
    if code is None or code == FALSE_OKEY.code:
        return None
    return _BY_CODE.get(code)


def known_indicator(code: str | None) -> str:
    """Return the code of a valid indicator, else blank."""
    indicator = parse_indicator(code)
    return indicator.code if indicator else ""


def are_impossible(codes: Sequence[str], indicator: str | None) -> bool:
    """Whether tiles are unknown or a third copy, or the indicator invalid."""
    copies = Counter(codes)
    if indicator is not None:
        copies[indicator] += 1
    no_indicator = indicator is not None and parse_indicator(indicator) is None
    return no_indicator or not all(map(is_tile, copies)) or max(copies.values()) > COPIES
