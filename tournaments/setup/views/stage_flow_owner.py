from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from rules.games import game_of
from rules.games.game import Game
from tournaments.models import RuleBook
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.stages.stage_settings import Length, StageSettings


def no_previous_stages() -> tuple[StageSettings, ...]:
    return ()


@dataclass(frozen=True)
class StageFlowOwner:
    """A tournament or a blueprint.

    Stages at positions `drawn` are fixed, with `kind_is_fixed` the kind of entrants. `save` raises Refused.
    """

    present: TournamentSettings
    book: RuleBook
    tables: Callable[[], int]
    address: str
    page: str
    build_context: Callable[[], dict[str, Any]]
    save: Callable[[TournamentSettings], None]
    entrant_count: int = 0
    kind_is_fixed: bool = False
    drawn: Collection[int] = ()
    load_previous_stages: Callable[[], tuple[StageSettings, ...]] = no_previous_stages
    finished: bool = False

    @property
    def game(self) -> Game[Any, Any]:
        return game_of(self.book.rule_set_id)

    @property
    def longest(self) -> Length:
        rules = self.game.read_rules(self.book.content)
        return Length(rules.best_of, rules.hands_per_match)
