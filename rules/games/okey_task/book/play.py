from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.book import book_context
from rules.book.switch import Switch
from rules.games.okey_task.book.switches import SWITCHES
from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.rulesets import RuleSet


@dataclass(frozen=True)
class Play(book_context.Play[RuleSet]):
    SWITCHES: ClassVar[Mapping[str, Switch]] = SWITCHES


Rule: Final = book_context.BookSentence[Play]
SwitchRule: Final = book_context.SwitchSentence[Play]


def joker_costs(play: Play) -> bool:
    return play.rules.fines(JOKER_EXCHANGED)
