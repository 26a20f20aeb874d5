from typing import Final

from rules.book.book_context import number_sentences, sentences_for
from rules.book.table_sentences import CONDUCT, FOUND_LATE, FOUR_PLAYERS, SEATING, WARNINGS_TO_PLAYERS
from rules.games.okey_points.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    *number_sentences("8.1", SEATING),
    Rule(
        "8.7",
        "stacks",
        Text(
            "Taşlar beşerli 21 balyaya dizilir, bir taş artar.",
            "The tiles are stacked in 21 fives, and one is left over.",
        ),
        ("S1", "S4"),
        unchecked=True,
    ),
    Rule(
        "8.8",
        "die",
        Text(
            "Zar önce göstergenin çekileceği balyayı, sonra o balyadaki taşı belirler.",
            "The die names first the stack of the indicator, then the tile in it.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "8.9",
        "turned-at-random",
        Text(
            "Zar atmadan, dağıtılan taşlardan sonra rastgele bir taş açmak da olur.",
            "A tile may also be turned at random after the deal, without a die.",
        ),
        ("S4",),
    ),
    Rule(
        "8.10",
        "hand-written",
        Text(
            "El bitince kimin, nasıl bittiği ve göstergeyi kimin gösterdiği yazılır.",
            "After a hand the scorekeeper writes who finished and how, and who showed the indicator.",
        ),
    ),
    Rule(
        "8.11",
        "written-numbers",
        Text(
            "Yazılan elde dört yer de birer kez bulunur; hiçbir sayı sıfırdan küçük değildir.",
            "A hand as written has each of the four seats once, and no number below zero.",
        ),
    ),
    *number_sentences("8.12", CONDUCT),
    Rule(
        "8.22",
        "later-hands",
        Text(
            "Bir el düzeltilince sonraki elleri de o maçın yeni puanlarıyla yeniden hesaplanır.",
            "After a correction, the later hands of the match are rescored with the corrected points.",
        ),
    ),
    Rule(
        "8.23",
        "seen-tiles",
        Text(
            "Birinin taşları kazayla görülürse el sürer; gören, gördüğünü kimseye söylemez.",
            "If a player’s tiles are seen by accident, the hand continues; those who saw them keep silent.",
        ),
    ),
    *number_sentences("8.24", FOUR_PLAYERS),
    Rule(
        "8.25",
        "spare-tile",
        Text(
            "Artan taş, dağıtanın zarının gösterdiği balyanın üstüne konur.",
            "The tile left over goes on the stack that the dealer’s die names.",
        ),
        ("S4",),
    ),
    Rule(
        "8.26",
        "stacks-counted",
        Text(
            "Balyalar dağıtanın önünde soldan sayılır; yetmezse sağındakinin önündekilerle sürer.",
            "Stacks are counted from the dealer’s left, then in front of the player to the dealer’s right.",
        ),
        ("S4",),
    ),
    Rule(
        "8.27",
        "tile-counted",
        Text(
            "Balyanın taşları alttan sayılır; zarın gösterdiği, o balyanın üstüne açık konur.",
            "Tiles are counted from the bottom of the stack; the one named goes on top, face up.",
        ),
        ("S4",),
    ),
    Rule(
        "8.28",
        "deal-begins",
        Text(
            "Dağıtma, göstergeninkinin sağındaki balyayla ve dağıtanın sağındaki oyuncuyla başlar.",
            "The deal begins with the stack after the indicator’s and the player to the dealer’s right.",
        ),
        ("S4",),
    ),
    Rule(
        "8.29",
        "dealt-in-stacks",
        Text(
            "Önce herkes iki balya alır; sonra başlayan beş, ötekiler dörder taş alır.",
            "Everyone takes two stacks, then the starter five tiles and the others four.",
        ),
        ("S4",),
        unchecked=True,
    ),
    Rule(
        "8.30",
        "deck-untouched",
        Text(
            "Dağıtılmayan taşlar, bakılmadan ve düzeni bozulmadan ortaya alınır.",
            "Tiles that are not dealt go to the middle unseen and in their order.",
        ),
        ("S4",),
    ),
    Rule(
        "8.31",
        "without-stacks",
        Text(
            "Balya dizmeden de oynanır: herkes kapalı taşlardan dilediğini alır, çekerken de.",
            "Stacks are optional: everyone may take any face-down tiles, and draw any, too.",
        ),
        ("S4",),
    ),
    Rule(
        "8.32",
        "racks-hidden",
        Text(
            "Herkes taşlarını ötekiler görmeyecek şekilde dizer.",
            "Everyone arranges their tiles so that the others can’t see them.",
        ),
        ("S4",),
    ),
    *number_sentences("8.33", WARNINGS_TO_PLAYERS),
    *number_sentences("8.36", FOUND_LATE),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(8, "table", Text("Masada", "At the table"), tuple(sentences_for(_PARTS, play)))
