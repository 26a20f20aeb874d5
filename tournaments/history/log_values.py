"""What a log row stores as before and after, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import is_aware, localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.games import DEFAULT_RULE_SET, game_of
from rules.games.game import Game
from rules.localized_text import format_signed
from tournaments.enums import DrawMethod, TimeUp
from tournaments.naming.names import anonymous_name
from tournaments.stages.stage_names import describe_length, format_name, number_duplicates

from .log_actions import RowValues
from .log_labels import (
    BARE_KEYS,
    CHOICES,
    LABELS,
    ONLY_IN_TABLE,
    OPTIONAL_KEYS,
    QUOTED_KEYS,
    TECHNICAL_KEYS,
    TIME_KEYS,
)

Words = Mapping[str, Callable[[Any, RowValues], RowValues]]
"""By key, a function of its value and of all values, that returns what to show in its place."""

_DAY_LENGTH: Final = len("2026-11-27")
_TIME_OF_DAY: Final = re.compile(r"(\d\d:\d\d):\d\d(\.\d+)?")


@dataclass(frozen=True)
class Change:
    """`sentence`: for the row itself, "" if only the table of changes shows it."""

    key: str
    name: str
    before: str
    after: str
    sentence: str


def list_changes(before: RowValues, after: RowValues, names: Mapping[str, str]) -> list[Change]:
    """Return what is stored, in words; `names` by public id. Other ids, and technical keys, are left out."""
    changes = []
    for key in _sort_keys(before, after):
        old, new = (_format_value(key, values.get(key), names) for values in (before, after))
        if old or new:
            is_bare = key in BARE_KEYS
            sentence = _join(old, new) if is_bare else _describe_change(key, before, after, old, new)
            changes.append(Change(key, str(LABELS.get(key, key)), old, new, sentence))
    return changes


def _join(old: str, new: str) -> str:
    return " → ".join(filter(None, dict.fromkeys([old, new])))


def _describe_change(key: str, before: RowValues, after: RowValues, old: str, new: str) -> str:
    """Return label and values; "" if unchanged, for a “no” without before and if there is only a before."""
    is_compared = key in before and (key in after or (bool(after) and key in OPTIONAL_KEYS))
    is_noise = old == new if is_compared else after.get(key) is False or bool(after and key in before)
    if is_noise or key in ONLY_IN_TABLE:
        return ""
    text = f"{old or '–'} → {new or '–'}" if is_compared else new or old
    return f"{LABELS.get(key, key)}: {text}"


def _sort_keys(before: RowValues, after: RowValues) -> list[str]:
    stored = [key for key in {**before, **after} if key not in TECHNICAL_KEYS]
    return [*(key for key in LABELS if key in stored), *(key for key in stored if key not in LABELS)]


def combine_values(values: RowValues) -> RowValues:
    """Join what is one fact: a place in play, a hand's points, a draw, an entrant's players, stages."""
    return {"draw": _describe_draw(values)} if "drawn" in values else replace_keys(values, _COMBINED)


def replace_keys(values: RowValues, words: Words) -> RowValues:
    replaced = dict(values)
    for key in words.keys() & values.keys():
        replaced |= words[key](replaced.pop(key), values)
    return replaced


def format_stored_time(stored: str) -> str:
    """Format an ISO day or time; other text is unchanged.

    Times with a zone are shown in the active one, others as they are; a time of day has no seconds.
    """
    if time_of_day := _TIME_OF_DAY.fullmatch(stored):
        return time_of_day[1]
    try:
        at = datetime.fromisoformat(stored)
    except ValueError:  # a restored file may contain anything
        return stored
    pattern = "j F Y" if len(stored) == _DAY_LENGTH else "j F Y, H:i"
    return date_format(localtime(at) if is_aware(at) else at, pattern)


def _format_value(key: str, value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, (_format_value(key, item, names) for item in value)))
    if isinstance(value, dict):
        if key == "totals":
            return _format_points(value)
        return ": ".join(filter(None, (_format_value(name, item, names) for name, item in value.items())))
    if value in CHOICES.get(key, {}):
        return str(CHOICES[key][value])
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    text = names.get(str(value), str(value))
    return "" if _is_id(text) else _FORMATS.get(key, str)(text)


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def _format_points(points: Mapping[str, int]) -> str:
    language = get_language() or "tr"
    return " / ".join(f"{side} {format_signed(total, language)}" for side, total in sorted(points.items()))


_FORMATS: Mapping[str, Callable[[str], str]] = {
    **dict.fromkeys(TIME_KEYS, format_stored_time),
    **dict.fromkeys(QUOTED_KEYS, "“{}”".format),
    "number": anonymous_name,
}


def _describe_draw(draw: RowValues) -> str:
    """Return stage, round or else method, seed, count of changes by hand."""
    changes = len(draw.get("alterations", ()))
    method = str(dict(DrawMethod.choices).get(draw.get("method", ""), "?"))
    parts: Sequence[str] = [
        _("stage %(stage)s") % {"stage": draw.get("stage", "?")},
        _("round %(round)s") % draw if draw.get("round") else method,
        _("seed %(seed)s") % draw if draw.get("seed") else "",
        _("changes by hand: %(changes)s") % {"changes": changes} if changes else "",
    ]
    return ", ".join(filter(None, parts))


def _describe_stages(values: RowValues) -> str:
    stages, game = values["stages"] or (), game_of(values.get("rule_set", DEFAULT_RULE_SET))
    names = number_duplicates([stage.get("name") or format_name(stage.get("kind", "")) for stage in stages])
    lengths = [_describe_stage_length(stage, game) for stage in stages]
    return " + ".join(f"{name} ({length})" for name, length in zip(names, lengths, strict=True))


def _describe_stage_length(stage: RowValues, game: Game[Any, Any]) -> str:
    """Include the hands that decide a match when time is up."""
    length = describe_length(stage.get("best_of", 1), stage.get("hands", 0), game)
    if stage.get("time_up", TimeUp.OFF) == TimeUp.OFF:
        return length
    return _("%(length)s, when time is up %(hands)s") % {"length": length, "hands": stage.get("least_hands")}


def _describe_place(match: object, values: RowValues) -> RowValues:
    place = _("match %(match)s, deal %(deal)s") if "deal" in values else _("match %(match)s")
    return {"match": place % values}


def _describe_round(stage: object, values: RowValues) -> RowValues:
    place = _("stage %(stage)s, round %(round)s") if values.get("round") else _("stage %(stage)s")
    return {"stage": place % values}


_COMBINED: Words = {
    "match": _describe_place,
    "deal": lambda _deal, _values: {},
    "stage": _describe_round,
    "round": lambda _round, _values: {},
    "void": lambda void, _values: {"totals": _("void hand")} if void else {},
    "draws": lambda draws, _values: {"draw": "; ".join(map(_describe_draw, draws))},
    "stages": lambda _stages, values: {"stages": _describe_stages(values)},
    "again_of": lambda _id, values: {"name": _("%(name)s, copied from an earlier one") % values},
    "players": lambda players, values: (
        {"name": f"{values['name']} ({', '.join(players)})"} if "name" in values else {"players": players}
    ),
}
