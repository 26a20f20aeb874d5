from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.games.game import Game
from tournaments.models import Tournament
from tournaments.web.script_modules import with_imports

_FILES = (
    "css/istaka.css",
    "css/table/tiles.css",
    "css/rulebook/tile-referee.css",
    "icon.svg",
    "django_htmx/htmx-2.min.js",
    "js/theme.js",
    "js/without-modules.js",
)


@dataclass(frozen=True, kw_only=True)
class Judging:
    game: Game[Any, Any]
    script: str
    """A module below `static/`."""
    script_data: Callable[[Any, Tournament | None, str], dict[str, Any]]
    """The script's data by rules, tournament (or None) and language, as JSON can hold it.

    It contains at least `rules` with the `most` tiles of a question, `faults`, `sentences` and `words`.
    """
    question_template: str = ""
    """A template with further questions, by the rules; answers are stored under the fields' names."""

    @property
    def files(self) -> tuple[str, ...]:
        return (*_FILES, *with_imports("js/popups.js", "js/language-switch.js", self.script))
