from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.games import DEFAULT_RULE_SET, game_of
from rules.games.game import Game
from tournaments.enums import EntrantKind, TimeUp
from tournaments.models.common_settings import COMMON_SETTINGS
from tournaments.stages.stage_names import describe_length, format_name, numbered

from .row_context import DetailDescriptions, RowValues, format_stored_time


def _settings(before: RowValues, after: RowValues) -> str:
    changes = []
    for setting, (label, describe) in _SETTINGS.items():
        if before.get(setting) != after.get(setting):
            change = " → ".join(str(describe(values)) for values in (before, after))
            changes.append(f"{label}: {change}")
    return ", ".join(changes)


def _template(before: RowValues, after: RowValues) -> str:
    return ": ".join(filter(None, [str(after.get("name", "")), _settings(before, after)]))


def _created(_before: RowValues, after: RowValues) -> str:
    name = str(after.get("name", ""))
    return _("%(name)s, copied from an earlier one") % {"name": name} if "again_of" in after else name


def _club(before: RowValues, after: RowValues) -> str:
    values = [", ".join(filter(None, (club.get("name"), club.get("address")))) for club in (before, after)]
    return " → ".join(values)


def _stages(values: RowValues) -> str:
    stages, game = values.get("stages") or (), game_of(values.get("rule_set", DEFAULT_RULE_SET))
    names = numbered([stage.get("name") or format_name(stage.get("kind", "")) for stage in stages])
    lengths = [_length(stage, game) for stage in stages]
    return " + ".join(f"{name} ({length})" for name, length in zip(names, lengths, strict=True))


def _length(stage: RowValues, game: Game[Any, Any]) -> str:
    """Include the hands that decide a match when time is up."""
    length = describe_length(stage.get("best_of", 1), stage.get("hands", 0), game)
    if stage.get("time_up", TimeUp.OFF) == TimeUp.OFF:
        return length
    return _("%(length)s, when time is up %(hands)s") % {"length": length, "hands": stage.get("least_hands")}


def _choice(setting: str, choices: Sequence[tuple[str, str | Promise]]) -> Callable[[RowValues], object]:
    return lambda said: dict(choices).get(said.get(setting) or "", "?")


def _text(setting: str) -> Callable[[RowValues], object]:
    return lambda values: "–" if values.get(setting) in (None, "") else values[setting]


def _day(setting: str) -> Callable[[RowValues], object]:
    return lambda said: format_stored_time(said.get(setting) or "–")


_SETTINGS: Mapping[str, tuple[str | Promise, Callable[[RowValues], object]]] = {
    "name": (gettext_lazy("Name"), _text("name")),
    "first_day": (gettext_lazy("First day"), _day("first_day")),
    "last_day": (gettext_lazy("Last day"), _day("last_day")),
    "tables": (gettext_lazy("Tables"), _text("tables")),
    "kind": (gettext_lazy("Who enters"), _choice("kind", EntrantKind.choices)),
    "stages": (gettext_lazy("Stages"), _stages),
    **{
        name: (
            setting.verbose_name,
            _choice(name, setting.flatchoices) if setting.choices else _text(name),
        )
        for name, setting in COMMON_SETTINGS.items()
    },
}


DETAIL_DESCRIPTIONS: DetailDescriptions = {
    "tournament_created": _created,
    "tournament_changed": _settings,
    "club_changed": _club,
    "template_stages_changed": _template,
    "codes_printed": lambda _before, after: str(after.get("address", "")),
}
