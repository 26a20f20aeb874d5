from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from rules.strict_json import read_choice, read_list

from .draw_inputs import DrawInputs
from .draw_json import canonical_json, read_draw_json, read_members, read_nonempty
from .draw_notes import add_notes
from .draw_results import DrawResult


class NotInDraw(LookupError):  # noqa: N818 - a refusal is no fault
    """An alteration names an entrant that is not in the draw."""


class AlterationKind(StrEnum):
    """MOVE appends a to b's group, or inserts it at b's place in an order."""

    SWAP = "swap"
    MOVE = "move"


@dataclass(frozen=True)
class Alteration:
    kind: AlterationKind
    a: str
    b: str


def with_alterations(inputs: DrawInputs, result: DrawResult, alterations: Sequence[Alteration]) -> DrawResult:
    """Compute the notes again. Raises NotInDraw."""
    groups, order = [list(group) for group in result.groups], list(result.order)
    for alteration in alterations:
        _apply_alteration([*groups, order], alteration)
    return add_notes(inputs, DrawResult(groups=tuple(tuple(group) for group in groups), order=tuple(order)))


def _apply_alteration(lists: list[list[str]], alteration: Alteration) -> None:
    source, source_index = _find_drawee(lists, alteration.a)
    target, target_index = _find_drawee(lists, alteration.b)
    if alteration.kind is AlterationKind.SWAP:
        source[source_index], target[target_index] = target[target_index], source[source_index]
        return
    del source[source_index]
    is_order = target is lists[-1]
    target.insert(target_index if is_order else len(target), alteration.a)


def _find_drawee(lists: list[list[str]], drawee_id: str) -> tuple[list[str], int]:
    for ids in lists:
        if drawee_id in ids:
            return ids, ids.index(drawee_id)
    raise NotInDraw(drawee_id)


def write_alterations(alterations: Sequence[Alteration]) -> str:
    return canonical_json([asdict(alteration) for alteration in alterations])


def read_alterations(text: str) -> tuple[Alteration, ...]:
    """Raises MalformedDraw."""
    return read_draw_json(text, _parse_alterations)


def _parse_alterations(value: object) -> tuple[Alteration, ...]:
    return tuple(_parse_alteration(item, "alterations") for item in read_list(value, "alterations"))


def _parse_alteration(value: object, path: str) -> Alteration:
    fields = read_members(value, path, ("kind", "a", "b"))
    kind = read_choice(fields["kind"], "kind", AlterationKind)
    return Alteration(kind, read_nonempty(fields["a"], "a"), read_nonempty(fields["b"], "b"))
