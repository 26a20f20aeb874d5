from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rules.games import game_of
from scoring.enums import ExtraTime, SlideKind
from scoring.ledger.played_matches import BellOutcome
from scoring.models.reasons import word_reason
from scoring.rulebook.views.ruleset_differences import rule_set_name
from tournaments.history.log_actions import RowValues
from tournaments.history.log_values import Words, replace_keys


def word_values(before: RowValues, after: RowValues) -> tuple[RowValues, RowValues]:
    """Word what only play stores; a restored row may have anything in its place."""
    old, new = _word_switches(before, after)
    return replace_keys(old, _WORDS), replace_keys(new, _WORDS)


def _word_switches(before: RowValues, after: RowValues) -> tuple[RowValues, RowValues]:
    """Store both values of each changed switch, which `after` has, under the switch's name."""
    if "switches" not in after:
        return before, after
    language = get_language() or "tr"
    old, new = dict(before), dict(after)
    book_switches = game_of(after["rule_set"]).book.switches
    for name, values in new.pop("switches").items():
        switch = book_switches[name]
        label = switch.name.in_language(language)
        old[label], new[label] = (switch.choice_for(value).name.in_language(language) for value in values)
    if "hands" in new:
        new["rescored"] = new.pop("hands")
    return old, new


def _word_codes(name: str) -> Callable[[Any, RowValues], RowValues]:
    def word(codes: Any, values: RowValues) -> RowValues:
        if not isinstance(codes, list):
            return {}
        return {name: word_reason([*map(str, codes)], str(values.get(name) or ""))}

    return word


def _word_outcomes(encounters: Any, _values: RowValues) -> RowValues:
    """Count the encounters that a bell decides, lets go on or leaves to the referee."""
    if not isinstance(encounters, list):
        count = ngettext("%(count)s encounter", "%(count)s encounters", encounters)
        return {"encounters": count % {"count": encounters}}
    outcomes = Counter(encounter["fate"] for encounter in encounters)
    decided, referee = outcomes[BellOutcome.DECIDED.value], outcomes[BellOutcome.REFEREE.value]
    continued = outcomes.total() - decided - referee
    counts = [
        ngettext("%(count)s decided", "%(count)s decided", decided) % {"count": decided},
        ngettext("%(count)s continues", "%(count)s continue", continued) % {"count": continued},
        ngettext("%(count)s for the referee", "%(count)s for the referee", referee) % {"count": referee},
    ]
    return {"encounters": ", ".join(counts)}


def _word_time_left(seconds: Any, values: RowValues) -> RowValues:
    """Negative after the end."""
    minutes, rest = divmod(abs(int(seconds)), 60)
    sentence = _("%(time)s left") if int(seconds) >= 0 else _("%(time)s after the end")
    return {"left": sentence % {"time": f"{minutes}:{rest:02}"}} | (
        {"minutes": f"{values['minutes']:+}"} if "minutes" in values else {}
    )


def _word_kind(kind: Any, _values: RowValues) -> RowValues:
    """A slide's kind, or who enters a tournament."""
    return {"slide": SlideKind(kind).label} if kind in SlideKind.values else {"kind": kind}


def _word_places(places: Any, values: RowValues) -> RowValues:
    """Name who takes a leaver's place at tables of four, with those in other formats."""
    if not isinstance(places, list):
        return {}
    return {"passed_to": [*(place["to"] for place in places), *values.get("passed_to", ())]}


_WORDS: Words = {
    "reason_codes": _word_codes("reason"),
    "answer_codes": _word_codes("answer"),
    "rule_set": lambda rule_set, _values: {
        "rule_set": rule_set_name(rule_set).in_language(get_language() or "tr")
    },
    "encounters": _word_outcomes,
    "by_somebody": lambda by_somebody, _values: {} if by_somebody else {"rung_by": _("the round clock")},
    "left": _word_time_left,
    "kind": _word_kind,
    "kinds": lambda kinds, _values: {"slides": [str(SlideKind(kind).label) for kind in kinds]},
    "extra": lambda extra, _values: {"extra": ExtraTime(extra).label},
    "order": lambda order, _values: {"order": " · ".join(order) if isinstance(order, str) else order},
    "seed": lambda seed, values: {"draw_seed" if "decided_by" in values else "seed": seed},
    "places": _word_places,
}
