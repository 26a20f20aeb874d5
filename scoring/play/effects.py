"""What a change does to a tournament: hands, and results before and after laid side by side.

Encounters here are as they were before, with everything that names them loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.objections import Problem
from scoring.models import Match
from scoring.standings.ranking import RankedEntrant, rank_groups
from tournaments.models import Encounter, Entrant, Group, Stage, Tournament


@dataclass(frozen=True)
class Figures:
    """What a hand cost the sides; 0 where it is void."""

    totals: Mapping[str, int]
    void: bool


@dataclass(frozen=True)
class HandPlace:
    """Where a hand stands; `number` is the one that it bears before the rules change."""

    encounter: Encounter
    match: int
    deal: int
    number: int

    @property
    def parts(self) -> tuple[Encounter, int, int, int]:
        return self.encounter, self.match, self.deal, self.number


@dataclass(frozen=True)
class RescoredHand(HandPlace):
    """A hand that the new rules score otherwise; a `ruling` is one to which a referee added an infraction."""

    before: Figures
    after: Figures
    ruling: bool = False

    @property
    def same_figures(self) -> bool:
        """Whether the sides pay what they paid: seats or the explanation differ."""
        return self.before == self.after


@dataclass(frozen=True)
class RefusedHand(HandPlace):
    """A hand that could not have been played by the new rules, with everything that is wrong with it."""

    problems: Sequence[Problem]


@dataclass(frozen=True)
class DoubtfulHand(HandPlace):
    """A hand to look at again: what the new rules doubt and the old ones did not.

    `unasked` are seats that now pay for an opening or a rack of which nobody was asked.
    """

    doubts: Sequence[Problem]
    unasked: Sequence[str]


@dataclass(frozen=True)
class TurnedMatch:
    """A match with another winner, or none; `counts` says whether it counts afterwards."""

    encounter: Encounter
    number: int
    before: str | None
    after: str | None
    counts: bool


@dataclass(frozen=True)
class TurnedEncounter:
    """An encounter with another winner; None afterwards: it is open again."""

    encounter: Encounter
    before: str | None
    after: str | None

    @property
    def winner_before(self) -> Entrant | None:
        return _entrant(self.encounter, self.before)

    @property
    def winner_after(self) -> Entrant | None:
        return _entrant(self.encounter, self.after)


@dataclass(frozen=True)
class ReorderedGroup:
    group: Group
    before: Sequence[RankedEntrant]
    after: Sequence[RankedEntrant]


@dataclass(frozen=True)
class RefilledSlot:
    """A side of the knock-out that goes to somebody else, or to nobody yet."""

    encounter: Encounter
    letter: str
    before: Entrant | None
    after: Entrant | None


@dataclass(frozen=True)
class Annulled:
    """An encounter that counts no more; `instead` is what waits in its place, if anything does."""

    encounter: Encounter
    instead: Encounter | None


@dataclass(frozen=True)
class Effects:
    """Everything that differs between two moments, and the stages that were drawn or undrawn between them."""

    matches: Sequence[TurnedMatch]
    encounters: Sequence[TurnedEncounter]
    groups: Sequence[ReorderedGroup]
    slots: Sequence[RefilledSlot]
    annulled: Sequence[Annulled]
    drawn: Sequence[Stage]
    undrawn: Sequence[Stage]


@dataclass(frozen=True)
class Results:
    """Who has won what, as it is stored at one moment."""

    encounters: Mapping[int, Encounter]
    matches: Mapping[tuple[int, int], Match]
    groups: Sequence[Group]
    orders: Mapping[int, Sequence[RankedEntrant]]

    @property
    def drawn(self) -> dict[int, Stage]:
        return {encounter.stage_id: encounter.stage for encounter in self.encounters.values()}


def read_results(tournament: Tournament) -> Results:
    """The results of a tournament, in a number of queries that does not depend on its size."""
    encounters = (
        Encounter.objects.filter(stage__tournament=tournament)
        .select_related("stage", "group", "table")
        .prefetch_related("sides__entrant")
        .order_by("pk")
    )
    matches = Match.objects.filter(encounter__stage__tournament=tournament).order_by("encounter", "number")
    groups = list(
        Group.objects.filter(stage__tournament=tournament).select_related("stage").order_by("position", "pk")
    )
    return Results(
        encounters={encounter.pk: encounter for encounter in encounters},
        matches={(match.encounter_id, match.number): match for match in matches},
        groups=groups,
        orders=rank_groups(groups),
    )


def compare(before: Results, after: Results) -> Effects:
    """What is otherwise afterwards."""
    return Effects(
        matches=turned_matches(before, after),
        encounters=turned_encounters(before, after),
        groups=reordered_groups(before, after),
        slots=refilled_slots(before, after),
        annulled=_annulled(before, after),
        drawn=[stage for key, stage in after.drawn.items() if key not in before.drawn],
        undrawn=[stage for key, stage in before.drawn.items() if key not in after.drawn],
    )


def turned_matches(before: Results, after: Results) -> list[TurnedMatch]:
    return [
        TurnedMatch(before.encounters[key[0]], match.number, match.winner, now.winner, now.counts)
        for key, match in before.matches.items()
        if (now := after.matches[key]).winner != match.winner
    ]


def turned_encounters(before: Results, after: Results) -> list[TurnedEncounter]:
    return [
        TurnedEncounter(encounter, encounter.winner, now.winner)
        for encounter, now in _standing(before, after)
        if now.winner != encounter.winner
    ]


def reordered_groups(before: Results, after: Results) -> list[ReorderedGroup]:
    return [
        ReorderedGroup(group, before.orders[group.pk], now)
        for group in before.groups
        if (now := after.orders.get(group.pk)) and _order(before.orders[group.pk]) != _order(now)
    ]


def refilled_slots(before: Results, after: Results) -> list[RefilledSlot]:
    return [
        RefilledSlot(encounter, letter, entrant, sides.get(letter))
        for encounter, now in _standing(before, after)
        for sides in [_sides(now)]
        for letter, entrant in _sides(encounter).items()
        if sides.get(letter) != entrant
    ]


def _annulled(before: Results, after: Results) -> list[Annulled]:
    instead = {_slot(one): one for one in after.encounters.values() if one.annulled_at is None}
    return [
        Annulled(encounter, instead.get(_slot(encounter)))
        for key, encounter in before.encounters.items()
        if encounter.annulled_at is None
        and key in after.encounters
        and after.encounters[key].annulled_at is not None
    ]


def _standing(before: Results, after: Results) -> list[tuple[Encounter, Encounter]]:
    """The encounters that count at both moments."""
    return [
        (encounter, now)
        for key, encounter in before.encounters.items()
        if encounter.annulled_at is None
        and (now := after.encounters.get(key)) is not None
        and now.annulled_at is None
    ]


def _slot(encounter: Encounter) -> tuple[object, ...]:
    return encounter.stage_id, encounter.group_id, encounter.part, encounter.round, encounter.position


def _order(ranking: Sequence[RankedEntrant]) -> list[tuple[int, int, bool]]:
    return [(ranked.entrant.pk, ranked.rank, ranked.tied) for ranked in ranking]


def _sides(encounter: Encounter) -> dict[str, Entrant | None]:
    return {side.letter: side.entrant for side in encounter.sides_in_order}


def _entrant(encounter: Encounter, letter: str | None) -> Entrant | None:
    return _sides(encounter).get(letter or "")
