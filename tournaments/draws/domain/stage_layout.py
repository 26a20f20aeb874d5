"""Laying a drawn stage out: its groups, who is in them, and every encounter that is known by now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tournaments.database.bulk_insert import insert_many
from tournaments.enums import SWISS_KINDS, TournamentState
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.plan import Field
from tournaments.models import Group, GroupPlace, Stage, Tournament
from tournaments.schedule.stage_encounters import Seated, settings_of, store_plan

Named = tuple[str, Sequence[Seated]]
"""A group by name, with its members in the order drawn."""


def lay_out_groups(stage: Stage, groups: Sequence[Named], *, at: datetime) -> None:
    """Store groups and their encounters."""
    seated = [one for _name, members in groups for one in members]
    seeds = iter(range(1, len(seated) + 1))
    by_group = tuple(tuple(next(seeds) for _one in members) for _name, members in groups)
    _lay_out(stage, groups, Field(entrants=len(seated), groups=by_group), seated, at=at)


def lay_out_order(stage: Stage, order: Sequence[Seated], *, at: datetime) -> None:
    """Store what follows from an order of seeds: a bracket, a first round of Swiss or of tables of four."""
    groups = [("", order)] if stage.kind in SWISS_KINDS else []
    field = Field(entrants=len(order), standing=tuple(range(1, len(order) + 1)))
    _lay_out(stage, groups, field, order, at=at)


def _lay_out(
    stage: Stage, groups: Sequence[Named], field: Field, seated: Sequence[Seated], *, at: datetime
) -> None:
    made = [Group(stage=stage, name=name, position=place) for place, (name, _members) in enumerate(groups)]
    insert_many(made)
    insert_many(
        [
            GroupPlace(group=group, entrant=one.entrant, position=place)
            for group, (_name, members) in zip(made, groups, strict=True)
            for place, one in enumerate(members)
        ]
    )
    planned = FORMATS[stage.kind].plan(field, settings_of(stage))
    store_plan(stage=stage, planned=planned, seated=dict(enumerate(seated, start=1)), groups=made, at=at)
    stage.drawn_at = at
    stage.save(update_fields=["drawn_at"])
    Tournament.objects.filter(pk=stage.tournament_id).update(state=TournamentState.PLAYING)
