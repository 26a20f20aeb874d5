"""Rounds whose time may be up: what a bell would stop, and what became of what it stopped."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max

from scoring.ledger.encounter_state import read_plays
from scoring.ledger.played_matches import EncounterPlay, Fate
from scoring.ledger.rulebooks import rules_of
from scoring.models import Bell, Entry
from scoring.officials.queries.room_overview import RoundInHall, read_rounds
from scoring.play.automatic_bell import ends_at
from scoring.play.bell import RoundOfStage, at_bell, may_be_in_play, rung
from scoring.play.round_clock import clock_of
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import with_scores
from tournaments.enums import TimeUp
from tournaments.models import Tournament


@dataclass(frozen=True)
class RoundAtBell:
    """A round that the bell may stop or has stopped; `over` says that the round clock has run out."""

    round: RoundInHall
    bell: Bell | None
    over: bool

    @property
    def to_stop(self) -> list[EncounterListing]:
        """Those that a bell would stop now and that are not decided."""
        return [
            one
            for one in self.round.listings
            if one.encounter.stopped_at is None and (one.playing or one.ready)
        ]

    @property
    def waiting(self) -> list[EncounterListing]:
        """Those that it stopped and that are not decided yet."""
        return [one for one in self.round.listings if one.fate not in (None, Fate.DECIDED)]

    @property
    def matters(self) -> bool:
        """Whether something of it is still to be done: to be stopped while it is played, or waited for."""
        return any(one.playing for one in self.to_stop) or bool(self.waiting)

    @property
    def for_referee(self) -> list[EncounterListing]:
        return [one for one in self.waiting if one.fate is Fate.REFEREE]

    @property
    def going_on(self) -> int:
        return len(self.waiting) - len(self.for_referee)


@dataclass(frozen=True)
class TableAtBell:
    """An encounter that is not decided, as the bell would leave it, or left it.

    `asks` whether a hand is in play there, `between` says that none is; `left` is its play then.
    """

    listing: EncounterListing
    left: EncounterPlay
    asks: bool
    between: bool
    last_hand_at: datetime | None

    @property
    def winner(self) -> str:
        """The name of who has won by the hands that are there."""
        letter = self.left.result.winner
        sides = [side.entrant.name for side in self.listing.sides if side.letter == letter and side.entrant]
        return sides[0] if sides else ""

    @property
    def score(self) -> str:
        wins = [self.left.result.wins.get(side.letter, 0) for side in self.listing.sides]
        return "" if self.listing.of_four else "–".join(map(str, sorted(wins, reverse=True)))


def rounds_at_bell(
    tournament: Tournament, rounds: Sequence[RoundInHall], *, at: datetime
) -> list[RoundAtBell]:
    """The rounds of which something is to be done, and of each stage the last one whose bell rang.

    In two queries; in none where no stage knows the bell.
    """
    timed = [one for one in rounds if one.stage.stage.time_up != TimeUp.OFF]
    if not timed:
        return []
    bells, over = rung(tournament), _time_is_over(tournament, at=at)
    found = [
        RoundAtBell(one, bells.get((one.stage.stage.pk, one.name.part, one.round)), over) for one in timed
    ]
    newest = {one.round.stage.stage.pk: one for one in found if one.bell is not None}
    return [one for one in found if one.matters or one in newest.values()]


def read_bells(tournament: Tournament, *, at: datetime) -> list[RoundAtBell]:
    """The same, read by itself; one query where no stage knows the bell."""
    if not tournament.stages.exclude(time_up=TimeUp.OFF).exists():
        return []
    return rounds_at_bell(tournament, read_rounds(tournament), at=at)


def tables_at_bell(of: RoundOfStage, between: Collection[UUID] = ()) -> list[TableAtBell]:
    """Every open encounter of a round, in a number of queries that does not grow."""
    listings = [one for one in with_scores(of.encounters) if not one.decided]
    encounters = [one.encounter for one in listings]
    plays = read_plays(encounters, rules_of(of.stage.tournament.rule_book))
    arrived = _last_hands([one.pk for one in encounters])
    return [_table(one, plays[one.encounter.pk], between, arrived) for one in listings]


def _table(
    listing: EncounterListing,
    play: EncounterPlay,
    between: Collection[UUID],
    arrived: Mapping[int, datetime],
) -> TableAtBell:
    encounter = listing.encounter
    stopped = encounter.stopped_at is not None
    asks = not stopped and may_be_in_play(encounter, play)
    none = encounter.public_id in between
    left = play if stopped else at_bell(encounter, play, in_play=not none)
    return TableAtBell(listing, left, asks, none, arrived.get(encounter.pk))


def _last_hands(encounters: Sequence[int]) -> dict[int, datetime]:
    entries = Entry.objects.filter(hand__match__encounter__in=encounters, version=1).order_by()
    last = entries.values("hand__match__encounter").annotate(last=Max("received_at"))
    return {row["hand__match__encounter"]: row["last"] for row in last}


def _time_is_over(tournament: Tournament, *, at: datetime) -> bool:
    clock = clock_of(tournament)
    ends = ends_at(clock) if clock and clock.paused_at is None else None
    return ends is not None and ends <= at
