from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.games.game import Game
from scoring.rulebook.tile_question import TileQuestion, TileQuestionForm
from scoring.rulebook.views.games.verdicts import Verdict, VerdictWriter


@dataclass(frozen=True, kw_only=True)
class Judging:
    game: Game[Any, Any]
    most: int
    """Tiles that a player can have."""
    judge: Callable[[TileQuestion, Any, VerdictWriter], Verdict]
    """Answer a question about tiles by these rules; the indicator is known where the game turns one."""
    form: type[TileQuestionForm] = TileQuestionForm
    question_template: str = ""
    """A template with the form's own fields."""
