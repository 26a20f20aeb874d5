"""What a script needs to judge tiles by itself, where no server answers: switches and words as data."""

from typing import Any

from rules.games.okey101.openings import PAIRS_THRESHOLD, SERIES_THRESHOLD
from rules.games.okey101.rulesets import RuleSet
from rules.hands import Opening
from rules.meld_faults import FAULT_WORDS


def switches(rules: RuleSet) -> dict[str, Any]:
    """Give the rule set as ``static/js/judge`` takes it, as JSON can hold it.

    `falseOkeyValue` is ``okey`` or ``indicator``, `ending` is ``discard`` or ``free``, `rising` whether an
    opening has to exceed the last one, `thresholds` the floors of ``series`` and ``pairs``.
    """
    return {
        "falseOkeyValue": rules.false_okey_value.value,
        "indicatorInPairs": rules.indicator_in_pairs,
        "ending": rules.ending.value,
        "rising": rules.rising_threshold,
        "thresholds": {Opening.SERIES.value: SERIES_THRESHOLD, Opening.PAIRS.value: PAIRS_THRESHOLD},
    }


def fault_words(language: str) -> dict[str, str]:
    """Give the words of every fault of a group by its code; ``%s`` stands for the names of its tiles."""
    return {code.value: words.in_language(language) for code, words in FAULT_WORDS.items()}
