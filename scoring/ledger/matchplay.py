"""Where an encounter stands, read from the ledger in one query; in two where 202s can decide a match.

At a table of four another one or two tell how far down the places must be parted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, Sum

from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.switches import LevelMatch
from rules.lines import Line, Score
from rules.seats import side_of
from rules.standings.matches import (
    FIRST,
    EncounterResult,
    MatchResult,
    decide_encounter,
    decide_match,
    hand_numbers,
)
from scoring.enums import EntryKind
from scoring.ledger.seating import cuts_of
from scoring.models import Entry, Hand, Match
from scoring.models.hand import ScoreLine
from tournaments.models import Encounter


@dataclass(frozen=True)
class HandPlay:
    """The current version of a deal: totals of the sides, 0 where it is void.

    `unopened` counts the players of each side who paid the 202, where the rule set asks for that.
    """

    hand_id: int
    deal: int
    entry_id: int
    version: int
    void: bool
    totals: dict[str, int]
    unopened: Mapping[str, int]


@dataclass(frozen=True)
class TakenBack:
    """A deal whose hand was taken back, so that it is to be entered again."""

    hand_id: int
    version: int


@dataclass
class MatchPlay:
    """A match with its deals in order; `row` is None before its first. `result` is as the hands say.

    `taken_back` is the deal after them, where its hand was entered and taken back. `cuts` are the places
    below which something hangs on the order (see `rules.standings.matches.decide_match`).
    """

    number: int
    hands_per_match: int
    row: Match | None = None
    hands: list[HandPlay] = field(default_factory=list)
    taken_back: TakenBack | None = None
    cuts: Collection[int] = FIRST

    @property
    def result(self) -> MatchResult:
        scored = [hand for hand in self.hands if not hand.void]
        return decide_match(
            [hand.totals for hand in scored],
            self.hands_per_match,
            unopened=[hand.unopened for hand in scored],
            cuts=self.cuts,
        )

    @property
    def next_deal(self) -> int:
        return len(self.hands) + 1

    @property
    def next_number(self) -> int:
        """The number that the next hand will bear: extra hands go on after the last."""
        return self.result.played + 1

    @property
    def numbers(self) -> list[int]:
        """The number of each deal."""
        return hand_numbers([hand.void for hand in self.hands])

    def hand_of_number(self, number: int) -> HandPlay | None:
        """The scored hand that bears a number now."""
        scored = [hand for hand in self.hands if not hand.void]
        return scored[number - 1] if 1 <= number <= len(scored) else None


@dataclass
class EncounterPlay:
    """All matches of an encounter that have a deal."""

    best_of: int
    hands_per_match: int
    matches: list[MatchPlay]
    last_hash: dict[int, str]
    cuts: Collection[int] = FIRST
    letters: Sequence[str] = ("A", "B")

    @property
    def result(self) -> EncounterResult:
        return decide_encounter([match.result.winner for match in self.matches], self.best_of)

    @property
    def places(self) -> Mapping[str, int]:
        """Where each of more than two ended, once that is decided; of two the winner tells it."""
        places = self.matches[0].result.places if self.matches else {}
        return places if len(places) > 2 else {}  # noqa: PLR2004 - two sides

    @property
    def current(self) -> MatchPlay:
        """The match to be played: the first that is not decided, or the next that has no deal yet."""
        for match in self.matches:
            if match.result.winner is None:
                return match
        return MatchPlay(len(self.matches) + 1, self.hands_per_match, cuts=self.cuts)

    def match(self, number: int) -> MatchPlay | None:
        return self.matches[number - 1] if 1 <= number <= len(self.matches) else None


def played_hand(entry: Entry, deal: int, score: Score, rules: RuleSet) -> HandPlay:
    """A deal as the entry that was just written for it leaves it."""
    counted = counts_unopened(rules)
    return HandPlay(
        hand_id=entry.hand_id,
        deal=deal,
        entry_id=entry.pk,
        version=entry.version,
        void=score.void,
        totals=score.by_side(),
        unopened=unopened_by_side(score.lines) if counted else {},
    )


def read_play(encounter: Encounter, rules: RuleSet) -> EncounterPlay:
    """The play of an encounter (its stage loaded). Matches without a deal have no row and are not in it."""
    stage, cuts = encounter.stage, cuts_of(encounter)
    unopened = _read_unopened(encounter) if counts_unopened(rules) else {}
    rows: Iterable[Mapping[str, Any]] = (
        Hand.objects.filter(match__encounter=encounter)
        .values(
            "pk",
            "deal",
            "match_id",
            "match__number",
            "match__public_id",
            "match__winner",
            "match__counts",
            "current_id",
            "current__version",
            "current__void",
            "current__hash",
            "current__kind",
        )
        .annotate(**sums_by_side(stage.letters))
        .order_by("match__number", "deal")
    )
    matches: dict[int, MatchPlay] = {}
    newest: dict[int, tuple[int, str]] = {}
    for row in rows:
        match = matches.setdefault(
            row["match__number"],
            MatchPlay(
                number=row["match__number"],
                hands_per_match=stage.hands_per_match,
                row=_match_row(encounter, row),
                cuts=cuts,
            ),
        )
        newest[match.number] = max(
            newest.get(match.number, (0, "")), (row["current_id"], row["current__hash"])
        )
        if row["current__kind"] == EntryKind.WITHDRAWAL:
            match.taken_back = TakenBack(row["pk"], row["current__version"])
            continue
        match.hands.append(
            HandPlay(
                hand_id=row["pk"],
                deal=row["deal"],
                entry_id=row["current_id"],
                version=row["current__version"],
                void=row["current__void"],
                totals={letter: row[f"sum_{letter}"] or 0 for letter in stage.letters},
                unopened=unopened.get(row["current_id"], {}),
            )
        )
    return EncounterPlay(
        best_of=stage.best_of,
        hands_per_match=stage.hands_per_match,
        matches=[matches[number] for number in sorted(matches)],
        last_hash={number: hashed for number, (_pk, hashed) in newest.items()},
        cuts=cuts,
        letters=stage.letters,
    )


def sums_by_side(letters: Iterable[str]) -> dict[str, Sum]:
    """What current entries cost each side, to be annotated to hands as `sum_A` and so on."""
    return {
        f"sum_{letter}": Sum("current__seats__points", filter=Q(current__seats__side=letter))
        for letter in letters
    }


def counts_unopened(rules: RuleSet) -> bool:
    """Whether level totals are parted by how many players of each side did not open."""
    return rules.level_match is LevelMatch.FEWEST_UNOPENED


def _read_unopened(encounter: Encounter) -> dict[int, Mapping[str, int]]:
    """The 202s by side of each current entry, by its primary key."""
    entries = Entry.objects.filter(current_of__match__encounter=encounter).only("lines")
    return {entry.pk: unopened_by_side(entry.score_lines) for entry in entries}


def unopened_by_side(lines: Iterable[Line | ScoreLine]) -> Counter[str]:
    """How many players of each side paid for not opening."""
    return Counter(side_of(line.seat) for line in lines if line.rule == "unopened")


def _match_row(encounter: Encounter, row: Mapping[str, Any]) -> Match:
    return Match(
        pk=row["match_id"],
        public_id=row["match__public_id"],
        encounter=encounter,
        number=row["match__number"],
        winner=row["match__winner"],
        counts=row["match__counts"],
    )
