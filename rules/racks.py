from collections.abc import Iterator
from dataclasses import dataclass

from rules.hands import Rack
from rules.tiles import Tile, UnknownTile, parse_indicator, parse_tile


@dataclass(frozen=True, slots=True)
class RackCount:
    """A rack's ``points`` without real okeys, and the okeys."""

    points: int = 0
    okeys: int = 0

    @property
    def empty(self) -> bool:
        return self.points == 0 and self.okeys == 0


def known_indicator(code: str | None) -> str:
    """Return the code of a valid indicator, else blank."""
    indicator = parse_indicator(code)
    return indicator.code if indicator else ""


def known_tiles(rack: Rack | None) -> Iterator[Tile]:
    for code in (rack.tiles or ()) if rack else ():
        try:
            yield parse_tile(code)
        except UnknownTile:
            continue
