from typing import Final

from rules.book.book_context import in_pairs, sentences_for
from rules.games.okey_points.book.cases import (
    cost_example,
    one_colour_example,
    partner_payment_example,
    points_left_example,
)
from rules.games.okey_points.book.chapters.prices import table
from rules.games.okey_points.book.play_context import BookContext, Rule, SwitchRule, colour_doubles
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    Rule(
        "6.1",
        "start",
        Text(
            "Herkes maça 20 puanla başlar; puanlar eksilir.",
            "Everyone begins a match with 20 points, which are lost hand by hand.",
        ),
        ("S1", "S4"),
        example=points_left_example(
            "Bir taraftan iki elde 2 ve 4 düşülür", "A side pays 2 and 4 in two hands", 2, 4
        ),
    ),
    Rule(
        "6.2",
        "fewer-penalties",
        Text(
            "Ödenen puan ceza puanıdır: ceza puanı az olanın puanı çok kalır.",
            "Payments are penalty points: fewer of them leave more points.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "6.3",
        "finisher",
        Text("Bitenin tarafından puan düşülmez.", "The finisher’s side pays nothing for the finish."),
        ("S1", "S4"),
        example=cost_example("A1 bitti", "A1 finished", side="A"),
    ),
    Rule(
        "6.4",
        "others-pay",
        Text(
            "Bir oyuncu bitince öteki tarafların her birinden puan düşülür.",
            "When a player finishes, each of the other sides pays.",
        ),
        ("S1", "S4"),
        example=cost_example("A1 bitti", "A1 finished"),
    ),
    Rule(
        "6.5",
        "side-once",
        Text(
            "Eşlide taraftan bir kez düşülür, eşlerden ayrı ayrı düşülmez.",
            "In pairs a side pays once, not each partner.",
        ),
        ("S4",),
        when=in_pairs,
        example=partner_payment_example("A1 bitti", "A1 finished"),
    ),
    SwitchRule("6.6", "finishes"),
    SwitchRule("6.7", "nobody_finished", example=cost_example("Deste bitti", "The deck ran out", by=None)),
    SwitchRule(
        "6.8",
        "one_colour_doubles",
        example=cost_example(
            "A1 bütün taşları kırmızı olarak bitti", "A1 finished, all in red", finish={"one_colour": True}
        ),
    ),
    Rule(
        "6.9",
        "one-colour-pairs",
        Text("Tek renkten yedi çift de iki kat sayılır.", "Seven pairs of one colour count twice, too."),
        when=colour_doubles,
        decided_by="one_colour_doubles",
        example=cost_example(
            "A1 bütün taşları kırmızı olarak çiftten bitti",
            "A1 finished with pairs, all in red",
            finish={"hand": "pairs", "one_colour": True},
        ),
    ),
    Rule(
        "6.10",
        "one-colour-okeys",
        Text(
            "Tek renk sayılırken okey her renkten, sahte okey okeyin rengindendir.",
            "For one colour an okey is of any, a false okey of the okey’s colour.",
        ),
        when=colour_doubles,
        decided_by="one_colour_doubles",
        example=one_colour_example(
            "On üç kırmızı taş ve okey: mavi 6",
            "Thirteen red tiles and the okey, blue 6",
            "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 b6",
        ),
    ),
    Rule(
        "6.11",
        "racks-not-counted",
        Text(
            "Bitmeyenlerin elinde kalan taşlar sayılmaz, okey de.",
            "Tiles left on the racks are not counted, nor is an okey.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "6.12",
        "no-infractions",
        Text(
            "Kural hatalarına puan yazılmaz; hakem uyarır.",
            "No points are charged for infractions; the referee warns.",
        ),
    ),
    Rule(
        "6.13",
        "below-zero",
        Text("Kalan puan sıfırın altına inebilir.", "Points left may go below zero."),
        ("S4",),
        example=points_left_example("Bir taraftan 18 ve 4 düşülür", "A side pays 18 and 4", 18, 4),
    ),
    Rule(
        "6.14",
        "nothing-earned",
        Text(
            "Kimsenin puanı artmaz; bitiş, bitenin puanını değiştirmez.",
            "Nobody’s points rise; a finish leaves the finisher’s as they are.",
        ),
        ("S1", "S4"),
    ),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(6, "points", Text("Puanlar", "Points"), tuple(sentences_for(_PARTS, play)), table(play))
