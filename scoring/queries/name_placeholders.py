"""Sentences that are kept with marks, “⟦id⟧”, in place of names: they are read with the names of now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.models import Standing
from tournaments.models import Entrant
from tournaments.naming.names import marks_in, read_marks

UNKNOWN = "?"


def with_names(sentence: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    """A kept sentence in both its languages, with the names of entrants by public id."""
    return {
        language: read_marks(said, lambda key: names.get(key, UNKNOWN)) for language, said in sentence.items()
    }


def say_names(rows: Iterable[Standing]) -> None:
    """Put the names of now into the sentences of standings; who is not among them is looked up."""
    listed = list(rows)
    names = {str(row.entrant.public_id): row.entrant.name for row in listed}
    absent = {key for row in listed for one in _sentences(row) for key in _marks(one)} - names.keys()
    if absent:
        found = Entrant.objects.filter(public_id__in=absent).order_by("pk")
        names |= {str(key): name for key, name in found.values_list("public_id", "name")}
    for row in listed:
        row.reasons = [with_names(one, names) for one in row.reasons]
        row.across_reasons = [with_names(one, names) for one in row.across_reasons]
        row.needs = with_names(row.needs, names) if row.needs else None


def _sentences(row: Standing) -> list[Mapping[str, str]]:
    return [*row.reasons, *row.across_reasons, *([row.needs] if row.needs else [])]


def _marks(sentence: Mapping[str, str]) -> list[str]:
    return [key for said in sentence.values() for key in marks_in(said)]
