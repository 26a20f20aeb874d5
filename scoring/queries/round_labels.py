"""Group and round of an encounter; pages cache them in their context."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.template import Context
from django.utils.translation import gettext

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.play_labels import round_title, stage_label
from scoring.queries.rounds import key_of, read_round_names
from tournaments.models import Encounter, Stage

Told = TypeVar("Told")


def which_group(context: Context, encounter: Encounter) -> str:
    """Return "Group B"; blank in a bracket or single table."""
    group, stage = encounter.group, encounter.stage
    if group is None or not group.name or _is_one_table(context, stage):
        return ""
    return gettext("Group %(group)s") % {"group": group.name}


def which_round(context: Context, encounter: Encounter) -> str:
    """Return "Group B, round 2" or "Semi-finals"."""
    group, stage = encounter.group, encounter.stage
    if group is None:
        name = _cached(context, "rounds", stage, lambda one: read_round_names([one])).get(key_of(encounter))
        return round_title(name) if name else stage_label(stage)
    if which_group(context, encounter):
        return gettext("Group %(group)s, round %(round)s") % {"group": group.name, "round": encounter.round}
    return gettext("Round %(number)s") % {"number": encounter.round}


def round_of_tie(listing: EncounterListing) -> str:
    """Name the round of a bracket encounter without a query."""
    tie, stage = listing.names().get(listing.encounter.pk), listing.encounter.stage
    return round_title(tie.round) if tie else stage_label(stage)


def _is_one_table(context: Context, stage: Stage) -> bool:
    if "frame" in context:
        return bool(context["frame"].stage(stage.pk).only_group)
    return _cached(context, "groups", stage, is_one_table)


def is_one_table(stage: Stage) -> bool:
    """Return whether a stage has one group; no query if prefetched."""
    return len(stage.groups.all()) == 1


def _cached(context: Context, kind: str, stage: Stage, read: Callable[[Stage], Told]) -> Told:
    cached: dict[int, Told] = context.dicts[0].setdefault(f"{kind} of stages", {})
    if stage.pk not in cached:
        cached[stage.pk] = read(stage)
    return cached[stage.pk]
