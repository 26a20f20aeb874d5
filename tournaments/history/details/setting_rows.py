from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import Field, TimeField
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.games import DEFAULT_RULE_SET, game_of
from rules.games.game import Game
from tournaments.enums import EntrantKind, TimeUp
from tournaments.models.common_settings import COMMON_SETTINGS
from tournaments.stages.stage_names import describe_length, format_name, number_duplicates

from .row_context import DetailDescriptions, RowValues, format_stored_time


def _describe_settings(before: RowValues, after: RowValues) -> str:
    changes = []
    for setting, (label, describe) in _SETTING_FORMATTERS.items():
        if before.get(setting) != after.get(setting):
            change = " → ".join(str(describe(values)) for values in (before, after))
            changes.append(f"{label}: {change}")
    return ", ".join(changes)


def _describe_template(before: RowValues, after: RowValues) -> str:
    return ": ".join(filter(None, [str(after.get("name", "")), _describe_settings(before, after)]))


def _describe_creation(_before: RowValues, after: RowValues) -> str:
    name = str(after.get("name", ""))
    return _("%(name)s, copied from an earlier one") % {"name": name} if "again_of" in after else name


def _describe_club(before: RowValues, after: RowValues) -> str:
    values = [
        ", ".join(filter(None, (club.get("name"), club.get("address"), club.get("time_zone"))))
        for club in (before, after)
    ]
    return " → ".join(values)


def _describe_stages(values: RowValues) -> str:
    stages, game = values.get("stages") or (), game_of(values.get("rule_set", DEFAULT_RULE_SET))
    names = number_duplicates([stage.get("name") or format_name(stage.get("kind", "")) for stage in stages])
    lengths = [_describe_stage_length(stage, game) for stage in stages]
    return " + ".join(f"{name} ({length})" for name, length in zip(names, lengths, strict=True))


def _describe_stage_length(stage: RowValues, game: Game[Any, Any]) -> str:
    """Include the hands that decide a match when time is up."""
    length = describe_length(stage.get("best_of", 1), stage.get("hands", 0), game)
    if stage.get("time_up", TimeUp.OFF) == TimeUp.OFF:
        return length
    return _("%(length)s, when time is up %(hands)s") % {"length": length, "hands": stage.get("least_hands")}


def _choice_formatter(
    setting: str, choices: Sequence[tuple[str, str | Promise]]
) -> Callable[[RowValues], object]:
    return lambda values: dict(choices).get(values.get(setting) or "", "?")


def _text_formatter(setting: str) -> Callable[[RowValues], object]:
    return lambda values: "–" if values.get(setting) in (None, "") else values[setting]


def _time_formatter(setting: str) -> Callable[[RowValues], object]:
    return lambda values: format_stored_time(values.get(setting) or "–")


def _setting_formatter(setting: Field[Any, Any]) -> Callable[[RowValues], object]:
    if setting.choices:
        return _choice_formatter(setting.name, setting.flatchoices)
    return (_time_formatter if isinstance(setting, TimeField) else _text_formatter)(setting.name)


_SETTING_FORMATTERS: Mapping[str, tuple[str | Promise, Callable[[RowValues], object]]] = {
    "name": (gettext_lazy("Name"), _text_formatter("name")),
    "first_day": (gettext_lazy("First day"), _time_formatter("first_day")),
    "last_day": (gettext_lazy("Last day"), _time_formatter("last_day")),
    "tables": (gettext_lazy("Tables"), _text_formatter("tables")),
    "kind": (gettext_lazy("Who enters"), _choice_formatter("kind", EntrantKind.choices)),
    "stages": (gettext_lazy("Stages"), _describe_stages),
    **{
        name: (setting.verbose_name, _setting_formatter(setting)) for name, setting in COMMON_SETTINGS.items()
    },
}


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "tournament_created": _describe_creation,
    "tournament_changed": _describe_settings,
    "club_changed": _describe_club,
    "template_stages_changed": _describe_template,
    "codes_printed": lambda _before, after: str(after.get("address", "")),
}
