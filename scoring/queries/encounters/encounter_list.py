from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from scoring.ledger.played_matches import BellOutcome
from scoring.queries.encounters.match_totals import MatchListing
from scoring.queries.round_names import TieName
from tournaments.enums import DecidedBy, EncounterState
from tournaments.live.fragment_store import stored_values
from tournaments.models import Encounter, EncounterSide, Entrant
from tournaments.schedule.bracket_slots import has_absent_player

TWO_SIDES = 2


@dataclass(frozen=True)
class EncounterListing:
    """Sides, A first, and the matches that have a hand."""

    encounter: Encounter
    sides: tuple[EncounterSide, ...]
    all_matches: tuple[MatchListing, ...]
    names: Callable[[], Mapping[int, TieName]] = field(default=dict, compare=False, repr=False)

    @property
    def a(self) -> EncounterSide:
        return self.sides[0]

    @property
    def b(self) -> EncounterSide:
        return self.sides[1]

    @property
    def order(self) -> tuple[int, int, int, int, int]:
        """Return the sort key of the playing order: stage, round, group, position."""
        encounter = self.encounter
        return (
            encounter.stage.position,
            encounter.round,
            encounter.group.position if encounter.group else 0,
            encounter.position,
            encounter.pk,
        )

    @property
    def version(self) -> tuple[int, int]:
        return self.encounter.pk, self.encounter.hand_changes

    @cached_property
    def cache_value(self) -> tuple[object, ...]:
        """Return all stored values shown; listings with equal values look the same."""
        encounter, stage = self.encounter, self.encounter.stage
        format_values = stage.kind, stage.best_of, stage.hands_per_match, stage.least_hands
        place = table_number(self), encounter.group and encounter.group.name
        sides = tuple(
            (stored_values(side), side.entrant and stored_values(side.entrant)) for side in self.sides
        )
        return (
            *format_values,
            *place,
            stored_values(encounter),
            sides,
            tuple(match.cache_value for match in self.all_matches),
        )

    @property
    def of_four(self) -> bool:
        return len(self.encounter.stage.letters) > TWO_SIDES

    @property
    def has_all_entrants(self) -> bool:
        return all(side.entrant for side in self.sides)

    @property
    def matches(self) -> tuple[MatchListing, ...]:
        return tuple(match for match in self.all_matches if match.counts)

    @property
    def sides_by_place(self) -> list[EncounterSide]:
        match = self.all_matches[-1] if self.all_matches else self.current
        return sorted(
            self.sides, key=lambda side: (side.place or 0, match.total(side.letter) or 0, side.letter)
        )

    @property
    def decided_by_tie_break(self) -> bool:
        if not (self.of_four and self.decided and self.matches):
            return False
        totals_and_places = {(self.matches[0].total(side.letter), side.place) for side in self.sides}
        return len({total for total, _place in totals_and_places}) < len(totals_and_places)

    @property
    def knockout(self) -> bool:
        return self.encounter.group_id is None

    @property
    def playing(self) -> bool:
        return self.encounter.state == EncounterState.PLAYING

    @property
    def ready(self) -> bool:
        return self.encounter.state == EncounterState.READY

    @property
    def waits_for_organizer(self) -> bool:
        """A player left this undecided table of four."""
        return self.of_four and not self.decided and has_absent_player(self.sides)

    @property
    def decided(self) -> bool:
        return self.encounter.state == EncounterState.DECIDED

    @property
    def walkover(self) -> bool:
        return self.encounter.decided_by == DecidedBy.WALKOVER

    @property
    def double_walkover(self) -> bool:
        return self.encounter.decided_by == DecidedBy.DOUBLE_WALKOVER

    @property
    def bye(self) -> bool:
        return self.encounter.decided_by == DecidedBy.BYE

    @property
    def by_time(self) -> bool:
        return self.encounter.decided_by == DecidedBy.TIME

    @property
    def bell_outcome(self) -> BellOutcome | None:
        """Return what the bell left to play, DECIDED if it ended the encounter; None without effect."""
        encounter = self.encounter
        if encounter.stopped_at is None or self.decided:
            return BellOutcome.DECIDED if self.by_time else None
        last = next((match for match in self.all_matches if match.number == encounter.last_match), None)
        open_still = last is None or last.winner is None
        if open_still and (last.deals if last else 0) < encounter.last_deal:
            return BellOutcome.LAST_HAND
        running = [match for match in self.matches if match.winner is None]
        level = any(match.played >= encounter.stage.least_hands for match in running)
        return BellOutcome.LEVEL if level else BellOutcome.REFEREE

    @property
    def current(self) -> MatchListing:
        running = next((match for match in self.matches if match.winner is None), None)
        hands = self.encounter.stage.hands_per_match
        return running or MatchListing(number=len(self.matches) + 1, hands_per_match=hands)

    @property
    def only_match(self) -> MatchListing | None:
        """The match of an encounter of one; None before the first hand and with four sides."""
        single = not self.of_four and self.encounter.stage.best_of == 1
        return next((match for match in self.matches if single and match.totals), None)

    @property
    def shown_match(self) -> MatchListing:
        """The current match, or the only one of four."""
        return self.matches[0] if self.of_four and self.matches else self.current

    @property
    def shown_points(self) -> MatchListing:
        """The match in play, 0 before its first hand; once decided, all matches together.

        Points left don't add up: of those the last match.
        """
        last = self.all_matches[-1] if self.all_matches else None
        if last and self.decided:
            totals = last.totals if last.ends_at else _sum_totals(self.matches)
            return replace(last, totals=totals, winner=self.encounter.winner)
        match = self.shown_match
        if match.totals or not self.playing:
            return match
        zeros = dict.fromkeys((side.letter for side in self.sides), 0)
        return replace(match, totals=zeros, ends_at=last.ends_at if last else None)

    @property
    def winner(self) -> EncounterSide | None:
        return next((side for side in self.sides if side.letter == self.encounter.winner), None)

    @property
    def score(self) -> tuple[int, int] | None:
        """Matches won; None before the first hand and with four sides."""
        if self.of_four or not (self.playing or self.decided):
            return None
        return self.a.wins or 0, self.b.wins or 0

    @property
    def winner_first(self) -> list[EncounterSide]:
        return sorted(self.sides, key=lambda side: side.letter != self.encounter.winner)

    @property
    def winners_score(self) -> tuple[int, int] | None:
        return self.score and (max(self.score), min(self.score))

    def has(self, entrant: Entrant) -> bool:
        return any(side.entrant_id == entrant.pk for side in self.sides)


def _sum_totals(matches: Iterable[MatchListing]) -> Mapping[str, int]:
    totals: Counter[str] = Counter()
    for match in matches:
        totals.update(match.totals)
    return totals


def table_number(listing: EncounterListing) -> int:
    return listing.encounter.table.number if listing.encounter.table else 0
