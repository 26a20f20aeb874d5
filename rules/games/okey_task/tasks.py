"""Drawn for each hand: what a first opening must lay (S3)."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from rules.all_melds import Faces, runs_of_length, sets_of_size
from rules.localized_text import Text

FEWEST_PAIRS: Final = 4
"""For the task ``cift``."""


class Task(StrEnum):
    KUT_3 = "kut_3"
    SERI_3 = "seri_3"
    KUT_4 = "kut_4"
    SERI_4 = "seri_4"
    SERI_5 = "seri_5"
    KUT_3_X2 = "kut_3_x2"
    SERI_3_X2 = "seri_3_x2"
    KUT_3_SERI_3 = "kut_3_seri_3"
    KUT_4_X2 = "kut_4_x2"
    SERI_4_X2 = "seri_4_x2"
    KUT_4_SERI_4 = "kut_4_seri_4"
    CIFT = "cift"


TASK_NAMES: Final[Mapping[Task, Text]] = MappingProxyType(
    {
        Task.KUT_3: Text("Küt 3", "Set of 3"),
        Task.SERI_3: Text("Seri 3", "Run of 3"),
        Task.KUT_4: Text("Küt 4", "Set of 4"),
        Task.SERI_4: Text("Seri 4", "Run of 4"),
        Task.SERI_5: Text("Seri 5", "Run of 5"),
        Task.KUT_3_X2: Text("2 × küt 3", "2 × set of 3"),
        Task.SERI_3_X2: Text("2 × seri 3", "2 × run of 3"),
        Task.KUT_3_SERI_3: Text("Küt 3 + seri 3", "Set of 3 + run of 3"),
        Task.KUT_4_X2: Text("2 × küt 4", "2 × set of 4"),
        Task.SERI_4_X2: Text("2 × seri 4", "2 × run of 4"),
        Task.KUT_4_SERI_4: Text("Küt 4 + seri 4", "Set of 4 + run of 4"),
        Task.CIFT: Text("Çift", "Pairs"),
    }
)

TASK_MELDS: Final[Mapping[Task, tuple[tuple[Faces, ...], ...]]] = MappingProxyType(
    {
        Task.KUT_3: (sets_of_size(3),),
        Task.SERI_3: (runs_of_length(3),),
        Task.KUT_4: (sets_of_size(4),),
        Task.SERI_4: (runs_of_length(4),),
        Task.SERI_5: (runs_of_length(5),),
        Task.KUT_3_X2: (sets_of_size(3), sets_of_size(3)),
        Task.SERI_3_X2: (runs_of_length(3), runs_of_length(3)),
        Task.KUT_3_SERI_3: (sets_of_size(3), runs_of_length(3)),
        Task.KUT_4_X2: (sets_of_size(4), sets_of_size(4)),
        Task.SERI_4_X2: (runs_of_length(4), runs_of_length(4)),
        Task.KUT_4_SERI_4: (sets_of_size(4), runs_of_length(4)),
    }
)
"""Acceptable melds for each of a task's; pairs are counted instead."""
