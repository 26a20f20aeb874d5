"""Replace the marks "⟦id⟧" in sentences with names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.games.game import Game
from rules.hand_summary import HandSummary, VersionReport
from rules.localized_text import Text
from scoring.models import Standing
from tournaments.models import Entrant
from tournaments.naming.names import placeholder, placeholder_keys
from tournaments.sentences import fill_marks

UNKNOWN_NAME = "?"
AnyVersion = VersionReport[Any, Any]


def with_names(sentence: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    return {
        language: fill_marks(text, lambda key: names.get(key, UNKNOWN_NAME))
        for language, text in sentence.items()
    }


def differences(
    game: Game[Any, Any],
    before: VersionReport[Any, Any],
    now: VersionReport[Any, Any],
    names: Mapping[str, str],
) -> list[Text]:
    """Return the game's sentences; `names` are by seat."""
    return _fill_seats(game.differences(before, now, _seat_marks(names)), names)


def hand_summaries(
    game: Game[Any, Any], report: AnyVersion, names: Mapping[str, str]
) -> dict[str, HandSummary]:
    """Return the game's summaries by who is charged; `names` are by seat."""
    summaries = game.hand_summaries(report, _seat_marks(names))
    return {
        code: replace(part, words=tuple(_fill_seats(part.words, names))) for code, part in summaries.items()
    }


def _seat_marks(names: Mapping[str, str]) -> dict[str, str]:
    return {seat: placeholder(seat) for seat in names}


def _fill_seats(texts: Iterable[Text], names: Mapping[str, str]) -> list[Text]:
    return [Text(**with_names(text.to_dict(), names)) for text in texts]


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
