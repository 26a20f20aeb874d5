"""All that is kept of a person is handed out: the log says that it was."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Player


@transaction.atomic
def hand_out(*, player: Player, by: Actor, at: datetime) -> None:
    """Note that what is kept of a person was taken along as a file, for him who asked for it."""
    audit_log.write("person_data_handed_out", by=by, at=at, club=player.club, subject=player.public_id)
