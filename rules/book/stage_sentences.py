from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Any, Final

from rules.book.book_context import Play
from rules.book.format_sentences import FORMATS, NumberedText
from rules.book.time_up_sentences import played_until_the_bell, time_up
from rules.sentences import Sentence
from rules.sources import cite, source_of
from rules.standings.stage_plans import StagePlan
from rules.text import Text, enumerated

_HANDS: Final = "hands_per_match"
_LENGTH: Final = {_HANDS: 1, "best_of": 2}
_ORDER, _TIED, _NEEDLESS = 5, 6, 46
"""The last digits of the numbers of a stage's sentences."""
_NOT_PLAYED: Final = Text(
    "Kazanan belli olunca kalan maç oynanmaz.", "Once it is decided, the remaining matches are not played."
)


def sentences_of(play: Play[Any], stages: Sequence[StagePlan], chapter: int) -> Iterator[Sentence]:
    """Yield a chapter's sentences on each stage; several stages have letters in numbers and keys.

    The first stage's keys have no letter.
    """
    several = len(stages) > 1
    for letter, stage in zip(ascii_lowercase, stages, strict=False):
        for number, key, text, source in (*_lengths(play, stage), *_cited(play, stage)):
            stage_text = (
                Text(f"{stage.name.tr}: {text.tr}", f"{stage.name.en}: {text.en}") if several else text
            )
            mark = letter if several else ""
            name = key if stage is stages[0] else f"{key}-{letter}"
            yield Sentence(f"{chapter}.{number}{mark}", name, source, text=stage_text, unchecked=True)


def _lengths(play: Play[Any], stage: StagePlan) -> Iterator[tuple[int, str, Text, str]]:
    for field, number in _LENGTH.items():
        value = getattr(stage, field)
        if field == "best_of" and stage.format.at_four:
            continue
        choice = play.SWITCHES[field].named(value)
        changed = value != getattr(play.rules.preset, field)
        text = played_until_the_bell(value) if field == _HANDS and stage.least_hands else choice.rule
        yield number, field, text, source_of(choice.stated, play.source, changed=changed)
        if field == "best_of" and value > 1:
            yield _NEEDLESS, "needless-match", _NOT_PLAYED, cite((), play.source)


def _cited(play: Play[Any], stage: StagePlan) -> Iterator[tuple[int, str, Text, str]]:
    sentences = (*FORMATS[stage.format](stage), *(_order(stage) if stage.steps else ()), *time_up(stage))
    return ((number, key, text, cite(sources, play.source)) for number, key, text, sources in sentences)


def _order(stage: StagePlan) -> Iterator[NumberedText]:
    tr, en = (_listed(stage, language) for language in ("tr", "en"))
    yield (
        _ORDER,
        "order",
        Text(f"Sıralama şu ölçütlerle belirlenir: {tr}.", f"The order is decided, in turn, by: {en}."),
        (),
    )
    if any(step.id == "head_to_head" for step in stage.steps):
        yield (
            _TIED,
            "order-tied",
            Text(
                "Aralarındaki karşılaşmalar, eşitlik kısmen bozulunca, kalanlar için yeniden sayılır.",
                "Encounters among the tied are counted again for those who are still tied.",
            ),
            (),
        )


def _listed(stage: StagePlan, language: str) -> str:
    names = [step.name.in_language(language) for step in stage.steps]
    return enumerated([name[:1].lower() + name[1:] for name in names], language)
