"""How a tournament was drawn, for everybody: every draw with all that it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from scoring.queries.tournament_context import Frame, StageInFrame
from tournaments.draws.domain.drawing import planned_first
from tournaments.draws.domain.round_inputs import RoundInputs, faults, fewest_repeats
from tournaments.draws.domain.seeds import offered_for_tie, was_offered
from tournaments.enums import AT_FOUR, Role
from tournaments.formats.drawing import (
    Alteration,
    Drawee,
    DrawInputs,
    Drawn,
    Pots,
    lot,
    read_alterations,
)
from tournaments.formats.drawing.group_draw import pots_of
from tournaments.formats.group_sizes import group_name
from tournaments.formats.plan import Planned
from tournaments.models import Draw, Membership, TieDecision, Tournament
from tournaments.schedule.stage_encounters import settings_of


@dataclass(frozen=True)
class Lot:
    """An entrant with the lot that fell on it."""

    place: int
    id: str
    name: str
    digits: str


@dataclass(frozen=True)
class ToldDraw:
    """A recorded draw. `number` counts a tournament's draws from 1, `role` is what whoever drew is here."""

    number: int
    row: Draw
    stage: StageInFrame
    role: Role | None
    names: Mapping[str, str]

    @property
    def by_hand(self) -> bool:
        return not self.row.inputs

    @property
    def by_itself(self) -> bool:
        """Whether the program drew it as soon as the stages before were decided."""
        return not (self.by_hand or self.row.seed or self.row.round)

    @cached_property
    def inputs(self) -> DrawInputs | None:
        """What a stage was drawn from; nothing of a round, or of places that came out of a bag."""
        return None if self.by_hand or self.row.round else DrawInputs.from_json(self.row.inputs)

    @cached_property
    def round_inputs(self) -> RoundInputs | None:
        return RoundInputs.from_json(self.row.inputs) if self.row.round else None

    @cached_property
    def drawn(self) -> Drawn:
        return Drawn.from_json(self.row.drawn)

    @property
    def seed_offered(self) -> bool | None:
        """Whether the seed is the one that was offered; not known where who left keeps his place."""
        stage = self.stage.stage
        inputs = self.inputs
        return None if inputs is None else was_offered(stage.tournament, inputs, stage.position)

    @property
    def alterations(self) -> Sequence[Alteration]:
        return read_alterations(self.row.alterations)

    @property
    def groups(self) -> list[tuple[str, list[str]]]:
        """The groups by name, or the encounters of a round by number."""
        return [
            (str(at + 1) if self.row.round else group_name(at), [self.name_of(one) for one in members])
            for at, members in enumerate(self.drawn.groups)
        ]

    @property
    def repeats(self) -> tuple[int, int] | None:
        """How many couples sit together again at tables of four, and how many must at least."""
        inputs = self.round_inputs
        if inputs is None or self.row.kind not in AT_FOUR:
            return None
        return len(faults(inputs, self.drawn).repeats), fewest_repeats(inputs, self.drawn)

    @property
    def planned(self) -> list[Planned]:
        """What the order makes of its stage as it is set now."""
        stage = self.stage.stage
        return planned_first(self.drawn.order, kind=self.row.kind, settings=settings_of(stage))

    @property
    def lots(self) -> list[Lot]:
        """Everybody by lot, smallest first; nothing where no lot was needed."""
        inputs = self.inputs
        if inputs is None or not inputs.seed:
            return []
        drawn = sorted((lot(inputs.seed, one.id), one.id) for one in inputs.drawees)
        return [Lot(at, one, self.name_of(one), digits) for at, (digits, one) in enumerate(drawn, start=1)]

    @property
    def pots(self) -> list[tuple[int, list[str]]]:
        inputs = self.inputs
        if inputs is None or inputs.pots is Pots.NONE:
            return []
        return [(number, self._names(pot)) for number, pot in pots_of(inputs)]

    def name_of(self, one: str) -> str:
        return self.names.get(one, "?")

    def _names(self, drawees: Sequence[Drawee]) -> list[str]:
        return [self.name_of(drawee.id) for drawee in drawees]


def read_draws(frame: Frame) -> list[ToldDraw]:
    """Every draw of a tournament, those taken back too, in the order they were made; in three queries."""
    rows = Draw.objects.filter(stage__tournament=frame.tournament).order_by("pk")
    names, roles = _names(frame.tournament), _roles(frame.tournament)
    return [
        ToldDraw(number, row, frame.stage(row.stage_id), roles.get(row.user_id or 0), names)
        for number, row in enumerate(rows, start=1)
    ]


@dataclass(frozen=True)
class ToldTie:
    """A tie that a lot of the program parted, with the lots of those whom it parted, the first one first."""

    decision: TieDecision
    stage: StageInFrame
    lots: Sequence[Lot]
    newest: bool
    seed_offered: bool


def read_tie_lots(frame: Frame) -> list[ToldTie]:
    """Every lot of a tie that the program drew, the newest first, those that were corrected since too."""
    stages = [one.stage for one in frame.stages]
    own = Q(group__stage__in=stages) | Q(stage__in=stages)
    drawn = TieDecision.objects.filter(own).select_related("group").order_by("-pk")
    names, told, seen = _names(frame.tournament), [], set[tuple[int | None, int | None]]()
    for one in drawn:
        place = one.group_id, one.stage_id
        stage = frame.stage(one.group.stage_id if one.group else one.stage_id or 0)
        lots = [
            Lot(at, key, names.get(key, "?"), lot(one.seed, key)) for at, key in enumerate(one.order, start=1)
        ]
        if one.seed:
            offered = offered_for_tie(frame.tournament, stage.stage, one.group, one.order)
            told.append(ToldTie(one, stage, lots, place not in seen, one.seed == offered))
        seen.add(place)
    return told


def _names(tournament: Tournament) -> dict[str, str]:
    return {str(key): name for key, name in tournament.entrants.values_list("public_id", "name")}


def _roles(tournament: Tournament) -> dict[int, Role]:
    """What everybody is in the club, by user: the highest role counts."""
    rows = Membership.objects.filter(club=tournament.club_id).values_list("user", "role")
    ranks = list(Role)
    found: dict[int, Role] = {}
    for user, role in rows:
        held = Role(role)
        found[user] = min(held, found.get(user, held), key=ranks.index)
    return found
