"""Chapter 5: opening the hand, and openings that fall short (S0 III, IV and VII, S2, S4)."""

from typing import Final

from rules.games.okey101.book.cases import opens
from rules.games.okey101.book.play import (
    Play,
    Switched,
    Told,
    both,
    fined,
    following,
    in_pairs,
    of_source,
    said,
)
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.openings import PAIRS_THRESHOLD, SERIES_THRESHOLD
from rules.sentences import Chapter
from rules.text import Text

_103: Final = ("r10 r11 r12 r13", "k10 k11 k12", "y8 b8 k8")
_RISING: Final = following("rising_threshold", True)
_PAIRS: Final = ("r1 r1", "b2 b2", "k3 k3", "y4 y4", "r9 r9")


def _wrong_meld(play: Play) -> Text:
    """What becomes of a wrong meld: it is charged where it is on the list."""
    if not play.fines("invalid_meld"):
        return Text(
            "Yanlış per geri alınır; kalanı baraja ulaşıyorsa açış geçerlidir.",
            "A wrong meld is taken back; if the rest reaches the threshold the opening stands.",
        )
    name = INFRACTIONS["invalid_meld"].name
    return Text(
        f"Yanlış per geri alınır, “{name.tr}” yazılır; kalanı baraja ulaşıyorsa açış geçerlidir.",
        f"A wrong meld is taken back and charged as “{name.en}”; if the rest reaches the threshold the "
        "opening stands.",
    )


def _unnoticed(play: Play) -> Text:
    """Where infractions are charged, chapter 9 says until when."""
    if play.rules.infractions:
        return Text(
            "9.8’deki sürede söylenmeyen yanlış açış geçerli sayılır ve yazılmaz.",
            "A wrong opening that is not named within the time of 9.8 stands and is not charged.",
        )
    return Text(
        "Sonraki oyuncu taşını atana dek söylenmeyen yanlış açış geçerli sayılır.",
        "A wrong opening that nobody names before the next player’s discard stands.",
    )


_PARTS: Final = (
    Told(
        "5.1",
        "series-threshold",
        Text(
            f"Seri açmak için perlerin toplamı en az {SERIES_THRESHOLD} olmalıdır.",
            f"To open with series the melds must be worth at least {SERIES_THRESHOLD} together.",
        ),
        ("S0 III", "S2", "S4"),
        example=opens("Kırmızı 10-11-12-13, siyah 10-11-12", "Red 10-11-12-13, black 10-11-12", *_103[:2]),
    ),
    Told(
        "5.2",
        "only-laid-counts",
        Text(
            "Baraj için ıstakada tutulan perler değil, masaya indirilenler sayılır.",
            "For the threshold melds laid on the table count, not those kept on the rack.",
        ),
        ("S0 VIII",),
    ),
    Told(
        "5.3",
        "pairs-threshold",
        Text(
            f"Çift açmak için en az {PAIRS_THRESHOLD} çift gerekir.",
            f"To open with pairs takes at least {PAIRS_THRESHOLD} of them.",
        ),
        ("S0 III", "S2", "S4"),
        example=opens("Dört çift", "Four pairs", *_PAIRS[:4]),
    ),
    Told(
        "5.4",
        "never-both",
        Text(
            "Bir açışta çiftle seri ya da küt birlikte olmaz; ya çiftler ya ötekiler geri alınmadan açış "
            "sayılmaz.",
            "An opening never holds both pairs and runs or sets; it counts once the pairs or the others are "
            "taken back.",
        ),
        ("S0 III", "S2"),
        example=opens("103’lük per ve bir çift", "Melds worth 103 and a pair", *_103, "r1 r1"),
    ),
    Told(
        "5.5",
        "pairs-no-series",
        Text(
            "Çift açan o elde seri ya da küt indiremez.",
            "A pairs opener may not lay runs or sets in that hand.",
        ),
        ("S0 III", "S2", "S4"),
    ),
    Told(
        "5.6",
        "each-for-himself",
        Text(
            "Herkes kendi açar; eşinin açmış olması yetmez.",
            "Everybody opens for himself; that the partner has opened is not enough.",
        ),
        when=in_pairs,
    ),
    Switched(
        "5.7",
        "rising_threshold",
        example=opens(
            "120’den sonra 103 ile açış", "An opening with 103 after one with 120", *_103, after=120
        ),
    ),
    Told(
        "5.8",
        "added-counts",
        Text(
            "Açanın o sırasında kendi perlerine eklediği taşlar ve indirdiği yeni perler açışına sayılır.",
            "What an opener adds to his own melds in that turn, and new melds, count into his opening.",
        ),
        ("S2",),
        when=_RISING,
    ),
    Told(
        "5.9",
        "lays-off-at-once",
        Text(
            "Açan, sırası bitmeden masadaki perlere de işleyebilir.",
            "A player who opens may lay off on the table in the same turn.",
        ),
        ("S0 IV", "S4"),
    ),
    Told(
        "5.10",
        "short-opening",
        Text(
            "Baraja ulaşmayan açış geçersizdir; açana kural hatası yazılır.",
            "An opening below the threshold is invalid and an infraction.",
        ),
        ("S0 III", "S4"),
        when=fined("invalid_opening"),
        decided_by="infractions",
    ),
    Told(
        "5.10",
        "short-opening",
        Text("Baraja ulaşmayan açış geçersizdir.", "An opening below the threshold is invalid."),
        ("S0 III", "S2", "S4"),
        when=lambda play: not play.fines("invalid_opening"),
        decided_by="infractions",
    ),
    Told(
        "5.11",
        "short-mended",
        Text(
            "Kural hatası yazıldıktan sonra, yetmeyen açış masada düzeltilebilir.",
            "Once the infraction is charged, a short opening may be mended on the table.",
        ),
        ("S0 IV",),
        when=of_source("S0"),
    ),
    Told(
        "5.11",
        "short-mended",
        Text(
            "Yetmeyen açışın taşları ıstakaya geri alınır.",
            "The tiles of a short opening go back to the rack.",
        ),
        ("S4",),
        when=lambda play: play.source != "S0",
    ),
    Told(
        "5.12",
        "short-gathered",
        Text(
            "Düzeltemeyen oyuncu taşlarını geri alır.",
            "A player who can’t mend a short opening takes his tiles back.",
        ),
        ("S0 VII",),
        when=of_source("S0"),
    ),
    Told(
        "5.13",
        "short-once",
        Text(
            "Yetmeyen açışla onu geri toplamak tek davranıştır: bir tek 101 yazılır.",
            "A short opening and gathering it up are one act: it costs one 101.",
        ),
        when=both(fined("invalid_opening"), fined("opening_taken_back")),
        unchecked=True,
    ),
    Told(
        "5.14",
        "wrong-meld-once",
        Text(
            "Yanlış per yüzünden yetmeyen açışa bir kural hatası yazılır.",
            "An opening that is short because of a wrong meld is one infraction.",
        ),
        when=both(fined("invalid_opening"), fined("invalid_meld")),
    ),
    Told(
        "5.15",
        "short-unnoticed",
        _unnoticed,
        unchecked=True,
        decided_by="infractions",
    ),
    Told(
        "5.16",
        "later-melds",
        Text(
            "Seri açmış oyuncu sonraki sıralarında barajsız yeni per indirebilir.",
            "A player who opened with series may lay new melds in later turns without a threshold.",
        ),
    ),
    Told(
        "5.17",
        "later-pairs",
        Text(
            "Çift açmış oyuncu sonraki sıralarında yeni çift indirebilir.",
            "A player who opened with pairs may lay more pairs in later turns.",
        ),
    ),
    Told(
        "5.18",
        "laid-off-does-not-count",
        Text(
            "Başkasının perine işlenen taş baraja sayılmaz.",
            "A tile laid off on another’s meld does not count towards the threshold.",
        ),
        ("S4",),
    ),
    Told(
        "5.19",
        "series-no-pairs",
        Text(
            "Seri açan o elde çift açamaz.",
            "A player who opened with series may not open with pairs in that hand.",
        ),
        ("S0 III",),
    ),
    Told(
        "5.20",
        "wrong-meld-taken-back",
        _wrong_meld,
        decided_by="infractions",
    ),
    Told(
        "5.21",
        "pairs-openers-series",
        Text(
            "Çift açanın indirdiği seri ya da küt geri alınır; kural hatası yazılmaz.",
            "A run or set laid by a pairs opener is taken back; that is not an infraction.",
        ),
    ),
    Told(
        "5.22",
        "mended-from-the-rack",
        Text(
            "Yetmeyen açış, sırası bitmeden ıstakadan tamamlanırsa açılmış sayılır; kural hatası kalır.",
            "A short opening made up from the rack before the turn ends counts; the infraction stays.",
        ),
        when=both(of_source("S0"), following("rising_threshold", False)),
    ),
    Told(
        "5.23",
        "measured-at-the-end",
        Text(
            "Açış, açanın sırası biterken ölçülür; eksiği o ana kadar ıstakadan tamamlanabilir.",
            "An opening is measured as the opener’s turn ends; until then his rack may make it up.",
        ),
        when=_RISING,
    ),
    Told(
        "5.24",
        "opened-out-of-turn",
        Text(
            "Sırası gelmeden açan, perlerini geri alır; kural hatası yazılmaz.",
            "A player who opens out of turn takes his melds back; that is not an infraction.",
        ),
    ),
    Told(
        "5.25",
        "series-openers-pairs",
        Text(
            "Seri açanın indirdiği çift geri alınır; kural hatası yazılmaz.",
            "A pair laid by a series opener is taken back; that is not an infraction.",
        ),
    ),
)


def chapter(play: Play) -> Chapter:
    """Tell what opens a hand, and what becomes of what doesn't."""
    return Chapter(5, "opening", Text("Açış", "Opening"), tuple(said(_PARTS, play)))
