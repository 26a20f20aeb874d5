from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.localized_text import Text
from rules.standings.steps import FOURS_ORDER, PLAY_STEPS, STEPS


@dataclass(frozen=True, slots=True)
class OrderProblem:
    """A problem of a step, or of the whole order (None)."""

    code: str
    step: str | None
    message: Text


def steps_for(*, four: bool, counted: Collection[str] = PLAY_STEPS) -> tuple[str, ...]:
    """Play steps only if ``counted``."""
    steps = FOURS_ORDER if four else tuple(step_id for step_id in STEPS if step_id != "penalties_a_hand")
    return tuple(step_id for step_id in steps if step_id not in PLAY_STEPS or step_id in counted)


def find_order_problems(ids: Sequence[str], *, four: bool = False) -> list[OrderProblem]:
    """Return problems: unknown, repeated or inapplicable steps, a lot not last; or only that it is empty.

    ``four``: the order is for tables of four.
    """
    if not ids:
        message = Text(
            "Sıralama boş: en az bir ölçüt seçin.", "The order is empty: choose at least one step."
        )
        return [OrderProblem("empty_order", None, message)]
    problems = [_unknown_step(step_id) for step_id in dict.fromkeys(ids) if step_id not in STEPS]
    problems += [
        _repeated_step(step_id)
        for step_id in dict.fromkeys(ids)
        if step_id in STEPS and ids.count(step_id) > 1
    ]
    problems += [
        _inapplicable_step(step_id)
        for step_id in ids
        if step_id in STEPS and step_id not in steps_for(four=four)
    ]
    if "lot" in ids[:-1]:
        message = Text(
            "Kura eşitliği hep bozar: ondan sonraki ölçüte sıra gelmez.",
            "A lot decides every tie: no step after it is ever reached.",
        )
        problems.append(OrderProblem("lot_not_last", "lot", message))
    return problems


def _unknown_step(step_id: str) -> OrderProblem:
    message = Text(f"Bilinmeyen ölçüt: {step_id}", f"Unknown step: {step_id}")
    return OrderProblem("unknown_step", step_id, message)


def _inapplicable_step(step_id: str) -> OrderProblem:
    name = STEPS[step_id].name
    message = Text(f"Bu biçimde anlamı olmayan ölçüt: {name.tr}", f"Has no effect in this format: {name.en}")
    return OrderProblem("step_not_here", step_id, message)


def _repeated_step(step_id: str) -> OrderProblem:
    name = STEPS[step_id].name
    message = Text(f"İki kez yazılmış: {name.tr}", f"Named twice: {name.en}")
    return OrderProblem("repeated_step", step_id, message)
