from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.draws.domain.compute_draw import planned_encounters
from tournaments.draws.domain.lot_seed import is_offered_seed, offered_tie_seed
from tournaments.draws.domain.round_inputs import RoundInputs, fewest_repeats, round_faults
from tournaments.enums import SINGLES_KINDS, Role
from tournaments.formats.drawing import (
    Alteration,
    Drawee,
    DrawInputs,
    DrawResult,
    Pots,
    lot_hash,
    read_alterations,
)
from tournaments.formats.drawing.group_draw import list_pots
from tournaments.formats.encounter_plan import PlannedEncounter
from tournaments.formats.group_sizes import group_name
from tournaments.models import Draw, Membership, TieDecision, Tournament
from tournaments.schedule.stage_encounters import format_settings_of


@dataclass(frozen=True)
class Lot:
    place: int
    id: str
    name: str
    digits: str


@dataclass(frozen=True)
class DrawRecord:
    """`number` counts a tournament's draws from 1."""

    number: int
    row: Draw
    stage: StageContext
    role: Role | None
    names: Mapping[str, str]

    @property
    def by_hand(self) -> bool:
        return not self.row.inputs

    @property
    def is_automatic(self) -> bool:
        return not (self.by_hand or self.row.seed or self.row.round)

    @cached_property
    def inputs(self) -> DrawInputs | None:
        """None for a round or a physical draw."""
        return None if self.by_hand or self.row.round else DrawInputs.from_json(self.row.inputs)

    @cached_property
    def round_inputs(self) -> RoundInputs | None:
        return RoundInputs.from_json(self.row.inputs) if self.row.round else None

    @cached_property
    def draw_result(self) -> DrawResult:
        return DrawResult.from_json(self.row.drawn)

    @property
    def used_offered_seed(self) -> bool | None:
        """None if unknown after withdrawals."""
        stage = self.stage.stage
        inputs = self.inputs
        return None if inputs is None else is_offered_seed(stage.tournament, inputs, stage.position)

    @property
    def alterations(self) -> Sequence[Alteration]:
        return read_alterations(self.row.alterations)

    @property
    def groups(self) -> list[tuple[str, list[str]]]:
        """Return groups by name, or a round's encounters by number."""
        return [
            (str(at + 1) if self.row.round else group_name(at), [self.name_of(member) for member in members])
            for at, members in enumerate(self.draw_result.groups)
        ]

    @property
    def repeated_pairings(self) -> tuple[int, int] | None:
        """Return the number at tables of four, and the smallest possible."""
        inputs = self.round_inputs
        if inputs is None or self.row.kind not in SINGLES_KINDS:
            return None
        return len(round_faults(inputs, self.draw_result).repeats), fewest_repeats(inputs, self.draw_result)

    @property
    def encounter_plan(self) -> list[PlannedEncounter]:
        stage = self.stage.stage
        return planned_encounters(
            self.draw_result.order, kind=self.row.kind, settings=format_settings_of(stage)
        )

    @property
    def lots(self) -> list[Lot]:
        inputs = self.inputs
        if inputs is None or not inputs.seed:
            return []
        lots = sorted((lot_hash(inputs.seed, drawee.id), drawee.id) for drawee in inputs.drawees)
        return [Lot(at, key, self.name_of(key), digits) for at, (digits, key) in enumerate(lots, start=1)]

    @property
    def pots(self) -> list[tuple[int, list[str]]]:
        inputs = self.inputs
        if inputs is None or inputs.pots is Pots.NONE:
            return []
        return [(number, self._names(pot)) for number, pot in list_pots(inputs)]

    def name_of(self, entrant_id: str) -> str:
        return self.names.get(entrant_id, "?")

    def _names(self, drawees: Sequence[Drawee]) -> list[str]:
        return [self.name_of(drawee.id) for drawee in drawees]


def read_draws(context: TournamentContext) -> list[DrawRecord]:
    """Include draws taken back; three queries."""
    rows = Draw.objects.filter(stage__tournament=context.tournament).order_by("pk")
    names, roles = _read_entrant_names(context.tournament), _roles(context.tournament)
    return [
        DrawRecord(number, row, context.stage(row.stage_id), roles.get(row.user_id or 0), names)
        for number, row in enumerate(rows, start=1)
    ]


@dataclass(frozen=True)
class TieLotRecord:
    decision: TieDecision
    stage: StageContext
    lots: Sequence[Lot]
    newest: bool
    used_offered_seed: bool


def read_tie_lots(context: TournamentContext) -> list[TieLotRecord]:
    """Return lots computed from a seed, newest first, superseded ones included; no other decisions."""
    stages = [stage_context.stage for stage_context in context.stages]
    scope = Q(group__stage__in=stages) | Q(stage__in=stages)
    decisions = TieDecision.objects.filter(scope).select_related("group").order_by("-pk")
    names, records, current_places = (
        _read_entrant_names(context.tournament),
        [],
        set[tuple[int | None, int | None]](),
    )
    for tie_decision in decisions:
        place = tie_decision.group_id, tie_decision.stage_id
        stage = context.stage(
            tie_decision.group.stage_id if tie_decision.group else tie_decision.stage_id or 0
        )
        lots = [
            Lot(at, key, names.get(key, "?"), lot_hash(tie_decision.seed, key))
            for at, key in enumerate(tie_decision.order, start=1)
        ]
        if tie_decision.seed:
            offered = offered_tie_seed(
                context.tournament, stage.stage, tie_decision.group, tie_decision.order
            )
            records.append(
                TieLotRecord(
                    tie_decision, stage, lots, place not in current_places, tie_decision.seed == offered
                )
            )
        current_places.add(place)
    return records


def _read_entrant_names(tournament: Tournament) -> dict[str, str]:
    return {str(key): name for key, name in tournament.entrants.values_list("public_id", "name")}


def _roles(tournament: Tournament) -> dict[int, Role]:
    rows = Membership.objects.filter(club=tournament.club_id).values_list("user", "role")
    ranks = list(Role)
    roles: dict[int, Role] = {}
    for user, role in rows:
        user_role = Role(role)
        roles[user] = min(user_role, roles.get(user, user_role), key=ranks.index)
    return roles
