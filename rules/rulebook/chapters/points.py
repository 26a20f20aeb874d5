"""Chapter: what each player pays, with hands that the engine scores."""

from typing import Any, Final

from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import FINISHER, UNOPENED
from rules.games.okey101.switches import OkeyLeft
from rules.rulebook.chapter import Chapter, stated, switched
from rules.rulebook.examples import HandExample, hand_example
from rules.text import Text, signed


def _hand(finish: dict[str, Any], **seats: dict[str, Any]) -> HandExample:
    entries = _UNOPENED | seats
    return hand_example({"outcome": "finished", "finisher": "A1", "finish": finish, "seats": entries})


_UNOPENED: Final[dict[str, Any]] = {seat: {"opening": "none"} for seat in ("A1", "B1", "A2", "B2")}
_EXAMPLES: Final = (
    _hand(
        {},
        A1={"opening": "series"},
        A2={"opening": "series", "rack": {"points": 24}},
        B2={"opening": "pairs", "rack": {"points": 30, "okeys": 1}},
    ),
    _hand({"direct": True}, A1={"opening": "series"}),
    _hand(
        {"last_tile": "okey"},
        A1={"opening": "pairs"},
        B1={
            "opening": "series",
            "rack": {"points": 17},
            "infractions": [{"code": "playable_discard", "count": 1}],
        },
    ),
    hand_example(
        {
            "outcome": "deck_exhausted",
            "seats": _UNOPENED
            | {
                "A1": {"opening": "series", "rack": {"points": 41}},
                "B1": {"opening": "pairs", "rack": {"points": 26}},
                "B2": {"opening": "series", "rack": {"points": 8, "okeys": 1}},
            },
        }
    ),
)


def chapter(rules: RuleSet) -> Chapter:
    """Tell what a hand costs whom (S0 V and VI, S4)."""
    multiplied = (
        () if rules.okey_left is OkeyLeft.NONE else ("okey_left_multiplied", "okey_left_when_unopened")
    )
    return Chapter(
        "points",
        Text("Ceza puanları", "Penalty points"),
        (
            stated(
                rules,
                Text(
                    "Puanlar ceza puanıdır; toplamı en az olan kazanır.",
                    "Every point is a penalty; the lowest total wins.",
                ),
                "S0 VI",
                "S4",
            ),
            stated(
                rules,
                Text(
                    f"Bitene {signed(FINISHER, 'tr')} yazılır, bitişin katıyla çarpılarak.",
                    f"The finisher is credited {signed(FINISHER, 'en')}, times the finish.",
                ),
                "S0 VI",
                "S4",
            ),
            stated(
                rules,
                Text(
                    f"Açmayan, elinde ne kalırsa kalsın {UNOPENED} öder, bitişin katıyla çarpılarak.",
                    f"Who did not open pays {UNOPENED}, times the finish, whatever is left on the rack.",
                ),
                "S0 VI",
                "S4",
            ),
            *switched(rules, "unopened_cap"),
            stated(
                rules,
                Text(
                    "Seri ya da küt açan, elinde kalan taşların sayı toplamını bitişin katıyla öder.",
                    "Who opened with series pays the sum of the tiles left, times the finish.",
                ),
                "S0 VI",
                "S4",
            ),
            stated(
                rules,
                Text(
                    "Çift açan, elinde kalanın iki katını öder; bitişin katı bununla ayrıca çarpılır.",
                    "Who opened with pairs pays the sum twice, and that times the finish.",
                ),
                "S0 VI",
                "S4",
            ),
            *switched(rules, "partner_cancels", "okey_left", *multiplied),
            *switched(rules, "okey_face_counts", "false_okey_value"),
            *switched(rules, "pairs_doubled_on_exhaustion", "nobody_opened"),
            stated(
                rules,
                Text(
                    "Dört oyuncu da çift açarsa el sayılmaz ve yeniden oynanır; o elin kural hataları da "
                    "düşer.",
                    "If all four open with pairs the hand is void, its infractions too, and played again.",
                ),
                "S0 V",
                "S4",
            ),
        ),
        examples=tuple(example.fitted(rules) for example in _EXAMPLES),
    )
