from typing import Final

from rules.book.book_context import sentences_for, shared_sentence
from rules.book.play_sentences import PLAY
from rules.games.okey_task.book.cases import NO_MELD, describe_meld, meld_example
from rules.games.okey_task.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter, LaidMeld

_PARTS: Final = (
    Rule(
        "3.1",
        "run",
        Text(
            "Seri, aynı renkten en az üç ardışık sayıdır.",
            "A run is at least three consecutive numbers of one colour.",
        ),
        ("S3",),
        example=meld_example("r5 r6 r7"),
    ),
    Rule(
        "3.2",
        "one-is-high",
        Text(
            "Seride 1, 13’ten sonra da gelebilir: 12-13-1 seridir.",
            "In a run 1 may follow 13, too: 12-13-1 is a run.",
        ),
        ("S3",),
        example=meld_example("r12 r13 r1"),
    ),
    Rule(
        "3.3",
        "one-ends-it",
        Text(
            "13’ten sonra gelen 1 seriyi bitirir: 13-1-2 seri değildir.",
            "A 1 after 13 ends the run: 13-1-2 is not a run.",
        ),
        ("S3",),
        example=meld_example("k13 k1 k2"),
    ),
    Rule(
        "3.4",
        "longest-run",
        Text("Seri en çok 14 taştır.", "A run has 14 tiles at most."),
        ("S3",),
        example=meld_example("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1"),
    ),
    Rule(
        "3.5",
        "set",
        Text("Küt, aynı sayıdan üç ya da dört taştır.", "A set is three or four tiles of one number."),
        ("S3",),
        example=meld_example("r12 y12 k12"),
    ),
    Rule(
        "3.6",
        "set-colours",
        Text("Bir kütte her renk bir kez olur.", "A set holds each colour once."),
        ("S3",),
        example=meld_example("r7 r7 k7"),
    ),
    Rule(
        "3.7",
        "pair",
        Text("Çift, rengi ve sayısı aynı iki taştır.", "A pair is two tiles of the same colour and number."),
        ("S3",),
        example=meld_example("y4 y4"),
    ),
    Rule(
        "3.8",
        "joker-in-pair",
        Text("Joker, herhangi bir taşla çift olur.", "A joker makes a pair with any tile."),
        ("S3",),
        example=meld_example("r9 *"),
    ),
    Rule(
        "3.9",
        "jokers-pair",
        Text("İki joker bir çift olur.", "Two jokers make a pair."),
        example=meld_example("* *"),
    ),
    shared_sentence(PLAY, "tile-order", "3.10", "tile-order"),
)
_GROUPS: Final = (
    ("r5", "r6", "r7"),
    ("r12", "y12", "k12"),
    ("r12", "r13", "r1"),
    ("k13", "k1", "k2"),
    ("r7", "r7", "k7"),
    ("y4", "y4"),
    ("r9", "r8"),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(
        3,
        "melds",
        Text("Perler", "Melds"),
        tuple(sentences_for(_PARTS, play)),
        melds_note=Text("Bu örneklerde joker yoktur.", "There is no joker in these examples."),
        melds=tuple(
            LaidMeld(group, describe_meld(group) != NO_MELD, describe_meld(group)) for group in _GROUPS
        ),
    )
