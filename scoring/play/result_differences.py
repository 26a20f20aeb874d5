from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.models import Match
from scoring.play.change_effects import (
    AnnulledEncounter,
    ChangedEncounter,
    ChangedMatch,
    ChangedPlace,
    Effects,
    RefilledSlot,
    ReorderedGroup,
    is_lost_by_both,
    winner_of,
)
from scoring.standings.ranking import RankedEntrant, rank_groups
from tournaments.enums import SINGLES_KINDS, Part
from tournaments.models import Encounter, EncounterSide, Group, Stage, Tournament
from tournaments.schedule.begun_encounters import has_begun

EncounterPairs = Sequence[tuple[Encounter, Encounter]]
"""Encounters that count at both moments, as (before, after)."""


@dataclass(frozen=True)
class TournamentResults:
    encounters: Mapping[int, Encounter]
    matches: Mapping[tuple[int, int], Match]
    groups: Sequence[Group]
    rankings: Mapping[int, Sequence[RankedEntrant]]

    @property
    def drawn_stages(self) -> dict[int, Stage]:
        return {encounter.stage_id: encounter.stage for encounter in self.encounters.values()}


def read_results(tournament: Tournament) -> TournamentResults:
    """Read encounters (annulled ones too), matches, and groups ranked by their current hands."""
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
    return TournamentResults(
        encounters={encounter.pk: encounter for encounter in encounters},
        matches={(match.encounter_id, match.number): match for match in matches},
        groups=groups,
        rankings=rank_groups(groups),
    )


def compare_results(before: TournamentResults, after: TournamentResults) -> Effects:
    """Return what changed; an annulled unplayed extra encounter counts as removed."""
    active = _active_at_both(before, after)
    drawn, undrawn = _drawn_stages(before, after), _drawn_stages(after, before)
    annulled = _annulled_encounters(before, after)
    return Effects(
        matches=_changed_matches(before, after),
        encounters=[
            ChangedEncounter(was, now) for was, now in active if _winner_key(was) != _winner_key(now)
        ],
        places=_moved_places(active),
        groups=_reordered_groups(before, after),
        slots=_refilled_slots(active),
        same_group=[now for was, now in active if _meets_own_group(now) and not _meets_own_group(was)],
        annulled=[annulment for annulment in annulled if not _is_unplayed_extra(annulment.encounter)],
        restored=_restored_encounters(before, after),
        added=_encounters_only_in(
            after,
            before,
            excluded_stages=drawn,
            excluded_bracket_places={_bracket_place(annulment.encounter) for annulment in annulled},
        ),
        removed=[
            *_encounters_only_in(before, after, excluded_stages=undrawn),
            *(annulment.encounter for annulment in annulled if _is_unplayed_extra(annulment.encounter)),
        ],
        drawn=drawn,
        undrawn=undrawn,
    )


def _changed_matches(before: TournamentResults, after: TournamentResults) -> list[ChangedMatch]:
    return [
        ChangedMatch(before.encounters[key[0]], match.number, match.winner, now.winner, now.counts)
        for key, match in before.matches.items()
        if (now := after.matches[key]).winner != match.winner
    ]


def _winner_key(encounter: Encounter) -> tuple[object, ...]:
    """Identify by entrant: a side may have another one."""
    winner = winner_of(encounter)
    return winner and winner.pk, is_lost_by_both(encounter)


def _moved_places(active: EncounterPairs) -> list[ChangedPlace]:
    return [
        ChangedPlace(encounter, side.entrant, side.place, places_now[side.entrant])
        for encounter, changed in active
        if encounter.stage.kind in SINGLES_KINDS
        for places_now in [{placed.entrant: placed.place for placed in changed.sides_in_order}]
        for side in encounter.sides_in_order
        if side.entrant in places_now and side.entrant is not None and side.place != places_now[side.entrant]
    ]


def _reordered_groups(before: TournamentResults, after: TournamentResults) -> list[ReorderedGroup]:
    both = [
        ReorderedGroup(group, before.rankings[group.pk], after.rankings[group.pk])
        for group in before.groups
        if group.pk in after.rankings
    ]
    return [group for group in both if group.changed_ranks]


def _refilled_slots(active: EncounterPairs) -> list[RefilledSlot]:
    return [
        RefilledSlot(
            encounter, side.letter, side.entrant, changed_side.entrant, side.vacant, changed_side.vacant
        )
        for encounter, changed in active
        for side, changed_side in zip(encounter.sides_in_order, changed.sides_in_order, strict=True)
        if _occupant(side) != _occupant(changed_side)
    ]


def _meets_own_group(encounter: Encounter) -> bool:
    groups = [side.from_group_id for side in encounter.sides_in_order if side.entrant and side.from_group_id]
    return len(set(groups)) < len(groups)


def _occupant(side: EncounterSide) -> tuple[object, ...]:
    return side.entrant_id, side.vacant


def _annulled_encounters(before: TournamentResults, after: TournamentResults) -> list[AnnulledEncounter]:
    """Return encounters annulled in between, with their active replacement, if any."""
    replacements = {
        _bracket_place(encounter): encounter
        for encounter in after.encounters.values()
        if encounter.annulled_at is None
    }
    return [
        AnnulledEncounter(encounter, replacements.get(_bracket_place(encounter)))
        for key, encounter in before.encounters.items()
        if encounter.annulled_at is None
        and key in after.encounters
        and after.encounters[key].annulled_at is not None
    ]


def _is_unplayed_extra(encounter: Encounter) -> bool:
    return encounter.part == Part.EXTRA and not has_begun(encounter)


def _restored_encounters(before: TournamentResults, after: TournamentResults) -> list[Encounter]:
    return [
        now
        for key, now in after.encounters.items()
        if now.annulled_at is None
        and key in before.encounters
        and before.encounters[key].annulled_at is not None
    ]


def _encounters_only_in(
    results: TournamentResults,
    other_results: TournamentResults,
    *,
    excluded_stages: Sequence[Stage],
    excluded_bracket_places: Collection[object] = (),
) -> list[Encounter]:
    """Return encounters that `other_results` lacks."""
    excluded_keys = {stage.pk for stage in excluded_stages}
    return [
        encounter
        for key, encounter in results.encounters.items()
        if key not in other_results.encounters
        and encounter.stage_id not in excluded_keys
        and _bracket_place(encounter) not in excluded_bracket_places
    ]


def _drawn_stages(before: TournamentResults, after: TournamentResults) -> list[Stage]:
    """Return stages without earlier encounters: drawn or redrawn."""
    earlier = {encounter.stage_id for key, encounter in after.encounters.items() if key in before.encounters}
    return [stage for key, stage in after.drawn_stages.items() if key not in earlier]


def _active_at_both(before: TournamentResults, after: TournamentResults) -> list[tuple[Encounter, Encounter]]:
    return [
        (encounter, now)
        for key, encounter in before.encounters.items()
        if encounter.annulled_at is None
        and (now := after.encounters.get(key)) is not None
        and now.annulled_at is None
    ]


def _bracket_place(encounter: Encounter) -> tuple[object, ...]:
    return encounter.stage_id, encounter.group_id, encounter.part, encounter.round, encounter.position
