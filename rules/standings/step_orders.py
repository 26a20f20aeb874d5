"""What is wrong with the order of steps that an organizer has put together, all at once."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.standings.steps import FOURS_ORDER, PLAYED_HOW, STEPS
from rules.text import Text


@dataclass(frozen=True, slots=True)
class OrderProblem:
    """Why an order can't stand: a code, the step it is about (None: the whole), and the sentence."""

    code: str
    step: str | None
    message: Text


def steps_for(*, four: bool, counted: Collection[str] = PLAYED_HOW) -> tuple[str, ...]:
    """Give the steps that mean something: at tables of four what each paid himself, else all but that.

    Of those that look at how somebody played they are the ``counted`` ones.
    """
    steps = FOURS_ORDER if four else tuple(one for one in STEPS if one != "penalties_a_hand")
    return tuple(one for one in steps if one not in PLAYED_HOW or one in counted)


def problems_of_order(ids: Sequence[str], *, four: bool = False) -> list[OrderProblem]:
    """Find everything wrong with an order: nothing in it, a step unknown or named twice, a lot not last.

    One that means nothing at tables of ``four``, or only there, is wrong elsewhere.

    An order without a lot is allowed: what its steps leave level stays tied.
    """
    if not ids:
        message = Text(
            "Sıralama boş: en az bir ölçüt seçin.", "The order is empty: choose at least one step."
        )
        return [OrderProblem("empty_order", None, message)]
    problems = [_unknown(one) for one in dict.fromkeys(ids) if one not in STEPS]
    problems += [_repeated(one) for one in dict.fromkeys(ids) if one in STEPS and ids.count(one) > 1]
    problems += [_not_here(one) for one in ids if one in STEPS and one not in steps_for(four=four)]
    if "lot" in ids[:-1]:
        message = Text(
            "Kura eşitliği hep bozar: ondan sonraki ölçüte sıra gelmez.",
            "A lot parts everybody: no step after it would ever be reached.",
        )
        problems.append(OrderProblem("lot_not_last", "lot", message))
    return problems


def _unknown(one: str) -> OrderProblem:
    message = Text(f"Bilinmeyen ölçüt: {one}", f"Unknown step: {one}")
    return OrderProblem("unknown_step", one, message)


def _not_here(one: str) -> OrderProblem:
    name = STEPS[one].name
    message = Text(f"Bu biçimde anlamı olmayan ölçüt: {name.tr}", f"Means nothing in this format: {name.en}")
    return OrderProblem("step_not_here", one, message)


def _repeated(one: str) -> OrderProblem:
    name = STEPS[one].name
    message = Text(f"İki kez yazılmış: {name.tr}", f"Named twice: {name.en}")
    return OrderProblem("repeated_step", one, message)
