"""Rules as data for a script that judges tiles offline."""

from typing import Any

from rules.games.okey101.openings import PAIRS_THRESHOLD, SERIES_THRESHOLD
from rules.games.okey101.rulesets import RuleSet
from rules.hands import Opening
from rules.meld_faults import FAULT_WORDS


def switches(rules: RuleSet) -> dict[str, Any]:
    """Return the rule set for ``static/js/judge`` as JSON-serializable data.

    `falseOkeyValue` is ``okey`` or ``indicator``, `ending` is ``discard`` or ``free``, `rising` whether an
    opening must exceed the last one, `thresholds` the minimum of ``series`` and ``pairs``.
    """
    return {
        "falseOkeyValue": rules.false_okey_value.value,
        "indicatorInPairs": rules.indicator_in_pairs,
        "ending": rules.ending.value,
        "rising": rules.rising_threshold,
        "thresholds": {Opening.SERIES.value: SERIES_THRESHOLD, Opening.PAIRS.value: PAIRS_THRESHOLD},
    }


def fault_words(language: str) -> dict[str, str]:
    """Return the message of every meld fault by code; ``%s`` is replaced by tile names."""
    return {code.value: texts.in_language(language) for code, texts in FAULT_WORDS.items()}
