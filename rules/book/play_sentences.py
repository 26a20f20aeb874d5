"""Sentences about play that several games share (chosen)."""

from typing import Any, Final

from rules.book.book_context import BookSentence
from rules.localized_text import Text

PLAY: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "tile-order",
        Text(
            "Perdeki taşların masada hangi sırayla durduğu önemli değildir.",
            "The order in which the tiles of a meld lie on the table does not matter.",
        ),
    ),
    BookSentence(
        "",
        "starter-opens",
        Text(
            "Başlayan ilk sırasında da, taş çekmeden, açabilir.",
            "The starter may open in the first turn, too, without drawing.",
        ),
    ),
    BookSentence(
        "",
        "unseen-discard",
        Text(
            "Rakiplerin görmediği atılmış taş, hangi taş olursa olsun, geri alınabilir.",
            "A discard that no opponent has seen may be taken back, whatever the tile.",
        ),
    ),
)
