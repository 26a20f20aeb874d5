from typing import Final

from rules.book.play_sentences import PLAY
from rules.games.okey101.book.cases import opening_example
from rules.games.okey101.book.chapters import wrong_openings
from rules.games.okey101.book.play_context import (
    BookContext,
    Rule,
    SwitchRule,
    all_of,
    in_pairs,
    sentences_for,
    shared_sentence,
    source_is,
    switch_is,
)
from rules.games.okey101.openings import PAIRS_THRESHOLD, SERIES_THRESHOLD
from rules.localized_text import Text
from rules.sentences import Chapter

_103: Final = ("r10 r11 r12 r13", "k10 k11 k12", "y8 b8 k8")
_RISING: Final = switch_is("rising_threshold", True)
_PAIRS: Final = ("r1 r1", "b2 b2", "k3 k3", "y4 y4", "r9 r9")

_PARTS: Final = (
    Rule(
        "5.1",
        "series-threshold",
        Text(
            f"Seri açmak için perlerin toplamı en az {SERIES_THRESHOLD} olmalıdır.",
            f"To open with series the melds must be worth at least {SERIES_THRESHOLD} together.",
        ),
        ("S0 III", "S2", "S4"),
        example=opening_example(
            "Kırmızı 10-11-12-13, siyah 10-11-12", "Red 10-11-12-13, black 10-11-12", *_103[:2]
        ),
    ),
    Rule(
        "5.2",
        "only-laid-counts",
        Text(
            "Baraj için ıstakada tutulan perler değil, masaya indirilenler sayılır.",
            "For the threshold melds laid on the table count, not those kept on the rack.",
        ),
        ("S0 VIII",),
    ),
    Rule(
        "5.3",
        "pairs-threshold",
        Text(
            f"Çift açmak için en az {PAIRS_THRESHOLD} çift gerekir.",
            f"To open with pairs, a player needs at least {PAIRS_THRESHOLD} of them.",
        ),
        ("S0 III", "S2", "S4"),
        example=opening_example("Dört çift", "Four pairs", *_PAIRS[:4]),
    ),
    Rule(
        "5.4",
        "never-both",
        Text(
            "Bir açışta çiftler, seri ya da kütlerle birlikte olmaz.",
            "An opening never holds both pairs and runs or sets.",
        ),
        ("S0 III", "S2"),
        example=opening_example("103’lük per ve bir çift", "Melds worth 103 and a pair", *_103, "r1 r1"),
    ),
    Rule(
        "5.5",
        "pairs-no-series",
        Text(
            "Çift açan o elde seri ya da küt indiremez.",
            "A pairs opener may not lay runs or sets in that hand.",
        ),
        ("S0 III", "S2", "S4"),
    ),
    Rule(
        "5.6",
        "each-for-himself",
        Text(
            "Herkes kendi açar; eşinin açmış olması yetmez.",
            "Everyone opens for themselves; the partner’s opening is not enough.",
        ),
        when=in_pairs,
    ),
    SwitchRule(
        "5.7",
        "rising_threshold",
        example=opening_example(
            "120’den sonra 103 ile açış", "An opening with 103 after one with 120", *_103, after=120
        ),
    ),
    Rule(
        "5.8",
        "added-counts",
        Text(
            "Açanın o sırasında kendi perlerine eklediği taşlar ve indirdiği yeni perler açışına sayılır.",
            "Tiles an opener adds to their own melds in that turn, and new melds, count towards the opening.",
        ),
        ("S2",),
        when=_RISING,
    ),
    Rule(
        "5.9",
        "lays-off-at-once",
        Text(
            "Açan, sırası bitmeden masadaki perlere de işleyebilir.",
            "A player who opens may lay off on the table in the same turn.",
        ),
        ("S0 IV", "S4"),
    ),
    Rule(
        "5.16",
        "later-melds",
        Text(
            "Seri açmış oyuncu sonraki sıralarında, baraj aranmadan, yeni seri ya da küt indirebilir.",
            "A player who opened with series may lay new runs or sets in later turns without a threshold.",
        ),
    ),
    Rule(
        "5.17",
        "later-pairs",
        Text(
            "Çift açmış oyuncu sonraki sıralarında yeni çift indirebilir.",
            "A player who opened with pairs may lay more pairs in later turns.",
        ),
    ),
    Rule(
        "5.18",
        "laid-off-does-not-count",
        Text(
            "Başkasının perine işlenen taş baraja sayılmaz.",
            "A tile laid off on another’s meld does not count towards the threshold.",
        ),
        ("S4",),
    ),
    Rule(
        "5.19",
        "series-no-pairs",
        Text(
            "Seri açan o elde çift açamaz.",
            "A player who opened with series may not open with pairs in that hand.",
        ),
        ("S0 III",),
    ),
    Rule(
        "5.30",
        "opening-not-limited",
        Text(
            "5.8’e göre açışa sayılan taşlarda 6.3’teki sınır aranmaz.",
            "The limit of 6.3 does not apply to tiles that 5.8 counts towards the opening.",
        ),
        ("S2",),
        unchecked=True,
        when=all_of(_RISING, source_is("S2")),
    ),
    Rule(
        "5.31",
        "value-said",
        Text(
            "Açan, açışının değerini söyler; anlaşmazlıkta hakem 3.7’ye göre hesaplar.",
            "The opener says what the opening is worth; in a dispute the referee adds it up by 3.7.",
        ),
        unchecked=True,
        when=_RISING,
    ),
    *wrong_openings.PARTS,
    shared_sentence(PLAY, "starter-opens", "5.39", "starter-opens"),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(5, "opening", Text("Açış", "Opening"), tuple(sentences_for(_PARTS, play)))
