"""How the referee's page judges the tiles of a game, as a game's folder beside this module says it."""

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
)


@dataclass(frozen=True, kw_only=True)
class Judging:
    """The script of a game, which brings its judge along, and what it is told; the game has the questions."""

    game: Game[Any, Any]
    script: str
    """A module of `static/`."""
    told: Callable[[Any, Tournament | None, str], dict[str, Any]]
    """All that the script knows by these rules, of a tournament or bare, in a language, as JSON can hold it:
    `rules` with the `most` tiles that a question is about, `faults`, `sentences` and `words` at least."""
    asks_before: str = ""
    """A template of what is asked besides, by the rules; what its fields hold is kept by their names."""

    @property
    def files(self) -> tuple[str, ...]:
        """The static files that the page needs, which its worker keeps."""
        return (*_FILES, *with_imports("js/page.js", self.script))
