"""A version of a hand put over another: what it changed, and what everybody reads of a deal's versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.text import Text
from scoring.queries.hands.hand_versions import ChargedScore, Version
from scoring.queries.player_labels import called


def texts_between(before: Version, now: Version, names: Mapping[str, str]) -> list[Text]:
    """What a version tells otherwise than another, in the words of its game."""
    return now.game.differences(before.told, now.told, names)


@dataclass(frozen=True)
class FigureSideBySide:
    """What a hand cost one who is charged by two versions; None is a version that counts nothing."""

    name: str
    before: int | None
    after: int | None

    @property
    def differs(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Correction:
    """A version put over another."""

    before: Version
    now: Version

    @property
    def amended(self) -> bool:
        """Whether the hand is as it was entered, and other rules score it."""
        return self._told_alike and self.now.entry.rule_book_id != self.before.entry.rule_book_id

    @property
    def follows(self) -> bool:
        """Whether the hand is as it was entered, and costs something else after another hand before it."""
        before, now = self.before.entry, self.now.entry
        return self._told_alike and now.rule_book_id == before.rule_book_id and now.lines != before.lines

    @property
    def _told_alike(self) -> bool:
        before, now = self.before.entry, self.now.entry
        return now.report == before.report and before.scored_by_rules and now.scored_by_rules

    @property
    def ruling(self) -> bool:
        """Whether a referee put it there."""
        return self.now.ruling and not self.amended

    @property
    def entered_again(self) -> bool:
        """Whether the hand was taken back right after it was saved: only then nobody gives a reason."""
        return not self.now.entry.reason

    @property
    def changes_nothing(self) -> bool:
        """Whether the newer one says and costs what the other did, so that nothing can be told of it."""
        before, now = self.before, self.now
        same = _facts(before) == _facts(now) and before.entry.lines == now.entry.lines
        return same and not self.texts

    @property
    def figures(self) -> list[FigureSideBySide]:
        """The points of everybody who is charged by both versions, in the order of the columns."""
        now = self.now.charged
        return [
            FigureSideBySide(one.name, _counted(self.before, one), _counted(self.now, now.get(code)))
            for code, one in self.before.charged.items()
        ]

    @property
    def texts(self) -> list[Text]:
        """What the newer one tells otherwise, sentence by sentence."""
        names = called({seat: cell.player for seat, cell in self.before.seats.items()})
        return texts_between(self.before, self.now, names)


def _facts(version: Version) -> tuple[object, ...]:
    """Which rules or whose ruling scores it, and who played it."""
    entry = version.entry
    return (
        entry.kind,
        entry.void,
        entry.rule_book_id,
        {seat: cell.player for seat, cell in version.seats.items()},
    )


def as_told(versions: Iterable[Version]) -> list[Version]:
    """The versions of a deal as everybody reads them, withdrawals among them.

    One that was taken back and entered again just as it had been is left out with its withdrawal: its keeper
    looked at it twice, and nothing came of it.
    """
    told: list[Version] = []
    for version in versions:
        taken_back = len(told) > 1 and told[-1].withdrawn
        if taken_back and not version.withdrawn and Correction(told[-2], version).changes_nothing:
            del told[-2:]
        told.append(version)
    return told


def _counted(version: Version, charged: ChargedScore | None) -> int | None:
    return None if version.void or charged is None else charged.points
