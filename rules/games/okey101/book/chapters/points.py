from typing import Final

from rules.games.okey101.amounts import LINE_SOURCES
from rules.games.okey101.book.cases import cost_example, opened_seat, points_paid, sample_hand, unopened_seat
from rules.games.okey101.book.play_context import (
    BookContext,
    Rule,
    SwitchRule,
    all_of,
    in_pairs,
    sentences_for,
    switch_is,
    switch_is_not,
)
from rules.games.okey101.book.switches.okeys import AGAINST_THE_OKEY
from rules.games.okey101.infractions import FLAT
from rules.games.okey101.switches import FalseOkeyValue, MultiplierRule, OkeyLeft, PartnerCancels
from rules.localized_text import Text, format_number, format_signed
from rules.sentences import Chapter

_A1: Final = opened_seat("series")
_CANCELS: Final = switch_is_not("partner_cancels", PartnerCancels.NOTHING)
_CHARGED: Final = switch_is_not("okey_left", OkeyLeft.NONE)
_TWO_OKEYS: Final = opened_seat("series", 15, 2)


def _finisher_text(play: BookContext) -> Text:
    points = points_paid(sample_hand(play, A1=_A1), play.rules, "A1")
    return Text(
        f"Bitene {format_signed(points, 'tr')} yazılır.",
        f"The finisher scores {format_signed(points, 'en')}.",
    )


def _unopened_text(play: BookContext) -> Text:
    points = points_paid(sample_hand(play, A1=_A1), play.rules)
    return Text(
        f"Açmayana, elinde ne kalırsa kalsın {format_number(points, 'tr')} yazılır.",
        f"A player who has not opened is charged {format_number(points, 'en')}, "
        "whatever is left on the rack.",
    )


def _okey_left_text(play: BookContext) -> Text:
    return Text(f"Elde kalan gerçek okey için {FLAT} yazılır.", f"A real okey left on the rack costs {FLAT}.")


_BASE: Final = (
    Rule(
        "8.1",
        "lowest-wins",
        Text(
            "Puanlar ceza puanıdır; toplamı en az olan kazanır.",
            "Points are penalties; the lowest total wins.",
        ),
        ("S0 VI", "S4"),
    ),
    Rule(
        "8.2",
        "finisher",
        _finisher_text,
        LINE_SOURCES["finisher"],
        example=cost_example("A1 düz bitti", "A1 finished plainly", seat="A1", A1=_A1),
    ),
    Rule(
        "8.3",
        "unopened",
        _unopened_text,
        LINE_SOURCES["unopened"],
        decided_by="unopened_cap",
        example=cost_example("A1 düz bitti, B1 açmamıştı", "A1 finished plainly, B1 had not opened", A1=_A1),
    ),
    SwitchRule(
        "8.4",
        "unopened_cap",
        example=cost_example(
            "A1 okeyle bitti, B1 açmamıştı", "A1 finished with the okey, B1 had not opened", "okey", A1=_A1
        ),
    ),
    Rule(
        "8.5",
        "rack",
        Text(
            "Seri açana, elinde kalan taşların sayı toplamı yazılır.",
            "A player who opened with series is charged the sum of the tiles left.",
        ),
        LINE_SOURCES["rack"],
        example=cost_example(
            "A1 düz bitti, B1 seri açtı, elinde 24 puanlık taş kaldı",
            "A1 finished plainly, B1 opened with series and has 24 left",
            A1=_A1,
            B1=opened_seat("series", 24),
        ),
    ),
    Rule(
        "8.6",
        "rack_of_pairs",
        Text(
            "Çift açana, elinde kalan taşların toplamının iki katı yazılır.",
            "A player who opened with pairs is charged twice the sum of the tiles left.",
        ),
        LINE_SOURCES["rack_of_pairs"],
        example=cost_example(
            "A1 düz bitti, B1 çift açtı, elinde 10 puanlık taş kaldı",
            "A1 finished plainly, B1 opened with pairs and has 10 left",
            A1=_A1,
            B1=opened_seat("pairs", 10),
        ),
    ),
    SwitchRule(
        "8.7",
        "pairs_doubled_on_exhaustion",
        example=cost_example(
            "Deste bitti, B1 çift açmıştı, elinde 20 puanlık taş kaldı",
            "The deck ran out, B1 had opened with pairs and has 20 left",
            None,
            B1=opened_seat("pairs", 20),
        ),
    ),
    Rule(
        "8.8",
        "multiplied",
        Text(
            "Bitişin katı, bitenin, açmayanın ve elinde taş kalanın puanını çarpar.",
            "The factor of the finish multiplies what finisher, unopened players and racks score.",
        ),
        ("S0 VI", "S4"),
        when=switch_is_not("multiplier", MultiplierRule.NONE),
        decided_by="multiplier",
        example=cost_example(
            "A1 okeyle bitti, B1 çift açtı, elinde 10 puanlık taş kaldı",
            "A1 finished with the okey, B1 opened with pairs and has 10 left",
            "okey",
            A1=_A1,
            B1=opened_seat("pairs", 10),
        ),
    ),
)
_PARTNER: Final = (
    Rule(
        "8.9",
        "partner_cancelled",
        Text(
            "Eşlerden biri biterse ötekinin o eldeki ceza puanı silinir; kapsamını 8.10 belirler.",
            "If one partner finishes, the other’s penalty points for the hand are wiped out as 8.10 says.",
        ),
        (*LINE_SOURCES["partner_cancelled"], "S0 XI"),
        unchecked=True,
        when=all_of(in_pairs, _CANCELS),
        decided_by="partner_cancels",
    ),
    SwitchRule(
        "8.10",
        "partner_cancels",
        when=in_pairs,
        example=cost_example(
            "A1 düz bitti, eşi A2 açmamıştı",
            "A1 finished plainly, the partner A2 had not opened",
            seat="A2",
            A1=_A1,
        ),
    ),
    Rule(
        "8.11",
        "side-total",
        Text(
            "Takımın puanı, iki eşin puanlarının toplamıdır.",
            "The points of a team are those of both partners.",
        ),
        when=in_pairs,
    ),
)
_OKEYS: Final = (
    Rule(
        "8.12",
        "okey_left",
        _okey_left_text,
        LINE_SOURCES["okey_left"],
        when=_CHARGED,
        decided_by="okey_left",
        example=cost_example(
            "A1 düz bitti, B1 seri açtı, elinde 15 puanlık taş ve bir okey kaldı",
            "A1 finished plainly, B1 opened with series, 15 and an okey are left",
            A1=_A1,
            B1=opened_seat("series", 15, 1),
        ),
    ),
    SwitchRule(
        "8.13",
        "okey_left",
        name="two-okeys-left",
        example=cost_example(
            "A1 düz bitti, B1 seri açtı, elinde 15 puanlık taş ve iki okey kaldı",
            "A1 finished plainly, B1 opened with series, 15 and two okeys are left",
            A1=_A1,
            B1=_TWO_OKEYS,
        ),
    ),
    SwitchRule(
        "8.14",
        "okey_left_multiplied",
        when=_CHARGED,
        example=cost_example(
            "A1 okeyle bitti, B1 seri açtı, elinde 15 puanlık taş ve bir okey kaldı",
            "A1 finished with the okey, B1 opened with series, 15 and an okey are left",
            "okey",
            A1=_A1,
            B1=opened_seat("series", 15, 1),
        ),
    ),
    SwitchRule(
        "8.15",
        "okey_left_when_unopened",
        when=_CHARGED,
        example=cost_example(
            "A1 düz bitti, B1 açmamıştı, elinde bir okey kaldı",
            "A1 finished plainly, B1 had not opened and has an okey left",
            A1=_A1,
            B1=unopened_seat(1),
        ),
    ),
    SwitchRule(
        "8.16",
        "okey_face_counts",
        example=cost_example(
            "Okey mavi 6. A1 düz bitti, B1 seri açtı, elinde bir 7 ve okey kaldı",
            "The okey is blue 6. A1 finished plainly, B1 opened with series, a 7 and the okey are left",
            A1=_A1,
            B1=opened_seat("series", 7, 1),
        ),
    ),
    Rule(
        "8.17",
        "false-okey-left",
        Text(
            "Elde kalan sahte okey, okeyin sayısı kadar puandır.",
            "A false okey left on the rack counts the okey’s number.",
        ),
        ("S2", "S4"),
        AGAINST_THE_OKEY,
        when=switch_is("false_okey_value", FalseOkeyValue.OKEY),
        decided_by="false_okey_value",
    ),
    Rule(
        "8.17",
        "false-okey-left",
        Text(
            "Elde kalan sahte okey, göstergenin sayısı kadar puandır.",
            "A false okey left on the rack counts the indicator’s number.",
        ),
        ("S0 I",),
        when=switch_is("false_okey_value", FalseOkeyValue.INDICATOR),
        decided_by="false_okey_value",
    ),
)
_REST: Final = (
    Rule(
        "8.18",
        "infractions-besides",
        Text(
            "Kural hatalarının puanı elin ceza puanına eklenir.",
            "Points for infractions are added to the penalty points of the hand.",
        ),
        ("S0 VII", "S4"),
    ),
)


def chapter(play: BookContext) -> Chapter:
    parts = (*_BASE, *_PARTNER, *_OKEYS, *_REST)
    return Chapter(8, "points", Text("Ceza puanları", "Penalty points"), tuple(sentences_for(parts, play)))
