"""Slips that are mended alike in several games: what was drawn, thrown or dealt by mistake.

A book gives these sentences numbers of its own. Where no source is named we chose them.
"""

from typing import Any, Final

from rules.book.book_context import Told
from rules.book.questions import asked
from rules.text import Text

SLIPS: Final[tuple[Told[Any], ...]] = (
    Told(
        "",
        "two-drawn",
        Text(
            "İki taş çeken, ikincisini destenin üstüne koyar; buna puan yazılmaz.",
            "A player who draws two tiles puts the second back; nothing is charged.",
        ),
    ),
    Told(
        "",
        "out-of-turn",
        Text(
            "Sırası gelmeden çekilen taş destenin üstüne döner; sıra kimdeyse oyun ondan devam eder.",
            "A tile drawn out of turn goes back on top; the player whose turn it is continues.",
        ),
    ),
    Told(
        "",
        "not-drawn",
        Text(
            "Çekmeden atan, sonraki oyuncu taş çekene ya da alana kadar bir taş çekebilir.",
            "A player who discarded without drawing may draw until the next player has drawn or taken a "
            "tile.",
        ),
    ),
    Told(
        "",
        "not-discarded",
        Text(
            "Atmayı unutan, fark edilince bir taş atar; buna puan yazılmaz.",
            "A player who forgot to discard does so when it is noticed; nothing is charged.",
        ),
    ),
    Told(
        "",
        "wrong-number",
        Text(
            "Eksik ya da fazla taş, sahibi ilk taşını atmadan söylenirse düzeltilir; sonra hakem karar "
            "verir.",
            "Too many or too few tiles are put right before their owner’s first discard; then the referee "
            "decides.",
        ),
    ),
    Told(
        "",
        "wrong-starter",
        Text(
            "Yanlış oyuncu başladıysa, ikinci oyuncu çekmeden fark edilirse el yeniden dağıtılır.",
            "If the wrong player began and it is seen before the second player draws, the hand is dealt "
            "anew.",
        ),
    ),
    Told(
        "",
        "exposed",
        Text(
            "Dağıtırken açılan taş sahibinde kalır; el yeniden dağıtılmaz.",
            "A tile exposed in the deal stays with its owner; there is no new deal.",
        ),
    ),
    Told(
        "",
        "seen-discard",
        Text(
            "Ötekilerin gördüğü atılmış taş geri alınamaz.",
            "A discard that the others have seen can’t be taken back.",
        ),
    ),
    Told(
        "",
        "knocked-over",
        Text(
            "Istakası devrilen oyuncu taşlarını toplar; buna puan yazılmaz.",
            "A player who knocks over his rack gathers the tiles; nothing is charged.",
        ),
    ),
)
"""What was drawn, thrown or dealt by mistake."""

ASKED_OF_SLIPS: Final = (
    asked("İki taş çekildi.", "Two tiles were drawn.", "two-drawn"),
    asked("Çekmeden taş attı.", "He discarded without drawing.", "not-drawn"),
    asked("Taş atmayı unuttu.", "He forgot to discard.", "not-discarded"),
    asked("Atılan taşı geri almak istiyor.", "He wants his discard back.", "seen-discard"),
)
