"""Dealing errors corrected the same way in several games (chosen)."""

from typing import Any, Final

from rules.book.book_context import BookSentence
from rules.book.questions import question
from rules.localized_text import Text

DEALING_ERRORS: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "two-drawn",
        Text(
            "İki taş çeken, ikincisini destenin üstüne koyar; buna puan yazılmaz.",
            "A player who draws two tiles puts the second back; nothing is charged.",
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
            "Atmayı unutan, fark edilince bir taş atar; buna puan yazılmaz.",
            "A player who forgot to discard does so when it is noticed; nothing is charged.",
        ),
    ),
    BookSentence(
        "",
        "wrong-number",
        Text(
            "Eksik ya da fazla taş, sahibi ilk taşını atmadan söylenirse düzeltilir; sonra hakem karar "
            "verir.",
            "A wrong number of tiles is corrected before the player’s first discard; after that the referee "
            "decides.",
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
            "Ötekilerin gördüğü atılmış taş geri alınamaz.",
            "A discard that the others have seen can’t be taken back.",
        ),
    ),
    BookSentence(
        "",
        "knocked-over",
        Text(
            "Istakası devrilen oyuncu taşlarını toplar; buna puan yazılmaz.",
            "A player who knocks over their rack gathers the tiles; nothing is charged.",
        ),
    ),
)
"""Tiles drawn, discarded or dealt by mistake."""

QUESTIONS_ABOUT_DEALING: Final = (
    question("İki taş çekildi.", "Two tiles were drawn.", "two-drawn"),
    question("Çekmeden taş attı.", "A player discarded without drawing.", "not-drawn"),
    question("Taş atmayı unuttu.", "A player forgot to discard.", "not-discarded"),
    question("Atılan taşı geri almak istiyor.", "A player wants a discard back.", "seen-discard"),
)
