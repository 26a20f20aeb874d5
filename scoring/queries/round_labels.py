"""Group and round of an encounter, cached in the page's context."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.template import Context
from django.utils.translation import gettext

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.play_labels import round_title, stage_label
from scoring.queries.round_names import read_round_names, round_key_of
from tournaments.models import Encounter, Stage

CachedValue = TypeVar("CachedValue")


def which_group(context: Context, encounter: Encounter) -> str:
    """Return “Group B”, blank in a bracket or single table; cached in `context` by stage."""
    group, stage = encounter.group, encounter.stage
    if group is None or not group.name or _has_single_group(context, stage):
        return ""
    return gettext("Group %(group)s") % {"group": group.name}


def which_round(context: Context, encounter: Encounter) -> str:
    """Return “Group B, round 2”, “Round 2” in an only group, “Semi-finals”, or the stage's label.

    Template tag, at most one query a stage, cached in `context`.
    """
    group, stage = encounter.group, encounter.stage
    if group is None:
        name = _cached(context, "rounds", stage, lambda missing: read_round_names([missing])).get(
            round_key_of(encounter)
        )
        return round_title(name) if name else stage_label(stage)
    if which_group(context, encounter):
        return gettext("Group %(group)s, round %(round)s") % {"group": group.name, "round": encounter.round}
    return gettext("Round %(number)s") % {"number": encounter.round}


def round_of_tie(listing: EncounterListing) -> str:
    """Take no query."""
    tie, stage = listing.names().get(listing.encounter.pk), listing.encounter.stage
    return round_title(tie.round) if tie else stage_label(stage)


def _has_single_group(context: Context, stage: Stage) -> bool:
    if "tournament_context" in context:
        return bool(context["tournament_context"].stage(stage.pk).only_group)
    return _cached(context, "groups", stage, has_single_group)


def has_single_group(stage: Stage) -> bool:
    """Take no query if prefetched."""
    return len(stage.groups.all()) == 1


def _cached(context: Context, kind: str, stage: Stage, read: Callable[[Stage], CachedValue]) -> CachedValue:
    cached: dict[int, CachedValue] = context.dicts[0].setdefault(f"{kind} of stages", {})
    if stage.pk not in cached:
        cached[stage.pk] = read(stage)
    return cached[stage.pk]
