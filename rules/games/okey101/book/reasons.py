from collections.abc import Mapping
from typing import Final

from rules.book.reasons import (
    ABSENT,
    BELL,
    CONDUCT,
    DEAL,
    FOLLOWS,
    LISTED,
    MOMENT,
    ONE_ACT,
    RECORD,
    REFEREE,
    SHARED_REASONS,
    TIES,
    UNDONE,
    WORDS,
    reasons_by_key,
)
from rules.localized_text import Text
from rules.sentences import Reason

_BEST_READING: Final = Reason(
    "best-reading",
    Text(
        "Okeyli taşlar birden çok okunabilir; her masada aynı değer bulunsun diye oyuncunun lehine olan "
        "okunur.",
        "Tiles with an okey can be read in several ways; the player’s best reading gives all tables one "
        "value.",
    ),
)
_UNCLEAR: Final = Reason(
    "unclear",
    Text(
        "Kaynak burada kendisiyle çelişir ya da sözü harfiyen uygulanamaz; oynanabilir olan okunuş seçildi.",
        "The source contradicts itself here, or can’t be followed to the letter; the reading that can be "
        "played was "
        "chosen.",
    ),
)
_SIDE_TILE: Final = Reason(
    "side-tile",
    Text(
        "Kaynak, alınan taşın kullanılmasını ister; kullanılmazsa ne olacağını söylemez. Taş için ödenen, ya "
        "geri bırakmadır ya açmamak.",
        "The source wants a tile taken to be used, but is silent on what follows if it is not: it is charged "
        "either "
        "as put back or as not opened.",
    ),
)
_EXTENT: Final = Reason(
    "extent",
    Text(
        "Kaynak kuralı koyar, ama ölçüsünü yazmaz: bitişin neyi sildiğini, iki okeyin ne ettiğini. "
        "Kulüplerde "
        "en yaygın olan seçildi.",
        "The source states the rule but not its extent: what a finish wipes out, what two okeys cost. The "
        "custom of "
        "most clubs was chosen.",
    ),
)
_FIGURES: Final = Reason(
    "figures",
    Text(
        "Bu bitişin puanını kaynaklar yazmaz; öteki bitişler gibi katların çarpımıdır.",
        "No source has a price for this finish; like others it is the product of its factors.",
    ),
)
_FINISH: Final = Reason(
    "finish",
    Text(
        "Eli bitirmek herkesi bağlar: geçerli olup olmadığı tek bir ana ve tek bir taşa bakarak "
        "anlaşılmalıdır.",
        "A finish binds everybody: whether it is valid must be seen at one moment and by one tile.",
    ),
)
_CALLING: Final = Reason(
    "calling",
    Text(
        "İşlek taş bir söz yarışıdır: kimin, ne zaman, ne diyeceği belli olmazsa her “işlek” bir kavgadır.",
        "Calling a playable tile is a race: unless it is clear who says what and when, each call is a "
        "quarrel.",
    ),
)

REASONS: Final[Mapping[str, Reason]] = reasons_by_key(
    SHARED_REASONS,
    {
        WORDS: ("word-devam", "word-infraction"),
        _BEST_READING: ("okey-worth", "best-reading", "set-at-equality", "okeys-pair"),
        _UNCLEAR: (
            "pairs-share-colours",
            "saying-pairs",
            "direct-after-others",
            "three-in-a-row",
            "others-sit",
        ),
        _SIDE_TILE: (
            *("taken-can-not-open", "opened-without-it", "without-it-not-thrown", "without-it-thrown"),
            *("side-tile-kept", "side-tile-thrown", "put-back-on-an-empty-deck", "last-of-the-deck"),
        ),
        UNDONE: (
            *("rack-fallen", "discard-forgotten", "shown-in-dealing", "two-thrown", "two-thrown-free"),
            *("number-put-right", "discarded-out-of-turn", "deck-tile-exposed", "dropped", "faulty-set"),
            *("opened-out-of-turn", "mixed-taken-back", "mixed-rest", "layoff-on-a-meld-taken-back"),
            *("more-taken-back", "out-of-turn-undone", "no-third-on-a-pair", "okey-for-a-wrong-tile"),
            *(
                "unopened-lays-off",
                "okey-taken-too-early",
                "does-not-fit",
                "back-to-the-table",
                "okey-put-back",
            ),
            *("pairs-openers-series", "series-openers-pairs", "wrong-meld-taken-back", "announced-wrongly"),
            *("false-finish", "false-finish-goes-on", "wrong-finish", "both-okeys-thrown"),
            *("seen-by-accident", "false-okey-put-back", "fixed-from-the-rack", "laid-off-after-discarding"),
            *("which-was-second", "false-finish-shown", "count-mixed"),
        ),
        MOMENT: (
            *("discard-let-go", "taken-when-lifted", "short-unnoticed", "wrong-meld-too-late"),
            *("called-short-when", "last-until-the-discard", "named-in-time", "taken-back-in-time"),
            *(
                "named-after-the-hand",
                "next-of-whose-turn",
                "measured-at-the-end",
                "indicator-by-the-starter",
            ),
        ),
        ONE_ACT: (
            *("returned-once", "short-once", "wrong-meld-once", "wrong-melds-once", "gathered-and-returned"),
            *("one-act", "okey-is-playable", "repeated", "finisher-too"),
        ),
        LISTED: (
            *("not-listed", "talking-warned", "indicator-unused", "okey-laid-later", "own-okey-taken"),
            "unopened_cap",
        ),
        REFEREE: (
            *("play-stops", "found-after-the-hand", "referee-plays", "value-said"),
            *("correction-with-later-play", "goes-on-after-a-warning", "who-may-name-it"),
        ),
        CONDUCT: ("no-talking", "seen-on-purpose", "spectator-speaks", "feeding"),
        FOLLOWS: (
            *("okey-taken", "each-for-himself", "rising_threshold", "later-melds", "later-pairs"),
            *("invalid-raises-nothing", "in-ones-turn", "pair-of-okeys", "limit-includes", "no-limit"),
            *("plays-on-empty", "partners-series", "deck-no-factor", "okey-laid-in-a-later-meld"),
            *("indicator-not-replaced", "indicator-not-taken"),
        ),
        _FINISH: ("devam", "double_okey", "double_okey_with_pairs", "last-tile-face-up", "okey-laid-last"),
        _EXTENT: (
            "nobody-opened-counts",
            "partner_cancels",
            "partner-too",
            "two-okeys-left",
            "okey_face_counts",
            "nobody_opened",
        ),
        _FIGURES: ("finish-direct-pairs", "finish-direct-pairs-okey", "finish-pairs-devam"),
        _CALLING: (
            *("two-thrown-called", "playable-taken-charged", "called-by-a-partner", "taken-uncalled"),
            *("called-by-a-spectator", "called-at-once", "called-wrongly", "frees-an-okey"),
            *("last-discard-called", "playable-until-the-count"),
        ),
        DEAL: (
            *("seats-corrected", "deal-after-void", "equal-throws", "dealt-again-by", "break-between-hands"),
        ),
        RECORD: (
            *("count-challenged", "count-corrected", "program-checks", "confirmed-stands", "who-corrects"),
            "confirmed-corrected",
        ),
        ABSENT: (
            *("walkover-when", "nobody-plays-for-another", "nobody-to-replace", "substitute-not-entered"),
        ),
        TIES: ("level_match",),
        BELL: ("void-after-bell",),
    },
)
