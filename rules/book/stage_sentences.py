from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Any, Final

from rules.book.book_context import BookContext
from rules.book.format_sentences import FORMATS, NumberedText
from rules.book.time_up_sentences import hands_until_bell_text, time_up_sentences
from rules.localized_text import Text, join_names
from rules.sentences import Sentence
from rules.sources import cite, source_of
from rules.standings.stage_plans import StagePlan

_HANDS: Final = "hands_per_match"
_LENGTH: Final = {_HANDS: 1, "best_of": 2}
_ORDER, _TIED, _NEEDLESS, _CORRECTED = 5, 6, 46, 51
"""Last digits of a stage's sentence numbers."""
_NOT_PLAYED: Final = Text(
    "Kazanan belli olunca kalan maç oynanmaz.", "Once it is decided, the remaining matches are not played."
)
_COUNTS_NOWHERE: Final = Text(
    "Düzeltmeyle gereksiz kalan maç hiçbir yerde sayılmaz.",
    "A match that a correction makes needless does not count.",
)


def stage_sentences(play: BookContext[Any], stages: Sequence[StagePlan], chapter: int) -> Iterator[Sentence]:
    """Yield each stage's sentences.

    Several stages have names in texts and letters in numbers; from the second on, keys have letters, too.
    """
    several = len(stages) > 1
    for letter, stage in zip(ascii_lowercase, stages, strict=False):
        for number, key, text, source in (*_length_sentences(play, stage), *_cited_sentences(play, stage)):
            stage_text = (
                Text(f"{stage.name.tr}: {text.tr}", f"{stage.name.en}: {text.en}") if several else text
            )
            mark = letter if several else ""
            name = key if stage is stages[0] else f"{key}-{letter}"
            yield Sentence(f"{chapter}.{number}{mark}", name, source, text=stage_text, unchecked=True)


def _length_sentences(play: BookContext[Any], stage: StagePlan) -> Iterator[tuple[int, str, Text, str]]:
    """Yield number, key, text, source; best-of (above 1 with needless matches) not at tables of four."""
    for field, number in _LENGTH.items():
        value = getattr(stage, field)
        if field == "best_of" and stage.format.at_four:
            continue
        choice = play.SWITCHES[field].choice_for(value)
        changed = value != getattr(play.rules.preset, field)
        text = hands_until_bell_text(value) if field == _HANDS and stage.least_hands else choice.rule
        yield number, field, text, source_of(choice.sources, play.source, changed=changed)
        if field == "best_of" and value > 1:
            yield _NEEDLESS, "needless-match", _NOT_PLAYED, cite((), play.source)
            yield _CORRECTED, "needless-corrected", _COUNTS_NOWHERE, cite((), play.source)


def _cited_sentences(play: BookContext[Any], stage: StagePlan) -> Iterator[tuple[int, str, Text, str]]:
    sentences = (
        *FORMATS[stage.format](stage),
        *(_order_sentences(stage) if stage.steps else ()),
        *time_up_sentences(stage),
    )
    return ((number, key, text, cite(sources, play.source)) for number, key, text, sources in sentences)


def _order_sentences(stage: StagePlan) -> Iterator[NumberedText]:
    """Yield one sentence with all steps of the order; with head-to-head, another on how it counts again."""
    tr, en = (_list_steps(stage, language) for language in ("tr", "en"))
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
                "Aralarındaki karşılaşmalar, eşitlik kısmen bozulunca, kalanlar için yeniden sayılır; "
                "oynanmamış bir karşılaşma sırayı değiştirebilecekse sayılmaz.",
                "Encounters among the tied are counted again for those who are still tied; they don’t count "
                "where an encounter that was not played could change the order.",
            ),
            (),
        )


def _list_steps(stage: StagePlan, language: str) -> str:
    names = [step.name.in_language(language) for step in stage.steps]
    return join_names([name[:1].lower() + name[1:] for name in names], language)
