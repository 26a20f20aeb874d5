from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max

from scoring.ledger.encounter_state import read_plays
from scoring.ledger.played_matches import BellOutcome, EncounterPlay
from scoring.ledger.rulebooks import rules_of
from scoring.models import Bell, Entry
from scoring.officials.queries.room_overview import RoundInRoom, read_rounds
from scoring.play.automatic_bell import end_of_round_time
from scoring.play.bell import StageRound, may_have_hand_in_play, play_if_rung_now, read_active_bells
from scoring.play.round_clock import visible_clock
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import read_scored_listings
from tournaments.enums import TimeUp
from tournaments.models import Tournament


@dataclass(frozen=True)
class RoundAtBell:
    round: RoundInRoom
    bell: Bell | None
    is_time_over: bool

    @property
    def listings_to_stop(self) -> list[EncounterListing]:
        return [
            listing
            for listing in self.round.listings
            if listing.encounter.stopped_at is None and (listing.playing or listing.ready)
        ]

    @property
    def waiting_listings(self) -> list[EncounterListing]:
        return [
            listing
            for listing in self.round.listings
            if listing.bell_outcome not in (None, BellOutcome.DECIDED)
        ]

    @property
    def needs_attention(self) -> bool:
        return any(listing.playing for listing in self.listings_to_stop) or bool(self.waiting_listings)

    @property
    def listings_for_referee(self) -> list[EncounterListing]:
        return [listing for listing in self.waiting_listings if listing.bell_outcome is BellOutcome.REFEREE]

    @property
    def continuing_count(self) -> int:
        return len(self.waiting_listings) - len(self.listings_for_referee)


@dataclass(frozen=True)
class TableAtBell:
    """An open encounter as the bell leaves it."""

    listing: EncounterListing
    resulting_play: EncounterPlay
    may_have_hand_in_play: bool
    has_no_hand_in_play: bool
    last_hand_at: datetime | None

    @property
    def winner(self) -> str:
        letter = self.resulting_play.result.winner
        sides = [side.entrant.name for side in self.listing.sides if side.letter == letter and side.entrant]
        return sides[0] if sides else ""

    @property
    def score(self) -> str:
        wins = [self.resulting_play.result.wins.get(side.letter, 0) for side in self.listing.sides]
        return "" if self.listing.of_four else "–".join(map(str, sorted(wins, reverse=True)))


def rounds_at_bell(
    tournament: Tournament, rounds: Sequence[RoundInRoom], *, at: datetime
) -> list[RoundAtBell]:
    """Return timed rounds in play or stopped with encounters undecided, and each stage's last with a bell."""
    timed = [round_ for round_ in rounds if round_.stage.stage.time_up != TimeUp.OFF]
    if not timed:
        return []
    bells, time_over = read_active_bells(tournament), _time_is_over(tournament, at=at)
    at_bell = [
        RoundAtBell(round_, bells.get((round_.stage.stage.pk, round_.name.part, round_.round)), time_over)
        for round_ in timed
    ]
    newest = {round_.round.stage.stage.pk: round_ for round_ in at_bell if round_.bell is not None}
    return [round_ for round_ in at_bell if round_.needs_attention or round_ in newest.values()]


def read_bells(tournament: Tournament, *, at: datetime) -> list[RoundAtBell]:
    if not tournament.stages.exclude(time_up=TimeUp.OFF).exists():
        return []
    return rounds_at_bell(tournament, read_rounds(tournament), at=at)


def tables_at_bell(stage_round: StageRound, without_hand: Collection[UUID] = ()) -> list[TableAtBell]:
    """In a constant number of queries."""
    listings = [listing for listing in read_scored_listings(stage_round.encounters) if not listing.decided]
    encounters = [listing.encounter for listing in listings]
    plays = read_plays(encounters, rules_of(stage_round.stage.tournament.rule_book))
    last_hands = _last_hands([encounter.pk for encounter in encounters])
    return [
        _table_at_bell(listing, plays[listing.encounter.pk], without_hand, last_hands) for listing in listings
    ]


def _table_at_bell(
    listing: EncounterListing,
    play: EncounterPlay,
    without_hand_in_play: Collection[UUID],
    last_hands: Mapping[int, datetime],
) -> TableAtBell:
    """Return the table as the bell would leave or has left it; `without_hand_in_play` are public ids."""
    encounter = listing.encounter
    stopped = encounter.stopped_at is not None
    hand_may_be_in_play = not stopped and may_have_hand_in_play(encounter, play)
    no_hand_in_play = encounter.public_id in without_hand_in_play
    resulting_play = play if stopped else play_if_rung_now(encounter, play, in_play=not no_hand_in_play)
    return TableAtBell(
        listing, resulting_play, hand_may_be_in_play, no_hand_in_play, last_hands.get(encounter.pk)
    )


def _last_hands(encounters: Sequence[int]) -> dict[int, datetime]:
    entries = Entry.objects.filter(hand__match__encounter__in=encounters, version=1).order_by()
    last = entries.values("hand__match__encounter").annotate(last=Max("received_at"))
    return {row["hand__match__encounter"]: row["last"] for row in last}


def _time_is_over(tournament: Tournament, *, at: datetime) -> bool:
    clock = visible_clock(tournament, at=at)
    ends = end_of_round_time(clock) if clock and clock.paused_at is None else None
    return ends is not None and ends <= at
