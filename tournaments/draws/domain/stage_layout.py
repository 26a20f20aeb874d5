from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models.functions import Coalesce

from rules.book.text_changes import TEXT_VERSION
from tournaments.enums import SWISS_KINDS, StageKind, TournamentState
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.encounter_plan import StageField
from tournaments.formats.swiss import default_rounds, most_rounds
from tournaments.models import Group, GroupPlace, Stage, Tournament
from tournaments.schedule.stage_encounters import SeedEntrant, format_settings_of, store_plan

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
    Group.objects.bulk_create(stored_groups)
    GroupPlace.objects.bulk_create(
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
        stage.last_round = _fitting_round_count(stage.kind, stage.rounds, len(seated))
    stage.save(update_fields=["drawn_at", "last_round"])
    Tournament.objects.filter(pk=stage.tournament_id).update(
        state=TournamentState.PLAYING, text_version=Coalesce("text_version", TEXT_VERSION)
    )


def _fitting_round_count(kind: str, chosen: int, entrants: int) -> int:
    """Return the chosen number of rounds, or the necessary one for 0; for pairs, only without repeats."""
    rounds = chosen or default_rounds(entrants)
    return min(rounds, most_rounds(entrants)) if kind == StageKind.SWISS else rounds
