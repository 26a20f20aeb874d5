"""Dealing errors corrected the same way in several games (chosen)."""

from typing import Any, Final

from rules.book.book_context import BookSentence
from rules.book.questions import question
from rules.localized_text import Text

FOUND_AFTER_THE_HAND: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "number-found-late",
        Text(
            "El bitince anlaşılan yanlış taş sayısı eli bozmaz: oyuncuya elinde kalanlar yazılır.",
            "A wrong number of tiles found after the hand does not void it: the tiles left count.",
        ),
    ),
    BookSentence(
        "",
        "finished-with-a-wrong-number",
        Text(
            "Bitenin taş sayısı yanlışsa bitişi sayılmaz; el, kimse bitmemiş gibi yazılır.",
            "A finish with a wrong number of tiles does not count; the hand is written as one that nobody "
            "finished.",
        ),
    ),
)
DEALING_ERRORS: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "two-drawn",
        Text(
            "İki taş çeken, ikincisini gösterip destenin üstüne koyar.",
            "A player who draws two tiles shows the second and puts it back.",
        ),
    ),
    BookSentence(
        "",
        "out-of-turn",
        Text(
            "Sırası gelmeden çekilen taş destenin üstüne döner; sıra kimdeyse oyun ondan devam eder.",
            "A tile drawn out of turn goes back on top; the player whose turn it is continues.",
        ),
    ),
    BookSentence(
        "",
        "not-drawn",
        Text(
            "Çekmeden atan, sonraki oyuncu taş çekene ya da alana kadar bir taş çekebilir.",
            "A player who discarded without drawing may draw until the next player has drawn or taken a "
            "tile.",
        ),
    ),
    BookSentence(
        "",
        "not-discarded",
        Text(
            "Atmayı unutan, fark edilince bir taş atar.",
            "A player who forgot to discard does so when it is noticed.",
        ),
    ),
    BookSentence(
        "",
        "wrong-number",
        Text(
            "Eksik taş, anlaşılınca desteden çekilir; fazla taşı rakip bakmadan seçer, taş destenin altına "
            "konur.",
            "A missing tile is drawn when noticed; an extra one is picked unseen by an opponent and put "
            "under "
            "the deck.",
        ),
    ),
    BookSentence(
        "",
        "wrong-starter",
        Text(
            "Yanlış oyuncu başladıysa, ikinci oyuncu çekmeden fark edilirse el yeniden dağıtılır.",
            "If the wrong player began and this is noticed before the second player draws, the hand is dealt "
            "again.",
        ),
    ),
    BookSentence(
        "",
        "exposed",
        Text(
            "Dağıtırken açılan taş sahibinde kalır; el yeniden dağıtılmaz.",
            "A tile exposed in the deal stays with its owner; there is no new deal.",
        ),
    ),
    BookSentence(
        "",
        "seen-discard",
        Text(
            "Rakiplerin gördüğü atılmış taş geri alınamaz.",
            "A discard that opponents have seen can’t be taken back.",
        ),
    ),
    BookSentence(
        "",
        "knocked-over",
        Text(
            "Istakası devrilen oyuncu taşlarını toplar.",
            "A player who knocks over their rack gathers the tiles.",
        ),
    ),
)
"""Tiles drawn, discarded or dealt by mistake."""

QUESTIONS_ABOUT_DEALING: Final = (
    question("İki taş çekildi.", "Two tiles were drawn.", "two-drawn"),
    question("Çekmeden taş attı.", "A player discarded without drawing.", "not-drawn"),
    question("Taş atmayı unuttu.", "A player forgot to discard.", "not-discarded"),
    question(
        "Attığı taşı kimse görmeden geri aldı.",
        "A player took a discard back before anyone saw it.",
        "unseen-discard",
        "seen-discard",
    ),
    question(
        "Atılan taşı geri almak istiyor.", "A player wants a discard back.", "seen-discard", "unseen-discard"
    ),
)
