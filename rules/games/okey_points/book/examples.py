from __future__ import annotations

from typing import Any, Final

from rules.book.switch_examples import ScoredExample
from rules.games.okey_points.problems import find_errors
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import START
from rules.games.okey_points.score import score_hand
from rules.text import Text


def _won(tr: str, en: str, **finish: Any) -> ScoredExample:
    return _hand(tr, en, outcome="finished", finisher="A1", finish=finish)


def _hand(tr: str, en: str, **entry: Any) -> ScoredExample:
    seats: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "A2", "B2")}
    return ScoredExample(Text(tr, en), parse_report({"seats": seats} | entry), find_errors, score_hand)


NOBODY: Final = _hand(
    "Deste bitti, kimse bitmedi.", "The deck ran out and nobody finished.", outcome="deck_exhausted"
)
ONE_COLOUR: Final = (
    _won(
        "A1 bütün taşları kırmızı olan perlerle bitti.",
        "A1 finished with runs and sets all in red.",
        one_colour=True,
    ),
    _won(
        "A1 bütün taşları mavi olan on dört taşlık seriyle bitti.",
        "A1 finished with the run of all fourteen in blue.",
        hand="one_colour_run",
    ),
)
SHOWN: Final = _hand(
    "A2 göstergenin eşini gösterdi. Sonra deste bitti, kimse bitmedi.",
    "A2 showed the indicator’s twin. Then the deck ran out and nobody finished.",
    outcome="deck_exhausted",
    indicator_shown_by="A2",
)
SPARED: Final = _hand(
    "B’nin 2 puanı kalmıştı. A2 göstergenin eşini gösterdi; deste bitti, kimse bitmedi.",
    "B had 2 points left. A2 showed the indicator’s twin; the deck ran out and nobody finished.",
    outcome="deck_exhausted",
    indicator_shown_by="A2",
    before={"B": START - 2},
)
