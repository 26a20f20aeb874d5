import pytest

from rules.games.game import no_differences, no_summaries
from rules.games.okey101.game import OKEY_101
from rules.games.okey_points.game import OKEY_POINTS
from rules.hand_summary import (
    HandSummary,
    before_and_after,
    describe_change,
    describe_replacement,
    ending_difference,
    join_texts,
)
from rules.hands import Outcome, Report
from rules.localized_text import Text
from rules.seats import SEATS_PAIRS, SEATS_SINGLES

NAMES = {"A1": "Ayşe", "B1": "Hasan"}
WON, LOST = Text("bitti", "finished"), Text("bitmedi", "did not")


def ended(outcome: Outcome = Outcome.FINISHED, finisher: str | None = "A1") -> Report:
    return Report(outcome, {}, finisher)


@pytest.mark.parametrize(
    ("before", "after", "turkish", "english"),
    [
        (ended(), ended(finisher="B1"), "bitiren: Ayşe → Hasan", "finished by: Ayşe → Hasan"),
        (ended(), ended(finisher="Z9"), "bitiren: Ayşe → ?", "finished by: Ayşe → ?"),
        (
            ended(Outcome.DECK_EXHAUSTED, None),
            ended(),
            "elin sonu: deste bitti → Ayşe bitti",
            "end of the hand: the deck ran out → Ayşe finished",
        ),
        (
            ended(finisher=None),
            ended(finisher="Z9"),
            "elin sonu: biten yazılmamış → ? bitti",
            "end of the hand: no finisher named → ? finished",
        ),
    ],
)
def test_different_end_is_described(before, after, turkish, english):
    assert ending_difference(before, after, NAMES) == Text(turkish, english)


def test_same_end_is_not_described():
    assert ending_difference(ended(), ended(), NAMES) is None


def test_phrases_are_combined():
    assert before_and_after(WON, LOST) == Text("bitti → bitmedi", "finished → did not")
    assert describe_change(Text("el", "hand"), WON, LOST) == Text(
        "el: bitti → bitmedi", "hand: finished → did not"
    )
    assert describe_replacement(WON, LOST) == Text("bitti yerine bitmedi", "did not instead of finished")
    assert join_texts((WON, LOST)) == Text("bitti, bitmedi", "finished, did not")


def test_game_may_have_no_summary():
    assert (no_summaries(None, NAMES), no_differences(None, None, NAMES)) == ({}, [])
    assert HandSummary() == HandSummary((), False, (), "", ())


def test_players_or_sides_are_charged():
    assert OKEY_101.payers_of(iter(SEATS_PAIRS)) == SEATS_PAIRS
    assert OKEY_POINTS.payers_of(SEATS_PAIRS) == ("A", "B")
    assert OKEY_POINTS.payers_of(SEATS_SINGLES) == ("A", "B", "C", "D")
