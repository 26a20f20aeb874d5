from typing import Any

from rules.games.okey101.openings import PAIRS_THRESHOLD, SERIES_THRESHOLD
from rules.games.okey101.rulesets import RuleSet
from rules.hands import Opening
from rules.meld_faults import FAULT_WORDS


def switches(rules: RuleSet) -> dict[str, Any]:
    """For ``static/js/judge``; `rising`: an opening must exceed the last."""
    return {
        "falseOkeyValue": rules.false_okey_value.value,
        "indicatorInPairs": rules.indicator_in_pairs,
        "ending": rules.ending.value,
        "rising": rules.rising_threshold,
        "thresholds": {Opening.SERIES.value: SERIES_THRESHOLD, Opening.PAIRS.value: PAIRS_THRESHOLD},
    }


def fault_words(language: str) -> dict[str, str]:
    """``%s`` are tile names."""
    return {code.value: texts.in_language(language) for code, texts in FAULT_WORDS.items()}
