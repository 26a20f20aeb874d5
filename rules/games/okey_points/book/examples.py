from __future__ import annotations

from typing import Any, Final

from rules.book.switch_examples import ScoredExample
from rules.games.okey_points.problems import find_errors
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import START
from rules.games.okey_points.score import score_hand
from rules.localized_text import Text


def _won_hand_example(tr: str, en: str, **finish: Any) -> ScoredExample:
    return _hand_example(tr, en, outcome="finished", finisher="A1", finish=finish)


def _hand_example(tr: str, en: str, **entry: Any) -> ScoredExample:
    seats: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "A2", "B2")}
    return ScoredExample(Text(tr, en), parse_report({"seats": seats} | entry), find_errors, score_hand)


NOBODY_FINISHED_EXAMPLE: Final = _hand_example(
    "Deste bitti, kimse bitmedi.", "The deck ran out and nobody finished.", outcome="deck_exhausted"
)
ONE_COLOUR_EXAMPLE: Final = (
    _won_hand_example(
        "A1 bütün taşları kırmızı olan perlerle bitti.",
        "A1 finished with runs and sets all in red.",
        one_colour=True,
    ),
    _won_hand_example(
        "A1 bütün taşları mavi olan on dört taşlık seriyle bitti.",
        "A1 finished with the run of all fourteen in blue.",
        hand="one_colour_run",
    ),
)
INDICATOR_SHOWN_EXAMPLE: Final = _hand_example(
    "A2 göstergenin eşini gösterdi. Sonra deste bitti, kimse bitmedi.",
    "A2 showed the indicator’s twin. Then the deck ran out and nobody finished.",
    outcome="deck_exhausted",
    indicator_shown_by="A2",
)
SPARED_SIDE_EXAMPLE: Final = _hand_example(
    "B’nin 2 puanı kalmıştı. A2 göstergenin eşini gösterdi; deste bitti, kimse bitmedi.",
    "B had 2 points left. A2 showed the indicator’s twin; the deck ran out and nobody finished.",
    outcome="deck_exhausted",
    indicator_shown_by="A2",
    before={"B": START - 2},
)
