"""What a template keeps: hall, stages and terms of sign-up, read from its row and written to it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, time

from tournaments.models import SetupTemplate
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.signup.domain.terms import Terms, unopened
from tournaments.stages.stage_settings import StageSettings, stage_from


@dataclass(frozen=True)
class Hall:
    """What of a template is typed and not taken from a tournament; as in `SetupTemplate`."""

    name: str
    venue: str
    tables: int
    agreement: str
    protest_minutes: int
    begins: time
    ends: time


def settings_from(template: SetupTemplate, *, name: str, day: date) -> TournamentSettings:
    """The settings of a tournament of one day that begins with a template."""
    return TournamentSettings(
        name=name,
        first_day=day,
        last_day=day,
        venue=template.venue,
        tables=template.tables,
        stages=stages_in(template),
        kind=template.kind,
        agreement=template.agreement,
        protest_minutes=template.protest_minutes,
    )


def stages_in(template: SetupTemplate) -> tuple[StageSettings, ...]:
    """The chain of stages that a template keeps."""
    return tuple(stage_from(told) for told in json.loads(template.stages))


def written_stages(stages: Sequence[StageSettings]) -> str:
    """A chain of stages as a template keeps it."""
    return json.dumps([asdict(stage) for stage in stages], ensure_ascii=False)


def terms_in(template: SetupTemplate) -> Terms | None:
    """The terms of sign-up that a template keeps, not open; None where it keeps none."""
    if not template.sign_up:
        return None
    told = json.loads(template.sign_up)
    return Terms(**{**told, "questions": tuple(told["questions"])})


def written_terms(terms: Terms) -> str:
    """Terms as a template keeps them: not open."""
    return json.dumps(asdict(unopened(terms)), ensure_ascii=False)


def hall_of(template: SetupTemplate) -> Hall:
    """What of a template is typed, as it stands."""
    return Hall(**{field: getattr(template, field) for field in Hall.__dataclass_fields__})


def hall_standing(template: SetupTemplate) -> str:
    """Names the hall as it stands, so that a change that was begun over another one is found."""
    return _named(*map(str, asdict(hall_of(template)).values()))


def stages_standing(template: SetupTemplate) -> str:
    """The same of its stages and of who enters."""
    return _named(template.kind, template.stages)


def terms_standing(template: SetupTemplate) -> str:
    """The same of its terms of sign-up."""
    return _named(template.sign_up)


def _named(*texts: str) -> str:
    """A short name of what these texts say."""
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]
