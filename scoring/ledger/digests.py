"""One digest for all that is sealed of a tournament: it shows that nothing was rewritten since."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Max, QuerySet

from scoring.models import Confirmation, Entry
from tournaments.log import seals
from tournaments.models import LogRow, Tournament


def digest_over(last: Iterable[str]) -> str:
    """The digest over the last seals of chains, in whatever order they are told."""
    return seals.digest(sorted(last))


def digest_of(tournament: Tournament) -> str:
    """The digest of a tournament: over the last seals of its matches, of what was confirmed, of its log."""
    entries = Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)
    said = Confirmation.objects.filter(match__encounter__stage__tournament=tournament)
    newest = LogRow.objects.filter(tournament=tournament).order_by("-pk").values_list("hash", flat=True)[:1]
    return digest_over([*_last(entries, "hand__match"), *_last(said, "match"), *newest])


def _last(rows: QuerySet[Any], chain: str) -> list[str]:
    newest = rows.order_by(chain).values(chain).annotate(newest=Max("pk")).values("newest")
    return list(rows.model.objects.filter(pk__in=newest).order_by("pk").values_list("hash", flat=True))
