from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.localized_text import Text
from scoring.queries import hand_texts
from scoring.queries.hand_versions import ChargedScore, Version
from scoring.queries.player_labels import short_player_names


def describe_differences(before: Version, now: Version, names: Mapping[str, str]) -> list[Text]:
    return hand_texts.differences(now.game, before.version_report, now.version_report, names)


@dataclass(frozen=True)
class FigureChange:
    """Points in two versions; None if nothing counts."""

    name: str
    before: int | None
    after: int | None

    @property
    def differs(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Correction:
    before: Version
    now: Version

    @property
    def amended(self) -> bool:
        """Whether only the rules changed."""
        return self._has_same_report and self.now.entry.rule_book_id != self.before.entry.rule_book_id

    @property
    def follows_correction(self) -> bool:
        """Whether it only follows an earlier hand's correction."""
        before, now = self.before.entry, self.now.entry
        return self._has_same_report and now.rule_book_id == before.rule_book_id and now.lines != before.lines

    @property
    def _has_same_report(self) -> bool:
        before, now = self.before.entry, self.now.entry
        return now.report == before.report and before.scored_by_rules and now.scored_by_rules

    @property
    def ruling(self) -> bool:
        return self.now.ruling and not self.amended

    @property
    def entered_again(self) -> bool:
        """Whether it was withdrawn right after saving, which needs no reason."""
        return not self.now.entry.has_reason

    @property
    def changes_nothing(self) -> bool:
        before, now = self.before, self.now
        same = _compared_facts(before) == _compared_facts(now) and before.entry.lines == now.entry.lines
        return same and not self.texts

    @property
    def figures(self) -> list[FigureChange]:
        """Return each charged seat's or side's points before and now; None for a void hand."""
        now = self.now.charged
        return [
            FigureChange(
                charged_score.name,
                _counted_points(self.before, charged_score),
                _counted_points(self.now, now.get(code)),
            )
            for code, charged_score in self.before.charged.items()
        ]

    @property
    def texts(self) -> list[Text]:
        names = short_player_names({seat: cell.player for seat, cell in self.before.seats.items()})
        return describe_differences(self.before, self.now, names)


def _compared_facts(version: Version) -> tuple[object, ...]:
    entry = version.entry
    return (
        entry.kind,
        entry.void,
        entry.rule_book_id,
        {seat: cell.player for seat, cell in version.seats.items()},
    )


def published_versions(versions: Iterable[Version]) -> list[Version]:
    """Leave out withdrawals after which the hand was entered again unchanged, and the version before."""
    published: list[Version] = []
    for version in versions:
        taken_back = len(published) > 1 and published[-1].withdrawn
        if taken_back and not version.withdrawn and Correction(published[-2], version).changes_nothing:
            del published[-2:]
        published.append(version)
    return published


def _counted_points(version: Version, charged: ChargedScore | None) -> int | None:
    return None if version.void or charged is None else charged.points
