from __future__ import annotations

from typing import Final

from rules.games.okey101.rulesets import RuleSet
from rules.meld_faults import FaultCode
from scoring.rulebook.views.book_references import citations_by_name
from tournaments.models import Tournament

_FAULT_SENTENCES: Final = {
    FaultCode.INDICATOR_IN_PAIR: "indicator_in_pairs",
    FaultCode.NOT_THE_SAME: "pair",
    FaultCode.COLOUR_TWICE: "set-colours",
    FaultCode.SET_TOO_LONG: "set",
    FaultCode.RUN_PAST_HIGHEST: "one-is-low",
}
_SENTENCES: Final[dict[str, tuple[str, ...]]] = {
    **{f"fault.{code}": (_FAULT_SENTENCES.get(code, "meld"), "meld") for code in FaultCode},
    "fault.false_okey": ("false-okey-not-wild", "meld"),
    "pair.indicator": ("indicator_in_pairs",),
    "opening.series": ("opening.series",),
    "opening.pairs": ("opening.pairs",),
    "opening.mixed": ("mixed-taken-back", "opening.pairs"),
    "opening.rest": ("wrong-meld-taken-back", "meld"),
    "opening.wrong_meld": ("wrong-meld-once",),
    "finish.direct": ("finish.direct",),
    "finish.series_okey": ("finish-direct-okey",),
    "finish.pairs_okey": ("finish-direct-pairs-okey",),
    "finish.series_double_okey": ("finish-direct-devam",),
    "finish.pairs_double_okey": ("finish-direct-pairs-devam",),
    "finish.both": ("devam",),
    "finish.wrong_meld": ("false-finish",),
    "finish.pairs": ("direct-with-pairs", "finish.direct"),
    "finish.below": ("direct_below_threshold", "finish.direct"),
    "finish.all_at_once": ("direct-all-at-once",),
}
"""The script's keys besides the infractions, each with its sentences; the first that the book has counts."""


def sentence_citations(rules: RuleSet, tournament: Tournament | None) -> dict[str, dict[str, str]]:
    return citations_by_name(
        tournament or rules,
        _SENTENCES
        | {f"infraction.{infraction}": (f"infraction.{infraction}",) for infraction in rules.infractions},
    )
