from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.games.okey_task.tasks import Task

PICTURES: Final[Mapping[Task, tuple[str, ...]]] = MappingProxyType(
    {
        Task.KUT_3: ("r7 b7 k7",),
        Task.SERI_3: ("b4 b5 b6",),
        Task.KUT_4: ("r7 b7 y7 k7",),
        Task.SERI_4: ("b4 b5 b6 b7",),
        Task.SERI_5: ("b4 b5 b6 b7 b8",),
        Task.KUT_3_X2: ("r7 b7 k7", "r11 y11 k11"),
        Task.SERI_3_X2: ("b4 b5 b6", "y9 y10 y11"),
        Task.KUT_3_SERI_3: ("r7 b7 k7", "y4 y5 y6"),
        Task.KUT_4_X2: ("r7 b7 y7 k7", "r11 b11 y11 k11"),
        Task.SERI_4_X2: ("b4 b5 b6 b7", "y9 y10 y11 y12"),
        Task.KUT_4_SERI_4: ("r7 b7 y7 k7", "b2 b3 b4 b5"),
        Task.CIFT: ("r3 r3", "b8 b8", "y11 y11", "k5 k5"),
    }
)
"""Its melds as tile codes; others of the same kind and length do, too."""
