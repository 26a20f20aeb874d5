from typing import Any, Final

from rules.book.switch import Choice, Switch, yes_no
from rules.games.okey101.book.examples import HandExample, hand_example
from rules.games.okey101.switches import FalseOkeyValue, OkeyLeft
from rules.localized_text import Text
from rules.sources import Against


def _left_okey_example(
    opponent: dict[str, Any], last_tile: str = "plain", indicator: str | None = None
) -> HandExample:
    """Return an example that A1 finishes; ``opponent`` is B1's entry, A2 and B2 have 9 and 18 left."""
    return hand_example(
        {
            "outcome": "finished",
            "finisher": "A1",
            "finish": {"last_tile": last_tile},
            "indicator": indicator,
            "seats": {
                "A1": {"opening": "series"},
                "B1": opponent,
                "A2": {"opening": "series", "rack": {"points": 9}},
                "B2": {"opening": "series", "rack": {"points": 18}},
            },
        }
    )


AGAINST_THE_OKEY: Final = Against(
    "S0 I",
    Text(
        "Rehber sahte okeye göstergenin değerini verir.",
        "The guide gives a false okey the indicator’s value.",
    ),
)

SWITCHES: Final = (
    Switch(
        "okey_left",
        Text("Elde kalan okey", "Okey left on the rack"),
        Text(
            "El bittiğinde elde gerçek okey kalmasının kaç kez 101 yazdırdığını belirler.",
            "Decides how often 101 is charged for real okeys that are left when the hand ends.",
        ),
        (_left_okey_example({"opening": "series", "rack": {"points": 15, "okeys": 2}}),),
        (
            Choice(
                OkeyLeft.EACH,
                Text("Her okey için 101", "101 for each okey"),
                Text(
                    "Elde iki okey kaldıysa her biri için 101 yazılır.",
                    "If two okeys are left, each of them costs 101.",
                ),
            ),
            Choice(
                OkeyLeft.ONCE,
                Text("Kaç okey kalırsa kalsın 101", "101, however many"),
                Text(
                    "Elde iki okey kalsa da bir kez 101 yazılır.",
                    "If two okeys are left, 101 is charged only once.",
                ),
            ),
            Choice(
                OkeyLeft.NONE,
                Text("Hiç yazılmaz", "No penalty"),
                Text("Elde kalan okey için puan yazılmaz.", "An okey left on the rack costs nothing."),
            ),
        ),
    ),
    Switch(
        "okey_left_multiplied",
        Text("Okey cezası katlanır mı?", "Is the okey penalty multiplied?"),
        Text(
            "Elde kalan okeyin 101’inin bitişin katıyla çarpılıp çarpılmadığını belirler.",
            "Decides whether the 101 for an okey left is multiplied with the finish.",
        ),
        (_left_okey_example({"opening": "series", "rack": {"points": 15, "okeys": 1}}, "okey"),),
        yes_no(
            Text("Elde kalan okeyin 101’i katlanmaz.", "The 101 for an okey left is never multiplied."),
            Text(
                "Elde kalan okeyin 101’i bitişin katıyla çarpılır.",
                "The 101 for an okey left is multiplied with the finish.",
            ),
            no_sources=("S4",),
        ),
    ),
    Switch(
        "okey_left_when_unopened",
        Text("Açmayana okey için de yazılır mı?", "Does an unopened player pay for okeys?"),
        Text(
            "Açmamış oyuncuya, elinde kalan okey için ayrıca puan yazılıp yazılmadığını belirler.",
            "Decides whether a player who did not open also pays for an okey.",
        ),
        (_left_okey_example({"opening": "none", "rack": {"points": 80, "okeys": 1}}),),
        yes_no(
            Text(
                "Açmayana, elinde kalan okey için ayrıca puan yazılmaz.",
                "A player who did not open is charged nothing extra for an okey.",
            ),
            Text(
                "Açmayana, elinde kalan okey için ayrıca puan yazılır.",
                "A player who did not open is charged extra for an okey.",
            ),
            no_sources=("S0 VI", "S4"),
        ),
    ),
    Switch(
        "okey_face_counts",
        Text("Okeyin sayısı da eklenir mi?", "Does the okey’s number count?"),
        Text(
            "Açmış oyuncunun elinde kalan okeyin, kendi sayısıyla da toplama girip girmediğini belirler.",
            "Decides whether an okey left by an opened player counts its own number too.",
        ),
        (_left_okey_example({"opening": "series", "rack": {"tiles": ["k7", "b6"]}}, indicator="b5"),),
        yes_no(
            Text(
                "Elde kalan okeyin kendi sayısı toplama girmez.", "The number of an okey left is not added."
            ),
            Text(
                "Elde kalan okeyin kendi sayısı da toplama girer.",
                "The number of an okey left is added to the rack.",
            ),
        ),
    ),
    Switch(
        "false_okey_value",
        Text("Sahte okey", "The false okey"),
        Text(
            "Sahte okeyin hangi taş yerine oynandığını belirler.",
            "Decides which tile a false okey plays as, in melds and on a rack.",
        ),
        (_left_okey_example({"opening": "series", "rack": {"tiles": ["*", "k7"]}}, indicator="b5"),),
        (
            Choice(
                FalseOkeyValue.OKEY,
                Text("Okeyin taşı", "The okey’s tile"),
                Text(
                    "Sahte okey, okeyin kendi taşı olarak oynanır.",
                    "A false okey plays as the okey’s own tile.",
                ),
                ("S2", "S4"),
                AGAINST_THE_OKEY,
            ),
            Choice(
                FalseOkeyValue.INDICATOR,
                Text("Göstergenin taşı", "The indicator’s tile"),
                Text(
                    "Sahte okey, gösterge taşı olarak oynanır.",
                    "A false okey plays as the indicator’s tile.",
                ),
                ("S0 I",),
            ),
        ),
    ),
)
