"""Replace the marks "⟦id⟧" in stored sentences with current names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.models import Standing
from tournaments.models import Entrant
from tournaments.naming.names import placeholder_keys, replace_placeholders

UNKNOWN_NAME = "?"


def with_names(sentence: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    return {
        language: replace_placeholders(text, lambda key: names.get(key, UNKNOWN_NAME))
        for language, text in sentence.items()
    }


def fill_names(rows: Iterable[Standing]) -> None:
    """Replace placeholders in the sentences of standings by current names, in place and unsaved."""
    listed = list(rows)
    names = {str(row.entrant.public_id): row.entrant.name for row in listed}
    absent = {
        key for row in listed for sentence in _sentences(row) for key in _placeholders(sentence)
    } - names.keys()
    if absent:
        entrants = Entrant.objects.filter(public_id__in=absent).order_by("pk")
        names |= {str(key): name for key, name in entrants.values_list("public_id", "name")}
    for row in listed:
        row.reasons = [with_names(sentence, names) for sentence in row.reasons]
        row.across_reasons = [with_names(sentence, names) for sentence in row.across_reasons]
        row.needs = with_names(row.needs, names) if row.needs else None


def _sentences(row: Standing) -> list[Mapping[str, str]]:
    return [*row.reasons, *row.across_reasons, *([row.needs] if row.needs else [])]


def _placeholders(sentence: Mapping[str, str]) -> list[str]:
    return [key for text in sentence.values() for key in placeholder_keys(text)]
