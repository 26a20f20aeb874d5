from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from .bracket_draw import seeds_by_slot
from .draw_inputs import DrawInputs, Pots, Separation
from .draw_results import DrawResult, Note, NoteKind
from .group_draw import list_pots


def add_notes(inputs: DrawInputs, result: DrawResult) -> DrawResult:
    if result.groups:
        return replace(
            result, notes=(*_kin_in_group_notes(inputs, result), *_pot_in_group_notes(inputs, result))
        )
    return replace(result, notes=tuple(_kin_before_final_notes(inputs, result)))


def _kin_in_group_notes(inputs: DrawInputs, result: DrawResult) -> Iterator[Note]:
    kin, labels = _kin_by_drawee(inputs), _unfolded_labels(inputs)
    for number, group in enumerate(result.groups):
        for ids in _ids_by_shared_label([(kin[drawee_id], drawee_id) for drawee_id in group]):
            yield Note(NoteKind.KIN_IN_GROUP, number, labels[ids[0]], ids)


def _pot_in_group_notes(inputs: DrawInputs, result: DrawResult) -> Iterator[Note]:
    if inputs.pots is Pots.NONE:
        return
    pot = {drawee.id: str(number) for number, drawees in list_pots(inputs) for drawee in drawees}
    for number, group in enumerate(result.groups):
        for ids in _ids_by_shared_label([(pot[drawee_id], drawee_id) for drawee_id in group]):
            yield Note(NoteKind.POT_IN_GROUP, number, pot[ids[0]], ids)


def _ids_by_shared_label(labelled: list[tuple[str | None, str]]) -> Iterator[tuple[str, ...]]:
    sharing = defaultdict[str, list[str]](list)
    for label, drawee_id in labelled:
        if label is not None:
            sharing[label].append(drawee_id)
    return (tuple(ids) for ids in sharing.values() if len(ids) > 1)


def _kin_before_final_notes(inputs: DrawInputs, result: DrawResult) -> Iterator[Note]:
    """Yield a note per group of kin who can meet before the final: the earliest round, who can meet in it."""
    bracket = seeds_by_slot(len(result.order))
    final = len(bracket).bit_length() - 1
    kin, labels = _kin_by_drawee(inputs), _unfolded_labels(inputs)
    slots_by_label = defaultdict[str, list[tuple[int, str]]](list)
    for slot, seed in enumerate(bracket):
        drawee_id = result.order[seed - 1] if seed <= len(result.order) else None
        label = kin[drawee_id] if drawee_id else None
        if drawee_id and label:
            slots_by_label[label].append((slot, drawee_id))
    for places in slots_by_label.values():
        meetings = [
            ((slot ^ next_slot).bit_length(), drawee_id, next_id)
            for (slot, drawee_id), (next_slot, next_id) in pairwise(places)
        ]
        earliest = min((number for number, _id, _next_id in meetings), default=final)
        if earliest < final:
            ids = dict.fromkeys(
                drawee_id for number, *couple in meetings if number == earliest for drawee_id in couple
            )
            yield Note(NoteKind.KIN_BEFORE_FINAL, earliest, labels[places[0][1]], tuple(ids))


def _kin_by_drawee(inputs: DrawInputs) -> dict[str, str | None]:
    return {drawee.id: inputs.kin_label(drawee) for drawee in inputs.drawees}


def _unfolded_labels(inputs: DrawInputs) -> dict[str, str]:
    if inputs.apart is Separation.GROUP:
        return {drawee.id: drawee.came_from[0] for drawee in inputs.drawees if drawee.came_from}
    return {drawee.id: drawee.club for drawee in inputs.drawees}
