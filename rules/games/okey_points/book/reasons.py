from collections.abc import Mapping
from typing import Final

from rules.book.reasons import (
    FOLLOWS,
    LISTED,
    MOMENT,
    SHARED_REASONS,
    TIES,
    UNDONE,
    reasons_by_key,
)
from rules.localized_text import Text
from rules.sentences import Reason

_FIGURES: Final = Reason(
    "figures",
    Text(
        "Bu bitişin puanını kaynak yazmaz; yazdığı bitişlere göre belirlendi.",
        "The source has no price for this finish; it follows from those it has.",
    ),
)
_INDICATOR: Final = Reason(
    "indicator",
    Text(
        "Kaynak göstergeyi bir cümleyle geçer; ne zaman, kime karşı ve bitişle birlikte nasıl sayıldığı "
        "seçildi.",
        "The source has one sentence on showing the indicator; when, at whose cost and how it adds to a "
        "finish was chosen.",
    ),
)
_LIMIT: Final = Reason(
    "limit",
    Text(
        "Kaynak maçı puan bitene kadar oynatır; bir akşama sığsın diye organizatör el sınırı koyabilir.",
        "In the source a match lasts until the points are gone; to fit an evening, organizers may limit its "
        "hands.",
    ),
)

REASONS: Final[Mapping[str, Reason]] = reasons_by_key(
    SHARED_REASONS,
    {
        FOLLOWS: (
            *(
                "taken-unused",
                "taken-kept",
                "any-discarded",
                "okey-discarded",
                "false-okey-last",
                "both-okeys",
            ),
            *("starter-at-once", "discard-is-none"),
        ),
        LISTED: ("no-infractions",),
        MOMENT: ("as-shown", "as-arranged"),
        UNDONE: ("false-finish-shown", "false-finish-measure"),
        _FIGURES: ("long-run", "finish.pairs_okey", "finish.one_colour_run", "finish.one_colour_run_okey"),
        _INDICATOR: (
            *("whose-points", "shown-without-finish", "shown-and-lost", "shown-then-finish"),
            *("shown-ends-nothing", "okey-is-no-twin", "shown-by-the-starter", "shown-goes-back"),
        ),
        _LIMIT: ("limit",),
        TIES: ("limit-level",),
    },
)
