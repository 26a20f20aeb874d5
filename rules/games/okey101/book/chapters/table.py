"""Chapter 10: seats, dealing, counting, disputes (S0 I, V and VIII, S2, S4)."""

from typing import Final

from rules.games.okey101.book.play import Play, Switched, Told, in_pairs, of_source, said
from rules.sentences import Chapter
from rules.text import Text


def _in_singles(play: Play) -> bool:
    return play.singles


_SEATS: Final = (
    Told(
        "10.1",
        "seats",
        Text("Yerler anlaşarak, olmazsa zarla belirlenir.", "Seats are agreed on, else diced for."),
        ("S0 I",),
    ),
    Told(
        "10.2",
        "highest-sits",
        Text(
            "En yüksek atan önce oturur ve yerini seçer.",
            "Who throws the highest sits first, where he likes.",
        ),
        ("S0 I",),
    ),
    Told(
        "10.3",
        "others-sit",
        Text(
            "Ötekiler, attıkları zara göre, saat yönünün tersine oturur.",
            "The others sit counter-clockwise, by what they threw.",
        ),
        ("S0 I",),
    ),
    Told(
        "10.4",
        "seats-stay",
        Text("Maç bitmeden yer değiştirilmez.", "Nobody changes seats before the match is over."),
        ("S0 I",),
    ),
    Told(
        "10.5",
        "seats-mended",
        Text(
            "Yanlış girilmiş yerleri organizatör düzeltebilir.",
            "Seats that were entered wrongly may be put right by the organizer.",
        ),
    ),
)
_DEALING: Final = (
    Switched("10.6", "first_dealer"),
    Told(
        "10.7",
        "deal-passes",
        Text("Dağıtma her elde sağa geçer.", "The deal passes to the right with each hand."),
        ("S0 I", "S2", "S4"),
    ),
    Told(
        "10.8",
        "deal-after-void",
        Text("Dağıtma, sayılmayan elden sonra da sağa geçer.", "The deal passes on after a void hand, too."),
    ),
    Told(
        "10.9",
        "deal-next-match",
        Text(
            "Yeni maç, dağıtma kaldığı yerden sağa geçerek başlar.",
            "A new match begins with the next dealer.",
        ),
    ),
    Told(
        "10.10",
        "packs",
        Text(
            "Taşlar yedişerli dizilir; zarın gösterdiği dizinin en alt taşı açık olarak sonraki "
            "diziye konur.",
            "Tiles are stacked in sevens; the lowest of the stack that the die names goes on the next, "
            "face up.",
        ),
        ("S0 I",),
        when=of_source("S0"),
    ),
    Told(
        "10.11",
        "indicator-turned",
        Text(
            "Gösterge, artan üç dizinin dağıtanın en solundakinden, en üstten açılır.",
            "The indicator is the top tile of the leftmost of the three stacks left, seen by the dealer.",
        ),
        ("S0 I",),
        when=of_source("S0"),
    ),
    Told(
        "10.11",
        "indicator-turned",
        Text(
            "Gösterge, taşlar dağıtılmadan rastgele çekilip açılır.",
            "The indicator is drawn at random before the deal.",
        ),
        ("S2",),
        when=of_source("S2"),
    ),
    Told(
        "10.11",
        "indicator-turned",
        Text("Gösterge, taşlar dağıtıldıktan sonra açılır.", "The indicator is turned up after the deal."),
        ("S4",),
        when=of_source("S4"),
    ),
)
_COUNTING: Final = (
    Told(
        "10.12",
        "count-shown",
        Text(
            "El bitince kalan taşlar rakiplere ve skor tutana gösterilerek sayılır.",
            "After a hand the tiles left are counted in sight of the opponents and the scorekeeper.",
        ),
        ("S0 V",),
    ),
    Told(
        "10.13",
        "count-mixed",
        Text(
            "Sayılmadan karışan ıstakanın puanını hakem belirler.",
            "Of a rack that was mixed before it was counted the referee sets the points.",
        ),
    ),
    Told(
        "10.14",
        "count-challenged",
        Text(
            "Yazılan ele, turnuvanın itiraz süresi bitene kadar itiraz edilebilir.",
            "A hand may be challenged until the tournament’s time for protests is over.",
        ),
    ),
    Told(
        "10.15",
        "count-corrected",
        Text(
            "Yanlış yazılan el düzeltilir; maç ve sıralama yeniden belirlenir.",
            "A hand written wrongly is corrected; match and standings are decided anew.",
        ),
    ),
)
_CONDUCT: Final = (
    Told(
        "10.16",
        "no-talking",
        Text("Eşler oyun sırasında konuşamaz.", "Partners may not talk during play."),
        ("S0 VIII",),
        when=in_pairs,
    ),
    Told(
        "10.17",
        "signals",
        Text(
            "Eşler aralarında anlaştıkları işaretleri kullanabilir.",
            "Partners may use signals they have agreed on.",
        ),
        ("S0 VIII",),
        when=in_pairs,
    ),
    Told(
        "10.16",
        "no-talking",
        Text(
            "Oyuncular birbirine taşları hakkında bilgi veremez.",
            "Players may not tell each other of their tiles.",
        ),
        when=_in_singles,
    ),
    Told(
        "10.18",
        "talking-warned",
        Text("Konuşmaya puan yazılmaz; hakem uyarır.", "Talking costs no points; the referee warns."),
    ),
)
_DISPUTES: Final = (
    Told(
        "10.19",
        "referee-called",
        Text("Anlaşmazlıkta masaya hakem çağrılır.", "In a dispute the referee is called to the table."),
        ("S0 VIII",),
    ),
    Told(
        "10.20", "play-stops", Text("Hakem gelene kadar oyun durur.", "Play stops until the referee comes.")
    ),
    Told(
        "10.21",
        "ruling",
        Text(
            "Kitabın söylemediği yerde hakem puan yazar; el, hakem kararı olarak görünür.",
            "Where the book is silent the referee sets points; the hand is shown as his ruling.",
        ),
    ),
    Told(
        "10.22",
        "program-checks",
        Text(
            "Program yazılan eli denetler, nasıl oynandığını masadakiler.",
            "The program checks what is written; the table watches how it is played.",
        ),
    ),
)
_PARTS: Final = (*_SEATS, *_DEALING, *_COUNTING, *_CONDUCT, *_DISPUTES)


def chapter(play: Play) -> Chapter:
    """Tell how people sit, deal and count, and who decides a dispute."""
    return Chapter(10, "table", Text("Masada", "At the table"), tuple(said(_PARTS, play)))
