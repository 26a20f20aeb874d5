"""Sentences about each stage: length, who meets whom, who goes on, what decides the order (S0 XI, S4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Any, Final

from rules.books.parts import Play
from rules.books.time_up import played_until_the_bell, time_up
from rules.sentences import Sentence
from rules.sources import cite, source_of
from rules.standings.stage_plans import Format, StagePlan
from rules.text import Text, enumerated

_HANDS: Final = "hands_per_match"
_LENGTH: Final = {_HANDS: 1, "best_of": 2}
_FORMAT, _MORE, _ORDER, _TIED = 3, 4, 5, 6
"""The last figures of the numbers of a stage's sentences."""

Said = tuple[int, str, Text, tuple[str, ...]]


def sentences_of(play: Play[Any], stages: Sequence[StagePlan], chapter: int) -> Iterator[Sentence]:
    """Tell in a chapter how each stage is played; of several a letter after the number tells which.

    The lasting names are those of the first; behind those of the others stands their letter.
    """
    several = len(stages) > 1
    for letter, stage in zip(ascii_lowercase, stages, strict=False):
        for number, key, text, source in (*_lengths(play, stage), *_cited(play, stage)):
            told = Text(f"{stage.name.tr}: {text.tr}", f"{stage.name.en}: {text.en}") if several else text
            mark = letter if several else ""
            name = key if stage is stages[0] else f"{key}-{letter}"
            yield Sentence(f"{chapter}.{number}{mark}", name, source, text=told, unchecked=True)


def _lengths(play: Play[Any], stage: StagePlan) -> Iterator[tuple[int, str, Text, str]]:
    """Tell how many hands and matches are played; at a table of four there is one match."""
    for field, number in _LENGTH.items():
        value = getattr(stage, field)
        if field == "best_of" and stage.format.at_four:
            continue
        choice = play.SWITCHES[field].named(value)
        changed = value != getattr(play.rules.preset, field)
        told = played_until_the_bell(value) if field == _HANDS and stage.least_hands else choice.rule
        yield number, field, told, source_of(choice.stated, play.source, changed=changed)


def _cited(play: Play[Any], stage: StagePlan) -> Iterator[tuple[int, str, Text, str]]:
    told = (*_FORMATS[stage.format](stage), *(_order(stage) if stage.steps else ()), *time_up(stage))
    return ((number, key, text, cite(places, play.source)) for number, key, text, places in told)


def _groups(stage: StagePlan) -> Iterator[Said]:
    once = Text("bir kez", "once") if stage.meetings == 1 else Text("iki kez", "twice")
    yield (
        _FORMAT,
        "format",
        Text(f"Grupta herkes birbiriyle {once.tr} karşılaşır.", f"In a group everybody meets {once.en}."),
        (),
    )
    usual = stage.advance == 2 and not stage.best  # noqa: PLR2004 - the guide's first two
    yield _MORE, "advance", _then(stage), ("S0 XI",) if usual else ()


def _then(stage: StagePlan) -> Text:
    """What becomes of the first ones."""
    if stage.crowns:
        return Text("Birinci şampiyondur.", "The first is champion.")
    if not stage.advance:
        return Text("Sonuncuya kadar sıralanır.", "All are ranked to the last.")
    number = {
        1: Text("İlk sıradaki üst tura çıkar", "The first advances"),
        2: Text("İlk ikisi üst tura çıkar", "The first two advance"),
    }
    first = number.get(
        stage.advance, Text(f"İlk {stage.advance} üst tura çıkar", f"The first {stage.advance} advance")
    )
    if not stage.best:
        return Text(f"{first.tr}.", f"{first.en}.")
    rank = stage.advance + 1
    return Text(
        f"{first.tr}, {rank}. sıradakilerin en iyi {stage.best} tanesi de.",
        f"{first.en}, and of those in place {rank} the best {stage.best} across groups.",
    )


def _rounds(stage: StagePlan) -> Text:
    if stage.rounds:
        return Text(f"{stage.rounds} tur oynanır.", f"{stage.rounds} rounds are played.")
    return Text(
        "Tur sayısı katılana göredir: 5–8 için 3, 9–16 için 4, 17–32 için 5, 33–64 için 6.",
        "Rounds go by the number of entrants: 3 for 5–8, 4 for 9–16, 5 for 17–32, 6 for 33–64.",
    )


def _swiss(stage: StagePlan) -> Iterator[Said]:
    yield (
        _FORMAT,
        "format",
        Text(
            "Her turda eşit sayıda karşılaşma kazanmış olanlar karşılaşır, olabildiğince kimse iki kez.",
            "In every round those meet who have won equally many encounters, nobody twice where that "
            "can be avoided.",
        ),
        (),
    )
    yield _MORE, "advance", _then(stage), ()
    yield 7, "rounds", _rounds(stage), ()
    yield (
        8,
        "bye",
        Text(
            "Sayı tekse biri bay geçer; karşılaşmayı el yazılmadan kazanmış sayılır.",
            "With an odd number one has a bye, which counts as an encounter won without hands.",
        ),
        (),
    )
    yield 9, "bye-once", _BYE_ONCE, ()


def _fours(stage: StagePlan) -> Iterator[Said]:
    yield (
        _FORMAT,
        "format",
        Text(
            "Her turda puan durumunda birbirine yakın dört kişi bir masaya oturur.",
            "In every round four who stand near each other sit together.",
        ),
        (),
    )
    yield _MORE, "advance", _then(stage), ()
    yield 7, "rounds", _rounds(stage), ()
    yield (
        8,
        "bye",
        Text(
            "Dörde bölünmeyen sayıda sondaki bir ile üç kişi bay geçer; ortalamaları değişmez.",
            "Where the number is no multiple of four the last one to three have a bye; their average stays.",
        ),
        (),
    )
    yield 9, "bye-once", _BYE_ONCE, ()


def _knockout(stage: StagePlan) -> Iterator[Said]:
    yield _FORMAT, "format", Text("Kaybeden elenir.", "Whoever loses is out."), ("S0 XI",)
    yield (
        8,
        "bye",
        Text(
            "Sayı ikinin kuvveti değilse ilk turu en üst sıradakiler bay geçer.",
            "Where the number is no power of two the highest seeds have a bye in the first round.",
        ),
        (),
    )
    if stage.third_place:
        yield (
            10,
            "third-place",
            Text(
                "Yarı finalde kaybedenler üçüncülük için karşılaşır.",
                "The losers of the semi-finals meet for third place.",
            ),
            (),
        )


def _double(stage: StagePlan) -> Iterator[Said]:
    yield _FORMAT, "format", Text("İki kez kaybeden elenir.", "Whoever loses twice is out."), ()
    yield (
        12,
        "losers",
        Text(
            "İlk kez kaybeden, kaybedenler tablosunda sürer; iki tablonun birincisi büyük finalde "
            "karşılaşır.",
            "After a first defeat one goes on in the losers’ bracket; the winners of both meet in "
            "the grand final.",
        ),
        (),
    )
    final = (
        Text(
            "Büyük finali kaybedenler tablosundan gelen kazanırsa ikinci bir final oynanır.",
            "If the one from the losers’ bracket wins the grand final a second one is played.",
        )
        if stage.reset_final
        else Text("Büyük final tek karşılaşmadır.", "The grand final is a single encounter.")
    )
    yield 13, "grand-final", final, ()


def _tables(_stage: StagePlan) -> Iterator[Said]:
    yield (
        _FORMAT,
        "format",
        Text("Her masada dört kişi kendi adına oynar.", "Four play at a table, each for himself."),
        ("S4",),
    )
    yield (
        _MORE,
        "advance",
        Text(
            "Toplamı en az olan iki kişi üst tura çıkar; son masanın birincisi turnuvayı kazanır.",
            "The two with the lowest totals advance; the first of the last table wins the tournament.",
        ),
        (),
    )
    yield (
        11,
        "five",
        Text(
            "Beş kişi kalmışsa masadan üç kişi üst tura çıkar.",
            "Where five are left three of the table advance.",
        ),
        (),
    )
    yield (
        8,
        "bye",
        Text(
            "Oyuncu sayısı dörde bölünmüyorsa, artan kişi kadar oyuncu sıralamanın başından bay geçer.",
            "If the players can’t be divided by four, as many of the best as are left over get a bye.",
        ),
        (),
    )
    yield 9, "bye-once", _BYE_ONCE, ()
    yield (
        41,
        "seat-passed-on",
        Text(
            "Masası başlamadan ayrılanın yerine önceki turun en iyi üçüncüsü oturur.",
            "If somebody leaves before his table begins, the best third of the round before takes the seat.",
        ),
        (),
    )
    yield (
        42,
        "left-level",
        Text(
            "Birinin ayrıldığı masada ötekilerin toplamları eşitse yerleri hakem verir.",
            "If the others’ totals are level at a table that somebody left, the referee gives the places.",
        ),
        (),
    )


_BYE_ONCE: Final = Text(
    "Hiç bay geçmemiş biri varken kimse ikinci kez bay geçmez.",
    "Nobody gets a second bye while somebody has had none.",
)
_FORMATS: Final = {
    Format.GROUPS: _groups,
    Format.SWISS: _swiss,
    Format.FOURS: _fours,
    Format.KNOCKOUT: _knockout,
    Format.DOUBLE: _double,
    Format.TABLES: _tables,
}


def _order(stage: StagePlan) -> Iterator[Said]:
    tr, en = (_listed(stage, language) for language in ("tr", "en"))
    yield (
        _ORDER,
        "order",
        Text(f"Sıralama şu ölçütlerle belirlenir: {tr}.", f"The order is decided by, in turn: {en}."),
        (),
    )
    yield (
        _TIED,
        "order-tied",
        Text(
            "Bir ölçüt eşitlerin bir kısmını ayırırsa, kalanlara aynı ölçüt kendi aralarında yeniden "
            "uygulanır.",
            "When a criterion splits those tied, the same one is applied anew among those still tied.",
        ),
        (),
    )


def _listed(stage: StagePlan, language: str) -> str:
    names = [step.name.in_language(language) for step in stage.steps]
    return enumerated([name[:1].lower() + name[1:] for name in names], language)
