"""The common base of rule sets: a field for each switch.

A tournament stores its own copy as JSON, so later presets never change old results.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from rules.text import Text

LONGEST_MATCH: Final = 99
LONGEST_ENCOUNTER: Final = 9
LARGEST_AMOUNT: Final = 10_000

Reader = Callable[[Any], Any]
"""Validates a field's value and returns it, or refuses it."""


class UnknownRuleSet(LookupError):  # noqa: N818 - a refusal is no fault
    """No preset has this id."""


class MalformedRuleSet(ValueError):  # noqa: N818 - a refusal is no fault
    """A text or value isn't a valid rule set."""


class Contradiction(MalformedRuleSet):
    """Options valid alone but not together, at the switch ``field``."""

    def __init__(self, field: str, words: Text) -> None:
        self.field = field
        self.words = words
        super().__init__(words.en)


def _exactly(kind: type) -> Reader:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise MalformedRuleSet(f"{value!r} is no {kind.__name__}")
        return value

    return read


number: Final = _exactly(int)
flag: Final = _exactly(bool)
text: Final = _exactly(str)


def amount(value: Any) -> int:
    """Validate penalty points, never negative."""
    if not 0 <= number(value) <= LARGEST_AMOUNT:
        raise MalformedRuleSet(f"amounts run from 0 to {LARGEST_AMOUNT}")
    return int(value)


def amounts(allowed: Collection[str]) -> Reader:
    """Return a reader that freezes amounts by ``allowed`` code."""

    def read(value: Any) -> Mapping[str, int]:
        unknown = [code for code in value if code not in allowed]
        if unknown:
            raise MalformedRuleSet(f"unknown codes: {unknown}")
        return MappingProxyType({text(code): amount(points) for code, points in value.items()})

    return read


def match_length(value: Any) -> int:
    if not 1 <= number(value) <= LONGEST_MATCH:
        raise MalformedRuleSet(f"a match has 1 to {LONGEST_MATCH} hands")
    return int(value)


def encounter_length(value: Any) -> int:
    if number(value) not in range(1, LONGEST_ENCOUNTER + 1, 2):
        raise MalformedRuleSet(f"an encounter is best of an odd number up to {LONGEST_ENCOUNTER}")
    return int(value)


def optional(read: Reader) -> Reader:
    return lambda value: None if value is None else read(value)


@dataclass(frozen=True, kw_only=True)
class RuleSet(ABC):
    """The fields of every rule set; games add switches and ``READERS``.

    Raises: MalformedRuleSet: a value of a wrong type or out of range.
    """

    id: str
    version: int = 1
    names: Text
    source: str
    """The main source; where it is silent others are inherited."""

    READERS: ClassVar[Mapping[str, Reader]] = MappingProxyType(
        {
            "id": text,
            "version": number,
            "names": lambda value: Text(text(value.tr), text(value.en)),
            "source": text,
        }
    )

    def __post_init__(self) -> None:
        try:
            for name, read in self.READERS.items():
                object.__setattr__(self, name, read(getattr(self, name)))
        except (ValueError, TypeError, AttributeError) as error:
            raise MalformedRuleSet(f"no rule set: {error}") from error

    @property
    @abstractmethod
    def preset(self) -> Self:
        """Return this version's preset; else itself."""

    def fines(self, _code: str) -> bool:
        return False

    @classmethod
    def switch_names(cls) -> tuple[str, ...]:
        common = {member.name for member in fields(RuleSet)}
        return tuple(member.name for member in fields(cls) if member.name not in common)

    @cached_property
    def changes(self) -> frozenset[str]:
        """Return the switches that differ from the preset."""
        preset = self.preset
        return frozenset(name for name in self.switch_names() if getattr(self, name) != getattr(preset, name))

    def to_dict(self) -> dict[str, object]:
        return {member.name: _plain(getattr(self, member.name)) for member in fields(self)}

    def to_json(self) -> str:
        """Return canonical JSON: sorted keys, no spaces, non-ASCII unescaped."""
        return json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, source: str) -> Self:
        """Parse ``to_json``; a missing switch has its default.

        Raises: MalformedRuleSet: invalid JSON, keys or values.
        """
        try:
            data = json.loads(source)
            return cls(**data | {"names": Text(**data["names"])})
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise MalformedRuleSet(f"no rule set: {error}") from error

    def __reduce__(self) -> tuple[Callable[[str], Self], tuple[str]]:
        """Pickle as JSON: a mapping proxy can't be pickled."""
        return (type(self).from_json, (self.to_json(),))


def _plain(value: Any) -> object:
    if isinstance(value, Text):
        return value.to_dict()
    return dict(value) if isinstance(value, Mapping) else value
