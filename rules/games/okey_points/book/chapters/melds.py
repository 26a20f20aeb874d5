from typing import Final

from rules.book.book_context import sentences_for
from rules.games.okey_points.book.cases import INDICATOR, NO_MELD, describe_meld, meld_example, win_example
from rules.games.okey_points.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter, LaidMeld
from rules.tiles import okey_of, parse_tile, tile_name

_PARTS: Final = (
    Rule(
        "3.1",
        "run",
        Text(
            "Seri, aynı renkten en az üç ardışık sayıdır.",
            "A run is at least three consecutive numbers of one colour.",
        ),
        ("S1", "S4"),
        example=meld_example("r5 r6 r7"),
    ),
    Rule(
        "3.2",
        "one-is-high",
        Text(
            "Seride 1, 13’ten sonra da gelebilir: 12-13-1 seridir.",
            "In a run 1 may follow 13, too: 12-13-1 is a run.",
        ),
        ("S1", "S4"),
        example=meld_example("r12 r13 r1"),
    ),
    Rule(
        "3.3",
        "one-ends-it",
        Text(
            "13’ten sonra gelen 1 seriyi bitirir: 13-1-2 seri değildir.",
            "A 1 after 13 ends the run: 13-1-2 is not a run.",
        ),
        ("S1", "S4"),
        example=meld_example("k13 k1 k2"),
    ),
    Rule(
        "3.4",
        "set",
        Text("Küt, aynı sayıdan üç ya da dört taştır.", "A set is three or four tiles of one number."),
        ("S1", "S4"),
        example=meld_example("r12 y12 k12"),
    ),
    Rule(
        "3.5",
        "set-colours",
        Text("Bir kütte her renk bir kez olur.", "A set holds each colour once."),
        ("S1", "S4"),
        example=meld_example("r7 r7 k7"),
    ),
    Rule(
        "3.6",
        "pair",
        Text("Çift, rengi ve sayısı aynı iki taştır.", "A pair is two tiles of the same colour and number."),
        ("S1", "S4"),
        example=meld_example("y4 y4"),
    ),
    Rule(
        "3.7",
        "okey-in-pair",
        Text("Okey, herhangi bir taşla çift olur.", "An okey makes a pair with any tile."),
        ("S4",),
        example=meld_example("r9 b6"),
    ),
    Rule(
        "3.8",
        "okeys-pair",
        Text("İki okey bir çift eder.", "Two okeys make a pair."),
        example=meld_example("b6 b6"),
    ),
    Rule(
        "3.9",
        "false-okeys-pair",
        Text("İki sahte okey bir çift olur.", "Two false okeys make a pair."),
        ("S1",),
        example=meld_example("* *"),
    ),
    Rule(
        "3.10",
        "not-shown",
        Text(
            "El sürerken masaya per konmaz; taşlar bitişte gösterilir.",
            "No melds are laid while the hand is played; tiles are shown at the finish.",
        ),
        ("S4",),
    ),
    Rule(
        "3.11",
        "pairs-alone",
        Text("Bitişte çiftler perlerle karışmaz.", "At a finish pairs are not mixed with runs and sets."),
        ("S1", "S4"),
        example=win_example(
            "Dört çift, iki seri", "Four pairs and two runs", "r1 r1 k4 k4 y9 y9 b2 b2 r5 r6 r7 k9 k10 k11"
        ),
    ),
)
_GROUPS: Final = (
    ("r5", "r6", "r7"),
    ("r12", "b6", "k12"),
    ("r12", "r13", "r1"),
    ("k13", "k1", "k2"),
    ("*", "r6", "y6"),
    ("r7", "r7", "k7"),
    ("y4", "y4"),
    ("r9", "b6"),
)


def chapter(play: BookContext) -> Chapter:
    indicator = parse_tile(INDICATOR)
    names = tile_name(indicator), tile_name(okey_of(indicator))
    return Chapter(
        3,
        "melds",
        Text("Perler ve çiftler", "Melds and pairs"),
        tuple(sentences_for(_PARTS, play)),
        melds_note=Text(
            f"Bu örneklerde gösterge {names[0].tr}, okey {names[1].tr}.",
            f"The indicator is {names[0].en} here, the okey {names[1].en}.",
        ),
        melds=tuple(
            LaidMeld(group, describe_meld(group) != NO_MELD, describe_meld(group)) for group in _GROUPS
        ),
    )
