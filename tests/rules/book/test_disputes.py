"""Disputes that a referee put to the books: each has a sentence, its mark and its question."""

from itertools import product

import pytest

from rules.games import GAMES
from rules.localized_text import Text
from rules.rulebook import rule_book, situations
from rules.sources import CHOSEN
from rules.standings.stage_plans import Format, StagePlan

EVERYWHERE = (
    *("wrong-number", "unseen-discard", "played-for-another", "wrong-seats", "wrong-dealer"),
    *("referee-means", "corrected-later", "needless-corrected"),
)
LAID_MELDS = ("starter-opens", "tile-order", "number-found-late", "finished-with-a-wrong-number")
DISPUTES = {
    "okey101": (*EVERYWHERE, *LAID_MELDS, "void-after-bell", "wrong-finish"),
    "okey_points": (*EVERYWHERE, "false-finish"),
    "okey_task": (*EVERYWHERE, *LAID_MELDS, "opening-task-only", "false-finish"),
}
IN_PAIRS = {"okey101": "walkover-when", "okey_points": "walkover", "okey_task": "walkover"}
PRESETS = [(game, rules) for game in GAMES for rules in game.presets.values()]


@pytest.mark.parametrize(
    ("game", "rules", "singles"),
    [(*preset, singles) for preset, singles in product(PRESETS, (False, True))],
    ids=lambda value: getattr(value, "id", str(value)),
)
def test_dispute_is_answered_first_by_its_sentence(game, rules, singles):
    bell = 5 if rules.hands_per_match else 0
    stage = StagePlan(
        Text("Gruplar", "Groups"), 3, rules.hands_per_match, format=Format.GROUPS, least_hands=bell
    )
    book = rule_book(rules, (stage,), singles=singles, protest=15)
    sources = {item.key: item.source for chapter in book for item in chapter.citable_rules}
    questions = [question for group in situations(rules, book).values() for question in group]
    expected = {*DISPUTES[game.id], *(() if singles else (IN_PAIRS[game.id],))}
    if not rules.hands_per_match:
        expected.discard("void-after-bell")
    assert expected <= sources.keys()
    assert {key for key in expected if not any(question.answers[0] == key for question in questions)} == set()
    assert {sources[key] for key in expected} <= {CHOSEN, "S3"}
