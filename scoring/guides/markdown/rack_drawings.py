"""Racks in guides, scored by the rules of 101 in pairs.

A code block named `rack` has one fact a line: indicator: b5, tiles: r9 k7 *, opening: series, last_tile: okey
(optional), points: 22, okeys: 0, pays: 44. A test compares the last three with the score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules.games.okey101.amounts import count_rack
from rules.games.okey101.rulesets import DEFAULT_RULE_SET, rule_set
from rules.games.okey101.score import score_hand
from rules.hands import Finish, HandReport, LastTile, Opening, Outcome, Rack, RackCount, SeatReport
from rules.score_lines import Line
from rules.tiles import Tile, okey_of, parse_tile

FINISHER: Final = "A1"
RACK_SEAT: Final = "B1"
FIGURES: Final = ("points", "okeys", "pays")


@dataclass(frozen=True)
class CountedRack:
    report: HandReport
    indicator: Tile
    count: RackCount
    lines: tuple[Line, ...]
    stated_figures: Mapping[str, int]

    @property
    def okey(self) -> Tile:
        return okey_of(self.indicator)

    @property
    def entry(self) -> SeatReport:
        return self.report.seats[RACK_SEAT]

    @property
    def tiles(self) -> list[tuple[str, bool]]:
        """Each tile's code, and whether it is a real okey."""
        rack = self.entry.rack
        return [(code, code == self.okey.code) for code in (rack.tiles or ())] if rack else []

    @property
    def computed_figures(self) -> dict[str, int]:
        pays = sum(line.points for line in self.lines)
        return dict(zip(FIGURES, (self.count.points, self.count.okeys, pays), strict=True))


def read_rack(block: str) -> CountedRack:
    """Parse a block's `name: value` lines with a rack and stated figures, score it by the default rules.

    Raises KeyError or ValueError for a malformed block.
    """
    lines = (line.partition(":") for line in block.strip().splitlines())
    facts = {name.strip(): value.strip() for name, _colon, value in lines}
    indicator, rules = parse_tile(facts["indicator"]), rule_set(DEFAULT_RULE_SET)
    entry = SeatReport(Opening(facts["opening"]), Rack(tiles=tuple(facts["tiles"].split())))
    report = HandReport(
        Outcome.FINISHED,
        {FINISHER: SeatReport(Opening.SERIES), RACK_SEAT: entry, "A2": SeatReport(), "B2": SeatReport()},
        finisher=FINISHER,
        finish=Finish(LastTile(facts.get("last_tile", LastTile.PLAIN))),
        indicator=indicator.code,
    )
    return CountedRack(
        report,
        indicator,
        count_rack(entry.rack, indicator, rules),
        tuple(line for line in score_hand(report, rules).lines if line.seat == RACK_SEAT),
        {name: int(facts[name]) for name in FIGURES},
    )


def draw_rack(block: str) -> SafeString:
    return render_to_string("scoring/guides/_rack.html", {"rack": read_rack(block)})
