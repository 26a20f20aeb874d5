from typing import Any, Final

from rules.book.switch_examples import ScoredExample
from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.problems import find_errors
from rules.games.okey_task.reports import parse_report
from rules.games.okey_task.score import score_hand
from rules.localized_text import Text

_HAND: Final[dict[str, Any]] = {
    "outcome": "finished",
    "finisher": "A1",
    "task": "seri_3",
    "seats": {
        "A1": {"opening": "series"},
        "B1": {
            "opening": "series",
            "rack": {"points": 12},
            "infractions": [{"code": JOKER_EXCHANGED, "count": 1}],
        },
        "A2": {"opening": "none", "rack": {"points": 58}},
        "B2": {"opening": "series", "rack": {"points": 31}},
    },
}
EXCHANGED_JOKER_EXAMPLE: Final = ScoredExample(
    Text(
        "A1 bitti. B1’in elinde 12, A2’nin 58, B2’nin 31 kaldı; B1 bir joker kaptırdı.",
        "A1 finished. B1 has 12 left, A2 58 and B2 31; B1 had a joker exchanged.",
    ),
    parse_report(_HAND),
    find_errors,
    score_hand,
)
