from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.hand_summary import HandSummary
from rules.score_lines import Line
from rules.seats import seating, side_of
from rules.text import Text
from scoring.enums import EntryKind
from scoring.public.queries.hand_history import History, HistoryVersion
from scoring.queries.hands.correction_history import Correction, texts_between
from scoring.queries.player_labels import call_names


@dataclass(frozen=True)
class ChargedInVersion:
    """A charged player or side; figures are absent where none count."""

    part: HandSummary
    points: int | None
    lines: Sequence[Line]
    left: int | None

    @property
    def facts(self) -> tuple[object, ...]:
        without_indicator = replace(self.part, indicator="")
        return without_indicator, self.points, [(line.rule, line.points, line.text) for line in self.lines]


@dataclass(frozen=True)
class ChargedComparison:
    code: str
    name: str
    before: ChargedInVersion
    after: ChargedInVersion

    @property
    def side(self) -> str:
        return side_of(self.code)

    @property
    def differs(self) -> bool:
        return self.before.facts != self.after.facts


@dataclass(frozen=True)
class Comparison:
    """Two versions: differences of their reports, and the charges in both.

    Other events are `taken_back`, `entered_again`, `replayed`, `fixed`, `by_rules` (scored by the rules
    again), `other_rules`, `other_left` (an earlier hand's cost changed).
    """

    before: HistoryVersion
    after: HistoryVersion
    texts: Sequence[Text]
    turns: Sequence[str]
    charged: Sequence[ChargedComparison]

    @property
    def same(self) -> bool:
        return not self.texts and not self.turns


def compare(history: History, before: HistoryVersion, after: HistoryVersion) -> Comparison:
    first = history.versions[0].version
    names = call_names({seat: cell.player for seat, cell in first.seats.items()})
    texts = texts_between(before.version, after.version, names)
    charge_before, charge_after = (_charged_in(history, version, names) for version in (before, after))
    charged = [
        ChargedComparison(code, first.charged[code].name, charge_before(code), charge_after(code))
        for code in first.game.charged(seating(first.seats))
    ]
    return Comparison(before, after, texts, _turns(before, after), charged)


def _turns(before: HistoryVersion, after: HistoryVersion) -> list[str]:
    decided_by = _decided_by(before), _decided_by(after)
    events = [decided_by[1]] if decided_by[0] != decided_by[1] or decided_by[1] == "fixed" else []
    if decided_by == ("by_rules", "by_rules"):
        if before.entry.rule_book_id != after.entry.rule_book_id:
            events.append("other_rules")
        elif Correction(before.version, after.version).follows:
            events.append("other_left")
    return [
        "entered_again" if event == "by_rules" and decided_by[0] == "taken_back" else event
        for event in events
    ]


def _decided_by(version: HistoryVersion) -> str:
    if version.entry.kind == EntryKind.WITHDRAWAL:
        return "taken_back"
    if version.entry.scored_by_rules:
        return "by_rules"
    return "replayed" if version.entry.void else "fixed"


def _charged_in(
    history: History, version: HistoryVersion, names: Mapping[str, str]
) -> Callable[[str], ChargedInVersion]:
    report_parts = version.version.game.parts_of(version.version.told, names)
    charged, points_left = version.version.charged, history.left_after(version)

    def of(code: str) -> ChargedInVersion:
        scored = charged.get(code)
        return ChargedInVersion(
            part=report_parts.get(code, HandSummary()),
            points=scored.points if scored and version.counts else None,
            lines=scored.lines if scored else (),
            left=points_left.get(side_of(code)),
        )

    return of
