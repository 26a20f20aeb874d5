"""Why the chosen sentences say what they say."""

from collections.abc import Mapping
from typing import Final

from rules.localized_text import Text
from rules.sentences import Reason

WORDS: Final = Reason(
    "words",
    Text(
        "Kaynaklar bu sözcüğü açıklamadan kullanır ya da hiç kullanmaz; kitap ne demek istediğini "
        "söylemelidir.",
        "The sources use this word without explaining it, or not at all; the book has to say what it means.",
    ),
)
UNDONE: Final = Reason(
    "undone",
    Text(
        "Yanlışlıkla yapılan geri alınır, kimse ondan kazanmaz. Kaynakların saymadığı hataya puan yazılmaz.",
        "What was done by mistake is undone, and nobody gains by it. Mistakes that no source lists cost "
        "nothing.",
    ),
)
MOMENT: Final = Reason(
    "moment",
    Text(
        "Bir hatanın ne zamana kadar düzeltileceği bilinmelidir: oyun ilerleyince kimin ne bildiği "
        "ayrılamaz.",
        "It must be clear until when a mistake is corrected: once play continues, nobody can tell who knew "
        "what.",
    ),
)
ONE_ACT: Final = Reason(
    "one-act",
    Text(
        "Kaynaklar aynı davranışı birkaç adla sayar; kimse bir davranış için iki kez ödemez.",
        "The sources list the same act under several names; nobody pays twice for one act.",
    ),
)
LISTED: Final = Reason(
    "listed",
    Text(
        "Kaynaklar puanı yalnızca saydıkları davranışlara yazar; liste dışına masada puan eklenirse her masa "
        "ayrı oynar.",
        "The sources charge only the acts they list; if tables added their own, each would play another "
        "game.",
    ),
)
REFEREE: Final = Reason(
    "referee",
    Text(
        "Olup biteni ancak masadakiler bilir; kararı oynamayan biri, her masada aynı ölçüyle vermelidir.",
        "Only the table knows what happened; someone who does not play must decide, by the same measure "
        "everywhere.",
    ),
)
CONDUCT: Final = Reason(
    "conduct",
    Text(
        "Kaynaklar davranışa puan biçmez; hakem önce uyarır, ki kimse bilmeden yenilmesin.",
        "The sources put no price on conduct; the referee warns first, so that nobody loses unawares.",
    ),
)
FOLLOWS: Final = Reason(
    "follows",
    Text(
        "Kaynak bunu ayrıca söylemez; öteki kurallarından anlaşılır ve oyunu değiştirmeyen okunuştur.",
        "The source does not say it; it follows from its other rules and is the reading that changes play "
        "least.",
    ),
)
TIES: Final = Reason(
    "ties",
    Text(
        "Kaynaklar eşitliği anlatmaz; bir kazanan gerekiyorsa kura yerine oyun belirler, gerekmiyorsa kimse "
        "fazladan oynamaz.",
        "The sources do not treat ties; where a winner is needed, play decides rather than a lot, and nobody "
        "plays "
        "more than needed.",
    ),
)
BELL: Final = Reason(
    "bell",
    Text(
        "Salonun saati bellidir: başlamış el boşa gitmez, yarım kalmış maç sonuç doğurmaz.",
        "The evening has an end: a hand that has begun is not wasted, and a match cut short decides nothing.",
    ),
)
ABSENT: Final = Reason(
    "absent",
    Text(
        "Gelmeyen ya da ayrılan rakibine zarar vermemeli; oynanmamış el kimseye averaj kazandırmamalıdır.",
        "An absent team must not harm its opponents, and hands not played must give nobody an average.",
    ),
)
STANDINGS: Final = Reason(
    "standings",
    Text(
        "Kaynaklar turnuvanın düzenini ya da sıralamasını anlatmaz; organizatör başkasını seçebilir.",
        "The sources describe neither formats nor standings; organizers may choose others.",
    ),
)
DEAL: Final = Reason(
    "deal",
    Text(
        "Yer ve dağıtma sırası, elin sonucu ne olursa olsun kimseye üstünlük sağlamamalıdır.",
        "Seats and the deal must favour nobody, whatever happened in a hand.",
    ),
)
RECORD: Final = Reason(
    "record",
    Text(
        "Sonuç bir gün kesinleşmelidir, ama yanlış yazılmış bir el kimin işine gelirse gelsin düzeltilir.",
        "Results must become final some day, but a hand written wrongly is corrected all the same.",
    ),
)

SHARED_REASONS: Final[Mapping[Reason, tuple[str, ...]]] = {
    WORDS: ("word-round", "word-average", "word-scorekeeper", "word-referee"),
    UNDONE: (
        *("two-drawn", "out-of-turn", "exposed", "knocked-over", "not-discarded"),
        *("taken-out-of-turn", "false-finish-tile", "unseen-discard", "played-for-another"),
        *("wrong-number", "rack-mixed", "false-finish"),
    ),
    MOMENT: (
        *("not-drawn", "wrong-starter", "okey-misread", "seen-discard"),
        *("number-found-late", "finished-with-a-wrong-number"),
    ),
    REFEREE: ("referee", "ruling", "after-a-warning", "referee-means"),
    CONDUCT: ("talking", "spectators", "slow-play", "seen-tiles"),
    FOLLOWS: ("two-claims", "okeys-pair", "side-total", "tile-order", "starter-opens"),
    TIES: (
        *("level", "level-at-the-cut", "level-shared", "level-for-the-title", "seat-passed-on"),
        *("extra-hands-count", "extra-hands-for-all"),
    ),
    BELL: (
        *("bell", "bell-enough", "bell-level", "bell-too-short", "bell-encounter", "bell-penalties"),
        *("bell-referee", "bell-hand", "bell-places"),
    ),
    ABSENT: (
        *("walkover", "walkover-no-hands", "walkover-both", "annulled", "kept", "walkover-left", "not-come"),
        *("left-at-the-table", "substitute"),
    ),
    STANDINGS: (
        *("format", "advance", "order", "order-tied", "rounds", "bye", "bye-once", "third-place", "losers"),
        *("grand-final", "five", "out-at-one-place", "unequal-hands", "needless-match", "best_of"),
        *("hands_per_match", "left-level"),
    ),
    DEAL: ("seats", "seats-kept", "deal-next-match", "break", "wrong-seats", "wrong-dealer"),
    RECORD: (
        *("hand-written", "written-numbers", "program", "protest", "protest-confirmed", "correction"),
        *("corrected-later", "later-hands", "un-ended", "after-the-end", "needless-corrected"),
    ),
}
"""For sentences with the same key in several games."""


def reasons_by_key(*groups: Mapping[Reason, tuple[str, ...]]) -> dict[str, Reason]:
    """Later groups win."""
    return {key: reason for group in groups for reason, keys in group.items() for key in keys}
