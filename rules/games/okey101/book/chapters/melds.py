from typing import Final

from rules.book.play_sentences import PLAY
from rules.games.okey101.book.cases import INDICATOR, KINDS, meld_example
from rules.games.okey101.book.play_context import BookContext, Rule, sentences_for, shared_sentence
from rules.games.okey101.openings import read_group
from rules.localized_text import Text, join_names
from rules.melds import Meld, MeldKind
from rules.sentences import Chapter, LaidMeld
from rules.sources import Against
from rules.tiles import FALSE_OKEY, Tile, okey_of, parse_tile, tile_name

_GROUPS: Final = (
    ("r5", "r6", "r7"),
    ("r12", "b6", "k12"),
    ("k10", "k11", "b6"),
    ("*", "r6", "y6"),
    ("r12", "r13", "r1"),
    ("r7", "r7", "k7"),
    ("y4", "y4"),
    ("r9", "b6"),
    ("r9", "b5"),
    ("b6", "b5"),
)
_PARTS: Final = (
    Rule(
        "3.1",
        "run",
        Text(
            "Seri, aynı renkten en az üç ardışık sayıdır.",
            "A run is at least three consecutive numbers of one colour.",
        ),
        ("S0 II", "S2", "S4"),
        example=meld_example("r5 r6 r7"),
    ),
    Rule(
        "3.2",
        "one-is-low",
        Text(
            "Seride 1 yalnız 2’den önce gelir: 12-13-1 seri değildir.",
            "In a run 1 comes only before 2: 12-13-1 is not a run.",
        ),
        ("S0 II", "S2", "S4"),
        example=meld_example("r12 r13 r1"),
    ),
    Rule(
        "3.3",
        "set",
        Text("Küt, aynı sayıdan üç ya da dört taştır.", "A set is three or four tiles of one number."),
        ("S0 II", "S2", "S4"),
        example=meld_example("r12 y12 k12"),
    ),
    Rule(
        "3.4",
        "set-colours",
        Text("Bir kütte her renk bir kez olur.", "A set holds each colour once."),
        ("S0 II", "S2", "S4"),
        example=meld_example("r7 r7 k7"),
    ),
    Rule(
        "3.5",
        "pair",
        Text("Çift, rengi ve sayısı aynı iki taştır.", "A pair is two tiles of the same colour and number."),
        ("S0 II", "S2", "S4"),
        example=meld_example("y4 y4"),
    ),
    Rule(
        "3.6",
        "pairs-share-colours",
        Text("Çiftlerin birbirinden ayrı renkte olması gerekmez.", "Pairs need not be of different colours."),
        against=Against(
            "S0 II",
            Text(
                "Rehber çiftlerin renkleri ayrı olmalı der; dört renkle beş çift böyle açılamaz.",
                "The guide requires pairs of different colours; with four colours, five such pairs could "
                "never be laid.",
            ),
        ),
    ),
    Rule(
        "3.7",
        "best-reading",
        Text(
            "Okeyli per birden çok türlü okunabiliyorsa değeri en yüksek okunuş geçerlidir.",
            "A meld with an okey that can be read in several ways counts as the one of highest value.",
        ),
        against=Against(
            "S4",
            Text(
                "Ansiklopedi okeyin ne sayılacağını sahibine bırakır.",
                "In the encyclopedia the holder decides what an okey stands for.",
            ),
        ),
        example=meld_example("k10 k11 b6"),
    ),
    Rule(
        "3.8",
        "set-at-equality",
        Text("İki okunuş eşit değerdeyse per küt sayılır.", "Two readings of equal value make it a set."),
        against=Against(
            "S4",
            Text(
                "Ansiklopedi okeyin ne sayılacağını sahibine bırakır.",
                "In the encyclopedia the holder decides what an okey stands for.",
            ),
        ),
        example=meld_example("r12 b6 b6"),
    ),
    Rule(
        "3.9",
        "okeys-pair",
        Text("İki okey bir çift eder.", "Two okeys make a pair."),
        example=meld_example("b6 b6"),
    ),
    shared_sentence(PLAY, "tile-order", "3.10", "tile-order"),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(
        3,
        "melds",
        Text("Perler", "Melds"),
        tuple(sentences_for(_PARTS, play)),
        melds_note=_sample_okey_text(),
        melds=tuple(_laid_meld(group, play) for group in _GROUPS),
    )


def _sample_okey_text() -> Text:
    indicator = parse_tile(INDICATOR)
    indicator_name, okey = tile_name(indicator), tile_name(okey_of(indicator))
    return Text(
        f"Bu örneklerde gösterge {indicator_name.tr}, okey {okey.tr}.",
        f"The indicator is {indicator_name.en} here, the okey {okey.en}.",
    )


def _laid_meld(group: tuple[str, ...], play: BookContext) -> LaidMeld:
    indicator = parse_tile(INDICATOR)
    tiles = [parse_tile(code) for code in group]
    meld = read_group(tiles, indicator, play.rules)
    return LaidMeld(group, meld.valid, _describe_meld(meld, tiles, okey_of(indicator)))


def _describe_meld(meld: Meld, tiles: list[Tile], okey: Tile) -> Text:
    """Return "Set, 36; the okey stands for blue 12", or why not."""
    if meld.reason is not None:
        return meld.reason
    kind = KINDS[meld.kind]
    value = "" if meld.kind is MeldKind.PAIR else f", {meld.value}"
    laid = zip(tiles, meld.stands_for, strict=True)
    replacements = [(tile, tile_name(meant)) for tile, meant in laid if tile not in (meant, FALSE_OKEY)]
    if not replacements:
        return Text(f"{kind.tr}{value}.", f"{kind.en}{value}.")
    wild = Text("okey", "the okey") if replacements[0][0] == okey else Text("gösterge", "the indicator")
    names = [name for _tile, name in replacements]
    return Text(
        f"{kind.tr}{value}; {wild.tr} {join_names([name.tr for name in names], 'tr')} yerine.",
        f"{kind.en}{value}; {wild.en} stands for {join_names([name.en for name in names], 'en')}.",
    )
