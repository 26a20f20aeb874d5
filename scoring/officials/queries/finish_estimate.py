"""When the evening will be over, from what is still to be played and the pace of its room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from zoneinfo import ZoneInfo

from rules.games import game_of
from scoring.ledger.played_matches import Fate
from scoring.officials.queries.pace_of_play import Arrivals
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.qualification import rounds_left
from scoring.queries.tournament_context import Frame, StageInFrame
from tournaments.enums import StageKind
from tournaments.formats.finish_time import Span, ToPlay, ends, hands_last, hands_left
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
from tournaments.stages.game_lengths import as_a_rule
from tournaments.stages.stage_flow_estimate import estimate_chain

GOES_ON = timedelta(hours=1)
"""So long after its last hand an evening is still going on."""
AN_EVENING = timedelta(hours=12)
"""What lasts longer has no time of day at which it ends."""
STEP = timedelta(minutes=5)


@dataclass(frozen=True)
class Outlook:
    """What is still to be played as of `at`: hands, and how long that takes at the room's `pace`.

    `later` are hands of what is not drawn yet, one after another, `undrawn` those of all tables together;
    the former are in `left` if `whole`. They are not where they are for another day, or more than an evening
    holds. `over` is by the encounter's primary key.
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
        """About how many hands there will be, those of what is not drawn yet among them."""
        ahead = self.to_play + self.undrawn
        return self.played + ceil((ahead.fewest + ahead.most) / 2)

    @property
    def in_part(self) -> bool:
        """Whether more is to be played than is told here."""
        return not self.whole and self.later.most > 0

    @property
    def done(self) -> bool:
        """Whether nothing is left that could be estimated."""
        return self.left.most == timedelta()

    @property
    def going(self) -> bool:
        """Whether an end can be told by the clock: hands come in, and it is one of this evening."""
        return self.newest is not None and self.at - self.newest < GOES_ON and not self.long

    @property
    def long(self) -> bool:
        """Whether it is more than an evening holds."""
        return self.left.most > AN_EVENING

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
        """When an encounter that is played now is over at the earliest, by the clock."""
        span = self.over.get(encounter)
        return self.at + span.fewest if span and self.going else None

    def _by_clock(self, left: timedelta) -> datetime:
        """Up to the next five minutes: nobody knows it better."""
        exact = self.at + left
        midnight = exact.replace(hour=0, minute=0, second=0, microsecond=0)
        return midnight + ceil((exact - midnight) / STEP) * STEP


def outlook(
    frame: Frame,
    listings: Sequence[EncounterListing],
    places: Sequence[GroupPlace],
    arrivals: Arrivals,
    tables: int,
) -> Outlook:
    """The outlook from what a page has read already, on so many open tables. Takes no query."""
    open_still = sorted((one for one in listings if not one.decided), key=lambda one: not one.playing)
    awaited = _open_by_group(open_still)
    usual = as_a_rule(game_of(frame.tournament.rule_book.rule_set_id))
    to_play = [_to_play(one, awaited, arrivals, usual) for one in open_still]
    over = ends(to_play, arrivals.pace.hand)
    undrawn = _undrawn(frame, listings, places, max(1, tables))
    later = sum((_in_a_row(part.minutes) for part in undrawn), NONE)
    drawn = Span(
        max((span.fewest for span in over.values()), default=timedelta()),
        max((span.most for span in over.values()), default=timedelta()),
    )
    left = drawn + hands_last(later, arrivals.pace.hand)
    whole = not to_play or (_last_day(frame.tournament, arrivals.at) and left.most <= AN_EVENING)
    return Outlook(
        at=arrivals.at,
        pace=arrivals.pace,
        newest=arrivals.newest,
        played=sum(match.played for listing in listings for match in listing.matches),
        to_play=sum((one.left for one in to_play), NONE),
        later=later,
        undrawn=sum((part.all_hands for part in undrawn), NONE),
        left=left if whole else drawn,
        whole=whole,
        over=over,
    )


def _last_day(tournament: Tournament, at: datetime) -> bool:
    """Whether nothing of a tournament is for another day than this one."""
    return at.astimezone(ZoneInfo(tournament.club.time_zone)).date() >= tournament.last_day


def _to_play(
    listing: EncounterListing,
    awaited: Mapping[int, set[int]],
    arrivals: Arrivals,
    usual: Range | None,
) -> ToPlay:
    encounter, last = listing.encounter, arrivals.last(listing.encounter)
    own = arrivals.pace_of(encounter)
    here = [("entrant", side.entrant_id) for side in listing.sides if side.entrant_id is not None]
    return ToPlay(
        key=encounter.pk,
        left=_hands_left(listing, usual),
        holds=frozenset([*here, ("table", encounter.table_id)] if encounter.table_id else here),
        after=frozenset(key for side in listing.sides for key in _sources(side, awaited)),
        hand=own.hand if own.own else None,
        spent=arrivals.at - last if listing.playing and last else timedelta(),
    )


def _hands_left(listing: EncounterListing, usual: Range | None) -> Range:
    """How many hands are left of it; one where it was stopped, none where the referee decides."""
    if listing.fate is not None:
        return NONE if listing.fate is Fate.REFEREE else Range(1, 1)
    stage = listing.encounter.stage
    return hands_left(
        best_of=stage.best_of,
        hands=stage.hands_per_match,
        wins=[side.wins or 0 for side in listing.sides],
        played=listing.current.played,
        as_a_rule=usual,
    )


def _sources(side: EncounterSide, awaited: Mapping[int, set[int]]) -> set[int]:
    """The encounters that say who comes to a side, as long as nobody does."""
    if side.entrant_id is not None:
        return set()
    if side.from_encounter_id is not None:
        return {side.from_encounter_id}
    return awaited.get(side.from_group_id or 0, set())


def _open_by_group(listings: Sequence[EncounterListing]) -> dict[int, set[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for listing in listings:
        if listing.encounter.group_id is not None:
            found[listing.encounter.group_id].add(listing.encounter.pk)
    return found


def _undrawn(
    frame: Frame, listings: Sequence[EncounterListing], places: Sequence[GroupPlace], tables: int
) -> list[StageEstimate]:
    """What is not drawn: whole stages, and rounds of stages drawn round by round."""
    found: list[StageEstimate | None] = []
    game = game_of(frame.tournament.rule_book.rule_set_id)
    if any(not one.drawn for one in frame.stages):
        chain = estimate_chain(
            frame.settings,
            entrants=frame.pairs,
            tables=tables,
            groups=frame.group_count or None,
            game=game,
        )
        found += [meant for stage, meant in zip(frame.stages, chain.stages, strict=True) if not stage.drawn]
    usual = as_a_rule(game)
    found += [_more_rounds(stage, listings, places, tables, usual) for stage in frame.stages if stage.drawn]
    return [part for part in found if part]


def _more_rounds(
    stage: StageInFrame,
    listings: Sequence[EncounterListing],
    places: Sequence[GroupPlace],
    tables: int,
    usual: Range | None,
) -> StageEstimate | None:
    """Of a stage that is drawn: its rounds that are not."""
    ours = [one for one in listings if one.encounter.stage_id == stage.stage.pk]
    if stage.stage.kind == StageKind.SWISS:
        entrants = [place for place in places if place.group.stage_id == stage.stage.pk]
        left = rounds_left(entrants[0].group, places, listings) if entrants else 0
        rounds = (len(entrants) // 2,) * left
    elif stage.stage.kind == StageKind.TABLES and ours:
        first = [one for one in ours if one.encounter.round == 1]
        seated = sum(side.entrant_id is not None for one in first for side in one.sides)
        rounds = table_rounds(seated).encounters[max(one.encounter.round for one in ours) :]
    else:
        return None
    each = hands_of_encounter(stage.stage.best_of, stage.stage.hands_per_match, usual)
    return estimate(entrants=0, rounds=Rounds(rounds, NONE), each=each, tables=tables)


def _in_a_row(minutes: Range) -> Range:
    return Range(minutes.fewest // MINUTES_A_HAND, minutes.most // MINUTES_A_HAND)
