from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from django.utils import timezone

from scoring.enums import ProvisionalReason
from scoring.queries.provisional_results import read_provisional_reasons
from tournaments.models import Tournament

LookupValue = TypeVar("LookupValue")


class OfTournament(Protocol):
    @property
    def tournament(self) -> Tournament: ...


def lookup(mapping: Mapping[int, LookupValue] | str, key: int) -> LookupValue | None:
    """Return the value of a key: `statuses|of:match.number`, `marks|of:encounter.pk`."""
    return mapping.get(key) if isinstance(mapping, Mapping) else None


def provisional_reasons(rows: Iterable[Tournament | OfTournament]) -> dict[int, ProvisionalReason]:
    """Return why results aren't final yet, by key, of tournaments or of what has a `tournament`."""
    tournaments = [row if isinstance(row, Tournament) else row.tournament for row in rows]
    return read_provisional_reasons(tournaments, at=timezone.now())
