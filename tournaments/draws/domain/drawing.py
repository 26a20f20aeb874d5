"""From what an organizer chooses for a draw to the groups or the order that follow from it.

Brackets keep kin apart by their order. Swiss rounds and tables of four have no bracket: there the order is by
strength alone, and the format keeps kin apart when it pairs the first round. Whom it seats where becomes the
order that is recorded, so that the plain format makes the same round of it, and an exchange by hand moves
nobody else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from tournaments.enums import BRACKETS
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.drawing import (
    Alteration,
    Apart,
    Drawee,
    DrawInputs,
    DrawKind,
    Drawn,
    Method,
    Note,
    NoteKind,
    NotInDraw,
    Pots,
    altered,
    draw,
)
from tournaments.formats.group_sizes import group_name, group_sizes
from tournaments.formats.plan import Field, Planned, Seed, Settings
from tournaments.formats.qualifier_order import order_of_qualified
from tournaments.models import Entrant, Group
from tournaments.refusals import Refused
from tournaments.schedule.stage_encounters import Seated


class AlterationNotPossible(Refused):
    code = "alteration_not_possible"
    template = _("A change by hand names somebody who is not in this draw. Take it back and look again.")


@dataclass(frozen=True)
class DrawChoices:
    """What an organizer chooses; `groups` and `pots` are for stages of groups."""

    method: Method
    seed: str
    groups: int = 1
    pots: Pots = Pots.NONE
    apart: Apart = Apart.NOBODY
    alterations: tuple[Alteration, ...] = ()


def drawees(seated: Sequence[Seated]) -> tuple[Drawee, ...]:
    """Entrants as a draw sees them: by id, without a name."""
    return tuple(_drawee(one, one.entrant) for one in seated if one.entrant)


def inputs_of(*, in_groups: bool, seated: Sequence[Seated], chosen: DrawChoices) -> DrawInputs:
    """The inputs that choices make of these entrants; `check_sizes` comes first."""
    found = drawees(seated)
    return DrawInputs(
        kind=DrawKind.GROUPS if in_groups else DrawKind.ORDER,
        drawees=found,
        method=chosen.method,
        seed=chosen.seed,
        sizes=tuple(group_sizes(len(found), chosen.groups)) if in_groups else (),
        pots=chosen.pots if in_groups else Pots.NONE,
        apart=chosen.apart,
    )


def drawn_from(inputs: DrawInputs, *, kind: str, alterations: Sequence[Alteration] = ()) -> Drawn:
    """What inputs give in a stage of this kind, altered by hand. Raises AlterationNotPossible."""
    drawn = _unaltered(inputs, kind)
    try:
        drawn = altered(inputs, drawn, alterations)
    except NotInDraw:
        raise AlterationNotPossible from None
    if inputs.kind is DrawKind.ORDER and kind not in BRACKETS:
        return replace(drawn, notes=tuple(_met_at_once(inputs, drawn.order, kind)))
    return drawn


def planned_first(order: Sequence[str], *, kind: str, settings: Settings) -> list[Planned]:
    """Everything that a format plans for an order."""
    return FORMATS[kind].plan(_field(len(order)), settings)


def seats_in_turn(planned: Sequence[Planned]) -> list[int]:
    """The seeds as they sit down: encounter by encounter, side by side, each once."""
    return [side.number for one in planned for side in one.sides if isinstance(side, Seed)]


def order_of_seats(ids: Sequence[str], *, kind: str, settings: Settings) -> tuple[str, ...]:
    """The order of seeds in which these ids sit down one after the other, as they were drawn from a bag."""
    seats = seats_in_turn(planned_first(ids, kind=kind, settings=settings))
    by_seed = dict(zip(seats, ids, strict=True))
    return tuple(by_seed[seed] for seed in sorted(by_seed))


def _drawee(one: Seated, entrant: Entrant) -> Drawee:
    return Drawee(
        id=str(entrant.public_id),
        name="",
        rating=entrant.rating,
        club=entrant.club_name,
        seed=entrant.seed,
        pot=entrant.pot,
        came_from=(_letter(one.from_group), one.from_rank) if one.from_rank else None,
        among=one.among,
    )


def _letter(group: Group | None) -> str:
    """A for the first group, whatever the club calls it; nothing where there was but one."""
    return group_name(group.position) if group and group.name else ""


def _unaltered(inputs: DrawInputs, kind: str) -> Drawn:
    if inputs.kind is DrawKind.GROUPS:
        return draw(inputs)
    if inputs.method is Method.BY_PLACE and inputs.apart is Apart.GROUP:
        return Drawn(order=order_of_qualified(inputs.drawees))
    if kind in BRACKETS or inputs.apart is Apart.NOBODY:
        return draw(inputs)
    by_strength = draw(replace(inputs, apart=Apart.NOBODY)).order
    return Drawn(order=_paired_apart(inputs, by_strength, kind))


def _paired_apart(inputs: DrawInputs, order: Sequence[str], kind: str) -> tuple[str, ...]:
    """The order that seats everybody as the format does when it knows who is to be kept apart."""
    kin = _kin(inputs, order)
    mates = defaultdict[str, set[int]](set)
    for seed, name in enumerate(kin, start=1):
        if name:
            mates[name].add(seed)
    apart = tuple(
        frozenset(mates[name] - {seed}) if name else frozenset() for seed, name in enumerate(kin, start=1)
    )
    knowing = FORMATS[kind].plan(replace(_field(len(order)), apart=apart), Settings())
    plain = FORMATS[kind].plan(_field(len(order)), Settings())
    holders = dict(zip(seats_in_turn(plain), seats_in_turn(knowing), strict=True))
    return tuple(order[holders[seed] - 1] for seed in sorted(holders))


def _field(entrants: int) -> Field:
    return Field(entrants=entrants, standing=tuple(range(1, entrants + 1)))


def _kin(inputs: DrawInputs, order: Sequence[str]) -> list[str | None]:
    by_id: Mapping[str, str | None] = {drawee.id: inputs.kin(drawee) for drawee in inputs.drawees}
    return [by_id[one] for one in order]


def _met_at_once(inputs: DrawInputs, order: Sequence[str], kind: str) -> Iterator[Note]:
    """A note for everybody's kin that meet in the first round all the same."""
    kin = _kin(inputs, order)
    written = {drawee.id: drawee for drawee in inputs.drawees}
    for planned in FORMATS[kind].plan(_field(len(order)), Settings()):
        here = [side.number - 1 for side in planned.sides if isinstance(side, Seed)]
        for name in dict.fromkeys(kin[at] for at in here if kin[at]):
            ids = tuple(order[at] for at in here if kin[at] == name)
            if len(ids) > 1:
                yield Note(NoteKind.KIN_BEFORE_FINAL, 1, _label(inputs, written[ids[0]]), ids)


def _label(inputs: DrawInputs, drawee: Drawee) -> str:
    if inputs.apart is Apart.GROUP and drawee.came_from:
        return drawee.came_from[0]
    return drawee.club
