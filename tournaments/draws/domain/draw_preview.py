from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property

from django.utils.translation import gettext_lazy as _

from tournaments.draws.domain.compute_draw import (
    DrawChoices,
    compute_draw,
    draw_inputs_of,
    planned_encounters,
)
from tournaments.enums import BRACKET_KINDS, StageKind
from tournaments.formats.drawing import DrawInputs, DrawResult, Method, Separation
from tournaments.formats.encounter_plan import PlannedEncounter
from tournaments.formats.group_sizes import group_name, group_sizes
from tournaments.models import Entrant, Stage
from tournaments.refusals import Refused
from tournaments.schedule import stage_feeds
from tournaments.schedule.stage_encounters import SeedEntrant, format_settings_of
from tournaments.stages.draw_checks import StagePosition, check_changed_groups, check_sizes
from tournaments.stages.stage_names import stage_name
from tournaments.stages.stage_settings import stages_of
from tournaments.stages.stage_sizes import Sizes


class SourceNotDecided(Refused):
    code = "source_not_decided"
    template = _("“%(stage)s” is not finished, or awaits a lot; who advances is not known yet.")


class DrawOutOfDate(Refused):
    code = "draw_out_of_date"
    template = _(
        "Something this draw depends on has changed: the entry list, a result or a setting. Check it again."
    )


@dataclass(frozen=True)
class DrawPreview:
    stage: Stage
    draw_choices: DrawChoices
    inputs: DrawInputs
    drawn: DrawResult
    seats_by_id: Mapping[str, SeedEntrant]

    @property
    def entrants(self) -> dict[str, Entrant]:
        return {key: seat.entrant for key, seat in self.seats_by_id.items() if seat.entrant}

    @cached_property
    def encounter_plan(self) -> list[PlannedEncounter]:
        return planned_encounters(
            self.drawn.order, kind=self.stage.kind, settings=format_settings_of(self.stage)
        )

    @property
    def digest(self) -> str:
        """Return a hash of all that the preview shows, which `draw_stage` compares."""
        content = [
            self.inputs.to_json(),
            self.drawn.to_json(),
            self.stage.kind,
            asdict(format_settings_of(self.stage)),
            sorted((key, entrant.name) for key, entrant in self.entrants.items()),
        ]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def stage_position_of(stage: Stage) -> StagePosition:
    drawn_stages = stage.tournament.stages.exclude(drawn_at=None).exclude(pk=stage.pk).order_by("position")
    return StagePosition(
        stages_of(stage.tournament),
        stage.position,
        {drawn_stage.position: _sizes(drawn_stage) for drawn_stage in drawn_stages},
    )


def entrants_of_stage(stage: Stage) -> list[SeedEntrant]:
    """Return entrants in play, by number; of a later stage the qualifiers, best first, also those who left.

    Raises SourceNotDecided.
    """
    if stage.position == 1:
        return [
            SeedEntrant(entrant) for entrant in stage.tournament.entrants.in_play().order_by("number", "pk")
        ]
    for feed in stage.feeds_in.select_related("source__tournament").order_by("source__position", "pk"):
        if not stage_feeds.are_qualifiers_known(feed):
            raise SourceNotDecided(stage=stage_name(feed.source))
    qualifiers = stage_feeds.qualifiers(stage)
    for qualifier in qualifiers:
        if qualifier.entrant is None:
            raise SourceNotDecided(stage=stage_name(qualifier.group.stage if qualifier.group else stage))
    return [qualifier.seed_entrant for qualifier in qualifiers]


def entrants_to_draw(kind: str, seated: Sequence[SeedEntrant], choices: DrawChoices) -> list[SeedEntrant]:
    """Drop entrants who left, except from a bracket by places."""
    by_places = choices.method is Method.BY_PLACE and choices.apart is Separation.GROUP
    if kind in BRACKET_KINDS and by_places:
        return list(seated)
    return [seat for seat in seated if seat.entrant and not seat.entrant.has_left]


def preview_draw(stage: Stage, seated: Sequence[SeedEntrant], choices: DrawChoices) -> DrawPreview:
    """Draw without storing. Raises AlterationNotPossible, and as `check_sizes`, `check_changed_groups`."""
    stage_position, in_groups = stage_position_of(stage), stage.kind == StageKind.GROUPS
    playing = entrants_to_draw(stage.kind, seated, choices)
    check_sizes(
        group_sizes(len(playing), max(choices.groups, 1)) if in_groups else [len(playing)], stage_position
    )
    inputs = draw_inputs_of(in_groups=in_groups, seated=playing, choices=choices)
    result = compute_draw(inputs, kind=stage.kind, alterations=choices.alterations)
    if in_groups and choices.alterations:
        check_changed_groups(
            [(group_name(position), len(group)) for position, group in enumerate(result.groups)],
            stage_position,
        )
    by_id = {str(seat.entrant.public_id): seat for seat in playing if seat.entrant}
    return DrawPreview(stage, choices, inputs, result, by_id)


def _sizes(stage: Stage) -> Sizes:
    if stage.has_standings:
        return [len(group.places.all()) for group in stage.groups.prefetch_related("places")]
    sides = stage.encounters.not_annulled().exclude(sides__seed=None)
    return [sides.values("sides__seed").distinct().count()]
