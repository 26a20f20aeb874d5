"""What is left of an invalid opening, and its one infraction (S0 III, VII, S2)."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from rules.games.okey101.openings import JudgedOpening, LaidOpening, OpeningError, judge_opening
from rules.games.okey101.rulesets import RuleSet
from rules.melds import MeldKind


def openings_left(laid: LaidOpening, judged: JudgedOpening, rules: RuleSet) -> Iterator[JudgedOpening]:
    """Yield what opens with the valid melds alone: with runs and sets, then with pairs."""
    for pairs in (False, True):
        melds = tuple(
            group
            for group, meld in zip(laid.melds, judged.melds, strict=True)
            if meld.valid and (meld.kind is MeldKind.PAIR) is pairs
        )
        left = judge_opening(replace(laid, melds=melds), rules)
        if left.valid:
            yield left


def charged_infraction(errors: Collection[str], rules: RuleSet, *, opens: bool) -> str:
    """Return the infraction that the rules charge, or blank: an invalid meld's comes first.

    ``opens``: a mixed opening still opens with one kind.
    """
    mixed = OpeningError.MIXED_OPENING in errors and not opens
    short = mixed or OpeningError.BELOW_THRESHOLD in errors or OpeningError.TOO_FEW_PAIRS in errors
    committed = {"invalid_meld": OpeningError.INVALID_MELD in errors, "invalid_opening": short}
    return next((code for code, done in committed.items() if done and rules.fines(code)), "")
