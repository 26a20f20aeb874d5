"""What a book is written for, and how its sentences come to stand in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any, ClassVar, Generic, TypeVar

from rules.book.switch import Switch
from rules.rulesets import RuleSet
from rules.sentences import Case, Sentence
from rules.sources import AGAINST, Against, source_of
from rules.text import Text

Rules = TypeVar("Rules", bound=RuleSet)


@dataclass(frozen=True)
class Play(Generic[Rules]):
    """A rule set, and whether everybody plays for himself.

    ``protest`` are the minutes after a match in which its hands may be protested; None where no tournament
    has set them. A ``bare`` book is no tournament's, and may tell of single players beside pairs.
    Each game says which ``SWITCHES`` its rule sets have.
    """

    SWITCHES: ClassVar[Mapping[str, Switch]]

    rules: Rules
    singles: bool = False
    protest: int | None = None
    bare: bool = False

    @property
    def source(self) -> str:
        """The source that the rule set comes from."""
        return self.rules.source

    @property
    def in_pairs(self) -> bool:
        """Whether partners play together."""
        return not self.singles


Played = TypeVar("Played", bound=Play[Any])


def always(_play: Play[Any]) -> bool:
    """Hold in every book."""
    return True


@dataclass(frozen=True)
class Told(Generic[Played]):
    """A sentence of the book: its number and lasting name, its words, and the places that state it.

    It stands ``when`` that holds. ``decided_by`` is the switch whose other choices tell otherwise;
    ``unchecked`` says that its figures are no matter of the engine. Of several under one number one stands
    at most.
    """

    number: str
    key: str
    text: Text | Callable[[Played], Text]
    places: tuple[str, ...] = ()
    against: Against | None = None
    when: Callable[[Played], bool] = always
    decided_by: str | None = None
    example: Callable[[Played], Case] | None = None
    unchecked: bool = False

    def said(self, play: Played) -> Sentence:
        """Give the sentence as this book has it."""
        text = self.text if isinstance(self.text, Text) else self.text(play)
        case = self.example(play) if self.example else None
        source = self._source(play)
        return Sentence(
            self.number,
            self.key,
            source,
            self.against if AGAINST in source else None,
            text=text,
            switch=self.decided_by,
            case=case,
            unchecked=self.unchecked,
        )

    def _source(self, play: Played) -> str:
        changed = self.decided_by in play.rules.changes
        return source_of(self.places, play.source, self.against, changed=changed)


@dataclass(frozen=True)
class Switched(Generic[Played]):
    """The sentence of a switch, as the rule set has it; its lasting name is the switch's, or its own."""

    number: str
    switch: str
    name: str | None = None
    when: Callable[[Played], bool] = always
    example: Callable[[Played], Case] | None = None
    unchecked: bool = False

    @property
    def key(self) -> str:
        """The lasting name."""
        return self.name or self.switch

    def said(self, play: Played) -> Sentence:
        """Give the sentence of the choice that this rule set makes."""
        choice = play.SWITCHES[self.switch].choice(play.rules)
        told: Told[Played] = Told(
            self.number,
            self.key,
            choice.rule,
            choice.stated,
            choice.against,
            decided_by=self.switch,
            example=self.example,
            unchecked=self.unchecked,
        )
        return told.said(play)


def said(parts: Iterable[Told[Played] | Switched[Played]], play: Played) -> Iterator[Sentence]:
    """Give the sentences that stand in this book, by number."""
    return iter(sorted((part.said(play) for part in parts if part.when(play)), key=numbered))


def numbered_from(number: str, told: Sequence[Told[Played]]) -> Iterator[Told[Played]]:
    """Give sentences the numbers that they bear in a book: this one, and those that follow it."""
    chapter, _point, first = number.partition(".")
    for place, one in enumerate(told, int(first)):
        yield replace(one, number=f"{chapter}.{place}")


def shared(told: Iterable[Told[Any]], name: str, number: str, key: str, *places: str) -> Told[Any]:
    """Give a sentence that several games have under the number and lasting name that it bears in one book.

    ``places`` state it for that game, where others take it over or choose it.
    """
    (one,) = (one for one in told if one.key == name)
    return replace(one, number=number, key=key, places=places or one.places)


def numbered(sentence: Sentence) -> tuple[str, int]:
    """Sort sentences of one chapter as their numbers are found: stage by stage, then what holds for all."""
    number = sentence.number.partition(".")[2]
    figures = number.rstrip(ascii_lowercase)
    return number.removeprefix(figures) or "~", int(figures)


def following(switch: str, value: object) -> Callable[[Play[Any]], bool]:
    """Hold where a switch has this value."""
    return lambda play: getattr(play.rules, switch) == value


def otherwise(switch: str, value: object) -> Callable[[Play[Any]], bool]:
    """Hold where a switch has another value."""
    return lambda play: getattr(play.rules, switch) != value


def both(*conditions: Callable[[Played], bool]) -> Callable[[Played], bool]:
    """Hold where all of them do."""
    return lambda play: all(condition(play) for condition in conditions)


def in_pairs(play: Play[Any]) -> bool:
    """Hold where partners play together."""
    return play.in_pairs


def of_singles(play: Play[Any]) -> bool:
    """Hold where everybody plays for himself, or may do so."""
    return play.singles or play.bare


def of_source(*codes: str) -> Callable[[Play[Any]], bool]:
    """Hold where the rule set comes from one of these."""
    return lambda play: play.source in codes
