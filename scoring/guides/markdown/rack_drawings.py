"""Racks that a guide counts: drawn from tile codes, each figure by the rules of 101 in pairs.

In Markdown a rack is a block of code named `rack`, a line for each thing that is said of it:

    indicator: b5
    tiles: r9 k7 *
    opening: series
    last_tile: okey
    points: 22
    okeys: 0
    pays: 44

`last_tile`, what the finisher threw, may be left out. The three figures are for whoever reads the file; a
page shows what the rules make of the tiles, and a test holds that both are the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules.games.okey101.racks import count_rack
from rules.games.okey101.rulesets import DEFAULT_RULE_SET, rule_set
from rules.games.okey101.score import score_hand
from rules.hands import Finish, HandReport, LastTile, Opening, Outcome, Rack, SeatReport
from rules.racks import RackCount
from rules.score_lines import Line
from rules.tiles import Tile, okey_of, parse_tile

FINISHER: Final = "A1"
WHOSE: Final = "B1"
FIGURES: Final = ("points", "okeys", "pays")


@dataclass(frozen=True)
class CountedRack:
    """A rack that is left when somebody else finishes, and what it costs."""

    report: HandReport
    indicator: Tile
    count: RackCount
    lines: tuple[Line, ...]
    said: Mapping[str, int]

    @property
    def okey(self) -> Tile:
        return okey_of(self.indicator)

    @property
    def entry(self) -> SeatReport:
        return self.report.seats[WHOSE]

    @property
    def tiles(self) -> list[tuple[str, bool]]:
        """The code of each tile, and whether it is a real okey."""
        rack = self.entry.rack
        return [(code, code == self.okey.code) for code in (rack.tiles or ())] if rack else []

    @property
    def figures(self) -> dict[str, int]:
        """By the rules, what `said` holds by the file."""
        pays = sum(line.points for line in self.lines)
        return dict(zip(FIGURES, (self.count.points, self.count.okeys, pays), strict=True))


def read_rack(block: str) -> CountedRack:
    """Read a block and count its rack.

    Raises:
        KeyError, ValueError: the block is none, or names what there is not.
    """
    lines = (line.partition(":") for line in block.strip().splitlines())
    told = {name.strip(): value.strip() for name, _colon, value in lines}
    indicator, rules = parse_tile(told["indicator"]), rule_set(DEFAULT_RULE_SET)
    entry = SeatReport(Opening(told["opening"]), Rack(tiles=tuple(told["tiles"].split())))
    report = HandReport(
        Outcome.FINISHED,
        {FINISHER: SeatReport(Opening.SERIES), WHOSE: entry, "A2": SeatReport(), "B2": SeatReport()},
        finisher=FINISHER,
        finish=Finish(LastTile(told.get("last_tile", LastTile.PLAIN))),
        indicator=indicator.code,
    )
    return CountedRack(
        report,
        indicator,
        count_rack(entry.rack, indicator, rules),
        tuple(line for line in score_hand(report, rules).lines if line.seat == WHOSE),
        {name: int(told[name]) for name in FIGURES},
    )


def draw_rack(block: str) -> SafeString:
    """Draw the rack of a block, with what it costs and why."""
    return render_to_string("scoring/guides/_rack.html", {"rack": read_rack(block)})
