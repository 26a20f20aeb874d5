"""Classic Okey as a game."""

from typing import Final

from rules.games.game import Game
from rules.games.okey_points.book.contents import BOOK
from rules.games.okey_points.deeds import FINISHES, deeds_of
from rules.games.okey_points.differences import differences
from rules.games.okey_points.parts import parts_of
from rules.games.okey_points.problems import find_errors, find_warnings
from rules.games.okey_points.racks import answer_rack
from rules.games.okey_points.reports import parse_report, with_before
from rules.games.okey_points.rulesets import PRESETS, START, RuleSet
from rules.games.okey_points.score import score_hand
from rules.rulesets import LONGEST_MATCH
from rules.text import Text

OKEY_POINTS: Final = Game(
    id="okey_points",
    names=Text("Düz okey", "Classic Okey"),
    presets=PRESETS,
    read_rules=RuleSet.from_json,
    parse_report=parse_report,
    find_errors=find_errors,
    find_warnings=find_warnings,
    score_hand=score_hand,
    book=BOOK,
    deeds_of=deeds_of,
    finish_names=FINISHES,
    answer_rack=answer_rack,
    lengths=(None, *range(1, LONGEST_MATCH + 1)),
    parts_ties=("most_finishes",),
    ends_at=START,
    with_before=with_before,
    charges_sides=True,
    parts_of=parts_of,
    differences=differences,
)
