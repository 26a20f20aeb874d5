"""Reads a group where 1 may follow 13 (S1, S3, S4): 12-13-1 is a run, 13-1-2 isn't."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.all_melds import LONGEST_RUN, runs_of_length, sets_of_size
from rules.localized_text import Text
from rules.meld_faults import FAULT_WORDS, Faces, Fault, FaultCode, fault_of_group
from rules.melds import SHORTEST_MELD, Meld, MeldKind, read_pair
from rules.tiles import Tile

ROUND_FAULT_WORDS: Final[Mapping[FaultCode, Text]] = MappingProxyType(
    {
        **FAULT_WORDS,
        FaultCode.RUN_PAST_HIGHEST: Text(
            "13’ten sonra gelen 1 seriyi bitirir: 12-13-1 seridir, 13-1-2 değildir.",
            "A 1 after 13 ends the run: 12-13-1 is a run, 13-1-2 is not.",
        ),
        FaultCode.RUN_TOO_LONG: Text(
            f"Seri en çok {LONGEST_RUN} taştır: 1’den 13’e ve bir 1 daha.",
            f"A run has {LONGEST_RUN} tiles at most: 1 to 13 and another 1.",
        ),
        FaultCode.NUMBER_TWICE: Text(
            f"Seride her sayı bir kez olur; 1, yalnız {LONGEST_RUN} taşlık seride iki kezdir.",
            f"A run has each number once; 1 twice only in the run of {LONGEST_RUN}.",
        ),
    }
)


_AFTER_1: Final = 2


def read_round_meld(faces: Faces, okey: Tile | None = None) -> Meld:
    """Return a run, as high as possible, else a set or pair; or an invalid meld with its fault. No values."""
    if len(faces) < SHORTEST_MELD:
        return read_pair(faces, okey)
    meld = read_round_run(faces) or read_round_set(faces)
    return meld or Meld(MeldKind.INVALID, fault=_closest_fault(faces))


def read_round_run(faces: Faces) -> Meld | None:
    return _read(MeldKind.RUN, faces, reversed(runs_of_length(len(faces))))


def read_round_set(faces: Faces) -> Meld | None:
    return _read(MeldKind.SET, faces, sets_of_size(len(faces)))


def _read(kind: MeldKind, faces: Faces, melds: Iterable[tuple[Tile, ...]]) -> Meld | None:
    placed = (place_tiles(faces, meld) for meld in melds)
    return next((Meld(kind, stands_for=stands_for) for stands_for in placed if stands_for), None)


def place_tiles(faces: Faces, meld: Sequence[Tile]) -> tuple[Tile, ...]:
    """Put each tile in its place in a meld of as many, wild ones in the gaps; empty if one has no place."""
    free = list(meld)
    for face in filter(None, faces):
        if face not in free:
            return ()
        free.remove(face)
    return tuple(face or free.pop(0) for face in faces)


def _closest_fault(faces: Faces) -> Fault:
    """Only a run that goes on after a 1 goes past 13."""
    fault = fault_of_group(faces)
    goes_on = any(face and face.number == _AFTER_1 for face in faces)
    if fault.code is FaultCode.RUN_PAST_HIGHEST and not goes_on:
        return Fault(FaultCode.RUN_WITH_A_GAP)
    return fault
