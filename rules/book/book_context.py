from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any, ClassVar, Generic, TypeVar

from rules.book.switch import Switch
from rules.localized_text import Text
from rules.rulesets import RuleSet
from rules.sentences import Case, Sentence
from rules.sources import AGAINST, Against, source_of

Rules = TypeVar("Rules", bound=RuleSet)


@dataclass(frozen=True)
class BookContext(Generic[Rules]):
    """``protest_minutes`` count after a match; None if unset.

    A ``bare`` book has no tournament and covers singles, too.
    """

    SWITCHES: ClassVar[Mapping[str, Switch]]

    rules: Rules
    singles: bool = False
    protest_minutes: int | None = None
    bare: bool = False

    @property
    def source(self) -> str:
        return self.rules.source

    @property
    def in_pairs(self) -> bool:
        return not self.singles


Played = TypeVar("Played", bound=BookContext[Any])


def always(_play: BookContext[Any]) -> bool:
    return True


@dataclass(frozen=True)
class BookSentence(Generic[Played]):
    """``when`` includes it, at most one per number; ``key`` is permanent.

    ``unchecked``: the engine doesn't check its figures.
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

    def to_sentence(self, play: Played) -> Sentence:
        """Resolve text, example and source for ``play``, whatever ``when`` says."""
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
class SwitchSentence(Generic[Played]):
    """``name`` replaces the switch as its key."""

    number: str
    switch: str
    name: str | None = None
    when: Callable[[Played], bool] = always
    example: Callable[[Played], Case] | None = None
    unchecked: bool = False

    @property
    def key(self) -> str:
        return self.name or self.switch

    def to_sentence(self, play: Played) -> Sentence:
        """Word the choice that the rules make, whatever ``when`` says."""
        choice = play.SWITCHES[self.switch].choice(play.rules)
        sentence: BookSentence[Played] = BookSentence(
            self.number,
            self.key,
            choice.rule,
            choice.sources,
            choice.against,
            decided_by=self.switch,
            example=self.example,
            unchecked=self.unchecked,
        )
        return sentence.to_sentence(play)


def sentences_for(
    parts: Iterable[BookSentence[Played] | SwitchSentence[Played]], play: Played
) -> Iterator[Sentence]:
    return iter(sorted((part.to_sentence(play) for part in parts if part.when(play)), key=sentence_sort_key))


def number_sentences(
    number: str, sentences: Sequence[BookSentence[Played]]
) -> Iterator[BookSentence[Played]]:
    chapter, _point, first = number.partition(".")
    for last_part, sentence in enumerate(sentences, int(first)):
        yield replace(sentence, number=f"{chapter}.{last_part}")


def shared_sentence(
    sentences: Iterable[BookSentence[Any]], name: str, number: str, key: str, *sources: str
) -> BookSentence[Any]:
    (sentence,) = (sentence for sentence in sentences if sentence.key == name)
    return replace(sentence, number=number, key=key, places=sources or sentence.places)


def sentence_sort_key(sentence: Sentence) -> tuple[str, int]:
    """By stage, then those for all stages."""
    number = sentence.number.partition(".")[2]
    figures = number.rstrip(ascii_lowercase)
    return number.removeprefix(figures) or "~", int(figures)


def switch_is(switch: str, value: object) -> Callable[[BookContext[Any]], bool]:
    return lambda play: getattr(play.rules, switch) == value


def switch_is_not(switch: str, value: object) -> Callable[[BookContext[Any]], bool]:
    return lambda play: getattr(play.rules, switch) != value


def all_of(*conditions: Callable[[Played], bool]) -> Callable[[Played], bool]:
    return lambda play: all(condition(play) for condition in conditions)


def in_pairs(play: BookContext[Any]) -> bool:
    return play.in_pairs


def covers_singles(play: BookContext[Any]) -> bool:
    return play.singles or play.bare


def source_is(*codes: str) -> Callable[[BookContext[Any]], bool]:
    return lambda play: play.source in codes
