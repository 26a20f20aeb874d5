from typing import Final

from rules.book.book_context import number_sentences, sentences_for, shared_sentence
from rules.book.dealing_errors import DEALING_ERRORS
from rules.book.play_sentences import PLAY
from rules.games.okey_points.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    Rule(
        "4.1",
        "dealt",
        Text("Herkese 14 taş dağıtılır, başlayana 15.", "Everyone is dealt 14 tiles, the starter 15."),
        ("S1", "S4"),
        unchecked=True,
    ),
    Rule(
        "4.2",
        "starter",
        Text("Başlayan, dağıtanın sağındaki oyuncudur.", "The starter is the player to the dealer’s right."),
        ("S4",),
    ),
    Rule(
        "4.3",
        "direction",
        Text("Oyun saat yönünün tersine döner.", "Play goes counter-clockwise."),
        ("S1", "S4"),
    ),
    Rule(
        "4.4",
        "first-discard",
        Text("Başlayan taş çekmeden bir taş atar.", "The starter discards without drawing."),
        ("S1", "S4"),
    ),
    Rule(
        "4.5",
        "draw-or-take",
        Text(
            "Sırası gelen, desteden bir taş çeker ya da yandan taşı alır.",
            "The player whose turn it is draws from the deck or takes the side tile.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "4.6",
        "ends-with-a-discard",
        Text("Her sıra, sağa bir taş atmakla biter.", "Every turn ends with a discard to the right."),
        ("S1", "S4"),
    ),
    Rule(
        "4.7",
        "only-the-last",
        Text(
            "Yandan yalnız son atılan taş alınır.",
            "Only the last discard may be taken from the side.",
        ),
        ("S1", "S4"),
    ),
    Rule(
        "4.8",
        "taken-unused",
        Text("Yandan alınan taşın kullanılması gerekmez.", "A side tile that was taken need not be used."),
    ),
    Rule(
        "4.9",
        "taken-kept",
        Text(
            "Yandan alınan taş geri bırakılıp desteden çekilmez.",
            "A side tile that was taken can’t be put back to draw from the deck.",
        ),
    ),
    Rule(
        "4.10",
        "any-discarded",
        Text(
            "Atılan taş, o sırada çekilen taş da olabilir.",
            "The discard may be the very tile that was drawn.",
        ),
    ),
    Rule(
        "4.11",
        "okey-discarded",
        Text(
            "Okey de atılabilir; sıradaki onu alabilir.",
            "An okey may be discarded, too; the next player may take it.",
        ),
    ),
    Rule(
        "4.12",
        "discards-lie",
        Text(
            "Atılan taşlar üst üste konur; yalnız sonuncusu görünür.",
            "Discards are stacked; only the last can be seen.",
        ),
        ("S4",),
    ),
    Rule(
        "4.13",
        "may-look",
        Text(
            "Oyuncu sağındaki ve solundaki yığına bakabilir, ötekilere bakamaz.",
            "A player may look through the stacks to their right and left, not through the others.",
        ),
        ("S4",),
    ),
    Rule(
        "4.14",
        "drawn-in-order",
        Text(
            "Desteden taşlar sırasıyla, üstten çekilir.",
            "Tiles are drawn from the deck in order, from the top.",
        ),
        ("S4",),
    ),
    Rule(
        "4.15",
        "last-of-the-deck",
        Text(
            "Destenin son taşını çeken de bir taş atar.", "The player who draws the last tile discards, too."
        ),
        ("S4",),
    ),
    Rule(
        "4.16",
        "deck-empty",
        Text(
            "Destede taş kalmaz, sıradaki oyuncu son atılan taşı da istemezse el biter.",
            "The hand ends when the deck is empty and the next player does not want the last discard.",
        ),
        ("S4",),
    ),
    Rule(
        "4.17",
        "last-discard",
        Text(
            "Destede taş kalmayınca son atılan taş yalnız bitmek için alınır.",
            "Once the deck is empty the last discard is taken only to finish.",
        ),
        ("S4",),
    ),
    Rule(
        "4.18",
        "last-stack",
        Text(
            "Gösterge son balyadan kaldırılır; altındaki beş taş sırayla çekilir.",
            "The indicator is taken off the last stack; the five tiles under it are drawn in order.",
        ),
        ("S4",),
        unchecked=True,
    ),
    *number_sentences("4.21", DEALING_ERRORS),
    Rule(
        "4.30",
        "okey-misread",
        Text(
            "Yanlış okunan okey ilk taş çekilene kadar düzeltilir; sonra el, okunduğu okeyle sürer.",
            "A misread okey is corrected until the first draw; after that the hand continues with the okey "
            "as read.",
        ),
    ),
    Rule(
        "4.31",
        "taken-out-of-turn",
        Text(
            "Sırası gelmeden alınan yandan taş yerine konur.",
            "A side tile taken out of turn is put back.",
        ),
    ),
    shared_sentence(PLAY, "unseen-discard", "4.32", "unseen-discard"),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(4, "turns", Text("Oyun sırası", "Turns"), tuple(sentences_for(_PARTS, play)))
