from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rules.all_melds import LONGEST_RUN, Faces
from rules.games.okey_task.tasks import FEWEST_PAIRS, TASK_MELDS, TASK_NAMES, Task
from rules.localized_text import Text
from rules.meld_faults import FAULT_WORDS, FaultCode
from rules.rack_input import MOST_TILES

_OWN_FAULT_WORDS: Final[Mapping[FaultCode, Text]] = MappingProxyType(
    {
        FaultCode.RUN_PAST_HIGHEST: Text(
            "1’den öteye geçilmez: 12-13-1 seridir, 13-1-2 değildir.",
            "Nothing follows that 1: 12-13-1 is a run, 13-1-2 is not.",
        ),
        FaultCode.RUN_TOO_LONG: Text(
            f"Seri en çok {LONGEST_RUN} taştır.", f"A run has {LONGEST_RUN} tiles at most."
        ),
        FaultCode.NUMBER_TWICE: Text(
            f"Seride her sayı bir kez olur; 1, yalnız {LONGEST_RUN} taşlık seride iki kezdir.",
            f"A run has each number once; 1 twice only in the run of {LONGEST_RUN}.",
        ),
    }
)


def switches() -> dict[str, Any]:
    """Return JSON-serializable data for ``static/js/judge/okey_task``.

    `pairs` is the fewest that open; `tasks` has each task's melds by kind (``set`` or ``run``) and size.
    """
    melds_by_task = {task.value: [_kind(melds[0]) for melds in TASK_MELDS.get(task, ())] for task in Task}
    return {"most": MOST_TILES, "pairs": FEWEST_PAIRS, "tasks": melds_by_task}


def _kind(meld: Faces) -> dict[str, Any]:
    return {"kind": "run" if len({tile.colour for tile in meld}) == 1 else "set", "size": len(meld)}


def task_names(language: str) -> dict[str, str]:
    return {task.value: name.in_language(language) for task, name in TASK_NAMES.items()}


def fault_words(language: str) -> dict[str, str]:
    texts = {**FAULT_WORDS, **_OWN_FAULT_WORDS}
    return {code.value: text.in_language(language) for code, text in texts.items()}
