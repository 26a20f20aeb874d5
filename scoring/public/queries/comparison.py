"""Two versions of a hand side by side: what they tell otherwise, seat by seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.racks import RackCount, count_rack, known_indicator, known_tiles, parse_indicator
from rules.lines import Line
from rules.seats import seating
from rules.text import Text
from scoring.enums import EntryKind
from scoring.public.queries.history import History, HistoryVersion
from scoring.reading.called import called
from scoring.reading.hand_versions import texts_between
from tournaments.models import Player


@dataclass(frozen=True)
class Foul:
    name: Text
    count: int


@dataclass(frozen=True)
class SeatTold:
    """What one version says of one seat, and what it costs him; `told` is that of a version with figures.

    `tiles` are those of a rack that was told by them, `indicator` is what named the okey among them.
    """

    opening: str
    rack: RackCount
    tiles: Sequence[str]
    indicator: str
    fouls: Sequence[Foul]
    finished: bool
    points: int | None
    lines: Sequence[Line]

    @property
    def facts(self) -> tuple[object, ...]:
        return (
            self.opening,
            self.rack,
            tuple(self.tiles),
            tuple(self.fouls),
            self.finished,
            self.points,
            [(line.rule, line.points, line.text) for line in self.lines],
        )


@dataclass(frozen=True)
class SeatSideBySide:
    seat: str
    player: Player
    before: SeatTold
    after: SeatTold

    @property
    def differs(self) -> bool:
        return self.before.facts != self.after.facts


@dataclass(frozen=True)
class Comparison:
    """Two versions: what their reports tell otherwise, and each seat in both.

    `turns` names what happened besides: `taken_back`, `entered_again`, `replayed`, `fixed`, `by_rules` (the
    rules score it again), `other_rules`.
    """

    before: HistoryVersion
    after: HistoryVersion
    texts: Sequence[Text]
    turns: Sequence[str]
    seats: Sequence[SeatSideBySide]

    @property
    def same(self) -> bool:
        return not self.texts and not self.turns


def compare(history: History, before: HistoryVersion, after: HistoryVersion) -> Comparison:
    """Two versions of a hand side by side."""
    players = _players(history)
    texts = texts_between(before.version, after.version, called(players))
    seats = [
        SeatSideBySide(seat, player, _seat(before, seat), _seat(after, seat))
        for seat, player in players.items()
    ]
    return Comparison(before, after, texts, _turns(before, after), seats)


def _players(history: History) -> dict[str, Player]:
    """Who sat where, by the first version; a withdrawal, which names nobody, never is that."""
    seats = history.versions[0].version.seats
    return {seat: seats[seat].player for seat in seating(seats)}


def _turns(before: HistoryVersion, after: HistoryVersion) -> list[str]:
    ways = _way(before), _way(after)
    turns = [ways[1]] if ways[0] != ways[1] or ways[1] == "fixed" else []
    if ways == ("by_rules", "by_rules") and before.entry.rule_book_id != after.entry.rule_book_id:
        turns.append("other_rules")
    return ["entered_again" if turn == "by_rules" and ways[0] == "taken_back" else turn for turn in turns]


def _way(told: HistoryVersion) -> str:
    """What decides the figures of a version."""
    if told.entry.kind == EntryKind.WITHDRAWAL:
        return "taken_back"
    if told.entry.scored_by_rules:
        return "by_rules"
    return "replayed" if told.entry.void else "fixed"


def _seat(told: HistoryVersion, seat: str) -> SeatTold:
    report = told.report
    said = report.seats[seat]
    scored = told.version.seats.get(seat)
    fouls = [
        Foul(INFRACTIONS[code].name if code in INFRACTIONS else Text(code, code), said.count_of(code))
        for code in dict.fromkeys(foul.code for foul in said.infractions)
    ]
    return SeatTold(
        opening=said.opening.value if said.told else "",
        rack=count_rack(said.rack, parse_indicator(report.indicator), told.rules),
        tiles=[tile.code for tile in known_tiles(said.rack)],
        indicator=known_indicator(report.indicator),
        fouls=fouls,
        finished=report.finisher == seat,
        points=scored.points if scored and told.counts else None,
        lines=scored.lines if scored else (),
    )
