"""Chapter: how a hand ends, with the table of finishes as the engine scores them."""

from typing import Any, Final

from rules.games.okey101.problems import find_errors
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import score_hand
from rules.games.okey101.switches import Ending
from rules.hands import HandReport
from rules.rulebook.chapter import Article, Chapter, Row, Table, stated, switched
from rules.text import TIMES, Text, signed

_SAMPLE: Final = 10
_NONE: Final = {"opening": "none"}
_SERIES: Final = {"opening": "series", "rack": {"points": _SAMPLE}}
_PAIRS: Final = {"opening": "pairs", "rack": {"points": _SAMPLE}}

_FINISHES: Final = (
    (Text("Düz bitiş", "Plain finish"), "series", "plain", False),
    (Text("Okeyle bitiş", "Okey finish"), "series", "okey", False),
    (Text("Çiftten bitiş", "Pairs finish"), "pairs", "plain", False),
    (Text("Elden bitiş", "Direct finish"), "series", "plain", True),
    (Text("Okey ikiye (devam)", "Both okeys (devam)"), "series", "double_okey", False),
    (Text("Elden, okeyle", "Direct, with the okey"), "series", "okey", True),
    (Text("Çiftten, okeyle", "Pairs, with the okey"), "pairs", "okey", False),
    (Text("Elden, okey ikiye", "Direct, both okeys"), "series", "double_okey", True),
    (Text("Çiftten, okey ikiye", "Pairs, both okeys"), "pairs", "double_okey", False),
)
_HEADS: Final = (
    Text("Bitiş", "Finish"),
    Text("Kat", "Factor"),
    Text("Biten", "Finisher"),
    Text("Açmayan", "Unopened"),
    Text(f"Seri açan, {_SAMPLE} kaldı", f"Series, {_SAMPLE} left"),
    Text(f"Çift açan, {_SAMPLE} kaldı", f"Pairs, {_SAMPLE} left"),
)


_SERIES_NEEDED: Final = Text(
    "Çift açan, masada seri ya da küt açan biri olmadan bitemez: 21 tek sayıdır, en az bir taş "
    "işlenmelidir. Elden de bitemez.",
    "A pairs opener can’t finish while nobody else has opened with series: 21 is odd, a tile must be "
    "laid off. He can’t finish directly either.",
)
_WITH_BOTH_OKEYS: Final = Text(
    "Çift açan, okey ikiye bitiş dışında, masada seri ya da küt açan biri olmadan bitemez: 21 taş "
    "tektir, en az biri işlenmelidir. Elden de bitemez.",
    "But with both okeys, a pairs opener can’t finish while nobody else has opened with series: 21 "
    "tiles are odd, one must be laid off. He can’t finish directly either.",
)


def chapter(rules: RuleSet) -> Chapter:
    """Tell how a hand ends and what each finish is worth (S0 V and VI, S2, S4)."""
    with_pairs = ("double_okey_with_pairs",) if rules.double_okey else ()
    return Chapter(
        "finish",
        Text("Bitiş ve katlar", "Finishing and multipliers"),
        (
            *switched(rules, "ending"),
            stated(
                rules,
                Text(
                    "Elden bitiş: başka kimse açmamışken aynı sırada hem açıp hem bitmektir.",
                    "Direct finish: opening and finishing in one turn while nobody else has opened.",
                ),
                "S0 V",
                "S2",
                "S4",
            ),
            *switched(rules, "direct_below_threshold"),
            *switched(rules, "multiplier", "double_okey", *with_pairs),
            *_with_pairs(rules),
            stated(
                rules,
                Text(
                    "Deste biter ve kimse bitmezse herkese kendi puanı yazılır; bitiş katı "
                    "uygulanmaz, kimsenin eşi silinmez.",
                    "If the deck runs out and nobody finished, all pay their own; there is no finish to "
                    "multiply by, and no partner is cancelled.",
                ),
                "S0 V",
                "S4",
            ),
        ),
        table=Table(_HEADS, tuple(row for finish in _FINISHES if (row := _row(rules, *finish)))),
    )


def _with_pairs(rules: RuleSet) -> tuple[Article, ...]:
    """Tell what a pairs opener needs to finish, where a last tile has to be thrown."""
    if rules.ending is Ending.FREE:
        return ()
    return (
        stated(rules, _WITH_BOTH_OKEYS if rules.double_okey_with_pairs_allowed else _SERIES_NEEDED, "S0 V"),
    )


def _row(rules: RuleSet, name: Text, opening: str, last_tile: str, direct: bool) -> Row | None:
    """Give the figures of a finish; None where the rule set knows no such finish."""
    figures = [_points(rules, opening, last_tile, direct, other) for other in (_NONE, _SERIES, _PAIRS)]
    if all(figure is None for figure in figures):
        return None
    first = next(figure for figure in figures if figure)
    factor = Text(f"{TIMES} {first[0]}", f"{TIMES} {first[0]}")
    costs = [_figure(figure[2] if figure else None) for figure in figures]
    return Row((name, factor, _figure(first[1]), *costs))


def _points(
    rules: RuleSet, opening: str, last_tile: str, direct: bool, other: dict[str, Any]
) -> tuple[int, int, int] | None:
    """Give multiplier, the finisher's points, and an opponent's; None for a hand that can't be."""
    report = _hand(opening, last_tile, direct, other)
    if find_errors(report, rules):
        return None
    score = score_hand(report, rules)
    return score.multiplier, score.by_seat()["A1"], score.by_seat()["B1"]


def _hand(opening: str, last_tile: str, direct: bool, other: dict[str, Any]) -> HandReport:
    # A pairs finish needs somebody who opened with series.
    beside = _SERIES if opening == "pairs" else _NONE
    seats = {"A1": {"opening": opening}, "B1": other, "A2": _NONE, "B2": beside}
    finish = {"last_tile": last_tile, "direct": direct}
    return parse_report({"outcome": "finished", "finisher": "A1", "finish": finish, "seats": seats})


def _figure(points: int | None) -> Text:
    return Text("—", "—") if points is None else Text(signed(points, "tr"), signed(points, "en"))
