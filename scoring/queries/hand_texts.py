"""A game's sentences about a hand, in which browsers don't translate names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.games.game import Game
from rules.hand_summary import HandSummary, VersionReport
from rules.localized_text import Text
from tournaments.sentences import find_names

AnyVersion = VersionReport[Any, Any]


def differences(
    game: Game[Any, Any], before: AnyVersion, now: AnyVersion, names: Mapping[str, str]
) -> list[Text]:
    """`names` are by seat."""
    return _with_names(game.differences(before, now, names), names)


def hand_summaries(
    game: Game[Any, Any], report: AnyVersion, names: Mapping[str, str]
) -> dict[str, HandSummary]:
    """Return the game's summaries by who is charged; `names` are by seat."""
    summaries = game.hand_summaries(report, names)
    return {
        code: replace(part, words=tuple(_with_names(part.words, names))) for code, part in summaries.items()
    }


def _with_names(texts: Iterable[Text], names: Mapping[str, str]) -> list[Text]:
    return [Text(find_names(text.tr, names.values()), find_names(text.en, names.values())) for text in texts]
