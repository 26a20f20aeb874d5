from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Final

from rules import rulesets
from rules.games.okey_task.infractions import INFRACTIONS, JOKER_AMOUNT, JOKER_EXCHANGED
from rules.localized_text import Text
from rules.rulesets import Reader

_AMOUNTS: Final = MappingProxyType({JOKER_EXCHANGED: JOKER_AMOUNT})


@dataclass(frozen=True, kw_only=True)
class RuleSet(rulesets.RuleSet):
    """A rule set of task Okey (S3)."""

    source: str = "S3"

    infractions: Mapping[str, int] = field(default_factory=lambda: _AMOUNTS, hash=False)
    """Code to amount, in points."""
    hands_per_match: int = 5
    best_of: int = 3

    READERS: ClassVar[Mapping[str, Reader]] = MappingProxyType(
        {
            **rulesets.RuleSet.READERS,
            "infractions": rulesets.amounts_reader(INFRACTIONS),
            "hands_per_match": rulesets.read_match_length,
            "best_of": rulesets.read_encounter_length,
        }
    )

    @property
    def preset(self) -> "RuleSet":
        return PRESETS.get(self.id, self)

    def fines(self, code: str) -> bool:
        return code in self.infractions


PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {"okey-task": RuleSet(id="okey-task", names=Text("Görev okeyi", "Task Okey"))}
)
