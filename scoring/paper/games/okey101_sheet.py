from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import get_language

from rules.games.okey101.game import OKEY_101
from rules.games.okey101.rulesets import RuleSet
from scoring.paper.games import okey101_notation, okey101_sheet_labels
from scoring.paper.games.game_sheet import Box, GameSheet
from scoring.paper.games.okey101_hands import deal_on_paper
from scoring.paper.games.okey101_legend import Legend, build_legend, fouls_of
from scoring.paper.games.okey101_rows import PARTS, Okey101Row
from scoring.paper.games.typed_row import SheetRow


def legend(rules: RuleSet, _singles: bool, text_version: int) -> Legend:
    return build_legend(rules, text_version)


def boxes(rules: RuleSet, _seats: Sequence[str]) -> list[Box]:
    return [Box("end"), Box("finish"), *([Box("indicator")] if rules.okey_face_counts else [])]


def mark_label(part: str, mark: str) -> str:
    return okey101_notation.mark_label(part, mark) if part in ("end", "finish", "opening") else mark


def typing_context(rows: Sequence[SheetRow]) -> dict[str, Any]:
    first = rows[0]
    assert isinstance(first, Okey101Row)
    return {
        "fouls": _fouls(first.rules),
        "asks_indicator": first.hand.asks_indicator,
        "spares_partner": first.hand.spares_partner,
    }


def _fouls(rules: RuleSet) -> list[tuple[str, str, str]]:
    language = get_language() or "tr"
    return [
        (foul.letter, foul.name.in_language(language), foul.costs.in_language(language))
        for foul in fouls_of(rules)
    ]


OKEY101_SHEET: Final = GameSheet(
    game=OKEY_101,
    row=Okey101Row,
    deal=deal_on_paper,
    legend=legend,
    boxes=boxes,
    seat_parts=PARTS,
    mark_label=mark_label,
    heads=okey101_sheet_labels.heads,
    names=okey101_sheet_labels.names,
    templates="scoring/paper/okey101",
    typing_context=typing_context,
    one_match_per_sheet=False,
)
