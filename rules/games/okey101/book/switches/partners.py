from typing import Final

from rules.book.switch import Choice, Switch
from rules.games.okey101.book.examples import hand_example
from rules.games.okey101.switches import PartnerCancels
from rules.localized_text import Text

_OPENED: Final = hand_example(
    {
        "outcome": "finished",
        "finisher": "A1",
        "seats": {
            "A1": {"opening": "series"},
            "B1": {"opening": "none"},
            "A2": {
                "opening": "series",
                "rack": {"points": 24, "okeys": 1},
                "infractions": [{"code": "playable_discard", "count": 1}],
            },
            "B2": {"opening": "pairs", "rack": {"points": 10}},
        },
    }
)
_UNOPENED: Final = hand_example(
    {
        "outcome": "finished",
        "finisher": "A1",
        "seats": {
            "A1": {"opening": "series"},
            "B1": {"opening": "series", "rack": {"points": 12}},
            "A2": {"opening": "none"},
            "B2": {"opening": "series", "rack": {"points": 31}},
        },
    }
)

SWITCHES: Final = (
    Switch(
        "partner_cancels",
        Text("Bitenin eşi", "The finisher’s partner"),
        Text(
            "Eşlerden biri bitince ötekinin puanından neyin silindiğini belirler.",
            "Decides what is wiped out for a player whose partner finishes.",
        ),
        (_OPENED, _UNOPENED),
        (
            Choice(
                PartnerCancels.HAND,
                Text("Eli silinir, kural hataları kalır", "The hand is wiped out, infractions stay"),
                Text(
                    "Bitenin eşine o el için kural hatalarından başka bir şey yazılmaz.",
                    "The finisher’s partner pays nothing for the hand but infractions.",
                ),
            ),
            Choice(
                PartnerCancels.EVERYTHING,
                Text("Hepsi silinir", "Everything is wiped out"),
                Text(
                    "Bitenin eşine o elde hiçbir şey yazılmaz, kural hatası da.",
                    "The finisher’s partner pays nothing for the hand, not even infractions.",
                ),
            ),
            Choice(
                PartnerCancels.RACK_ONLY,
                Text("Yalnız kalan taşları silinir", "Only the rack is wiped out"),
                Text(
                    "Bitenin eşinin yalnız kalan taşları silinir; başka her şey yazılır.",
                    "Only the rack of the finisher’s partner is wiped out; all else is charged.",
                ),
            ),
            Choice(
                PartnerCancels.NOTHING,
                Text("Hiçbir şey silinmez", "Nothing is wiped out"),
                Text(
                    "Bitenin eşine de rakipler gibi yazılır.",
                    "The finisher’s partner pays like an opponent.",
                ),
                ("S4",),
            ),
        ),
    ),
)
