"""Every version of a hand, and how each came about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise

from rules.rulesets import RuleSet
from scoring.ledger.encounter_state import read_play
from scoring.ledger.rulebooks import game_played, rules_of
from scoring.models import Entry, EntrySeat, Match
from scoring.queries.hand_numbers import numbers_of
from scoring.queries.hands.correction_history import Correction, as_told
from scoring.queries.hands.hand_versions import Version, version_of
from tournaments.models import Encounter

CLOCKS_AGREE = timedelta(minutes=2)


@dataclass(frozen=True)
class HistoryVersion:
    """A version with how it came about.

    `how` is `entered`, `corrected`, `ruled`, `amended` (other rules, the same report), `followed` (another
    hand before it, the same report), `taken_back` or `entered_again`.
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
        rules: RuleSet = rules_of(self.entry.rule_book)
        return rules

    @property
    def phones_clock(self) -> datetime | None:
        """The time by the phone that sent it, where that is far from ours."""
        entered, received = self.entry.entered_at, self.entry.received_at
        return entered if entered and abs(received - entered) > CLOCKS_AGREE else None


@dataclass(frozen=True)
class History:
    """The versions of a deal, the first one first; `number` is the one its hand bears.

    Where figures end a match, `left` is what each side had left before the deal, as the ledger has it now;
    a deal after that end is `needless`.
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
        """How many penalties of a side end its match, where figures do."""
        return self.current.version.game.ends_at

    @property
    def needless(self) -> bool:
        """Whether it came after the end of its match, so that it counts nowhere."""
        return not self.current.entry.hand.counts

    @property
    def taken_back(self) -> bool:
        """Whether there is no hand now."""
        return self.current.how == "taken_back"

    def for_everybody(self) -> History:
        """Without what came of nothing: a hand taken back and entered again just as it had been."""
        return replace(self, versions=_with_ways(as_told(one.version for one in self.versions)))

    def left_after(self, version: HistoryVersion) -> dict[str, int]:
        """What each side has left by a version; nothing where it costs nobody anything, or nothing ends."""
        paid = version.version.sides if version.counts else {}
        return {side: self.left[side] - points for side, points in paid.items() if side in self.left}

    @property
    def left_now(self) -> dict[str, int]:
        """What each side has left after the deal."""
        return self.left_after(self.current)

    def before(self, version: HistoryVersion) -> HistoryVersion | None:
        """The one that a version was put over."""
        at = self.versions.index(version)
        return self.versions[at - 1] if at else None


def read_history(encounter: Encounter, match: int, deal: int) -> History | None:
    """The history of a deal in three queries, some more where figures end a match; None without a hand."""
    place = {"hand__match__encounter": encounter, "hand__match__number": match, "hand__deal": deal}
    entries = list(
        Entry.objects.filter(**place)
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
    left = _left_before(encounter, match, deal)
    return History(match, deal, numbers[entries[0].hand_id], _with_ways(versions), left)


def _left_before(encounter: Encounter, number: int, deal: int) -> dict[str, int]:
    """What each side had left before a deal that counts; nothing where figures end no match."""
    rules = rules_of(encounter.stage.tournament.rule_book)
    ends_at = game_played(rules).ends_at
    match = read_play(encounter, rules).match(number) if ends_at is not None else None
    if ends_at is None or match is None or deal in (hand.deal for hand in match.needless):
        return {}
    paid = match.before(deal)
    return {letter: ends_at - paid.get(letter, 0) for letter in encounter.stage.letters}


def _with_ways(versions: Sequence[Version]) -> list[HistoryVersion]:
    hows = [how_it_came(*pair) for pair in pairwise([None, *versions])]
    return [HistoryVersion(version, how) for version, how in zip(versions, hows, strict=True)]


def how_it_came(before: Version | None, now: Version | None) -> str:
    """In which way a version followed the one before it."""
    assert now is not None
    if now.withdrawn:
        return "taken_back"
    taken_back = before is not None and before.withdrawn
    if before is not None and not taken_back and Correction(before, now).amended:
        return "amended"
    if before is not None and not taken_back and Correction(before, now).follows:
        return "followed"
    if now.ruling:
        return "ruled"
    if before is None:
        return "entered"
    return "entered_again" if taken_back else "corrected"
