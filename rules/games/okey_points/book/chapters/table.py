"""Chapter 8: seats, the deal, what is written, disputes (S1, S4)."""

from typing import Final

from rules.books.parts import numbered_from, said
from rules.books.table import CONDUCT, SEATING
from rules.games.okey_points.book.play import Play, Told
from rules.sentences import Chapter
from rules.text import Text

_PARTS: Final = (
    *numbered_from("8.1", SEATING),
    Told(
        "8.7",
        "stacks",
        Text(
            "Taşlar beşerli 21 sıra dizilir, bir taş artar.",
            "The tiles are stacked in 21 fives, and one is left over.",
        ),
        ("S1", "S4"),
        unchecked=True,
    ),
    Told(
        "8.8",
        "die",
        Text(
            "Zar önce göstergenin çekileceği sırayı, sonra o sıradaki taşı belirler.",
            "The die names first the stack of the indicator, then the tile in it.",
        ),
        ("S1", "S4"),
    ),
    Told(
        "8.9",
        "turned-at-random",
        Text(
            "Zar atmadan, dağıtılan taşlardan sonra rastgele bir taş açmak da olur.",
            "A tile may also be turned at random after the deal, without a die.",
        ),
        ("S4",),
    ),
    Told(
        "8.10",
        "hand-written",
        Text(
            "El bitince kimin, nasıl bittiği ve göstergeyi kimin gösterdiği yazılır.",
            "After a hand one writes who finished and how, and who showed the indicator.",
        ),
    ),
    Told(
        "8.11",
        "written-numbers",
        Text(
            "Yazılan elde dört yer de bulunur; hiçbir sayı sıfırdan küçük değildir.",
            "A hand as written has each of the four seats, and no number below zero.",
        ),
    ),
    *numbered_from("8.12", CONDUCT),
    Told(
        "8.22",
        "later-hands",
        Text(
            "Bir el düzeltilince sonraki elleri de o maçın yeni puanlarıyla yeniden hesaplanır.",
            "After a correction the later hands of the match are scored anew by the points that now hold.",
        ),
    ),
    Told(
        "8.23",
        "seen-tiles",
        Text(
            "Başkasının taşını kazayla gören, gördüğünü söylemez; el sürer.",
            "Who sees another’s tiles by accident keeps silent; the hand goes on.",
        ),
    ),
)


def chapter(play: Play) -> Chapter:
    """Seats, the deal, what is written, disputes (S1, S4)."""
    return Chapter(8, "table", Text("Masada", "At the table"), tuple(said(_PARTS, play)))
