"""Whether melds on the table open by the task of the hand (S3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations

from rules.all_melds import Faces as Candidate
from rules.games.okey_task.racks import faces_of
from rules.games.okey_task.tasks import FEWEST_PAIRS, TASK_MELDS, Task
from rules.meld_faults import Faces
from rules.melds import Meld, MeldKind
from rules.rack_input import MOST_TILES
from rules.round_melds import place_tiles, read_round_meld, read_round_set
from rules.tiles import Tile


class TaskError(StrEnum):
    INVALID_MELD = "invalid_meld"
    OTHER_MELDS = "other_melds"
    NOTHING_TO_DISCARD = "nothing_to_discard"


@dataclass(frozen=True, slots=True)
class LaidTask:
    melds: tuple[Meld, ...]
    pairs: int
    errors: tuple[TaskError, ...]


def read_group(tiles: Sequence[Tile], task: Task | None) -> Meld:
    """A tile and two jokers are a run and a set: prefer what the task wants."""
    faces = faces_of(tiles)
    wanted = [melds[0] for melds in TASK_MELDS.get(task, ()) if len(melds[0]) == len(faces)] if task else []
    sets_alone = bool(wanted) and all(meld[0].number == meld[1].number for meld in wanted)
    return (read_round_set(faces) if sets_alone else None) or read_round_meld(faces)


def judge_laid_task(groups: Sequence[Sequence[Tile]], task: Task) -> LaidTask:
    """Return errors, too: an invalid meld, else not the task's melds; nothing left to discard."""
    melds = tuple(read_group(group, task) for group in groups)
    pairs = sum(meld.kind is MeldKind.PAIR for meld in melds)
    if task is Task.CIFT:
        fulfilled = FEWEST_PAIRS <= pairs == len(groups)
    else:
        fulfilled = _are_melds_of([faces_of(group) for group in groups], TASK_MELDS[task])
    valid = all(meld.valid for meld in melds)
    checks = {
        TaskError.INVALID_MELD: not valid,
        TaskError.OTHER_MELDS: valid and not fulfilled,
        TaskError.NOTHING_TO_DISCARD: sum(map(len, groups)) >= MOST_TILES,
    }
    return LaidTask(melds, pairs, tuple(error for error, applies in checks.items() if applies))


def _are_melds_of(groups: Sequence[Faces], wanted: Sequence[Sequence[Candidate]]) -> bool:
    return len(groups) == len(wanted) and any(
        all(_is_one_of(*pair) for pair in zip(groups, order, strict=True)) for order in permutations(wanted)
    )


def _is_one_of(faces: Faces, melds: Sequence[Candidate]) -> bool:
    return len(faces) == len(melds[0]) and any(place_tiles(faces, meld) for meld in melds)
