from typing import Final

from rules.book.book_context import number_sentences, sentences_for, shared_sentence
from rules.book.dealing_errors import DEALING_ERRORS
from rules.book.play_sentences import PLAY
from rules.games.okey_task.book.play_context import BookContext, Rule
from rules.localized_text import Text
from rules.sentences import Chapter

_PARTS: Final = (
    Rule(
        "5.1",
        "starter",
        Text(
            "İlk oyuncu 14 taşla, çekmeden bir taş atarak başlar.",
            "The first player begins with 14 tiles and discards without drawing.",
        ),
        ("S3",),
        unchecked=True,
    ),
    Rule(
        "5.2",
        "dealt",
        Text("Ötekilere 13 taş dağıtılır.", "The others are dealt 13 tiles."),
        unchecked=True,
    ),
    Rule(
        "5.3",
        "direction",
        Text("Oyun saat yönünün tersine döner.", "Play goes counter-clockwise."),
        ("S3",),
    ),
    Rule(
        "5.4",
        "draw-or-take",
        Text(
            "Sırası gelen, desteden bir taş çeker ya da son atılan taşı alır.",
            "The player whose turn it is draws from the deck or takes the last discard.",
        ),
        ("S3",),
    ),
    Rule(
        "5.5",
        "ends-with-a-discard",
        Text("Her sıra bir taş atmakla biter.", "Every turn ends with a discard."),
        ("S3",),
    ),
    Rule(
        "5.6",
        "anybody-may-take",
        Text(
            "Atılan taşı, sırası gelmemiş oyuncu da alabilir.",
            "A player whose turn it is not may take the discard, too.",
        ),
        ("S3",),
    ),
    Rule(
        "5.7",
        "next-first",
        Text(
            "Önce sıradaki oyuncu seçer; o almazsa ötekiler alabilir.",
            "The next player chooses first; if they do not take it, the others may.",
        ),
    ),
    Rule(
        "5.8",
        "two-want-it",
        Text(
            "Sırası gelmeden iki kişi isterse, oyun sırasında önce gelen alır.",
            "If two want it out of turn, the one who comes first in the order of play gets it.",
        ),
    ),
    Rule(
        "5.9",
        "extra-tile",
        Text(
            "Sırası gelmeden alan, desteden bir ek taş da çeker.",
            "A player who takes it out of turn draws an extra tile from the deck, too.",
        ),
        ("S3",),
    ),
    Rule(
        "5.10",
        "play-goes-to-him",
        Text(
            "Sıra, sırası gelmeden alana geçer; aradakiler atlanır.",
            "Play goes to the player who took it out of turn; those between are skipped.",
        ),
        ("S3",),
    ),
    Rule(
        "5.11",
        "he-discards",
        Text(
            "Sırası gelmeden alan, iki taştan sonra bir taş atar.",
            "The player who took it out of turn discards after both tiles.",
        ),
        ("S3",),
    ),
    Rule(
        "5.12",
        "no-extra-in-turn",
        Text("Sıradaki oyuncu ek taş çekmez.", "The next player draws no extra tile."),
        ("S3",),
    ),
    Rule(
        "5.13",
        "nobody-takes",
        Text(
            "Atılan taşı kimse almazsa yerde kalır ve oyun sıradakiyle sürer.",
            "If nobody takes the discard, it stays, and play continues with the next player.",
        ),
        ("S3",),
    ),
    Rule(
        "5.14",
        "taken-unused",
        Text("Alınan taşın hemen kullanılması gerekmez.", "A tile that was taken need not be used at once."),
    ),
    Rule(
        "5.15",
        "opening-alone",
        Text(
            "Açılan sırada masadaki perlere taş eklenmez.",
            "In the turn of opening, nothing is added to melds on the table.",
        ),
        ("S3",),
    ),
    Rule(
        "5.16",
        "after-opening",
        Text(
            "Açmış oyuncu sonraki sıralarda her geçerli peri koyabilir.",
            "A player who has opened may lay any valid meld in later turns.",
        ),
        ("S3",),
    ),
    Rule(
        "5.17",
        "adding",
        Text(
            "Açmış oyuncu, kimin olursa olsun masadaki perlere taş ekleyebilir.",
            "A player who has opened may add to any meld on the table, no matter who laid it.",
        ),
        ("S3",),
    ),
    Rule(
        "5.18",
        "one-move",
        Text(
            "Bir sırada tek hamle vardır: ya per konur ya da perlere taş eklenir.",
            "There is one move per turn: either melds are laid or tiles are added to melds.",
        ),
        ("S3",),
    ),
    Rule(
        "5.19",
        "several-tiles",
        Text(
            "Aynı hamlede bir pere birden çok taş eklenebilir.",
            "In one move several tiles may be added to a meld.",
        ),
    ),
    Rule(
        "5.20",
        "joker-discarded",
        Text(
            "Joker de atılabilir; onu herkes alabilir.", "A joker may be discarded, too; anybody may take it."
        ),
    ),
    *number_sentences("5.21", DEALING_ERRORS),
    Rule(
        "5.30",
        "laid-wrongly",
        Text(
            "Yanlış konan per ya da eklenen taş geri alınır.",
            "A meld or a tile that was laid wrongly is taken back.",
        ),
    ),
    Rule(
        "5.31",
        "several-melds",
        Text(
            "Aynı hamlede birden çok per konabilir; birden çok pere de taş eklenebilir.",
            "In one move several melds may be laid, or tiles added to several melds.",
        ),
    ),
    Rule(
        "5.32",
        "asked-for-in-time",
        Text(
            "Taşı sırası gelmeden isteyen, bunu sıradaki oyuncu çekmeden söyler.",
            "A player who wants the discard out of turn says so before the next player draws.",
        ),
    ),
    Rule(
        "5.33",
        "next-declines",
        Text(
            "Sıradakinin hakkı, taşı istemediğini söyleyince biter; ondan önce kapılan taş yerine konur.",
            "The next player’s right ends when they decline; a tile grabbed before that is put back.",
        ),
    ),
    Rule(
        "5.34",
        "pairs-later",
        Text("Sonraki sıralarda konan per çift de olabilir.", "In later turns a pair may be laid, too."),
        ("S3",),
    ),
    Rule(
        "5.35",
        "nothing-to-a-pair",
        Text(
            "Çifte taş eklenmez, çünkü çift iki taştır.",
            "Nothing is added to a pair, for a pair is two tiles.",
        ),
    ),
    Rule(
        "5.36",
        "opening-task-only",
        Text("Açılan sırada görevden başka per konmaz.", "In the turn of opening, only the task is laid."),
        ("S3",),
    ),
    shared_sentence(PLAY, "unseen-discard", "5.37", "unseen-discard"),
)


def chapter(play: BookContext) -> Chapter:
    return Chapter(5, "turns", Text("Oyun sırası", "Turns"), tuple(sentences_for(_PARTS, play)))
