"""Sentences that are kept with marks, “⟦id⟧”, in place of names: they are read with the names of now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.models import Standing
from tournaments.naming.names import read_marks

UNKNOWN = "?"


def with_names(sentence: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    """A kept sentence in both its languages, with the names of entrants by public id."""
    return {
        language: read_marks(said, lambda key: names.get(key, UNKNOWN)) for language, said in sentence.items()
    }


def say_names(rows: Iterable[Standing]) -> None:
    """Put the names of now into the sentences of standings, each of which names only others among them."""
    listed = list(rows)
    names = {str(row.entrant.public_id): row.entrant.name for row in listed}
    for row in listed:
        row.reasons = [with_names(one, names) for one in row.reasons]
        row.across_reasons = [with_names(one, names) for one in row.across_reasons]
        row.needs = with_names(row.needs, names) if row.needs else None
