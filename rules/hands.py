"""Valid or not (RULES §3)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from rules.seats import seating
from rules.tiles import Tile, UnknownTile, parse_tile


class Outcome(StrEnum):
    FINISHED = "finished"
    DECK_EXHAUSTED = "deck_exhausted"
    ALL_OPENED_PAIRS = "all_opened_pairs"


class LastTile(StrEnum):
    """``DOUBLE_OKEY`` is both real okeys (*devam*)."""

    PLAIN = "plain"
    OKEY = "okey"
    DOUBLE_OKEY = "double_okey"

    @property
    def okeys(self) -> int:
        return list(LastTile).index(self)


class Opening(StrEnum):
    NONE = "none"
    SERIES = "series"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True)
class Finish:
    """``direct``: opened in the same turn."""

    last_tile: LastTile = LastTile.PLAIN
    direct: bool = False

    def to_dict(self) -> dict[str, object]:
        return {"last_tile": self.last_tile.value, "direct": self.direct}


@dataclass(frozen=True, slots=True)
class Rack:
    """``points`` without real okeys, or the ``tiles``."""

    points: int | None = None
    okeys: int = 0
    tiles: tuple[str, ...] | None = None

    def to_dict(self) -> dict[str, object]:
        if self.tiles is not None:
            return {"tiles": list(self.tiles)}
        return {"points": self.points or 0, "okeys": self.okeys}


@dataclass(frozen=True, slots=True)
class RackCount:
    """A rack's ``points`` without real okeys, and the okeys."""

    points: int = 0
    okeys: int = 0

    @property
    def empty(self) -> bool:
        return self.points == 0 and self.okeys == 0


def known_tiles(rack: Rack | None) -> Iterator[Tile]:
    for code in (rack.tiles or ()) if rack else ():
        try:
            yield parse_tile(code)
        except UnknownTile:
            continue


@dataclass(frozen=True, slots=True)
class Infraction:
    code: str
    count: int

    def to_dict(self) -> dict[str, object]:
        return {"code": self.code, "count": self.count}


@dataclass(frozen=True, slots=True)
class SeatReport:
    """With an unreported opening they score as unopened."""

    opening: Opening = Opening.NONE
    rack: Rack | None = None
    infractions: tuple[Infraction, ...] = ()
    opening_reported: bool = True

    @property
    def opened(self) -> bool:
        return self.opening is not Opening.NONE

    def count_of(self, code: str) -> int:
        return sum(foul.count for foul in self.infractions if foul.code == code)

    @property
    def infraction_count(self) -> int:
        return sum(foul.count for foul in self.infractions)

    def to_dict(self) -> dict[str, object]:
        """RULES §3, without empty parts."""
        entry: dict[str, object] = {"opening": self.opening.value} if self.opening_reported else {}
        if self.rack is not None:
            entry["rack"] = self.rack.to_dict()
        if self.infractions:
            entry["infractions"] = [foul.to_dict() for foul in self.infractions]
        return entry


@dataclass(frozen=True)
class Report:
    outcome: Outcome
    seats: Mapping[str, SeatReport] = field(hash=False)
    finisher: str | None = None
    rule_set: str | None = field(default=None, kw_only=True)
    accepted: tuple[str, ...] = field(default=(), kw_only=True)

    @property
    def finished(self) -> bool:
        return self.outcome is Outcome.FINISHED

    @cached_property
    def playing(self) -> tuple[str, ...]:
        return seating(self.seats)

    @cached_property
    def _entered_seats(self) -> tuple[tuple[str, SeatReport], ...]:
        return tuple((seat, self.seats[seat]) for seat in self.playing if seat in self.seats)

    def entries(self) -> tuple[tuple[str, SeatReport], ...]:
        """Valid seats, in playing order."""
        return self._entered_seats

    def to_dict(self) -> dict[str, object]:
        """Serialize as in RULES §3, without empty fields; it parses to an equal report."""
        entry: dict[str, object] = {
            "outcome": self.outcome.value,
            "seats": {seat: report.to_dict() for seat, report in self.seats.items()},
        }
        if self.accepted:
            entry["accepted"] = list(self.accepted)
        single = {"rule_set": self.rule_set, "finisher": self.finisher}
        return entry | {key: value for key, value in single.items() if value is not None}

    def to_json(self) -> str:
        """Canonical: sorted keys, no spaces, non-ASCII unescaped."""
        return json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True)
class HandReport(Report):
    finish: Finish = field(default_factory=Finish, kw_only=True)
    indicator: str | None = field(default=None, kw_only=True)

    def to_dict(self) -> dict[str, object]:
        entry = super().to_dict()
        if self.finished or self.finish != Finish():
            entry["finish"] = self.finish.to_dict()
        return entry if self.indicator is None else entry | {"indicator": self.indicator}
