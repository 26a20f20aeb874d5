from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import uuid4

from tests.factories import NOW, open_tournament
from tournaments.enums import EntrantKind, StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Application, Tournament
from tournaments.signup.domain import applications, terms
from tournaments.stages.stage_settings import StageSettings

CONTACT = "0532 111 22 33"


def open_sign_up(*, pairs: int = 0, singles: bool = False, **changes: Any) -> Tournament:
    if singles:
        stages = (StageSettings(StageKind.TABLES.value, best_of=1, hands=3),)
        tournament = open_tournament(kind=EntrantKind.SINGLES.value, stages=stages)
    else:
        tournament = open_tournament(pairs=pairs)
    set_terms(tournament, **changes)
    return tournament


def set_terms(tournament: Tournament, **changes: Any) -> int:
    changed_terms = terms.Terms(**{"is_open": True, **changes})
    return terms.set_terms(tournament=tournament, terms=changed_terms, by=CONSOLE, at=NOW)


def application_data(*players: str, contact: str = CONTACT, **more: Any) -> applications.ApplicationData:
    return applications.ApplicationData(players, contact, **more)


def apply(
    tournament: Tournament,
    *players: str,
    key: str | None = None,
    at: datetime = NOW,
    client: str = "",
    **more: Any,
) -> Application:
    own, _code = applications.sign_up(
        tournament=tournament,
        data=application_data(*players, **more),
        key=key or uuid4().hex,
        at=at,
        client=client,
    )
    return own


def names_of(tournament: Tournament) -> list[str]:
    return list(tournament.entrants.order_by("number").values_list("name", flat=True))
