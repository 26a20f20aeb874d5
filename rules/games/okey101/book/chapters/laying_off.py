from typing import Final

from rules.games.okey101.book.chapters import layoffs_taken_back, table_okeys
from rules.games.okey101.book.play_context import BookContext, Rule, sentences_for, source_is
from rules.localized_text import Text
from rules.sentences import Chapter
from rules.sources import Against

_PARTS: Final = (
    Rule(
        "6.1",
        "opened-first",
        Text("Yalnız açmış olan işleyebilir.", "Only a player who has opened may lay off."),
        ("S0 IV", "S2", "S4"),
    ),
    Rule(
        "6.2",
        "on-any-meld",
        lambda play: (
            Text(
                "Kendisinin, eşinin ya da rakibin, her seriye ve küte işlenebilir.",
                "A player may lay off on any run or set: their own, the partner’s or an opponent’s.",
            )
            if play.in_pairs
            else Text(
                "Kendisinin ya da rakibin, her seriye ve küte işlenebilir.",
                "A player may lay off on any run or set, their own or another’s.",
            )
        ),
        ("S0 IV", "S2", "S4"),
    ),
    Rule(
        "6.3",
        "at-most",
        Text(
            "Çift açan, bir sırada en çok iki taş işleyebilir.",
            "A pairs opener lays off two tiles a turn at most.",
        ),
        ("S0 III",),
        when=source_is("S0"),
        unchecked=True,
    ),
    Rule(
        "6.3",
        "at-most",
        Text(
            "Bir sırada bir pere en çok üç taş işlenir.",
            "Three tiles at most are laid off on one meld in a turn.",
        ),
        ("S2",),
        when=source_is("S2"),
        unchecked=True,
    ),
    Rule(
        "6.4",
        "more-taken-back",
        Text(
            "Sınırdan fazla işlenen taş geri alınır.",
            "Tiles laid off beyond the limit are taken back.",
        ),
        when=source_is("S0", "S2"),
    ),
    Rule(
        "6.5",
        "pairs-beside-pairs",
        Text(
            "Masada çift açan varsa, açmış herkes çiftini onun çiftlerinin yanına koyabilir.",
            "If a player has opened with pairs, all who have opened may put a pair beside those.",
        ),
        ("S0 IV",),
    ),
    Rule(
        "6.6",
        "no-pairs-alone",
        Text("Çift açan yoksa çift işlenmez.", "If nobody has opened with pairs, no pair may be laid off."),
        ("S0 IV",),
    ),
    Rule(
        "6.7",
        "pairs-opener-lays-off",
        Text(
            "Çift açan, serilere ve kütlere işleyebilir; yeni çiftini de çiftlerin yanına koyabilir.",
            "A pairs opener may lay off on runs and sets, and put a new pair beside the pairs.",
        ),
        ("S0 IV",),
    ),
    Rule(
        "6.10",
        "melds-stay",
        Text(
            "Masadaki perler, bu kitapta yazan durumlar dışında, olduğu gibi kalır.",
            "Melds on the table stay as they are, unless this book says otherwise.",
        ),
        ("S0 IV",),
    ),
    Rule(
        "6.19",
        "in-ones-turn",
        Text(
            "Yalnız sırası olan işleyebilir ve masadaki okeyi alabilir.",
            "Only the player whose turn it is may lay off or take an okey.",
        ),
    ),
    Rule(
        "6.20",
        "no-limit",
        Text(
            "Seri açan bir sırada istediği kadar taş işleyebilir.",
            "A series opener may lay off any number of tiles in a turn.",
        ),
        ("S0 IV",),
        when=source_is("S0"),
    ),
    Rule(
        "6.20",
        "no-limit",
        Text(
            "Bir sırada işlenecek taşın sayısı sınırlı değildir.",
            "The number of tiles laid off in a turn is not limited.",
        ),
        when=source_is("S4"),
    ),
    Rule(
        "6.32",
        "three-in-a-row",
        Text(
            "Üçü birden de işlenebilir: 4-5-6’ya 7, 8 ve 9.",
            "All three may be laid off at once: 7, 8 and 9 on 4-5-6.",
        ),
        against=Against(
            "S2",
            Text(
                "Kaynağın kendi örneği iki taşta kalır: 4-5-6’ya 7 ile 8 işlenir, 9 işlenmez.",
                "The source’s own example stops at two: 7 and 8 go to 4-5-6, but not 9.",
            ),
        ),
        when=source_is("S2"),
        unchecked=True,
    ),
    Rule(
        "6.35",
        "limit-includes",
        Text(
            "6.3’teki sınıra yeni çiftin taşları ve okey almak için konan taş da girer.",
            "The limit of 6.3 includes the tiles of a new pair and those put down for an okey.",
        ),
        unchecked=True,
        when=source_is("S0"),
    ),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(
        6,
        "laying-off",
        Text("İşleme ve masadaki okey", "Laying off, and okeys on the table"),
        tuple(sentences_for((*_PARTS, *layoffs_taken_back.PARTS, *table_okeys.PARTS), play)),
    )
