"""Whose chain of stages a page arranges, and what the page has to know of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rules.games import game_of
from rules.games.game import Game
from tournaments.models import RuleBook
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.stages.stage_settings import Length, StageSettings


def no_stages() -> tuple[StageSettings, ...]:
    """What stood while others entered, where nobody knows it."""
    return ()


@dataclass(frozen=True)
class Chained:
    """A tournament or a template: how it is set up, and how another chain of it is stored.

    `tables` are those played at, `hours` from when to when. Stages at positions that are `drawn` stay;
    where the `kind_is_fixed` so does who enters, else `before` stood while others did. `seen` names what
    the form is opened over. `page` shows it, with what is `around` it. `save` raises Refused.
    """

    present: TournamentSettings
    book: RuleBook
    tables: Callable[[], int]
    address: str
    page: str
    around: Callable[[], dict[str, Any]]
    save: Callable[[TournamentSettings], None]
    entered: int = 0
    kind_is_fixed: bool = False
    drawn: Collection[int] = ()
    before: Callable[[], tuple[StageSettings, ...]] = no_stages
    hours: Mapping[str, Any] | None = None
    finished: bool = False
    seen: str = ""

    @property
    def game(self) -> Game[Any, Any]:
        """What is played."""
        return game_of(self.book.rule_set_id)

    @property
    def longest(self) -> Length:
        """As long as encounters are by its rules."""
        rules = self.game.read_rules(self.book.content)
        return Length(rules.best_of, rules.hands_per_match)
