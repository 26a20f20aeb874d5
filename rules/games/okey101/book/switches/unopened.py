from typing import Any, Final

from rules.book.switch import Choice, Switch
from rules.games.okey101.book.examples import hand_example
from rules.games.okey101.score import UNOPENED
from rules.games.okey101.switches import NobodyOpened
from rules.localized_text import Text, format_number

_SEATS: Final = ("A1", "B1", "A2", "B2")
_NONE: Final[dict[str, Any]] = {seat: {"opening": "none"} for seat in _SEATS}

_NOBODY_OPENED: Final = hand_example({"outcome": "deck_exhausted", "seats": _NONE})
_PAIRS_AT_THE_END: Final = hand_example(
    {
        "outcome": "deck_exhausted",
        "seats": _NONE
        | {
            "A1": {"opening": "pairs", "rack": {"points": 20}},
            "B1": {"opening": "series", "rack": {"points": 20}},
        },
    }
)
_FOURFOLD: Final = hand_example(
    {
        "outcome": "finished",
        "finisher": "A1",
        "finish": {"last_tile": "okey", "direct": True},
        "seats": _NONE | {"A1": {"opening": "series"}},
    }
)


def _penalty_cap_choice(most: int) -> Choice:
    tr, en = format_number(most, "tr"), format_number(most, "en")
    return Choice(
        most,
        Text(f"En çok {tr}", f"{en} at most"),
        Text(
            f"Açmama cezası en çok {tr} olur.",
            f"The penalty for not opening is {en} at most.",
        ),
    )


SWITCHES: Final = (
    Switch(
        "unopened_cap",
        Text("Açmama cezasının üst sınırı", "Cap on the unopened penalty"),
        Text(
            f"Açmayanın katlarla büyüyen {UNOPENED}’sinin bir üst sınırı olup olmadığını belirler.",
            f"Decides whether the {UNOPENED} of an unopened player, which grows with the finish, has a cap.",
        ),
        (_FOURFOLD,),
        (
            Choice(
                None,
                Text("Sınır yok", "No cap"),
                Text(
                    "Açmamanın ceza puanında üst sınır yoktur.",
                    "The penalty points for not opening have no cap.",
                ),
            ),
        ),
        _penalty_cap_choice,
        (2 * UNOPENED,),
    ),
    Switch(
        "pairs_doubled_on_exhaustion",
        Text("Deste bitince çift katı", "Pairs doubled when the deck runs out"),
        Text(
            "Kimse bitmeden deste bitince çift açanın kalanını yine iki kat ödeyip ödemediğini belirler.",
            "Decides whether a pairs opener still pays double when the deck runs out and nobody finished.",
        ),
        (_PAIRS_AT_THE_END,),
        (
            Choice(
                True,
                Text("Evet, iki katı", "Yes, doubled"),
                Text(
                    "Deste bitse de çift açana, kalanının iki katı yazılır.",
                    "A pairs opener is charged double for the rack when the deck runs out, too.",
                ),
                ("S0 VI", "S4"),
            ),
            Choice(
                False,
                Text("Hayır, bir kez", "No, once"),
                Text(
                    "Deste bitince çift açana, kalanı bir kez yazılır.",
                    "When the deck runs out a pairs opener is charged for the rack once.",
                ),
            ),
        ),
    ),
    Switch(
        "nobody_opened",
        Text("Kimse açmadan deste biterse", "The deck runs out and nobody opened"),
        Text(
            "Kimsenin açmadığı, destenin bittiği elin ne sayıldığını belirler.",
            "Decides what a hand counts in which nobody opened and the deck ran out.",
        ),
        (_NOBODY_OPENED,),
        (
            Choice(
                NobodyOpened.SCORE,
                Text("Herkese açmama cezası yazılır", "All pay for not opening"),
                Text(
                    "Kimse açmadan deste biterse açmayan herkese açmamanın puanı yazılır.",
                    "If the deck runs out and nobody opened, all are charged for not opening.",
                ),
            ),
            Choice(
                NobodyOpened.ZERO,
                Text("Herkese 0, el sayılır", "0 for all, the hand counts"),
                Text(
                    "Kimse açmadan deste biterse kimseye ceza puanı da kural hatası da yazılmaz.",
                    "If the deck runs out and nobody opened, neither penalty points nor infractions are "
                    "charged.",
                ),
                ("S2",),
            ),
            Choice(
                NobodyOpened.REPLAY,
                Text("El yeniden oynanır", "The hand is replayed"),
                Text(
                    "Kimse açmadan deste biterse el sayılmaz ve yeniden oynanır.",
                    "If the deck runs out and nobody opened, the hand is void and replayed.",
                ),
            ),
        ),
    ),
)
