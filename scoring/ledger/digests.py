from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Max, QuerySet

from scoring.models import Confirmation, Entry
from tournaments.log import seals
from tournaments.models import LogRow, Tournament


def digest_over(last_seals: Iterable[str]) -> str:
    return seals.digest(sorted(last_seals))


def tournament_digest(tournament: Tournament) -> str:
    entries = Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)
    confirmations = Confirmation.objects.filter(match__encounter__stage__tournament=tournament)
    newest = LogRow.objects.filter(tournament=tournament).order_by("-pk").values_list("hash", flat=True)[:1]
    return digest_over(
        [*_newest_hashes(entries, "hand__match"), *_newest_hashes(confirmations, "match"), *newest]
    )


def last_change(tournament: Tournament) -> datetime:
    """Return when the digest came to be: all that it covers is logged."""
    return LogRow.objects.filter(tournament=tournament).order_by("-pk").values_list("at", flat=True)[0]


def _newest_hashes(rows: QuerySet[Any], chain: str) -> list[str]:
    newest = rows.order_by(chain).values(chain).annotate(newest=Max("pk")).values("newest")
    return list(rows.model.objects.filter(pk__in=newest).order_by("pk").values_list("hash", flat=True))
