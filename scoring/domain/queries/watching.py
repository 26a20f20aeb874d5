"""The counter that a live page watches, in one small query."""

from __future__ import annotations

from uuid import UUID

from tournaments.models import Tournament


def counter_of_tournament(tournament_id: UUID) -> int | None:
    """The counter of a tournament by its public id; None where there is none."""
    return Tournament.objects.filter(public_id=tournament_id).values_list("counter", flat=True).first()


def counter_of_encounter(encounter_id: UUID) -> int | None:
    """The counter of the tournament that an encounter belongs to."""
    return (
        Tournament.objects.filter(stages__encounters__public_id=encounter_id)
        .values_list("counter", flat=True)
        .first()
    )
