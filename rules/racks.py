"""What is left on a rack, as it is counted: its points, and the wild tiles among it."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.hands import Rack
from rules.tiles import Tile, UnknownTile, parse_indicator, parse_tile


@dataclass(frozen=True, slots=True)
class RackCount:
    """What a rack is worth: ``points`` without the real okeys, and how many okeys there are."""

    points: int = 0
    okeys: int = 0

    @property
    def empty(self) -> bool:
        """Whether nothing is left that counts."""
        return self.points == 0 and self.okeys == 0


def known_indicator(code: str | None) -> str:
    """Give the code of an indicator; nothing where there is none, or none that can be."""
    indicator = parse_indicator(code)
    return indicator.code if indicator else ""


def known_tiles(rack: Rack | None) -> Iterator[Tile]:
    """Give the tiles of a rack, without those that do not exist."""
    for code in (rack.tiles or ()) if rack else ():
        try:
            yield parse_tile(code)
        except UnknownTile:
            continue
