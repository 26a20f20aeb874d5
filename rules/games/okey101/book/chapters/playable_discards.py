from typing import Final

from rules.games.okey101.book.play_context import (
    BookContext,
    Rule,
    SwitchRule,
    all_of,
    in_pairs,
    is_fined,
    switch_is,
)
from rules.localized_text import Text

_PLAYABLE: Final = is_fined("playable_discard")
_CALLED: Final = all_of(_PLAYABLE, switch_is("playable_must_be_called", True))


def _naming_deadline_text(play: BookContext) -> Text:
    """Word that an unnamed playable (and fined okey) discard is charged until the count is over."""
    if play.fines("okey_discard"):
        return Text(
            "Söylenmeyen işlek taş ya da atılan okey, elin sayımı bitmeden fark edilirse yazılır; sonra "
            "yazılmaz.",
            "A playable or okey discard that nobody has named is charged if it is noticed before the count "
            "is over.",
        )
    return Text(
        "Söylenmeyen işlek taş, elin sayımı bitmeden fark edilirse yazılır; sonra yazılmaz.",
        "A playable discard that nobody has named is charged if it is noticed before the count is over.",
    )


PARTS: Final = (
    SwitchRule("9.11", "playable_must_be_called", when=_PLAYABLE),
    Rule(
        "9.12",
        "thrower-calls",
        Text(
            "Atan, “işlek” sözünü rakipten önce söylerse işlek taşa puan yazılmaz.",
            "If the thrower calls a playable tile first, nothing is charged.",
        ),
        ("S0 VII",),
        when=_CALLED,
        decided_by="playable_must_be_called",
    ),
    Rule(
        "9.13",
        "next-has-drawn",
        Text(
            "Sonraki oyuncu desteden çektiyse artık “işlek” denemez.",
            "Once the next player has drawn, a playable tile can no longer be called.",
        ),
        ("S0 VII",),
        when=_CALLED,
        decided_by="playable_must_be_called",
    ),
    Rule(
        "9.14",
        "playable-taken",
        Text("İşlek taşı sıradaki oyuncu alabilir.", "The next player may take a playable discard."),
        ("S0 VII",),
        when=_PLAYABLE,
    ),
    Rule(
        "9.15",
        "playable-taken-charged",
        Text(
            "İşlek taşın alınması, atana yazılan puanı kaldırmaz.",
            "Taking a playable tile does not cancel the charge.",
        ),
        when=_PLAYABLE,
    ),
    Rule(
        "9.16",
        "not-on-pairs",
        Text(
            "Masada yalnız çiftler varsa işlek taş olmaz.",
            "If only pairs are on the table no tile is playable.",
        ),
        ("S0 VII",),
        when=_PLAYABLE,
    ),
    Rule(
        "9.17",
        "finishing-tile-free",
        Text(
            "Eli bitiren taş işlek olsa da puan yazılmaz.",
            "The tile that finishes the hand is not charged even if playable.",
        ),
        ("S4",),
        when=_PLAYABLE,
    ),
    Rule(
        "9.18",
        "unopened-too",
        Text(
            "İşlek taş, açmamış oyuncuya da yazılır.",
            "A playable discard is charged to a player who has not opened, too.",
        ),
        ("S4",),
        when=_PLAYABLE,
    ),
    Rule(
        "9.19",
        "okey-is-playable",
        Text(
            "Yanlışlıkla atılan okeye işlek taş ayrıca yazılmaz.",
            "An okey discarded by mistake is not charged as a playable tile as well.",
        ),
        when=all_of(_PLAYABLE, is_fined("okey_discard")),
    ),
    Rule(
        "9.20",
        "called-by-a-partner",
        Text(
            "Atanın eşinin “işlek” sözü geçersizdir.",
            "A call by the thrower’s partner is void.",
        ),
        when=all_of(_CALLED, in_pairs),
    ),
    Rule(
        "9.23",
        "taken-uncalled",
        Text(
            "Yandan, “işlek” denmeden alınan taşa puan yazılmaz.",
            "A playable discard taken before anyone calls it is not charged.",
        ),
        when=_CALLED,
    ),
    Rule(
        "9.24",
        "called-by-a-spectator",
        Text(
            "Seyircinin “işlek” sözü geçersizdir.",
            "A call by a spectator is void.",
        ),
        when=_CALLED,
    ),
    Rule(
        "9.25",
        "playable-until-the-count",
        _naming_deadline_text,
        when=all_of(_PLAYABLE, switch_is("playable_must_be_called", False)),
    ),
    Rule(
        "9.28",
        "called-at-once",
        Text(
            "Atanla rakip “işlek” sözünü aynı anda söylerse puan yazılmaz.",
            "If the thrower and an opponent call at the same time nothing is charged.",
        ),
        when=_CALLED,
    ),
    Rule(
        "9.29",
        "called-wrongly",
        Text(
            "Rengi ya da sayısı yanlış söylenen “işlek” geçersizdir; doğrusu yine söylenebilir.",
            "A call with the wrong colour or number is void; the right one may still be made.",
        ),
        when=_CALLED,
    ),
    Rule(
        "9.30",
        "frees-an-okey",
        Text(
            "Seride ya da kütteki bir okeyin yerini tuttuğu taş da işlek taştır.",
            "The tile that an okey in a run or set stands for is playable, too.",
        ),
        when=_PLAYABLE,
    ),
    Rule(
        "9.32",
        "last-discard-called",
        Text(
            "Elde son atılan ve kimsenin almadığı taşa, sayım bitene kadar “işlek” denebilir.",
            "The last discard of a hand, if nobody took it, may be called until the count is over.",
        ),
        when=_CALLED,
    ),
)
