from typing import Final

from rules.games.okey101.book.cases import cost_example, opened_seat, points_paid, sample_hand
from rules.games.okey101.book.play_context import (
    BookContext,
    Rule,
    SwitchRule,
    all_of,
    in_pairs,
    switch_is,
    switch_is_not,
)
from rules.games.okey101.switches import MultiplierRule, NobodyOpened, PartnerCancels
from rules.localized_text import Text, format_number


def _unopened_text(play: BookContext) -> Text:
    points = points_paid(sample_hand(play, None, A1=opened_seat("series", 5)), play.rules)
    return Text(
        f"Deste bitince, açan olduysa, açmayana {format_number(points, 'tr')} yazılır.",
        "If the deck runs out and anyone has opened, a player who has not is charged "
        f"{format_number(points, 'en')}.",
    )


PARTS: Final = (
    Rule(
        "7.17",
        "deck-each-his-own",
        Text(
            "Açan olmuş, ama kimse bitmeden deste bitmişse herkese kendi ceza puanı yazılır.",
            "If anyone has opened and the deck runs out unfinished, all are charged their own points.",
        ),
        ("S0 V",),
        example=cost_example(
            "Deste bitti, B1 seri açmıştı ve elinde 24 puanlık taş kaldı",
            "The deck ran out, B1 had opened with series and has 24 left",
            None,
            B1=opened_seat("series", 24),
        ),
    ),
    Rule(
        "7.27",
        "deck-unopened",
        _unopened_text,
        ("S0 VI", "S4"),
        decided_by="unopened_cap",
        example=cost_example(
            "Deste bitti, A1 açmıştı, B1 açmamıştı",
            "The deck ran out, A1 had opened, B1 had not",
            None,
            A1=opened_seat("series", 5),
        ),
    ),
    Rule(
        "7.18",
        "deck-no-factor",
        Text(
            "Kimsenin bitmediği elde bitiş katı yoktur.",
            "A hand that nobody finished has no factor.",
        ),
        when=switch_is_not("multiplier", MultiplierRule.NONE),
    ),
    Rule(
        "7.19",
        "deck-no-partner",
        Text(
            "Kimsenin bitmediği elde hiçbir ceza puanı eşinden ötürü silinmez.",
            "In a hand that nobody finished, no penalty is wiped out for a partner.",
        ),
        ("S0 V",),
        when=all_of(in_pairs, switch_is_not("partner_cancels", PartnerCancels.NOTHING)),
    ),
    Rule(
        "7.20",
        "all-pairs",
        Text(
            "Dördü de çift açarsa el sayılmaz ve yeniden oynanır.",
            "If all four open with pairs, the hand is void and replayed.",
        ),
        ("S0 V", "S4"),
    ),
    Rule(
        "7.21",
        "all-pairs-no-fines",
        Text(
            "Dördünün de çift açtığı elin kural hataları da silinir.",
            "Infractions of a hand in which all four opened with pairs are dropped, too.",
        ),
        ("S4",),
    ),
    SwitchRule(
        "7.22",
        "nobody_opened",
        example=cost_example("Kimse açmadı, deste bitti", "Nobody opened, the deck ran out", None),
    ),
    Rule(
        "7.47",
        "nobody-opened-counts",
        Text(
            "Kimsenin açmadığı el oynanmış sayılır, yeniden oynanmaz.",
            "A hand in which nobody opened counts as played and is not replayed.",
        ),
        when=switch_is("nobody_opened", NobodyOpened.ZERO),
        decided_by="nobody_opened",
    ),
)
