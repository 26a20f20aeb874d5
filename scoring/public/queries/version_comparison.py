from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.hand_summary import HandSummary
from rules.localized_text import Text
from rules.score_lines import Line
from rules.seats import seating, side_of
from scoring.enums import EntryKind
from scoring.public.queries.hand_history import History, HistoryVersion
from scoring.queries.correction_history import Correction, describe_differences
from scoring.queries.hand_texts import hand_summaries
from scoring.queries.player_labels import short_player_names


@dataclass(frozen=True)
class ChargedInVersion:
    """Figures are absent where none count."""

    part: HandSummary
    points: int | None
    lines: Sequence[Line]
    points_left: int | None

    @property
    def compared_values(self) -> tuple[object, ...]:
        without_indicator = replace(self.part, indicator="")
        return without_indicator, self.points, [(line.rule, line.points, line.values) for line in self.lines]


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
        return self.before.compared_values != self.after.compared_values


@dataclass(frozen=True)
class Comparison:
    """Differences of two reports, and charges in both.

    Other events: `taken_back`, `entered_again`, `replayed`, `fixed`, `by_rules` (scored by the rules again),
    `other_rules`, `other_left` (an earlier hand's cost changed).
    """

    before: HistoryVersion
    after: HistoryVersion
    texts: Sequence[Text]
    other_events: Sequence[str]
    charge_comparisons: Sequence[ChargedComparison]

    @property
    def is_unchanged(self) -> bool:
        return not self.texts and not self.other_events


def compare_versions(history: History, before: HistoryVersion, after: HistoryVersion) -> Comparison:
    """Return differences as sentences, other causes, and charges before and after by seat or side."""
    first = history.versions[0].version
    names = short_player_names({seat: cell.player for seat, cell in first.seats.items()})
    texts = describe_differences(before.version, after.version, names)
    charge_before, charge_after = (_charge_reader(history, version, names) for version in (before, after))
    charged = [
        ChargedComparison(code, first.charged[code].name, charge_before(code), charge_after(code))
        for code in first.game.payers_of(seating(first.seats))
    ]
    return Comparison(before, after, texts, _find_causes_besides_report(before, after), charged)


def _find_causes_besides_report(before: HistoryVersion, after: HistoryVersion) -> list[str]:
    """Return the code of another cause, or []: way of scoring, else rule book, else points left before."""
    decided_by = _scoring_origin(before), _scoring_origin(after)
    events = [decided_by[1]] if decided_by[0] != decided_by[1] or decided_by[1] == "fixed" else []
    if decided_by == ("by_rules", "by_rules"):
        if before.entry.rule_book_id != after.entry.rule_book_id:
            events.append("other_rules")
        elif Correction(before.version, after.version).follows_correction:
            events.append("other_left")
    return [
        "entered_again" if event == "by_rules" and decided_by[0] == "taken_back" else event
        for event in events
    ]


def _scoring_origin(version: HistoryVersion) -> str:
    if version.entry.kind == EntryKind.WITHDRAWAL:
        return "taken_back"
    if version.entry.scored_by_rules:
        return "by_rules"
    return "replayed" if version.entry.void else "fixed"


def _charge_reader(
    history: History, version: HistoryVersion, names: Mapping[str, str]
) -> Callable[[str], ChargedInVersion]:
    """Return a function from seat or side codes to charges in `version`.

    `points` are None if nothing was charged or the version doesn't count.
    """
    report_parts = hand_summaries(version.version.game, version.version.version_report, names)
    charged, points_left = version.version.charged, history.points_left_after(version)

    def charge_of(code: str) -> ChargedInVersion:
        scored = charged.get(code)
        return ChargedInVersion(
            part=report_parts.get(code, HandSummary()),
            points=scored.points if scored and version.counts else None,
            lines=scored.lines if scored else (),
            points_left=points_left.get(side_of(code)),
        )

    return charge_of
