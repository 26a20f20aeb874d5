"""A tournament stores its own copy as JSON, so later presets never change old results."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from rules.localized_text import Text

LONGEST_MATCH: Final = 99
LONGEST_ENCOUNTER: Final = 9
LARGEST_AMOUNT: Final = 10_000

Reader = Callable[[Any], Any]
"""Validates and returns a value, or refuses it."""


class UnknownRuleSet(LookupError):  # noqa: N818 - a refusal is no fault
    """No preset has this id."""


class MalformedRuleSet(ValueError):  # noqa: N818 - a refusal is no fault
    """No valid rule set."""


class Contradiction(MalformedRuleSet):
    """Valid alone but not together, at the switch ``field``."""

    def __init__(self, field: str, words: Text) -> None:
        self.field = field
        self.words = words
        super().__init__(words.en)


def _exact_type_reader(kind: type) -> Reader:
    def read_exact(value: Any) -> Any:
        if type(value) is not kind:
            raise MalformedRuleSet(f"{value!r} is no {kind.__name__}")
        return value

    return read_exact


read_integer: Final = _exact_type_reader(int)
read_boolean: Final = _exact_type_reader(bool)
read_string: Final = _exact_type_reader(str)


def read_amount(value: Any) -> int:
    """Never negative."""
    if not 0 <= read_integer(value) <= LARGEST_AMOUNT:
        raise MalformedRuleSet(f"amounts run from 0 to {LARGEST_AMOUNT}")
    return int(value)


def amounts_reader(allowed: Collection[str]) -> Reader:
    """Return a reader that freezes amounts by code, and raises MalformedRuleSet for other codes."""

    def read_amounts(value: Any) -> Mapping[str, int]:
        unknown = [code for code in value if code not in allowed]
        if unknown:
            raise MalformedRuleSet(f"unknown codes: {unknown}")
        return MappingProxyType({read_string(code): read_amount(points) for code, points in value.items()})

    return read_amounts


def read_match_length(value: Any) -> int:
    if not 1 <= read_integer(value) <= LONGEST_MATCH:
        raise MalformedRuleSet(f"a match has 1 to {LONGEST_MATCH} hands")
    return int(value)


def read_encounter_length(value: Any) -> int:
    if read_integer(value) not in range(1, LONGEST_ENCOUNTER + 1, 2):
        raise MalformedRuleSet(f"an encounter is best of an odd number up to {LONGEST_ENCOUNTER}")
    return int(value)


def optional_reader(read: Reader) -> Reader:
    return lambda value: None if value is None else read(value)


@dataclass(frozen=True, kw_only=True)
class RuleSet(ABC):
    """Games add switches and ``READERS``. Raises MalformedRuleSet."""

    id: str
    version: int = 1
    names: Text
    source: str
    """Where it is silent others are inherited."""

    READERS: ClassVar[Mapping[str, Reader]] = MappingProxyType(
        {
            "id": read_string,
            "version": read_integer,
            "names": lambda value: Text(read_string(value.tr), read_string(value.en)),
            "source": read_string,
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
        """This version's preset; else itself."""

    def fines(self, _code: str) -> bool:
        return False

    @classmethod
    def switch_names(cls) -> tuple[str, ...]:
        common = {member.name for member in fields(RuleSet)}
        return tuple(member.name for member in fields(cls) if member.name not in common)

    @cached_property
    def changes(self) -> frozenset[str]:
        """Switches that differ from the preset."""
        preset = self.preset
        return frozenset(name for name in self.switch_names() if getattr(self, name) != getattr(preset, name))

    def to_dict(self) -> dict[str, object]:
        return {member.name: _json_value(getattr(self, member.name)) for member in fields(self)}

    def to_json(self) -> str:
        """Canonical: sorted keys, no spaces, non-ASCII unescaped."""
        return json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, source: str) -> Self:
        """Missing switches have defaults. Raises MalformedRuleSet."""
        try:
            data = json.loads(source)
            return cls(**data | {"names": Text(**data["names"])})
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise MalformedRuleSet(f"no rule set: {error}") from error

    def __reduce__(self) -> tuple[Callable[[str], Self], tuple[str]]:
        """A mapping proxy can't be pickled."""
        return (type(self).from_json, (self.to_json(),))


def _json_value(value: Any) -> object:
    if isinstance(value, Text):
        return value.to_dict()
    return dict(value) if isinstance(value, Mapping) else value
