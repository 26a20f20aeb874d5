"""Every version of a hand, and two of them side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from rules.differences import Told, differences
from rules.infractions import INFRACTIONS
from rules.racks import RackCount, count_rack, parse_indicator
from rules.reports import HandReport, parse_report_text
from rules.rulesets import RuleSet
from rules.seats import seating
from rules.text import Text
from scoring.domain.rulebooks import rules_of
from scoring.enums import EntryKind
from scoring.models import Entry, EntrySeat, Match
from scoring.models.hand import ScoreLine
from tournaments.models import Encounter, Player

from .hands import Correction, Version, version_of
from .names import called
from .numbers import numbers_of

CLOCKS_AGREE = timedelta(minutes=2)


@dataclass(frozen=True)
class HistoryVersion:
    """A version with how it came about.

    `how` is `entered`, `corrected`, `ruled`, `amended` (other rules, the same report), `taken_back` or
    `entered_again`.
    """

    version: Version
    how: str

    @property
    def entry(self) -> Entry:
        return self.version.entry

    @property
    def number(self) -> int:
        return self.entry.version

    @property
    def counts(self) -> bool:
        """Whether it cost anybody anything: void and withdrawn versions have no figures."""
        return not self.entry.void

    @property
    def rules(self) -> RuleSet:
        return rules_of(self.entry.rule_book)

    @property
    def report(self) -> HandReport:
        return parse_report_text(self.entry.report)

    @property
    def phones_clock(self) -> datetime | None:
        """The time by the phone that sent it, where that is far from ours."""
        entered, received = self.entry.entered_at, self.entry.received_at
        return entered if entered and abs(received - entered) > CLOCKS_AGREE else None


@dataclass(frozen=True)
class Foul:
    name: Text
    count: int


@dataclass(frozen=True)
class SeatTold:
    """What one version says of one seat, and what it costs him; `told` is that of a version with figures."""

    opening: str
    rack: RackCount
    fouls: Sequence[Foul]
    finished: bool
    points: int | None
    lines: Sequence[ScoreLine]

    @property
    def facts(self) -> tuple[object, ...]:
        return (
            self.opening,
            self.rack,
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


@dataclass(frozen=True)
class History:
    """The versions of a deal, the first one first; `number` is the one its hand bears."""

    match: int
    deal: int
    number: int
    versions: Sequence[HistoryVersion]

    @property
    def current(self) -> HistoryVersion:
        return self.versions[-1]

    @property
    def taken_back(self) -> bool:
        """Whether there is no hand now."""
        return self.current.how == "taken_back"

    def find(self, number: int) -> HistoryVersion | None:
        return next((version for version in self.versions if version.number == number), None)


def read_history(encounter: Encounter, match: int, deal: int) -> History | None:
    """The history of a deal in three queries; None where there never was a hand."""
    place = {"hand__match__encounter": encounter, "hand__match__number": match, "hand__deal": deal}
    entries = list(
        Entry.objects.filter(**place)
        .select_related("hand", "user", "keeper", "rule_book")
        .order_by("version")
    )
    if not entries:
        return None
    seats: dict[int, list[EntrySeat]] = defaultdict(list)
    for row in EntrySeat.objects.filter(entry__in=entries).select_related("player").order_by("entry", "seat"):
        seats[row.entry_id].append(row)
    versions = [version_of(entry, seats[entry.pk]) for entry in entries]
    hows = [how_it_came(*pair) for pair in pairwise([None, *versions])]
    told = [HistoryVersion(version, how) for version, how in zip(versions, hows, strict=True)]
    numbers = numbers_of(Match.objects.filter(encounter=encounter, number=match))
    return History(match, deal, numbers[entries[0].hand_id], told)


def how_it_came(before: Version | None, now: Version | None) -> str:
    """In which way a version followed the one before it."""
    assert now is not None
    if now.entry.kind == EntryKind.WITHDRAWAL:
        return "taken_back"
    taken_back = before is not None and before.entry.kind == EntryKind.WITHDRAWAL
    if before is not None and not taken_back and Correction(before, now).amended:
        return "amended"
    if now.ruling:
        return "ruled"
    if before is None:
        return "entered"
    return "entered_again" if taken_back else "corrected"


def compare(history: History, before: HistoryVersion, after: HistoryVersion) -> Comparison:
    """Two versions of a hand side by side."""
    players = _players(history)
    texts = differences(Told(before.report, before.rules), Told(after.report, after.rules), called(players))
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
        fouls=fouls,
        finished=report.finisher == seat,
        points=scored.points if scored and told.counts else None,
        lines=scored.lines if scored else (),
    )
