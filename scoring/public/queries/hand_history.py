from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise

from rules.rulesets import RuleSet
from scoring.ledger.encounter_state import read_play
from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.models import Entry, EntrySeat, Match
from scoring.queries.hand_numbers import numbers_of
from scoring.queries.hands.correction_history import Correction, published_versions
from scoring.queries.hands.hand_versions import Version, version_of
from tournaments.models import Encounter

CLOCKS_AGREE = timedelta(minutes=2)


@dataclass(frozen=True)
class HistoryVersion:
    """A version and its origin.

    Origins are `entered`, `corrected`, `ruled`, `amended` (other rules, same report), `followed` (after a
    change to an earlier hand, same report), `taken_back` or `entered_again`.
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
        return not self.entry.void

    @property
    def rules(self) -> RuleSet:
        rules: RuleSet = rules_of(self.entry.rule_book)
        return rules

    @property
    def phones_clock(self) -> datetime | None:
        entered, received = self.entry.entered_at, self.entry.received_at
        return entered if entered and abs(received - entered) > CLOCKS_AGREE else None


@dataclass(frozen=True)
class History:
    """The versions of a deal in order; `number` is its hand number.

    Where points are counted down, it has each side's points left before the deal; none for a needless hand.
    """

    match: int
    deal: int
    number: int
    versions: Sequence[HistoryVersion]
    left: Mapping[str, int] = field(default_factory=dict)

    @property
    def current(self) -> HistoryVersion:
        return self.versions[-1]

    @property
    def ends_at(self) -> int | None:
        return self.current.version.game.ends_at

    @property
    def needless(self) -> bool:
        """Return whether the hand came after the end of its match."""
        return not self.current.entry.hand.counts

    @property
    def taken_back(self) -> bool:
        return self.current.how == "taken_back"

    def for_everybody(self) -> History:
        """Return the public history, without a hand taken back and entered again unchanged."""
        return replace(
            self, versions=_with_origins(published_versions(version.version for version in self.versions))
        )

    def left_after(self, version: HistoryVersion) -> dict[str, int]:
        """Return the points left; empty without figures or without a limit."""
        payments = version.version.sides if version.counts else {}
        return {side: self.left[side] - points for side, points in payments.items() if side in self.left}

    @property
    def left_now(self) -> dict[str, int]:
        return self.left_after(self.current)

    def before(self, version: HistoryVersion) -> HistoryVersion | None:
        at = self.versions.index(version)
        return self.versions[at - 1] if at else None


def read_history(encounter: Encounter, match: int, deal: int) -> History | None:
    """Read a deal's history in three queries, more with a points limit; None without a hand."""
    hand_filter = {"hand__match__encounter": encounter, "hand__match__number": match, "hand__deal": deal}
    entries = list(
        Entry.objects.filter(**hand_filter)
        .select_related("hand", "user", "keeper", "rule_book", "withheld")
        .order_by("version")
    )
    if not entries:
        return None
    seats: dict[int, list[EntrySeat]] = defaultdict(list)
    for row in EntrySeat.objects.filter(entry__in=entries).select_related("player").order_by("entry", "seat"):
        seats[row.entry_id].append(row)
    versions = [version_of(entry, seats[entry.pk]) for entry in entries]
    numbers = numbers_of(Match.objects.filter(encounter=encounter, number=match))
    points_left = _left_before(encounter, match, deal)
    return History(match, deal, numbers[entries[0].hand_id], _with_origins(versions), points_left)


def _left_before(encounter: Encounter, number: int, deal: int) -> dict[str, int]:
    rules = rules_of(encounter.stage.tournament.rule_book)
    ends_at = game_of_rules(rules).ends_at
    match = read_play(encounter, rules).match(number) if ends_at is not None else None
    if ends_at is None or match is None or deal in (hand.deal for hand in match.needless):
        return {}
    payments = match.before(deal)
    return {letter: ends_at - payments.get(letter, 0) for letter in encounter.stage.letters}


def _with_origins(versions: Sequence[Version]) -> list[HistoryVersion]:
    origins = [origin_of(*pair) for pair in pairwise([None, *versions])]
    return [HistoryVersion(version, origin) for version, origin in zip(versions, origins, strict=True)]


def origin_of(before: Version | None, after: Version | None) -> str:
    assert after is not None
    if after.withdrawn:
        return "taken_back"
    taken_back = before is not None and before.withdrawn
    if before is not None and not taken_back and Correction(before, after).amended:
        return "amended"
    if before is not None and not taken_back and Correction(before, after).follows:
        return "followed"
    if after.ruling:
        return "ruled"
    if before is None:
        return "entered"
    return "entered_again" if taken_back else "corrected"
