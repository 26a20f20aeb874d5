from typing import Any, Final

from rules.book.switch import Choice, Switch, yes_no
from rules.games.okey101.book.examples import HandExample, OpeningExample, hand_example
from rules.games.okey101.openings import LaidOpening
from rules.games.okey101.switches import DoubleOkeyWithPairs, Ending, MultiplierRule
from rules.localized_text import Text


def _finished_hand(opening: str, finish: dict[str, Any], **other_seats: dict[str, Any]) -> HandExample:
    seats: dict[str, Any] = {seat: {"opening": "none"} for seat in ("A1", "B1", "A2", "B2")}
    seats |= {"A1": {"opening": opening}} | other_seats
    return hand_example({"outcome": "finished", "finisher": "A1", "finish": finish, "seats": seats})


_BOTH_OKEYS: Final = {"last_tile": "double_okey"}
_OPPONENT: Final = {"opening": "series", "rack": {"points": 12}}

_LOW: Final = OpeningExample(
    Text(
        "Kimse açmamışken bir oyuncu 21 taşını birden indirip son taşını atıyor: kırmızı ve sarı 1’den 7’ye, "
        "siyah 1-2-3-4, üç 1. Toplam 69.",
        "Nobody has opened. A player lays 21 tiles at once and throws the last one: red and yellow 1 to 7, "
        "black 1-2-3-4, three 1s. They are worth 69.",
    ),
    LaidOpening(
        "b5",
        (
            ("r1", "r2", "r3", "r4", "r5", "r6", "r7"),
            ("y1", "y2", "y3", "y4", "y5", "y6", "y7"),
            ("k1", "k2", "k3", "k4"),
            ("r1", "b1", "y1"),
        ),
        direct=True,
    ),
)

SWITCHES: Final = (
    Switch(
        "ending",
        Text("Elin sonu", "The end of a hand"),
        Text(
            "Biten oyuncunun son bir taş atmak zorunda olup olmadığını belirler.",
            "Decides whether the finisher has to throw a last tile.",
        ),
        (_finished_hand("pairs", {"direct": True}),),
        (
            Choice(
                Ending.DISCARD,
                Text("Son taş atılır", "A last tile is thrown"),
                Text(
                    "El, bir oyuncu son taşını atınca biter.",
                    "A hand ends when a player throws their last tile.",
                ),
                ("S0 V", "S4"),
            ),
            Choice(
                Ending.FREE,
                Text("Istakanın boşalması yeter", "An empty rack is enough"),
                Text(
                    "Istakasında taş kalmayan bitmiş olur; son taşı atmak gerekmez.",
                    "A player with an empty rack has finished; the last tile need not be thrown.",
                ),
                ("S2",),
            ),
        ),
    ),
    Switch(
        "direct_below_threshold",
        Text("Baraj altında elden bitiş", "A direct finish below the threshold"),
        Text(
            "Seri açarak elden bitenin 101’i bulmak zorunda olup olmadığını belirler.",
            "Decides whether a direct finish with runs and sets has to reach 101.",
        ),
        (_LOW,),
        (
            Choice(
                True,
                Text("Olur", "Allowed"),
                Text(
                    "Perleri 101’i bulmayan da elden bitebilir.",
                    "A player may finish directly with melds below 101.",
                ),
                ("S0 V",),
            ),
            Choice(
                False,
                Text("Olmaz", "Not allowed"),
                Text(
                    "Seri açıp elden bitenin perleri de 101’i bulmalıdır.",
                    "A direct finish with series has to reach 101, too.",
                ),
                ("S2", "S4"),
            ),
        ),
    ),
    Switch(
        "multiplier",
        Text("Katlar", "Multipliers"),
        Text(
            "Bir bitişte birden çok kat varsa (elden, çiftten, okeyle) bunların nasıl birleştiğini belirler.",
            "Decides how several factors of one finish (direct, pairs, okey) combine.",
        ),
        (_finished_hand("series", {"last_tile": "okey", "direct": True}),),
        (
            Choice(
                MultiplierRule.PRODUCT,
                Text("Çarpılır", "Multiplied"),
                Text(
                    "Bir bitişin katları birbiriyle çarpılır.",
                    "The factors of one finish are multiplied with each other.",
                ),
                ("S0 VI", "S4"),
            ),
            Choice(
                MultiplierRule.HIGHEST,
                Text("Yalnız en yükseği", "Only the highest"),
                Text(
                    "Bitişin katlarından yalnız en yükseği geçerlidir.",
                    "Only the highest factor of a finish counts.",
                ),
            ),
            Choice(
                MultiplierRule.NONE,
                Text("Kat yok", "No multipliers"),
                Text(
                    "Bitişin türü puanları katlamaz; her bitiş bir kattır.",
                    "The kind of finish multiplies nothing; every finish counts once.",
                ),
            ),
        ),
    ),
    Switch(
        "double_okey",
        Text("Okey ikiye", "Double okey finish"),
        Text(
            "İki gerçek okeyi birden son taş olarak atmanın bir bitiş sayılıp sayılmadığını belirler.",
            "Decides whether throwing both real okeys last is a finish.",
        ),
        (_finished_hand("series", _BOTH_OKEYS, B1=_OPPONENT),),
        (
            Choice(
                True,
                Text("Evet", "Yes"),
                Text(
                    "Okey ikiye bir bitiş sayılır.",
                    "The double okey finish counts as a finish.",
                ),
                ("S0 V",),
            ),
            Choice(
                False,
                Text("Hayır", "No"),
                Text(
                    "Okey ikiye, yani iki gerçek okeyi birden atarak bitmek yoktur.",
                    "There is no double okey finish: throwing both real okeys at once is not a finish.",
                ),
            ),
        ),
    ),
    Switch(
        "double_okey_with_pairs",
        Text("Çift açan okey ikiye bitebilir mi?", "May a pairs opener make a double okey finish?"),
        Text(
            "Okey ikiye bitişin çift açana açık olup olmadığını belirler.",
            "Decides whether the double okey finish is open to a pairs opener.",
        ),
        (_finished_hand("pairs", _BOTH_OKEYS, B1=_OPPONENT),),
        (
            Choice(
                DoubleOkeyWithPairs.REFUSED,
                Text("Hayır", "No"),
                Text("Çift açan okey ikiye bitemez.", "A pairs opener can’t make a double okey finish."),
            ),
            Choice(
                DoubleOkeyWithPairs.PRODUCT,
                Text("Evet", "Yes"),
                Text(
                    "Çift açan da okey ikiye bitebilir.",
                    "A pairs opener may make a double okey finish, too.",
                ),
            ),
        ),
    ),
    Switch(
        "infractions_multiplied",
        Text("Kural hataları katlanır mı?", "Are infractions multiplied?"),
        Text(
            "Kural hatalarının bitişin katıyla çarpılıp çarpılmadığını belirler; bitenin kendi hatası hiç "
            "katlanmaz.",
            "Decides whether infractions are multiplied with the finish; the finisher’s own never are.",
        ),
        (
            _finished_hand(
                "series",
                {"last_tile": "okey"},
                B1={
                    "opening": "series",
                    "rack": {"points": 20},
                    "infractions": [{"code": "playable_discard", "count": 1}],
                },
            ),
        ),
        yes_no(
            Text("Kural hataları katlanmaz.", "Infractions are never multiplied."),
            Text(
                "Kural hataları bitişin katıyla çarpılır; bitenin kendi hatası çarpılmaz.",
                "Infractions are multiplied with the finish, the finisher’s own excepted.",
            ),
            no_sources=("S4",),
        ),
    ),
)
