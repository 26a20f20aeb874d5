from typing import Final

from rules.book.book_context import in_pairs, sentences_for
from rules.games.okey_task.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    Rule(
        "1.1",
        "word-meld",
        Text(
            "Per: masaya konan taş grubu; seri, küt ya da çift.",
            "Meld: a group of tiles laid on the table; a run, a set or a pair.",
        ),
        ("S3",),
    ),
    Rule(
        "1.2",
        "word-run",
        Text(
            "Seri: aynı renkten, sayıları ardışık taşlar.",
            "Run: tiles of one colour with consecutive numbers.",
        ),
        ("S3",),
    ),
    Rule(
        "1.3",
        "word-set",
        Text(
            "Küt: aynı sayıdan, renkleri ayrı taşlar.", "Set: tiles of one number, all of different colours."
        ),
        ("S3",),
    ),
    Rule(
        "1.4",
        "word-pair",
        Text("Çift: birbirinin aynı iki taş.", "Pair: two identical tiles."),
        ("S3",),
    ),
    Rule(
        "1.5",
        "word-joker",
        Text(
            "Joker: her taşın yerine geçen taş; iki tanedir.",
            "Joker: a tile that stands for any other; there are two.",
        ),
        ("S3",),
    ),
    Rule(
        "1.6",
        "word-task",
        Text(
            "Görev: o elde ilk kez masaya per koyarken gereken perler.",
            "Task: the melds with which a player opens in a hand.",
        ),
        ("S3",),
    ),
    Rule(
        "1.7",
        "word-opening",
        Text(
            "Açmak: o elde görevi ilk kez masaya koymak.",
            "To open: to lay the task on the table, for the first time in a hand.",
        ),
        ("S3",),
    ),
    Rule(
        "1.8",
        "word-adding",
        Text(
            "Eklemek: masadaki bir pere elinden taş koymak.",
            "To add: to put a tile of one’s own to a meld on the table.",
        ),
        ("S3",),
    ),
    Rule(
        "1.9",
        "word-discard",
        Text(
            "Atılan taş: son atılan, herkesin görebildiği taş.",
            "Discard: the tile thrown last, which everyone can see.",
        ),
        ("S3",),
    ),
    Rule(
        "1.10",
        "word-penalty-tile",
        Text(
            "Ek taş: sırası gelmeden taş alanın desteden ayrıca çektiği taş.",
            "Extra tile: the tile that a player who takes the discard out of turn draws as well.",
        ),
        ("S3",),
    ),
    Rule(
        "1.11",
        "word-hand",
        Text(
            "El: dağıtmadan bitişe ya da destenin bitmesine kadar.",
            "Hand: from the deal to a finish or an empty deck.",
        ),
        ("S3",),
    ),
    Rule(
        "1.12",
        "word-turn",
        Text(
            "Sıra: bir oyuncunun taş çekmesinden ya da almasından taş atmasına kadar.",
            "Turn: from drawing or taking a tile to the discard.",
        ),
        ("S3",),
    ),
    Rule(
        "1.13",
        "word-round",
        Text(
            "Tur: turnuvada aynı anda oynanan karşılaşmalar.",
            "Round: the encounters of a tournament played at one time.",
        ),
    ),
    Rule(
        "1.14",
        "word-finisher",
        Text("Biten: elinde taş kalmayan oyuncu.", "Finisher: the player who has no tiles left."),
        ("S3",),
    ),
    Rule(
        "1.15",
        "word-penalty",
        Text(
            "Ceza puanı: oyuncuya yazılan puan; ne kadar azsa o kadar iyi.",
            "Penalty points: what a player is charged; fewer are better.",
        ),
        ("S3",),
    ),
    Rule(
        "1.16",
        "word-partner",
        Text(
            "Eş: karşıda oturan takım arkadaşı.",
            "Partner: the player who sits opposite and plays for the same team.",
        ),
        ("S4",),
        when=in_pairs,
    ),
    Rule(
        "1.17",
        "word-scorekeeper",
        Text(
            "Skor tutan: elleri telefona ya da puan cetveline yazan kişi.",
            "Scorekeeper: the person who writes the hands on the phone or the score sheet.",
        ),
    ),
    Rule(
        "1.18",
        "word-referee",
        Text(
            "Hakem: anlaşmazlıkta masaya çağrılan görevli.",
            "Referee: the official who is called to the table in a dispute.",
        ),
    ),
    Rule(
        "1.19",
        "word-average",
        Text(
            "Averaj: rakiplerin ceza puanı eksi kendi ceza puanı.",
            "Average: the opponents’ penalty points minus one’s own.",
        ),
        when=in_pairs,
    ),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(1, "words", Text("Terimler", "Words"), tuple(sentences_for(_PARTS, play)))
