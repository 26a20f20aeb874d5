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
from scoring.queries.correction_history import Correction, published_versions
from scoring.queries.hand_numbers import read_hand_numbers
from scoring.queries.hand_versions import Version, version_of
from tournaments.models import Encounter

CLOCKS_AGREE = timedelta(minutes=2)


@dataclass(frozen=True)
class HistoryVersion:
    """A version and its origin.

    Origins: `entered`, `corrected`, `ruled`, `amended` (other rules, same report), `followed` (an earlier
    hand changed, same report), `taken_back`, `entered_again`.
    """

    version: Version
    origin: str

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
    def phone_time(self) -> datetime | None:
        entered, received = self.entry.entered_at, self.entry.received_at
        return entered if entered and abs(received - entered) > CLOCKS_AGREE else None


@dataclass(frozen=True)
class History:
    """A deal's versions in order; `number` is its hand number.

    Where points are counted down, with each side's points left before; none for a needless hand.
    """

    match: int
    deal: int
    number: int
    versions: Sequence[HistoryVersion]
    points_left_before: Mapping[str, int] = field(default_factory=dict)

    @property
    def current(self) -> HistoryVersion:
        return self.versions[-1]

    @property
    def ends_at(self) -> int | None:
        return self.current.version.game.ends_at

    @property
    def needless(self) -> bool:
        """Whether it came after the end of its match."""
        return not self.current.entry.hand.counts

    @property
    def is_withdrawn(self) -> bool:
        return self.current.origin == "taken_back"

    def public_history(self) -> History:
        """Leave out a hand taken back and entered again unchanged."""
        return replace(
            self, versions=_with_origins(published_versions(version.version for version in self.versions))
        )

    def points_left_after(self, version: HistoryVersion) -> dict[str, int]:
        """Never below 0; empty without figures or a limit."""
        payments = version.version.sides if version.counts else {}
        return {
            side: max(self.points_left_before[side] - points, 0)
            for side, points in payments.items()
            if side in self.points_left_before
        }

    @property
    def points_left_now(self) -> dict[str, int]:
        return self.points_left_after(self.current)

    def version_before(self, version: HistoryVersion) -> HistoryVersion | None:
        at = self.versions.index(version)
        return self.versions[at - 1] if at else None


def read_history(encounter: Encounter, match: int, deal: int) -> History | None:
    """Read all versions; only staff may see these, others `public_history`. None without a hand."""
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
    numbers = read_hand_numbers(Match.objects.filter(encounter=encounter, number=match))
    points_left = _read_points_left(encounter, match, deal)
    return History(match, deal, numbers[entries[0].hand_id], _with_origins(versions), points_left)


def _read_points_left(encounter: Encounter, number: int, deal: int) -> dict[str, int]:
    rules = rules_of(encounter.stage.tournament.rule_book)
    ends_at = game_of_rules(rules).ends_at
    match = read_play(encounter, rules).match(number) if ends_at is not None else None
    if ends_at is None or match is None or deal in (hand.deal for hand in match.needless_hands):
        return {}
    payments = match.totals_before(deal)
    return {letter: ends_at - payments.get(letter, 0) for letter in encounter.stage.letters}


def _with_origins(versions: Sequence[Version]) -> list[HistoryVersion]:
    origins = [origin_of(*pair) for pair in pairwise([None, *versions])]
    return [HistoryVersion(version, origin) for version, origin in zip(versions, origins, strict=True)]


def origin_of(before: Version | None, after: Version | None) -> str:
    """Return HistoryVersion's origin of `after`, never None; `before` is None for the first version."""
    assert after is not None
    if after.withdrawn:
        return "taken_back"
    taken_back = before is not None and before.withdrawn
    if before is not None and not taken_back and Correction(before, after).amended:
        return "amended"
    if before is not None and not taken_back and Correction(before, after).follows_correction:
        return "followed"
    if after.ruling:
        return "ruled"
    if before is None:
        return "entered"
    return "entered_again" if taken_back else "corrected"
