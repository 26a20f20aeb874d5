"""RULES §6."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules import rulesets
from rules.games.okey101.infractions import FLAT, INFRACTIONS
from rules.games.okey101.switches import (
    DoubleOkeyWithPairs,
    Ending,
    FalseOkeyValue,
    FirstDealer,
    LevelMatch,
    MultiplierRule,
    NobodyOpened,
    OkeyLeft,
    PartnerCancels,
)
from rules.localized_text import Text
from rules.rulesets import LARGEST_AMOUNT, MalformedRuleSet, Reader, UnknownRuleSet, read_boolean

__all__ = [
    "DEFAULT_RULE_SET",
    "EARLIER_PRESETS",
    "LARGEST_AMOUNT",
    "PRESETS",
    "SWITCH_NAMES",
    "MalformedRuleSet",
    "RuleSet",
    "UnknownRuleSet",
    "rule_set",
]


def _all_of(*codes: str) -> Mapping[str, int]:
    return MappingProxyType(dict.fromkeys(codes, FLAT))


_PAIRS_INFRACTIONS = _all_of(*(code for code in INFRACTIONS if code != "okey_lost_from_meld"))
_ROUNDS_INFRACTIONS = _all_of("playable_discard", "okey_discard", "invalid_opening", "layoff_taken_back")
_RISING_INFRACTIONS = _all_of(*_ROUNDS_INFRACTIONS, "okey_lost_from_meld")


@dataclass(frozen=True, kw_only=True)
class RuleSet(rulesets.RuleSet):
    """By default the Turkish pairs tournament's (S0)."""

    source: str = "S0"

    partner_cancels: PartnerCancels = PartnerCancels.HAND
    okey_left: OkeyLeft = OkeyLeft.EACH
    okey_left_multiplied: bool = False
    okey_left_when_unopened: bool = False
    infractions_multiplied: bool = False
    """By the finish; the finisher's own never are."""
    okey_face_counts: bool = False
    """The rack sum includes real okeys, at their number."""
    false_okey_value: FalseOkeyValue = FalseOkeyValue.OKEY
    multiplier: MultiplierRule = MultiplierRule.PRODUCT
    pairs_doubled_on_exhaustion: bool = True
    nobody_opened: NobodyOpened = NobodyOpened.SCORE
    ending: Ending = Ending.DISCARD
    direct_below_threshold: bool = True
    """With series."""
    playable_must_be_called: bool = True
    """Fined only if an opponent calls it in time."""
    unopened_cap: int | None = None
    """The most an unopened player pays, multiplied; None is no cap."""
    double_okey: bool = True
    double_okey_with_pairs: DoubleOkeyWithPairs = DoubleOkeyWithPairs.REFUSED
    rising_threshold: bool = False
    indicator_in_pairs: bool = False
    infractions: Mapping[str, int] = field(default_factory=lambda: _PAIRS_INFRACTIONS, hash=False)
    """Points by code."""
    first_dealer: FirstDealer = FirstDealer.SCOREKEEPERS_RIGHT
    hands_per_match: int = 11
    best_of: int = 3
    level_match: LevelMatch = LevelMatch.EXTRA_HAND

    READERS: ClassVar[Mapping[str, Reader]] = MappingProxyType(
        {
            **rulesets.RuleSet.READERS,
            "partner_cancels": PartnerCancels,
            "okey_left": OkeyLeft,
            "okey_left_multiplied": read_boolean,
            "okey_left_when_unopened": read_boolean,
            "infractions_multiplied": read_boolean,
            "okey_face_counts": read_boolean,
            "false_okey_value": FalseOkeyValue,
            "multiplier": MultiplierRule,
            "pairs_doubled_on_exhaustion": read_boolean,
            "nobody_opened": NobodyOpened,
            "ending": Ending,
            "direct_below_threshold": read_boolean,
            "playable_must_be_called": read_boolean,
            "unopened_cap": rulesets.optional_reader(rulesets.read_amount),
            "double_okey": read_boolean,
            "double_okey_with_pairs": DoubleOkeyWithPairs,
            "rising_threshold": read_boolean,
            "indicator_in_pairs": read_boolean,
            "infractions": rulesets.amounts_reader(INFRACTIONS),
            "first_dealer": FirstDealer,
            "hands_per_match": rulesets.read_match_length,
            "best_of": rulesets.read_encounter_length,
            "level_match": LevelMatch,
        }
    )

    @property
    def preset(self) -> "RuleSet":
        return EARLIER_PRESETS.get((self.id, self.version)) or PRESETS.get(self.id, self)

    def fines(self, code: str) -> bool:
        return code in self.infractions

    @property
    def double_okey_with_pairs_allowed(self) -> bool:
        return self.double_okey and self.double_okey_with_pairs is DoubleOkeyWithPairs.PRODUCT


SWITCH_NAMES: Final = RuleSet.switch_names()
"""RULES §6."""

PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        preset.id: preset
        for preset in (
            RuleSet(id="101-pairs", names=Text("Eşli 101", "101 in pairs")),
            RuleSet(
                id="101-rising",
                version=2,
                names=Text("Katlamalı 101", "101 with a rising threshold"),
                source="S2",
                nobody_opened=NobodyOpened.ZERO,
                ending=Ending.FREE,
                direct_below_threshold=False,
                double_okey=False,
                rising_threshold=True,
                indicator_in_pairs=True,
                infractions=_RISING_INFRACTIONS,
            ),
            RuleSet(
                id="101-rounds",
                version=2,
                names=Text("Tekli 101", "101 for singles"),
                source="S4",
                partner_cancels=PartnerCancels.NOTHING,
                direct_below_threshold=False,
                playable_must_be_called=False,
                double_okey=False,
                infractions=_ROUNDS_INFRACTIONS,
                first_dealer=FirstDealer.RANDOM,
                best_of=1,
            ),
        )
    }
)
EARLIER_PRESETS: Final[Mapping[tuple[str, int], RuleSet]] = MappingProxyType(
    {
        ("101-rising", 1): replace(
            PRESETS["101-rising"], version=1, ending=Ending.DISCARD, direct_below_threshold=True
        ),
        ("101-rounds", 1): replace(
            PRESETS["101-rounds"],
            version=1,
            names=Text("Tekli 101", "101 in rounds"),
            direct_below_threshold=True,
            playable_must_be_called=True,
            first_dealer=FirstDealer.SCOREKEEPERS_RIGHT,
            best_of=3,
        ),
    }
)
"""By id and version; changes of older tournaments are relative to them."""
DEFAULT_RULE_SET: Final = "101-pairs"


def rule_set(id: str) -> RuleSet:  # noqa: A002 - the name that people use for it
    """Raises UnknownRuleSet."""
    try:
        return PRESETS[id]
    except KeyError:
        raise UnknownRuleSet(id) from None


def rules_for(rules: RuleSet, singles: bool) -> RuleSet:
    """Singles have no partner to cancel for."""
    partner_cancels = PartnerCancels.NOTHING if singles else rule_set(rules.id).partner_cancels
    return replace(rules, partner_cancels=partner_cancels)


def keepers_right_deals_first(rules: RuleSet) -> bool:
    """S0 I."""
    return rules.first_dealer is not FirstDealer.RANDOM


def counts_unopened_when_level(rules: RuleSet) -> bool:
    return rules.level_match is LevelMatch.FEWEST_UNOPENED


def for_singles(rules: RuleSet) -> bool:
    return rules.partner_cancels is PartnerCancels.NOTHING
