from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Player


@transaction.atomic
def log_export(*, player: Player, by: Actor, at: datetime) -> None:
    log_and_publish("person_data_exported", by=by, at=at, club=player.club, subject=player.public_id)
