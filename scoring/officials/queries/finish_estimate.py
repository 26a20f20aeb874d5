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
from scoring.queries.qualification import rounds_left
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import StageKind
from tournaments.formats.finish_time import OpenEncounter, Span, duration_of_hands, expected_ends, hands_left
from tournaments.formats.pace import Pace
from tournaments.formats.time_estimate import (
    MINUTES_A_HAND,
    NONE,
    Range,
    Rounds,
    StageEstimate,
    estimate,
    hands_of_encounter,
    table_rounds,
)
from tournaments.models import EncounterSide, GroupPlace, Tournament
from tournaments.stages.game_lengths import usual_hands
from tournaments.stages.stage_flow_estimate import estimate_stage_flow

STILL_PLAYING = timedelta(hours=1)
"""Play counts as ongoing for this long after the last hand."""
LONGEST_EVENING = timedelta(hours=12)
"""Above this, no time of day is given for the end."""
STEP = timedelta(minutes=5)


@dataclass(frozen=True)
class FinishEstimate:
    """The hands left as of `at`, and how long they take at the room's `pace`.

    `later` are hands of undrawn play in sequence, `undrawn` those of all tables. `left` includes `later` only
    if `whole`, that is on the last day and within an evening. `over` maps encounters to their remaining time.
    """

    at: datetime
    pace: Pace
    newest: datetime | None
    played: int
    to_play: Range
    later: Range
    undrawn: Range
    left: Span
    whole: bool
    over: Mapping[int, Span]

    @property
    def hands(self) -> int:
        ahead = self.to_play + self.undrawn
        return self.played + ceil((ahead.fewest + ahead.most) / 2)

    @property
    def in_part(self) -> bool:
        return not self.whole and self.later.most > 0

    @property
    def done(self) -> bool:
        return self.left.most == timedelta()

    @property
    def going(self) -> bool:
        """Whether hands arrive and the end is within an evening."""
        return self.newest is not None and self.at - self.newest < STILL_PLAYING and not self.long

    @property
    def long(self) -> bool:
        return self.left.most > LONGEST_EVENING

    @property
    def likely(self) -> datetime:
        return self._by_clock(self.left.likely)

    @property
    def earliest(self) -> datetime:
        return self._by_clock(self.left.fewest)

    @property
    def latest(self) -> datetime:
        return self._by_clock(self.left.most)

    def end_of(self, encounter: int) -> datetime | None:
        span = self.over.get(encounter)
        return self.at + span.fewest if span and self.going else None

    def _by_clock(self, left: timedelta) -> datetime:
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
        (listing for listing in listings if not listing.decided), key=lambda one: not one.playing
    )
    open_by_group = _open_by_group(open_listings)
    typical_hands = usual_hands(game_of(context.tournament.rule_book.rule_set_id))
    to_play = [_to_play(listing, open_by_group, arrivals, typical_hands) for listing in open_listings]
    remaining_times = expected_ends(to_play, arrivals.pace.hand)
    undrawn = _undrawn(context, listings, places, max(1, tables))
    later = sum((_in_a_row(part.minutes) for part in undrawn), NONE)
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
        newest=arrivals.newest,
        played=sum(match.played for listing in listings for match in listing.matches),
        to_play=sum((encounter_left.left for encounter_left in to_play), NONE),
        later=later,
        undrawn=sum((part.all_hands for part in undrawn), NONE),
        left=left if includes_later else drawn,
        whole=includes_later,
        over=remaining_times,
    )


def _last_day(tournament: Tournament, at: datetime) -> bool:
    return at.astimezone(ZoneInfo(tournament.club.time_zone)).date() >= tournament.last_day


def _to_play(
    listing: EncounterListing,
    open_by_group: Mapping[int, set[int]],
    arrivals: Arrivals,
    typical_hands: Range | None,
) -> OpenEncounter:
    encounter, last = listing.encounter, arrivals.last(listing.encounter)
    table_pace = arrivals.pace_of(encounter)
    entrant_keys = [("entrant", side.entrant_id) for side in listing.sides if side.entrant_id is not None]
    return OpenEncounter(
        key=encounter.pk,
        left=_hands_left(listing, typical_hands),
        holds=frozenset(
            [*entrant_keys, ("table", encounter.table_id)] if encounter.table_id else entrant_keys
        ),
        after=frozenset(key for side in listing.sides for key in _sources(side, open_by_group)),
        hand=table_pace.hand if table_pace.own else None,
        spent=arrivals.at - last if listing.playing and last else timedelta(),
    )


def _hands_left(listing: EncounterListing, typical_hands: Range | None) -> Range:
    if listing.fate is not None:
        return NONE if listing.fate is BellOutcome.REFEREE else Range(1, 1)
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


def _undrawn(
    context: TournamentContext,
    listings: Sequence[EncounterListing],
    places: Sequence[GroupPlace],
    tables: int,
) -> list[StageEstimate]:
    estimates: list[StageEstimate | None] = []
    game = game_of(context.tournament.rule_book.rule_set_id)
    if any(not stage.drawn for stage in context.stages):
        flow = estimate_stage_flow(
            context.settings,
            entrants=context.pairs,
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
        _more_rounds(stage, listings, places, tables, typical_hands)
        for stage in context.stages
        if stage.drawn
    ]
    return [part for part in estimates if part]


def _more_rounds(
    stage: StageContext,
    listings: Sequence[EncounterListing],
    places: Sequence[GroupPlace],
    tables: int,
    typical_hands: Range | None,
) -> StageEstimate | None:
    stage_listings = [listing for listing in listings if listing.encounter.stage_id == stage.stage.pk]
    if stage.stage.kind == StageKind.SWISS:
        entrants = [place for place in places if place.group.stage_id == stage.stage.pk]
        left = rounds_left(entrants[0].group, places, listings) if entrants else 0
        rounds = (len(entrants) // 2,) * left
    elif stage.stage.kind == StageKind.TABLES and stage_listings:
        first = [listing for listing in stage_listings if listing.encounter.round == 1]
        seated = sum(side.entrant_id is not None for encounter in first for side in encounter.sides)
        rounds = table_rounds(seated).encounters[max(listing.encounter.round for listing in stage_listings) :]
    else:
        return None
    each = hands_of_encounter(stage.stage.best_of, stage.stage.hands_per_match, typical_hands)
    return estimate(entrants=0, rounds=Rounds(rounds, NONE), each=each, tables=tables)


def _in_a_row(minutes: Range) -> Range:
    return Range(minutes.fewest // MINUTES_A_HAND, minutes.most // MINUTES_A_HAND)
