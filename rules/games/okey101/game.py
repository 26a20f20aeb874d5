"""The 101 family as a game."""

from typing import Final

from rules.games.game import Game
from rules.games.okey101.answers import answer_opening, answer_rack
from rules.games.okey101.book.contents import BOOK
from rules.games.okey101.deeds import FINISHES, deeds_of
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.problems import find_errors, find_warnings
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import PRESETS, RuleSet, parts_level, right_of_keeper_deals, rules_for
from rules.games.okey101.score import score_hand
from rules.games.okey101.untold import unasked
from rules.text import Text

OKEY_101: Final = Game(
    id="okey101",
    names=Text("101 okey", "101 Okey"),
    presets=PRESETS,
    read_rules=RuleSet.from_json,
    parse_report=parse_report,
    find_errors=find_errors,
    find_warnings=find_warnings,
    score_hand=score_hand,
    book=BOOK,
    deeds_of=deeds_of,
    foul_names={code: kind.name for code, kind in INFRACTIONS.items()},
    finish_names={code: factor.name for code, factor in FINISHES.items()},
    unasked=unasked,
    answer_rack=answer_rack,
    rules_for=rules_for,
    parts_level=parts_level,
    right_of_keeper_deals=right_of_keeper_deals,
    lengths=(3, 5, 7, 9, 11),
    answer_opening=answer_opening,
)
