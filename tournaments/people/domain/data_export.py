from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Player


@transaction.atomic
def log_export(*, player: Player, by: Actor, at: datetime) -> None:
    audit_log.write("person_data_exported", by=by, at=at, club=player.club, subject=player.public_id)
