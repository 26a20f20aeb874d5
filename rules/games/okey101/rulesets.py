"""Rule sets of the 101 family: frozen data, every switch of RULES §6.

A tournament keeps its own copy as JSON text, so that a later change of a preset never changes
an old result. An organizer starts from a preset and changes switches with
``dataclasses.replace``.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

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
from rules.text import Text

LONGEST_MATCH: Final = 99
LONGEST_ENCOUNTER: Final = 9
LARGEST_AMOUNT: Final = 10_000


class UnknownRuleSet(LookupError):  # noqa: N818 - a refusal is no fault
    """No preset bears this id."""


class MalformedRuleSet(ValueError):  # noqa: N818 - a refusal is no fault
    """A text or a value that makes no rule set."""


def _all_of(*codes: str) -> Mapping[str, int]:
    return MappingProxyType(dict.fromkeys(codes, FLAT))


_PAIRS_INFRACTIONS = _all_of(*(code for code in INFRACTIONS if code != "okey_lost_from_meld"))
_ROUNDS_INFRACTIONS = _all_of("playable_discard", "okey_discard", "invalid_opening", "layoff_taken_back")
_RISING_INFRACTIONS = _all_of(*_ROUNDS_INFRACTIONS, "okey_lost_from_meld")


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """A rule set; the defaults are those of the Turkish pairs tournament (S0).

    Raises:
        MalformedRuleSet: a number out of range, or an infraction that no source knows.
    """

    id: str
    version: int = 1
    names: Text
    source: str = "S0"
    """The source it comes from; where that is silent others are inherited."""

    partner_cancels: PartnerCancels = PartnerCancels.HAND
    okey_left: OkeyLeft = OkeyLeft.EACH
    okey_left_multiplied: bool = False
    okey_left_when_unopened: bool = False
    infractions_multiplied: bool = False
    """By the multiplier of the finish; the finisher's own never are."""
    okey_face_counts: bool = False
    """Whether the rack sum includes real okeys, at their number."""
    false_okey_value: FalseOkeyValue = FalseOkeyValue.OKEY
    multiplier: MultiplierRule = MultiplierRule.PRODUCT
    pairs_doubled_on_exhaustion: bool = True
    nobody_opened: NobodyOpened = NobodyOpened.SCORE
    ending: Ending = Ending.DISCARD
    direct_below_threshold: bool = True
    """Whether a direct finish with runs and sets may stay below the threshold."""
    playable_must_be_called: bool = True
    """Whether a playable discard is fined only if an opponent calls it in time."""
    unopened_cap: int | None = None
    """The most that an unopened player pays, after the multiplier; None is no cap."""
    double_okey: bool = True
    double_okey_with_pairs: DoubleOkeyWithPairs = DoubleOkeyWithPairs.REFUSED
    rising_threshold: bool = False
    indicator_in_pairs: bool = False
    infractions: Mapping[str, int] = field(default_factory=lambda: _PAIRS_INFRACTIONS, hash=False)
    """Code to amount, in points."""
    first_dealer: FirstDealer = FirstDealer.SCOREKEEPERS_RIGHT
    hands_per_match: int = 11
    best_of: int = 3
    level_match: LevelMatch = LevelMatch.EXTRA_HAND

    def __post_init__(self) -> None:
        """Read every value strictly, freeze the amounts, refuse what no game can be played with."""
        try:
            for name, read in _READERS.items():
                object.__setattr__(self, name, read(getattr(self, name)))
        except (ValueError, TypeError, AttributeError) as error:
            raise MalformedRuleSet(f"no rule set: {error}") from error
        strange = [code for code in self.infractions if code not in INFRACTIONS]
        if strange:
            raise MalformedRuleSet(f"unknown infractions: {strange}")
        amounts = [*self.infractions.values(), self.unopened_cap or 0]
        if not all(0 <= amount <= LARGEST_AMOUNT for amount in amounts):
            raise MalformedRuleSet(f"amounts run from 0 to {LARGEST_AMOUNT}")
        if not 1 <= self.hands_per_match <= LONGEST_MATCH:
            raise MalformedRuleSet(f"a match has 1 to {LONGEST_MATCH} hands")
        if self.best_of not in range(1, LONGEST_ENCOUNTER + 1, 2):
            raise MalformedRuleSet(f"an encounter is best of an odd number up to {LONGEST_ENCOUNTER}")

    @cached_property
    def changes(self) -> frozenset[str]:
        """The names of the switches that differ from those of the preset with this id."""
        preset = self.preset
        return frozenset(name for name in SWITCH_NAMES if getattr(self, name) != getattr(preset, name))

    @property
    def preset(self) -> "RuleSet":
        """The preset, in the version that it had then, from which this rule set was made; else itself."""
        return EARLIER_PRESETS.get((self.id, self.version)) or PRESETS.get(self.id, self)

    @property
    def double_okey_with_pairs_allowed(self) -> bool:
        """Whether a pairs opener may finish by throwing both okeys."""
        return self.double_okey and self.double_okey_with_pairs is DoubleOkeyWithPairs.PRODUCT

    def to_dict(self) -> dict[str, object]:
        """Give every field in plain JSON values."""
        values = {member.name: getattr(self, member.name) for member in fields(self)}
        return values | {"names": self.names.to_dict(), "infractions": dict(self.infractions)}

    def to_json(self) -> str:
        """Give the rule set as canonical JSON text: sorted keys, no spaces, letters as they are."""
        return json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "RuleSet":
        """Read what ``to_json`` wrote; a switch that the text does not name has its default.

        Raises:
            MalformedRuleSet: no JSON, an unknown key, a value of a wrong type or out of range.
        """
        try:
            data = json.loads(text)
            return cls(**data | {"names": Text(**data["names"])})
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise MalformedRuleSet(f"no rule set: {error}") from error

    def __reduce__(self) -> tuple[Callable[[str], "RuleSet"], tuple[str]]:
        """Copy and pickle as JSON: a mapping proxy can't be pickled."""
        return (RuleSet.from_json, (self.to_json(),))


def _exactly(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise MalformedRuleSet(f"{value!r} is no {kind.__name__}")
        return value

    return read


_number = _exactly(int)
_flag = _exactly(bool)
_text = _exactly(str)

_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "id": _text,
    "version": _number,
    "names": lambda value: Text(_text(value.tr), _text(value.en)),
    "source": _text,
    "partner_cancels": PartnerCancels,
    "okey_left": OkeyLeft,
    "okey_left_multiplied": _flag,
    "okey_left_when_unopened": _flag,
    "infractions_multiplied": _flag,
    "okey_face_counts": _flag,
    "false_okey_value": FalseOkeyValue,
    "multiplier": MultiplierRule,
    "pairs_doubled_on_exhaustion": _flag,
    "nobody_opened": NobodyOpened,
    "ending": Ending,
    "direct_below_threshold": _flag,
    "playable_must_be_called": _flag,
    "unopened_cap": lambda value: None if value is None else _number(value),
    "double_okey": _flag,
    "double_okey_with_pairs": DoubleOkeyWithPairs,
    "rising_threshold": _flag,
    "indicator_in_pairs": _flag,
    "infractions": lambda value: MappingProxyType(
        {_text(code): _number(amount) for code, amount in value.items()}
    ),
    "first_dealer": FirstDealer,
    "hands_per_match": _number,
    "best_of": _number,
    "level_match": LevelMatch,
}

SWITCH_NAMES: Final = tuple(
    member.name for member in fields(RuleSet) if member.name not in ("id", "version", "names", "source")
)
"""The name of every switch of RULES §6."""

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
                names=Text("Bireysel 101", "101 for singles"),
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
            names=Text("Tek kişilik 101", "101 in rounds"),
            direct_below_threshold=True,
            playable_must_be_called=True,
            first_dealer=FirstDealer.SCOREKEEPERS_RIGHT,
            best_of=3,
        ),
    }
)
"""Presets as they were, by id and version: what a tournament of then changed is told against these."""
DEFAULT_RULE_SET: Final = "101-pairs"


def rule_set(id: str) -> RuleSet:  # noqa: A002 - the name that people use for it
    """Give the preset with this id.

    Raises:
        UnknownRuleSet: there is none.
    """
    try:
        return PRESETS[id]
    except KeyError:
        raise UnknownRuleSet(id) from None
