from __future__ import annotations

from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from scoring.ledger.digests import last_change, tournament_digest
from scoring.ledger.receipts import receipt
from tournaments.models import Tournament


def digest_label(tournament: Tournament) -> str:
    """Return the short digest with the time of the change that made it, in the club's zone."""
    changed_at = localtime(last_change(tournament), ZoneInfo(tournament.club.time_zone))
    return gettext("Digest %(code)s of %(time)s") % {
        "code": receipt(tournament_digest(tournament)),
        "time": date_format(changed_at, "j M Y H:i"),
    }
