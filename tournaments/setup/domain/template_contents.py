from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from tournaments.models import SetupTemplate
from tournaments.models.common_settings import common_settings_of, flatten_common_settings
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.signup.domain.terms import Terms, closed_copy
from tournaments.stages.stage_settings import StageSettings, stage_from_log


@dataclass(frozen=True)
class TemplateSettings:
    """Typed, not taken from a tournament."""

    name: str
    tables: int
    common: Mapping[str, Any]

    @property
    def values(self) -> dict[str, Any]:
        return flatten_common_settings(asdict(self))


def settings_from_template(template: SetupTemplate, *, name: str, day: date) -> TournamentSettings:
    """Return settings for a one-day tournament."""
    return TournamentSettings(
        name=name,
        first_day=day,
        last_day=day,
        tables=template.tables,
        stages=stages_of_template(template),
        kind=template.kind,
        common=common_settings_of(template),
    )


def stages_of_template(template: SetupTemplate) -> tuple[StageSettings, ...]:
    return tuple(stage_from_log(settings) for settings in json.loads(template.stages))


def serialize_stages(stages: Sequence[StageSettings]) -> str:
    return json.dumps([asdict(stage) for stage in stages], ensure_ascii=False)


def terms_of_template(template: SetupTemplate) -> Terms | None:
    if not template.sign_up:
        return None
    fields = json.loads(template.sign_up)
    return Terms(**{**fields, "questions": tuple(fields["questions"])})


def serialize_terms(terms: Terms) -> str:
    return json.dumps(asdict(closed_copy(terms)), ensure_ascii=False)


def typed_settings_of(template: SetupTemplate) -> TemplateSettings:
    return TemplateSettings(
        name=template.name,
        tables=template.tables,
        common=common_settings_of(template),
    )
