from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from zoneinfo import ZoneInfo

from rules.games import game_of
from scoring.ledger.played_matches import BellOutcome
from scoring.officials.queries.pace_of_play import Arrivals
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.qualification import count_rounds_left
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import SWISS_KINDS, StageKind
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.finish_time import OpenEncounter, Span, duration_of_hands, expected_ends, hands_left
from tournaments.formats.pace import Pace
from tournaments.formats.time_estimate import (
    MINUTES_A_HAND,
    ZERO_RANGE,
    Range,
    Rounds,
    StageEstimate,
    estimate_stage,
    hands_of_encounter,
    table_rounds,
)
from tournaments.models import EncounterSide, GroupPlace, Tournament
from tournaments.stages.game_lengths import usual_hands
from tournaments.stages.stage_flow_estimate import estimate_stage_flow

STILL_PLAYING = timedelta(hours=1)
"""How long play is ongoing after the last hand."""
LONGEST_EVENING = timedelta(hours=12)
"""Beyond this, the end has no time of day."""
STEP = timedelta(minutes=5)


@dataclass(frozen=True)
class FinishEstimate:
    """Hands left as of `at`, and their time at the room's `pace`.

    `later_hands` are undrawn play in sequence, `undrawn_hands` of all tables. `time_left` includes later ones
    only on the last day and within an evening (`includes_later`).
    """

    at: datetime
    pace: Pace
    newest_arrival: datetime | None
    hands_played: int
    hands_to_play: Range
    later_hands: Range
    undrawn_hands: Range
    time_left: Span
    includes_later: bool
    time_left_by_encounter: Mapping[int, Span]

    @property
    def hands(self) -> int:
        ahead = self.hands_to_play + self.undrawn_hands
        return self.hands_played + ceil((ahead.fewest + ahead.most) / 2)

    @property
    def is_partial(self) -> bool:
        return not self.includes_later and self.later_hands.most > 0

    @property
    def is_done(self) -> bool:
        return self.time_left.most == timedelta()

    @property
    def whole_time_left(self) -> Span:
        """Undrawn play included."""
        if self.includes_later:
            return self.time_left
        return self.time_left + duration_of_hands(self.later_hands, self.pace.hand)

    @property
    def whole_finish(self) -> datetime | None:
        """The likely end of everything; None while nothing is played, or beyond an evening."""
        ends_tonight = self.whole_time_left.most <= LONGEST_EVENING
        return self._rounded_time(self.whole_time_left.likely) if self.is_ongoing and ends_tonight else None

    @property
    def is_ongoing(self) -> bool:
        """Hands arrive and the end is within an evening."""
        return (
            self.newest_arrival is not None
            and self.at - self.newest_arrival < STILL_PLAYING
            and not self.exceeds_evening
        )

    @property
    def exceeds_evening(self) -> bool:
        return self.time_left.most > LONGEST_EVENING

    @property
    def likely(self) -> datetime:
        return self._rounded_time(self.time_left.likely)

    @property
    def earliest(self) -> datetime:
        return self._rounded_time(self.time_left.fewest)

    @property
    def latest(self) -> datetime:
        return self._rounded_time(self.time_left.most)

    def earliest_end_of(self, encounter: int) -> datetime | None:
        span = self.time_left_by_encounter.get(encounter)
        return self.at + span.fewest if span and self.is_ongoing else None

    def _rounded_time(self, left: timedelta) -> datetime:
        """Round up to five minutes."""
        exact = self.at + left
        midnight = exact.replace(hour=0, minute=0, second=0, microsecond=0)
        return midnight + ceil((exact - midnight) / STEP) * STEP


def estimate_finish(
    context: TournamentContext,
    listings: Sequence[EncounterListing],
    places: Sequence[GroupPlace],
    arrivals: Arrivals,
    tables: int,
) -> FinishEstimate:
    """Takes no query."""
    open_listings = sorted(
        (listing for listing in listings if not listing.decided), key=lambda listing: not listing.playing
    )
    open_by_group = _open_by_group(open_listings)
    typical_hands = usual_hands(game_of(context.tournament.rule_book.rule_set_id))
    to_play = [
        _build_open_encounter(listing, open_by_group, arrivals, typical_hands) for listing in open_listings
    ]
    remaining_times = expected_ends(to_play, arrivals.pace.hand)
    undrawn = _estimate_undrawn(context, listings, places, max(1, tables))
    later = sum((_hands_in_sequence(part.minutes) for part in undrawn), ZERO_RANGE)
    drawn = Span(
        max((span.fewest for span in remaining_times.values()), default=timedelta()),
        max((span.most for span in remaining_times.values()), default=timedelta()),
    )
    left = drawn + duration_of_hands(later, arrivals.pace.hand)
    includes_later = not to_play or (
        _last_day(context.tournament, arrivals.at) and left.most <= LONGEST_EVENING
    )
    return FinishEstimate(
        at=arrivals.at,
        pace=arrivals.pace,
        newest_arrival=arrivals.newest_arrival,
        hands_played=sum(match.played for listing in listings for match in listing.matches),
        hands_to_play=sum((encounter_left.hands_left for encounter_left in to_play), ZERO_RANGE),
        later_hands=later,
        undrawn_hands=sum((part.all_hands for part in undrawn), ZERO_RANGE),
        time_left=left if includes_later else drawn,
        includes_later=includes_later,
        time_left_by_encounter=remaining_times,
    )


def _last_day(tournament: Tournament, at: datetime) -> bool:
    return at.astimezone(ZoneInfo(tournament.club.time_zone)).date() >= tournament.last_day


def _build_open_encounter(
    listing: EncounterListing,
    open_by_group: Mapping[int, set[int]],
    arrivals: Arrivals,
    typical_hands: Range | None,
) -> OpenEncounter:
    """Return what an undecided encounter has left to play, occupies, waits for, and its pace if known.

    `open_by_group` has keys of undecided encounters.
    """
    encounter, last = listing.encounter, arrivals.last_arrival(listing.encounter)
    table_pace = arrivals.pace_of(encounter)
    entrant_keys = [("entrant", side.entrant_id) for side in listing.sides if side.entrant_id is not None]
    return OpenEncounter(
        key=encounter.pk,
        hands_left=_hands_left(listing, typical_hands),
        occupied_resources=frozenset(
            [*entrant_keys, ("table", encounter.table_id)] if encounter.table_id else entrant_keys
        ),
        source_keys=frozenset(key for side in listing.sides for key in _sources(side, open_by_group)),
        hand=table_pace.hand if table_pace.has_enough_hands else None,
        elapsed_time=arrivals.at - last if listing.playing and last else timedelta(),
    )


def _hands_left(listing: EncounterListing, typical_hands: Range | None) -> Range:
    """Return hands left, after the bell one, or none if the referee decides."""
    if listing.bell_outcome is not None:
        return ZERO_RANGE if listing.bell_outcome is BellOutcome.REFEREE else Range(1, 1)
    stage = listing.encounter.stage
    return hands_left(
        best_of=stage.best_of,
        hands=stage.hands_per_match,
        wins=[side.wins or 0 for side in listing.sides],
        hands_played=listing.current.played,
        usual_hands=typical_hands,
    )


def _sources(side: EncounterSide, open_by_group: Mapping[int, set[int]]) -> set[int]:
    if side.entrant_id is not None:
        return set()
    if side.from_encounter_id is not None:
        return {side.from_encounter_id}
    return open_by_group.get(side.from_group_id or 0, set())


def _open_by_group(listings: Sequence[EncounterListing]) -> dict[int, set[int]]:
    open_encounters: defaultdict[int, set[int]] = defaultdict(set)
    for listing in listings:
        if listing.encounter.group_id is not None:
            open_encounters[listing.encounter.group_id].add(listing.encounter.pk)
    return open_encounters


def _estimate_undrawn(
    context: TournamentContext,
    listings: Sequence[EncounterListing],
    places: Sequence[GroupPlace],
    tables: int,
) -> list[StageEstimate]:
    """Estimate undrawn stages, and undrawn rounds of drawn ones."""
    estimates: list[StageEstimate | None] = []
    game = game_of(context.tournament.rule_book.rule_set_id)
    if any(not stage.drawn for stage in context.stages):
        flow = estimate_stage_flow(
            context.settings,
            entrants=context.entrant_count,
            tables=tables,
            groups=context.group_count or None,
            game=game,
        )
        estimates += [
            stage_estimate
            for stage, stage_estimate in zip(context.stages, flow.stages, strict=True)
            if not stage.drawn
        ]
    typical_hands = usual_hands(game)
    estimates += [
        _estimate_undrawn_rounds(stage, listings, places, tables, typical_hands)
        for stage in context.stages
        if stage.drawn
    ]
    return [part for part in estimates if part]


def _estimate_undrawn_rounds(
    stage: StageContext,
    listings: Sequence[EncounterListing],
    places: Sequence[GroupPlace],
    tables: int,
    typical_hands: Range | None,
) -> StageEstimate | None:
    """Estimate a drawn stage's undrawn rounds, maybe 0; None unless Swiss or tables of four."""
    stage_listings = [listing for listing in listings if listing.encounter.stage_id == stage.stage.pk]
    if stage.stage.kind in SWISS_KINDS:
        entrants = [place for place in places if place.group.stage_id == stage.stage.pk]
        left = count_rounds_left(entrants[0].group, places, listings) if entrants else 0
        playing = sum(not place.gone for place in entrants)
        rounds = (playing // FORMATS[stage.stage.kind].seats,) * left
    elif stage.stage.kind == StageKind.TABLES and stage_listings:
        first = [listing for listing in stage_listings if listing.encounter.round == 1]
        seated = sum(side.entrant_id is not None for encounter in first for side in encounter.sides)
        rounds = table_rounds(seated).encounters[max(listing.encounter.round for listing in stage_listings) :]
    else:
        return None
    each = hands_of_encounter(stage.stage.best_of, stage.stage.hands_per_match, typical_hands)
    return estimate_stage(entrants=0, rounds=Rounds(rounds, ZERO_RANGE), each=each, tables=tables)


def _hands_in_sequence(minutes: Range) -> Range:
    return Range(minutes.fewest // MINUTES_A_HAND, minutes.most // MINUTES_A_HAND)
