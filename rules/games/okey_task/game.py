"""Task Okey as a game."""

from typing import Final

from rules.games.game import Game
from rules.games.okey_task.book.contents import BOOK
from rules.games.okey_task.deeds import deeds_of
from rules.games.okey_task.infractions import INFRACTIONS
from rules.games.okey_task.particulars import particulars
from rules.games.okey_task.problems import find_errors, find_warnings
from rules.games.okey_task.racks import answer_rack
from rules.games.okey_task.reports import parse_report
from rules.games.okey_task.rulesets import PRESETS, RuleSet
from rules.games.okey_task.score import score_hand
from rules.rulesets import LONGEST_MATCH
from rules.text import Text

OKEY_TASK: Final = Game(
    id="okey_task",
    names=Text("Görevli okey", "Task Okey"),
    presets=PRESETS,
    read_rules=RuleSet.from_json,
    parse_report=parse_report,
    find_errors=find_errors,
    find_warnings=find_warnings,
    score_hand=score_hand,
    book=BOOK,
    deeds_of=deeds_of,
    foul_names={code: kind.name for code, kind in INFRACTIONS.items()},
    particulars=particulars,
    answer_rack=answer_rack,
    lengths=tuple(range(1, LONGEST_MATCH + 1)),
    parts_ties=("fewest_infractions", "most_finishes"),
)
