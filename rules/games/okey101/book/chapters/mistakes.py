from typing import Final

from rules.book.dealing_errors import DEALING_ERRORS
from rules.book.play_sentences import PLAY
from rules.games.okey101.book.play_context import Rule, all_of, is_fined, shared_sentence, switch_is
from rules.localized_text import Text
from rules.sources import Against

_SEEN_STAYS: Final = Against(
    "S0 VII",
    Text(
        "Rehber, rakiplerin gördüğü atılmış taşın geri alınamayacağını yazar.",
        "The guide says that a discard seen by opponents can’t be taken back.",
    ),
)

PARTS: Final = (
    shared_sentence(DEALING_ERRORS, "two-drawn", "4.16", "two-drawn"),
    shared_sentence(DEALING_ERRORS, "out-of-turn", "4.17", "out-of-turn"),
    Rule(
        "4.18",
        "wrong-number",
        Text(
            "Yanlış taş sayısı ne zaman anlaşılırsa anlaşılsın, 4.28 ile 4.29 dışında, 4.44’e göre "
            "düzeltilir.",
            "A wrong number of tiles is corrected by 4.44 whenever it is noticed, unless 4.28 or 4.29 "
            "applies.",
        ),
        unchecked=True,
    ),
    shared_sentence(DEALING_ERRORS, "seen-discard", "4.25", "seen-stays", "S0 VII"),
    shared_sentence(DEALING_ERRORS, "knocked-over", "4.26", "rack-fallen"),
    shared_sentence(DEALING_ERRORS, "not-drawn", "4.28", "not-drawn"),
    shared_sentence(DEALING_ERRORS, "not-discarded", "4.29", "discard-forgotten"),
    shared_sentence(DEALING_ERRORS, "wrong-starter", "4.30", "wrong-starter"),
    shared_sentence(DEALING_ERRORS, "exposed", "4.31", "shown-in-dealing"),
    Rule(
        "4.32",
        "okey-misread",
        Text(
            "Yanlış okunan okey ilk açışa kadar düzeltilir; ilk açıştan sonra el, okunduğu okeyle sürer.",
            "A misread okey is corrected until the first opening; after that the hand continues with the "
            "okey as read.",
        ),
    ),
    Rule(
        "4.33",
        "which-was-second",
        Text(
            "Çekilen iki taştan ikincisinin hangisi olduğu bilinmiyorsa rakip, bakmadan birini seçer; "
            "seçilen desteye döner.",
            "If nobody knows which of two tiles was drawn second, an opponent picks one unseen, which goes "
            "back.",
        ),
    ),
    Rule(
        "4.37",
        "two-thrown",
        Text(
            "Bitiş dışında iki taşı birden atan, rakipler görse de, seçtiği birini geri alır.",
            "A player who throws two tiles without finishing takes back either, even if it was seen.",
        ),
        against=_SEEN_STAYS,
    ),
    Rule(
        "4.41",
        "two-thrown-called",
        Text(
            "Birden atılan iki taştan biri için “işlek” denmişse o taş kalır, öteki geri alınır.",
            "If one of two tiles thrown at once has been called as playable, that one stays.",
        ),
        when=all_of(is_fined("playable_discard"), switch_is("playable_must_be_called", True)),
    ),
    Rule(
        "4.42",
        "two-thrown-free",
        Text(
            "Birden atılan iki taştan geri alınana puan yazılmaz.",
            "Of two tiles thrown at once nothing is charged for the one that goes back.",
        ),
    ),
    Rule(
        "4.43",
        "discard-let-go",
        Text(
            "Oyuncunun elinden bıraktığı taş atılmış sayılır.",
            "A tile counts as discarded once the player has let go of it.",
        ),
    ),
    Rule(
        "4.44",
        "number-put-right",
        Text(
            "Eksik taş, anlaşılınca desteden çekilir; fazla taşı rakip bakmadan seçer, taş destenin altına "
            "konur.",
            "A missing tile is drawn when noticed; an extra one is picked unseen by an opponent and put "
            "under the deck.",
        ),
    ),
    Rule(
        "4.48",
        "discarded-out-of-turn",
        Text(
            "Sırası gelmeden atılan taş, rakipler görse de geri alınır.",
            "A tile discarded out of turn goes back, even if it was seen.",
        ),
        against=_SEEN_STAYS,
    ),
    Rule(
        "4.49",
        "deck-tile-exposed",
        Text(
            "Destede kazayla açılan taş kapatılır ve yerinde kalır; el sürer.",
            "A tile of the deck exposed by accident is turned down where it lies; the hand continues.",
        ),
    ),
    Rule(
        "4.50",
        "taken-when-lifted",
        Text(
            "Desteden ya da yandan taş, yerinden kaldırılınca alınmış sayılır.",
            "A tile of the deck or the side tile counts as taken once it is lifted.",
        ),
    ),
    Rule(
        "4.51",
        "dropped",
        Text(
            "Kazayla düşen taş atılmış sayılmaz.",
            "A tile dropped by accident is not a discard.",
        ),
    ),
    shared_sentence(PLAY, "unseen-discard", "4.52", "unseen-discard"),
)
