from typing import Final

from rules.book.book_context import sentences_for
from rules.games.okey_points.book.cases import win_example
from rules.games.okey_points.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter
from rules.sources import Against


def is_run_priced(play: BookContext) -> bool:
    return play.rules.finishes["one_colour_run"] != play.rules.finishes["groups"]


def is_run_unpriced(play: BookContext) -> bool:
    return not is_run_priced(play)


_ONE_IS_HIGH_OR_LOW: Final = Against(
    "S4",
    Text(
        "Ansiklopediye göre bir seride 1 en küçük ya da en büyük olur, ikisi birden olmaz.",
        "In the encyclopedia a run has 1 as the lowest or the highest tile, not as both.",
    ),
)
_PARTS: Final = (
    Rule(
        "5.1",
        "fourteen",
        Text(
            "Biten oyuncunun 14 taşı bitiş için dizilidir, bir taşı fazladır.",
            "The finisher has 14 tiles in order and one extra tile.",
        ),
        ("S1", "S4"),
        unchecked=True,
    ),
    Rule(
        "5.2",
        "closing",
        Text(
            "Biten, fazla taşını göstergenin üstüne koyar ve ıstakasını açar.",
            "The finisher puts the extra tile on the indicator and shows the rack.",
        ),
        ("S1",),
    ),
    Rule(
        "5.3",
        "checked",
        Text(
            "Ötekiler açılan taşlara bakar; bitiş ancak taşlar doğruysa geçerlidir.",
            "The others check the tiles; the finish counts only if they are right.",
        ),
        ("S4",),
    ),
    Rule(
        "5.4",
        "all-in-melds",
        Text(
            "Perlerle bitende her taş bir seride ya da kütte yer alır.",
            "With runs and sets, every tile belongs to one of them.",
        ),
        ("S1", "S4"),
        example=win_example(
            "Üç seri, dörtlü bir küt, bir taş açıkta",
            "Three runs, a set of four, one tile besides",
            "r1 r2 r3 k5 k6 k7 y9 y10 y11 r9 b9 k9 y1 r13",
        ),
    ),
    Rule(
        "5.5",
        "seven-pairs",
        Text("Yedi çift de bitiştir.", "Seven pairs finish, too."),
        ("S1", "S4"),
        example=win_example("Yedi çift", "Seven pairs", "r1 r1 k4 k4 y9 y9 b2 b2 r7 r7 k11 k11 y13 y13"),
    ),
    Rule(
        "5.6",
        "long-run",
        Text(
            "Tek renk seri, ayrı puanı olan bir bitiştir.",
            "The run of one colour is a finish with a price of its own.",
        ),
        ("S1",),
        when=is_run_priced,
        decided_by="finishes",
        example=win_example(
            "Kırmızı 1’den 13’e ve bir 1 daha",
            "Red 1 to 13 and another 1",
            "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1",
        ),
    ),
    Rule(
        "5.6",
        "long-run",
        Text(
            "Tek renk seri, perlerle bitiş sayılır.",
            "The run of one colour counts as a finish with runs and sets.",
        ),
        against=_ONE_IS_HIGH_OR_LOW,
        when=is_run_unpriced,
        decided_by="finishes",
        example=win_example(
            "Kırmızı 1’den 13’e ve bir 1 daha",
            "Red 1 to 13 and another 1",
            "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r1",
        ),
    ),
    Rule(
        "5.7",
        "with-okey",
        Text(
            "Fazla taş gerçek okeyse bitiş okeyledir.",
            "If the extra tile is a real okey, it is an okey finish.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "5.8",
        "okey-in-a-meld",
        Text(
            "Perde ya da çiftte duran okey, bitişi okeyle yapmaz.",
            "An okey in a meld or a pair does not make it an okey finish.",
        ),
        ("S4",),
    ),
    Rule(
        "5.9",
        "false-okey-last",
        Text(
            "Fazla taş sahte okeyse bitiş okeyle değildir.",
            "A false okey as the extra tile is not an okey finish.",
        ),
    ),
    Rule(
        "5.10",
        "both-okeys",
        Text("İki okeyi birden atmak diye bir bitiş yoktur.", "There is no finish with both okeys at once."),
    ),
    Rule(
        "5.11",
        "may-wait",
        Text(
            "Taşları dizili oyuncu bitmeyip okeyle bitmeyi bekleyebilir.",
            "A player whose tiles are in order may play on, waiting to finish with the okey.",
        ),
        ("S4",),
    ),
    Rule(
        "5.12",
        "waited-in-vain",
        Text(
            "Bekleyen, başkası önce biterse hiçbir şey kazanmaz.",
            "A player who waits gains nothing if another finishes first.",
        ),
        ("S4",),
    ),
    Rule(
        "5.13",
        "with-side-tile",
        Text("Yandan alınan taşla da bitilir.", "A player may finish with the side tile, too."),
        ("S4",),
    ),
    Rule(
        "5.14",
        "starter-at-once",
        Text(
            "Başlayan, taşları diziliyse ilk sırasında çekmeden bitebilir.",
            "The starter may finish in the first turn without drawing.",
        ),
    ),
    Rule(
        "5.15",
        "discard-is-none",
        Text(
            "Fazla taşını yana atan bitmiş olmaz.",
            "A player who discards the extra tile to the side has not finished.",
        ),
    ),
    Rule(
        "5.16",
        "as-shown",
        Text(
            "Taşlar birden çok türlü bitiyorsa bitenin gösterdiği tür geçerlidir.",
            "If tiles finish in several ways, the way the finisher shows counts.",
        ),
    ),
    Rule(
        "5.17",
        "two-claims",
        Text(
            "İki kişi birden bittim derse, sırası olanın bitişi geçerlidir.",
            "If two claim the finish, that of the player whose turn it is counts.",
        ),
    ),
    Rule(
        "5.18",
        "false-finish",
        Text(
            "Yanlış bitiş sayılmaz; el sürer ve hakem uyarır.",
            "A wrong finish does not count; the hand continues and the referee warns.",
        ),
    ),
    Rule(
        "5.19",
        "false-finish-tile",
        Text(
            "Yanlış bitişte taşlar ıstakaya döner; fazla taş yana atılmış sayılır.",
            "After a wrong finish the tiles go back to the rack; the extra tile counts as discarded.",
        ),
    ),
    Rule(
        "5.20",
        "false-finish-shown",
        Text(
            "Yanlış bitişte başkaları da ıstakasını gösterdiyse el, kimse bitmemiş gibi yazılır.",
            "If others have shown their racks after a wrong finish, the hand is written as one that nobody "
            "finished.",
        ),
    ),
    Rule(
        "5.21",
        "false-finish-measure",
        Text(
            "Hakem yanlış biteni uyarır; yinelenirse o bitişin puanını onun tarafından düşebilir.",
            "The referee warns for a wrong finish, and may charge that side the finish’s price the second "
            "time.",
        ),
    ),
    Rule(
        "5.22",
        "as-arranged",
        Text(
            "Açılan ıstaka gösterildiği dizilişle geçerlidir; taşlar yeniden dizilmez.",
            "A rack counts in the order in which it was shown; the tiles are not rearranged.",
        ),
    ),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(5, "finishing", Text("Bitiş", "Finishing"), tuple(sentences_for(_PARTS, play)))
