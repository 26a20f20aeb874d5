from typing import Final

from rules.games.okey101.book.play_context import BookContext, Rule
from rules.games.okey101.infractions import INFRACTIONS
from rules.localized_text import Text


def _false_finish_text(play: BookContext) -> Text:
    """Word that a finish with a wrong meld is invalid, perhaps charged."""
    if not play.fines("invalid_meld"):
        return Text(
            "Yanlış bir perle yapılan bitiş geçersizdir; yanlış per yazılmaz, kalanı yetmiyorsa 5.10 "
            "geçerlidir.",
            "A finish with a wrong meld is invalid; the meld is not charged, but 5.10 applies if the rest "
            "falls short.",
        )
    name = INFRACTIONS["invalid_meld"].name
    return Text(
        f"Yanlış bir perle yapılan bitiş geçersizdir; bitene “{name.tr}” yazılır.",
        f"A finish with a wrong meld is invalid and charged as “{name.en}”.",
    )


PARTS: Final = (
    Rule(
        "7.23",
        "two-claims",
        Text(
            "İki kişi birden bittim derse, sırası olanın bitişi geçerlidir.",
            "If two claim the finish, that of the player whose turn it is counts.",
        ),
    ),
    Rule(
        "7.24",
        "false-finish",
        _false_finish_text,
        decided_by="infractions",
        unchecked=True,
    ),
    Rule(
        "7.25",
        "false-finish-goes-on",
        Text(
            "Başka kimse ıstakasını göstermediyse yanlış per ve son taş geri alınır, el sürer.",
            "If nobody else has shown a rack, the wrong meld and the last tile go back; the hand continues.",
        ),
    ),
    Rule(
        "7.26",
        "false-finish-shown",
        Text(
            "Yanlış bitişte başkaları da ıstakasını gösterdiyse el, kimse bitmemiş gibi yazılır.",
            "If others have shown their racks after a wrong finish, the hand is written as one that nobody "
            "finished.",
        ),
    ),
    Rule(
        "7.46",
        "wrong-finish",
        Text(
            "7.25 ile 7.26 kurala aykırı her bitişte geçerlidir, per indirmeden “bittim” diyende de.",
            "7.25 and 7.26 apply to every finish against the rules, also to “finished” said without melds.",
        ),
        unchecked=True,
    ),
)
