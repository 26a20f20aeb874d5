"""The switch about the finisher's partner."""

from typing import Final

from rules.games.okey101.switches import PartnerCancels
from rules.rulebook.examples import hand_example
from rules.rulebook.switch import Choice, Switch
from rules.text import Text

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
                Text("Eli silinir, kural hataları kalır", "The hand goes, infractions stay"),
                Text(
                    "Bitenin eşi o el için bir şey ödemez: kalan sayısı, çift katı, açmama ve okey cezası "
                    "silinir. Kural hataları kalır.",
                    "The finisher’s partner pays nothing for the hand: rack, doubling, the penalties for not "
                    "opening and for an okey are wiped out. Infractions stay.",
                ),
            ),
            Choice(
                PartnerCancels.EVERYTHING,
                Text("Hepsi silinir", "Everything goes"),
                Text(
                    "Bitenin eşinin o eldeki her şeyi silinir, kural hataları da.",
                    "Everything that the finisher’s partner owes for the hand is wiped out, infractions too.",
                ),
            ),
            Choice(
                PartnerCancels.RACK_ONLY,
                Text("Yalnız kalan taşları silinir", "Only the rack goes"),
                Text(
                    "Bitenin eşinin yalnız elinde kalan sayısı silinir; açmama cezası ve elinde kalan "
                    "okey için yazılan durur.",
                    "Only the rack of the finisher’s partner is wiped out; the penalties for not opening and "
                    "for an okey left stay.",
                ),
            ),
            Choice(
                PartnerCancels.NOTHING,
                Text("Hiçbir şey silinmez", "Nothing goes"),
                Text(
                    "Bitenin eşi rakipler gibi öder.",
                    "The finisher’s partner pays like an opponent.",
                ),
                ("S4",),
            ),
        ),
    ),
)
