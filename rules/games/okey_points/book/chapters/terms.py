from typing import Final

from rules.book.book_context import in_pairs, sentences_for
from rules.games.okey_points.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    Rule(
        "1.1",
        "word-meld",
        Text(
            "Per: birbirine uyan taşlar; seri ya da küt.", "Meld: tiles that belong together; a run or a set."
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.2",
        "word-run",
        Text(
            "Seri: aynı renkten, sayıları ardışık taşlar.",
            "Run: tiles of one colour with consecutive numbers.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.3",
        "word-set",
        Text(
            "Küt: aynı sayıdan, renkleri ayrı taşlar.", "Set: tiles of one number, all of different colours."
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.4",
        "word-pair",
        Text("Çift: birbirinin aynı iki taş.", "Pair: two identical tiles."),
        ("S1", "S4"),
    ),
    Rule(
        "1.5",
        "word-indicator",
        Text(
            "Gösterge: okeyi belirlemek için açılan taş.",
            "Indicator: the tile that is turned up to name the okey.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.6",
        "word-twin",
        Text(
            "Göstergenin eşi: onunla aynı renk ve sayıdaki öteki taş.",
            "The indicator’s twin: the other tile of its colour and number.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.7",
        "word-okey",
        Text(
            "Okey: her taşın yerine geçebilen gerçek taş; iki tanedir.",
            "Okey: the real tile that can stand for any other; there are two.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.8",
        "word-false-okey",
        Text("Sahte okey: üstünde sayı olmayan iki taş.", "False okey: the two tiles without a number."),
        ("S1", "S4"),
    ),
    Rule(
        "1.9",
        "word-side-tile",
        Text(
            "Yandan taş: önceki oyuncunun son attığı taş.",
            "Side tile: the last discard of the player before.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.10",
        "word-hand",
        Text(
            "El: dağıtmadan bitişe ya da destenin bitmesine kadar.",
            "Hand: from the deal to a finish or an empty deck.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.11",
        "word-turn",
        Text(
            "Sıra: bir oyuncunun taş çekmesinden ya da almasından taş atmasına kadar.",
            "Turn: from drawing or taking a tile to the discard.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.12",
        "word-round",
        Text(
            "Tur: turnuvada aynı anda oynanan karşılaşmalar.",
            "Round: the encounters of a tournament played at one time.",
        ),
    ),
    Rule(
        "1.13",
        "word-finisher",
        Text(
            "Biten: taşlarını bitiş için dizip fazla taşıyla eli kapatan oyuncu.",
            "Finisher: the player whose tiles are in order and who ends the hand with the extra tile.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.14",
        "word-okey-finish",
        Text(
            "Okeyle bitiş: fazla taşı gerçek okey olan bitiş.",
            "Okey finish: a finish whose extra tile is a real okey.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.15",
        "word-pairs-finish",
        Text("Çiftten bitiş: yedi çiftle bitiş.", "Pairs finish: a finish with seven pairs."),
        ("S1", "S4"),
    ),
    Rule(
        "1.16",
        "word-one-colour-run",
        Text(
            "Tek renk seri: tek renkten, birden on üçe ve ardından yine bir.",
            "Run of one colour: one to thirteen in one colour, then one again.",
        ),
        ("S1",),
    ),
    Rule(
        "1.17",
        "word-points",
        Text(
            "Kalan puan: başta verilenden eksilmemiş olan.",
            "Points left: the points at the start minus those lost.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.18",
        "word-penalty",
        Text(
            "Ceza puanı: kalan puandan düşülen; ne kadar azsa o kadar iyi.",
            "Penalty points: points taken from the points left; fewer are better.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "1.19",
        "word-side",
        Text(
            "Taraf: birlikte puan tutulanlar; eşlide iki eş, teklide her oyuncu.",
            "Side: those who share a score; two partners in pairs, each player in singles.",
        ),
        ("S4",),
        when=in_pairs,
    ),
    Rule(
        "1.19",
        "word-side",
        Text(
            "Taraf: teklide her oyuncu kendi başına bir taraftır.", "Side: in singles each player is a side."
        ),
        ("S1", "S4"),
        when=lambda play: play.singles,
    ),
    Rule(
        "1.21",
        "word-partner",
        Text(
            "Eş: karşıda oturan takım arkadaşı.",
            "Partner: the player who sits opposite and plays for the same team.",
        ),
        ("S4",),
        when=in_pairs,
    ),
    Rule(
        "1.22",
        "word-scorekeeper",
        Text(
            "Skor tutan: elleri telefona ya da puan cetveline yazan kişi.",
            "Scorekeeper: the person who writes the hands on the phone or the score sheet.",
        ),
    ),
    Rule(
        "1.23",
        "word-referee",
        Text(
            "Hakem: anlaşmazlıkta masaya çağrılan görevli.",
            "Referee: the official who is called to the table in a dispute.",
        ),
    ),
    Rule(
        "1.24",
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
