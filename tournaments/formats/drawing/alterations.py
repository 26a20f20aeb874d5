"""What people changed in a draw by hand, kept as data so that the whole can be repeated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from rules.strict_json import read_choice, read_list

from .draw_inputs import DrawInputs
from .draw_json import canonical, members, name_of, read
from .draw_notes import noted
from .draw_results import Drawn


class NotInDraw(LookupError):  # noqa: N818 - a refusal is no fault
    """An alteration names somebody who doesn't stand in the draw."""


class AlterationKind(StrEnum):
    """What is done with a and b: they change places; or a moves to b.

    Moved, a becomes the last of b's group; in an order it takes b's place, and those between close the gap.
    """

    SWAP = "swap"
    MOVE = "move"


@dataclass(frozen=True)
class Alteration:
    kind: AlterationKind
    a: str
    b: str


def altered(inputs: DrawInputs, drawn: Drawn, alterations: Sequence[Alteration]) -> Drawn:
    """The draw after these alterations, one by one, with its notes made afresh. Raises NotInDraw."""
    groups, order = [list(group) for group in drawn.groups], list(drawn.order)
    for alteration in alterations:
        _alter([*groups, order], alteration)
    return noted(inputs, Drawn(groups=tuple(tuple(group) for group in groups), order=tuple(order)))


def _alter(lists: list[list[str]], alteration: Alteration) -> None:
    one, at = _find(lists, alteration.a)
    other, to = _find(lists, alteration.b)
    if alteration.kind is AlterationKind.SWAP:
        one[at], other[to] = other[to], one[at]
        return
    del one[at]
    is_order = other is lists[-1]
    other.insert(to if is_order else len(other), alteration.a)


def _find(lists: list[list[str]], wanted: str) -> tuple[list[str], int]:
    for ids in lists:
        if wanted in ids:
            return ids, ids.index(wanted)
    raise NotInDraw(wanted)


def write_alterations(alterations: Sequence[Alteration]) -> str:
    """Canonical JSON, a list; "[]" for none."""
    return canonical([asdict(alteration) for alteration in alterations])


def read_alterations(text: str) -> tuple[Alteration, ...]:
    """Read what `write_alterations` wrote. Raises MalformedDraw."""
    return read(text, _alterations)


def _alterations(value: object) -> tuple[Alteration, ...]:
    return tuple(_alteration(one, "alterations") for one in read_list(value, "alterations"))


def _alteration(value: object, where: str) -> Alteration:
    found = members(value, where, ("kind", "a", "b"))
    kind = read_choice(found["kind"], "kind", AlterationKind)
    return Alteration(kind, name_of(found["a"], "a"), name_of(found["b"], "b"))
