from collections.abc import Mapping
from typing import Final

from rules.book.reasons import FOLLOWS, LISTED, MOMENT, SHARED_REASONS, UNDONE, reasons_by_key
from rules.localized_text import Text
from rules.sentences import Reason

_JOKERS: Final = Reason(
    "jokers",
    Text(
        "Kaynak jokeri her taşın yerine koydurur ve değiştirtir; ayrıntısını yazmaz. Okeyde yaygın olan "
        "seçildi.",
        "The source lets jokers stand for any tile and be exchanged, without details. The custom of Okey was "
        "chosen.",
    ),
)
_TASK: Final = Reason(
    "task",
    Text(
        "Görev herkes için aynı olmalıdır; bu yüzden ne istediği taşına kadar bellidir ve herkes görür.",
        "The task must be the same for all; so it is clear to the tile what it wants, and everyone sees it.",
    ),
)
_TAKING: Final = Reason(
    "taking",
    Text(
        "Kaynakta atılan taşı herkes alabilir; iki kişi isteyince kimin alacağını oyun sırası belirler.",
        "In the source anyone may take a discard; if two want it, the order of play decides.",
    ),
)
_PENALTIES: Final = Reason(
    "penalties",
    Text(
        "Kaynak yalnızca bitenin 0, ötekilerin elinde kalanı yazdığını söyler; eş, joker ve kat için "
        "ayrıcalık "
        "yazmaz.",
        "The source says only that the finisher scores 0 and the others what is left; it exempts neither "
        "partners nor "
        "jokers and knows no factors.",
    ),
)
_LENGTH: Final = Reason(
    "length",
    Text(
        "Kaynak tek bir eli anlatır; turnuvada bir maç belli sayıda eldir ve toplamla kazanılır.",
        "The source describes a single hand; in a tournament a match is a number of hands, won by the total.",
    ),
)

REASONS: Final[Mapping[str, Reason]] = reasons_by_key(
    SHARED_REASONS,
    {
        _JOKERS: (
            *("no-okey", "two-jokers-in-a-meld", "joker-named", "exchange-is-a-move", "joker-kept"),
            *("two-jokers", "joker-unnamed", "jokers-pair", "joker-discarded"),
        ),
        _TASK: ("drawn-by", "task-shown", "task-exactly", "task-own", "task-differs"),
        UNDONE: ("task-short", "laid-wrongly", "task-wrong"),
        FOLLOWS: (
            *("dealt", "taken-unused", "several-tiles", "several-melds", "nothing-to-a-pair"),
            *("last-is-discarded", "last-of-the-deck", "last-discard", "counted-together"),
        ),
        _TAKING: ("next-first", "two-want-it", "next-declines"),
        MOMENT: ("asked-for-in-time",),
        _PENALTIES: (
            *("finish-kinds", "partner-pays", "joker-left", "joker-partner", "joker-finisher", "racks-grow"),
            "joker-each",
        ),
        LISTED: ("nothing-else",),
        _LENGTH: ("lowest", "match-won", "table-order", "chosen-length", "hands_per_match"),
    },
)
