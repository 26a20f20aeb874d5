from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.localized_text import Text
from rules.standings.stage_plans import Format, StagePlan

NumberedText = tuple[int, str, Text, tuple[str, ...]]
"""The last digits of the number, the permanent key, the text, the places that state it."""
_FORMAT, _MORE = 3, 4


def _group_sentences(stage: StagePlan) -> Iterator[NumberedText]:
    """Yield how often all meet, who advances."""
    once = Text("bir kez", "once") if stage.meetings == 1 else Text("iki kez", "twice")
    yield (
        _FORMAT,
        "format",
        Text(
            f"Grupta herkes birbiriyle {once.tr} karşılaşır.", f"In a group, all meet each other {once.en}."
        ),
        (),
    )
    first_two_advance = stage.advance == 2 and not stage.best_placed  # noqa: PLR2004 - the guide's first two
    yield _MORE, "advance", _advancing_text(stage), ("S0 XI",) if first_two_advance else ()


def _advancing_text(stage: StagePlan) -> Text:
    """Say who advances, is champion, or that all are ranked."""
    if stage.decides_champion:
        return Text("Birinci şampiyondur.", "The first is the champion.")
    if not stage.advance:
        return Text("Sonuncuya kadar sıralanır.", "All places are ranked.")
    number = {
        1: Text("İlk sıradaki üst tura çıkar", "The first advances"),
        2: Text("İlk ikisi üst tura çıkar", "The first two advance"),
    }
    qualified = number.get(
        stage.advance, Text(f"İlk {stage.advance} üst tura çıkar", f"The first {stage.advance} advance")
    )
    if not stage.best_placed:
        return Text(f"{qualified.tr}.", f"{qualified.en}.")
    rank = stage.advance + 1
    return Text(
        f"{qualified.tr}, {rank}. sıradakilerin en iyi {stage.best_placed} tanesi de.",
        f"{qualified.en}, and the best {stage.best_placed} of those in place {rank} across groups.",
    )


def _rounds_text(stage: StagePlan) -> Text:
    if stage.rounds:
        return Text(f"{stage.rounds} tur oynanır.", f"{stage.rounds} rounds are played.")
    return Text(
        "Tur sayısı katılana göredir: 5–8 için 3, 9–16 için 4, 17–32 için 5, 33–64 için 6.",
        "Rounds depend on the number of entrants: 3 for 5–8, 4 for 9–16, 5 for 17–32, 6 for 33–64.",
    )


def _swiss_sentences(stage: StagePlan) -> Iterator[NumberedText]:
    """Yield who meet, who advances, rounds, byes."""
    yield (
        _FORMAT,
        "format",
        Text(
            "Her turda eşit sayıda karşılaşma kazanmış olanlar karşılaşır, olabildiğince kimse iki kez.",
            "In every round, entrants with equally many encounters won meet; nobody meets twice if that can "
            "be avoided.",
        ),
        (),
    )
    yield _MORE, "advance", _advancing_text(stage), ()
    yield 7, "rounds", _rounds_text(stage), ()
    yield (
        8,
        "bye",
        Text(
            "Sayı tekse biri bay geçer; karşılaşmayı el yazılmadan kazanmış sayılır.",
            "With an odd number, one entrant has a bye, which counts as an encounter won without hands.",
        ),
        (),
    )
    yield 9, "bye-once", _BYE_ONCE, ()


def _fours_sentences(stage: StagePlan) -> Iterator[NumberedText]:
    yield (
        _FORMAT,
        "format",
        Text(
            "Her turda puan durumunda birbirine yakın dört kişi bir masaya oturur.",
            "In every round, four neighbours in the standings sit together.",
        ),
        (),
    )
    yield _MORE, "advance", _advancing_text(stage), ()
    yield 7, "rounds", _rounds_text(stage), ()
    yield (
        8,
        "bye",
        Text(
            "Dörde bölünmeyen sayıda sondaki bir ile üç kişi bay geçer; ortalamaları değişmez.",
            "If the number is not a multiple of four, the last one to three have a bye; their average stays.",
        ),
        (),
    )
    yield (
        45,
        "unequal-hands",
        Text(
            "El sayısı masadan masaya değişse de herkesin kendi ceza puanı, oynadığı ele bölünür.",
            "Tables may play unequal numbers of hands: penalty points are divided by the hands played.",
        ),
        (),
    )
    yield 9, "bye-once", _BYE_ONCE, ()


def _knockout_sentences(stage: StagePlan) -> Iterator[NumberedText]:
    """Yield who is out, byes, third place."""
    yield _FORMAT, "format", Text("Kaybeden elenir.", "The loser is out."), ("S0 XI",)
    yield (
        8,
        "bye",
        Text(
            "Takım sayısı 2, 4, 8, 16 gibi değilse sıralamanın başındakiler ilk turu oynamadan geçer (bay).",
            "If the number is not a power of two, the highest seeds have a bye in the first round.",
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


def _double_elimination_sentences(stage: StagePlan) -> Iterator[NumberedText]:
    yield _FORMAT, "format", Text("İki kez kaybeden elenir.", "An entrant who loses twice is out."), ()
    yield (
        12,
        "losers",
        Text(
            "İlk kez kaybeden, kaybedenler tablosunda devam eder; iki tablonun birincisi büyük finalde "
            "karşılaşır.",
            "After a first defeat, an entrant continues in the losers’ bracket; the winners of both brackets "
            "meet in the grand final.",
        ),
        (),
    )
    final = (
        Text(
            "Büyük finali kaybedenler tablosundan gelen kazanırsa ikinci bir final oynanır.",
            "If the winner of the losers’ bracket wins the grand final, a second one is played.",
        )
        if stage.reset_final
        else Text("Büyük final tek karşılaşmadır.", "The grand final is a single encounter.")
    )
    yield 13, "grand-final", final, ()


def _table_sentences(_stage: StagePlan) -> Iterator[NumberedText]:
    yield (
        _FORMAT,
        "format",
        Text("Her masada dört kişi kendi adına oynar.", "Four play at a table, everyone for themselves."),
        ("S4",),
    )
    yield (
        _MORE,
        "advance",
        Text(
            "Ceza puanı en az olan iki kişi üst tura çıkar; son masanın birincisi turnuvayı kazanır.",
            "The two with the fewest penalty points advance; the first of the last table is the champion.",
        ),
        (),
    )
    yield (
        11,
        "five",
        Text(
            "Beş kişi kaldıysa oynayan dördünden üçü üst tura çıkar.",
            "If five are left, three of the four who play advance.",
        ),
        (),
    )
    yield (
        8,
        "bye",
        Text(
            "Oyuncu sayısı dörde bölünmüyorsa, artan kişi kadar oyuncu sıralamanın başından bay geçer.",
            "If the players can’t be divided by four, the best get byes, as many as are left over.",
        ),
        (),
    )
    yield 9, "bye-once", _BYE_ONCE, ()
    yield (
        41,
        "seat-passed-on",
        Text(
            "Masasının ilk eli bitmeden ayrılanın yerine, önceki turun üçüncülerinden ceza puanı en az olan "
            "oturur.",
            "A player who leaves before the table’s first hand ends is replaced by the last round’s third "
            "with fewest penalty points.",
        ),
        (),
    )
    yield (
        42,
        "left-level",
        Text(
            "Birinin ayrıldığı masada ötekilerin puanları eşitse sıralarını kura belirler.",
            "If the others’ points are level at a table that a player left, a lot decides their places.",
        ),
        (),
    )
    yield (
        44,
        "out-at-one-place",
        Text(
            "Aynı turda, ayrı masalarda aynı sırada elenenler sırayı paylaşır.",
            "Players knocked out in the same round and place at different tables share that place.",
        ),
        (),
    )


_BYE_ONCE: Final = Text(
    "Hiç bay geçmemiş biri varken kimse ikinci kez bay geçmez.",
    "Nobody gets a second bye before everyone has had one.",
)
FORMATS: Final = {
    Format.GROUPS: _group_sentences,
    Format.SWISS: _swiss_sentences,
    Format.FOURS: _fours_sentences,
    Format.KNOCKOUT: _knockout_sentences,
    Format.DOUBLE: _double_elimination_sentences,
    Format.TABLES: _table_sentences,
}
