"""Computes groups or an order from an organizer's choices.

Without a bracket, the format separates kin in the first round; the seating is recorded as the order, which
reproduces it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from tournaments.enums import BRACKET_KINDS
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.drawing import (
    Alteration,
    Drawee,
    DrawInputs,
    DrawKind,
    DrawResult,
    Method,
    Note,
    NoteKind,
    NotInDraw,
    Pots,
    Separation,
    draw,
    with_alterations,
)
from tournaments.formats.encounter_plan import FormatSettings, PlannedEncounter, Seed, StageField
from tournaments.formats.group_sizes import group_name, group_sizes
from tournaments.formats.qualifier_order import order_qualifiers
from tournaments.models import Entrant, Group
from tournaments.refusals import Refused
from tournaments.schedule.stage_encounters import SeedEntrant


class AlterationNotPossible(Refused):
    code = "alteration_not_possible"
    template = _("A change by hand names an entrant who is not in this draw. Undo it and check again.")


@dataclass(frozen=True)
class DrawChoices:
    method: Method
    seed: str
    groups: int = 1
    pots: Pots = Pots.NONE
    apart: Separation = Separation.NOBODY
    alterations: tuple[Alteration, ...] = ()


def drawees(seated: Sequence[SeedEntrant]) -> tuple[Drawee, ...]:
    return tuple(_drawee(seat, seat.entrant) for seat in seated if seat.entrant)


def draw_inputs_of(*, in_groups: bool, seated: Sequence[SeedEntrant], choices: DrawChoices) -> DrawInputs:
    """Return the inputs; sizes and pots only in groups. Caller runs `check_sizes` first."""
    drawees_of_stage = drawees(seated)
    return DrawInputs(
        kind=DrawKind.GROUPS if in_groups else DrawKind.ORDER,
        drawees=drawees_of_stage,
        method=choices.method,
        seed=choices.seed,
        sizes=tuple(group_sizes(len(drawees_of_stage), choices.groups)) if in_groups else (),
        pots=choices.pots if in_groups else Pots.NONE,
        apart=choices.apart,
    )


def compute_draw(inputs: DrawInputs, *, kind: str, alterations: Sequence[Alteration] = ()) -> DrawResult:
    """Draw deterministically, then apply `alterations`; `kind` is the stage's.

    Raises AlterationNotPossible.
    """
    result = _draw_unaltered(inputs, kind)
    try:
        result = with_alterations(inputs, result, alterations)
    except NotInDraw:
        raise AlterationNotPossible from None
    if inputs.kind is DrawKind.ORDER and kind not in BRACKET_KINDS:
        return replace(result, notes=tuple(_first_round_notes(inputs, result.order, kind)))
    return result


def planned_encounters(
    order: Sequence[str], *, kind: str, settings: FormatSettings
) -> list[PlannedEncounter]:
    return FORMATS[kind].plan(_field(len(order)), settings)


def seeds_in_seating_order(planned: Sequence[PlannedEncounter]) -> list[int]:
    return [side.number for encounter in planned for side in encounter.sides if isinstance(side, Seed)]


def order_from_bag(ids: Sequence[str], *, kind: str, settings: FormatSettings) -> tuple[str, ...]:
    """The order that seats these ids in sequence."""
    seats = seeds_in_seating_order(planned_encounters(ids, kind=kind, settings=settings))
    by_seed = dict(zip(seats, ids, strict=True))
    return tuple(by_seed[seed] for seed in sorted(by_seed))


def _drawee(seat: SeedEntrant, entrant: Entrant) -> Drawee:
    """Return what a draw needs of an entrant, without the name."""
    return Drawee(
        id=str(entrant.public_id),
        name="",
        rating=entrant.rating,
        club=entrant.club_name,
        seed=entrant.seed,
        pot=entrant.pot,
        came_from=(_letter(seat.from_group), seat.from_rank) if seat.from_rank else None,
        among=seat.cross_group_place,
    )


def _letter(group: Group | None) -> str:
    """A for the first group; empty for a single one."""
    return group_name(group.position) if group and group.name else ""


def _draw_unaltered(inputs: DrawInputs, kind: str) -> DrawResult:
    if inputs.kind is DrawKind.GROUPS:
        return draw(inputs)
    if inputs.method is Method.BY_PLACE and inputs.apart is Separation.GROUP:
        return DrawResult(order=order_qualifiers(inputs.drawees))
    if kind in BRACKET_KINDS or inputs.apart is Separation.NOBODY:
        return draw(inputs)
    by_strength = draw(replace(inputs, apart=Separation.NOBODY)).order
    return DrawResult(order=_order_with_kin_apart(inputs, by_strength, kind))


def _order_with_kin_apart(inputs: DrawInputs, order: Sequence[str], kind: str) -> tuple[str, ...]:
    """Return `order` changed so that kin don't meet in the first round, where the format can."""
    kin = _kin_by_order(inputs, order)
    mates = defaultdict[str, set[int]](set)
    for seed, name in enumerate(kin, start=1):
        if name:
            mates[name].add(seed)
    avoided = tuple(
        frozenset(mates[name] - {seed}) if name else frozenset() for seed, name in enumerate(kin, start=1)
    )
    with_kin_apart = FORMATS[kind].plan(replace(_field(len(order)), seeds_to_avoid=avoided), FormatSettings())
    plain = FORMATS[kind].plan(_field(len(order)), FormatSettings())
    holders = dict(zip(seeds_in_seating_order(plain), seeds_in_seating_order(with_kin_apart), strict=True))
    return tuple(order[holders[seed] - 1] for seed in sorted(holders))


def _field(entrants: int) -> StageField:
    return StageField(entrants=entrants, seeds_in_order=tuple(range(1, entrants + 1)))


def _kin_by_order(inputs: DrawInputs, order: Sequence[str]) -> list[str | None]:
    by_id: Mapping[str, str | None] = {drawee.id: inputs.kin_label(drawee) for drawee in inputs.drawees}
    return [by_id[drawee_id] for drawee_id in order]


def _first_round_notes(inputs: DrawInputs, order: Sequence[str], kind: str) -> Iterator[Note]:
    kin = _kin_by_order(inputs, order)
    drawee_by_id = {drawee.id: drawee for drawee in inputs.drawees}
    for planned in FORMATS[kind].plan(_field(len(order)), FormatSettings()):
        indexes = [side.number - 1 for side in planned.sides if isinstance(side, Seed)]
        for name in dict.fromkeys(kin[index] for index in indexes if kin[index]):
            ids = tuple(order[index] for index in indexes if kin[index] == name)
            if len(ids) > 1:
                yield Note(NoteKind.KIN_BEFORE_FINAL, 1, _kin_label(inputs, drawee_by_id[ids[0]]), ids)


def _kin_label(inputs: DrawInputs, drawee: Drawee) -> str:
    if inputs.apart is Separation.GROUP and drawee.came_from:
        return drawee.came_from[0]
    return drawee.club
