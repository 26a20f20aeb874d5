from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models.functions import Coalesce

from rules.book.text_changes import TEXT_VERSION
from tournaments.database.bulk_insert import insert_many
from tournaments.enums import SWISS_KINDS, TournamentState
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.encounter_plan import StageField
from tournaments.models import Group, GroupPlace, Stage, Tournament
from tournaments.schedule.stage_encounters import SeedEntrant, format_settings_of, store_plan
from tournaments.schedule.stage_feeds import fitting_round_count

NamedGroup = tuple[str, Sequence[SeedEntrant]]


def store_groups(stage: Stage, groups: Sequence[NamedGroup], *, at: datetime) -> None:
    seated = [member for _name, members in groups for member in members]
    seeds = iter(range(1, len(seated) + 1))
    by_group = tuple(tuple(next(seeds) for _member in members) for _name, members in groups)
    _store_layout(stage, groups, StageField(entrants=len(seated), groups=by_group), seated, at=at)


def store_order(stage: Stage, order: Sequence[SeedEntrant], *, at: datetime) -> None:
    groups = [("", order)] if stage.kind in SWISS_KINDS else []
    field = StageField(entrants=len(order), seeds_in_order=tuple(range(1, len(order) + 1)))
    _store_layout(stage, groups, field, order, at=at)


def _store_layout(
    stage: Stage,
    groups: Sequence[NamedGroup],
    field: StageField,
    seated: Sequence[SeedEntrant],
    *,
    at: datetime,
) -> None:
    """Store groups, places and planned encounters; mark the stage drawn, the tournament playing.

    The first draw fixes the text of the rule book.
    """
    stored_groups = [
        Group(stage=stage, name=name, position=position) for position, (name, _members) in enumerate(groups)
    ]
    insert_many(stored_groups)
    insert_many(
        [
            GroupPlace(group=group, entrant=member.entrant, position=place)
            for group, (_name, members) in zip(stored_groups, groups, strict=True)
            for place, member in enumerate(members)
        ]
    )
    planned = FORMATS[stage.kind].plan(field, format_settings_of(stage))
    store_plan(
        stage=stage, planned=planned, seated=dict(enumerate(seated, start=1)), groups=stored_groups, at=at
    )
    stage.drawn_at = at
    if stage.kind in SWISS_KINDS:
        stage.last_round = fitting_round_count(stage.kind, stage.rounds, len(seated))
    stage.save(update_fields=["drawn_at", "last_round"])
    Tournament.objects.filter(pk=stage.tournament_id).update(
        state=TournamentState.PLAYING, text_version=Coalesce("text_version", TEXT_VERSION)
    )
