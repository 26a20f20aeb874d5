from typing import Final

from rules.book import table_sentences
from rules.book.book_context import number_sentences
from rules.book.dealing_errors import FOUND_AFTER_THE_HAND
from rules.games.okey101.book.chapters.conduct import CONDUCT, DISPUTES
from rules.games.okey101.book.play_context import (
    BookContext,
    Part,
    Rule,
    SwitchRule,
    in_pairs,
    sentences_for,
    shared_sentence,
    source_is,
)
from rules.localized_text import Text
from rules.sentences import Chapter
from rules.sources import Against


def _is_singles(play: BookContext) -> bool:
    return play.singles


_SEATS: Final = (
    Rule("10.1", "seats", table_sentences.SEATS_AGREED, ("S0 I",)),
    Rule(
        "10.2",
        "highest-sits",
        Text(
            "Zarda en yüksek atan önce oturur ve yerini seçer.",
            "The highest throw sits first and chooses a seat.",
        ),
        ("S0 I",),
    ),
    Rule(
        "10.3",
        "others-sit",
        Text(
            "Ötekiler, attıkları zara göre, saat yönünün tersine oturur.",
            "The others sit counter-clockwise in the order of their throws.",
        ),
        ("S0 I",),
        when=_is_singles,
    ),
    Rule(
        "10.3",
        "others-sit",
        Text(
            "Onun sağına, rakiplerinden zarı yüksek olan oturur; eşleri karşılarına geçer.",
            "On that player’s right sits the opponent who threw higher; the partners take the seats "
            "opposite.",
        ),
        against=Against(
            "S0 I",
            Text(
                "Rehber dört oyuncuyu zar sırasıyla oturtur, eşlerden söz etmez.",
                "The guide seats all four in the order of their throws, and speaks of no partners.",
            ),
        ),
        when=in_pairs,
    ),
    shared_sentence(table_sentences.SEATING, "seats-kept", "10.4", "seats-stay", "S0 I"),
    Rule(
        "10.5",
        "seats-corrected",
        Text(
            "Programa yanlış girilmiş oturma yerlerini organizatör düzeltebilir.",
            "The organizer may correct seats entered wrongly in the program.",
        ),
    ),
    shared_sentence(table_sentences.SEATING, "partners-opposite", "10.23", "partners-opposite"),
    Rule(
        "10.42",
        "equal-throws",
        Text(
            "Zarları eşit olanlar yeniden atar.",
            "Equal throws are repeated.",
        ),
    ),
)
_DEALING: Final = (
    SwitchRule("10.6", "first_dealer"),
    Rule(
        "10.7",
        "deal-passes",
        Text(
            "Dağıtma her elden sonra sağa geçer, kimse bitmese de.",
            "The deal passes to the right after each hand, even if nobody finished.",
        ),
        ("S0 I", "S2", "S4"),
    ),
    Rule(
        "10.8",
        "deal-after-void",
        Text("Dağıtma, sayılmayan elden sonra da sağa geçer.", "The deal passes on after a void hand, too."),
    ),
    shared_sentence(table_sentences.SEATING, "deal-next-match", "10.9", "deal-next-match"),
    Rule(
        "10.10",
        "packs",
        Text(
            "Taşlar yedişerli balyalara dizilir; zarın gösterdiği balyanın en alt taşı açık olarak sonraki "
            "balyaya konur.",
            "Tiles are stacked in sevens; the bottom tile of the stack the die names goes on the next, face "
            "up.",
        ),
        ("S0 I",),
        when=source_is("S0"),
    ),
    Rule(
        "10.11",
        "indicator-turned",
        Text(
            "Gösterge, artan üç balyadan dağıtanın en solundakinin en üst taşıdır.",
            "The indicator is the top tile of the leftmost of the three stacks left, seen by the dealer.",
        ),
        ("S0 I",),
        when=source_is("S0"),
    ),
    Rule(
        "10.11",
        "indicator-turned",
        Text(
            "Gösterge, taşlar dağıtılmadan rastgele çekilip açılır.",
            "The indicator is drawn at random before the deal.",
        ),
        ("S2",),
        when=source_is("S2"),
    ),
    Rule(
        "10.11",
        "indicator-turned",
        Text("Gösterge, taşlar dağıtıldıktan sonra açılır.", "The indicator is turned up after the deal."),
        ("S4",),
        when=source_is("S4"),
    ),
)
_COUNTING: Final = (
    Rule(
        "10.12",
        "count-shown",
        Text(
            "El bitince kalan taşlar ötekilere ve skor tutana gösterilerek sayılır.",
            "After a hand the tiles left are counted in sight of the others and the scorekeeper.",
        ),
        ("S0 V",),
    ),
    Rule(
        "10.13",
        "count-mixed",
        Text(
            "Sayılmadan karışan ıstakada, hangisi olduğu anlaşılmayan her taş 7 puan sayılır.",
            "In a rack mixed before it was counted, each tile that nobody can name counts 7.",
        ),
        unchecked=True,
    ),
    Rule("10.14", "count-challenged", table_sentences.protest_sentence, unchecked=True),
    shared_sentence(table_sentences.CONDUCT, "protest-confirmed", "10.27", "confirmed-stands"),
    shared_sentence(table_sentences.CONDUCT, "correction", "10.15", "count-corrected"),
    Rule(
        "10.36",
        "who-corrects",
        Text(
            "Yazılmış eli, maç sürerken skor tutan, maç bitince hakem düzeltir.",
            "A written hand is corrected by the scorekeeper during the match, after it by the referee.",
        ),
    ),
    Rule(
        "10.37",
        "confirmed-corrected",
        Text(
            "Onaylanmış eli de 10.36’dakiler düzeltebilir; düzeltilince taraflara yeniden sorulur.",
            "A confirmed hand may also be corrected by those in 10.36; then both sides are asked again.",
        ),
        unchecked=True,
        when=lambda play: play.protest_minutes != 0,
    ),
    Rule(
        "10.26",
        "hand-written",
        Text(
            "Yazılan elde dört yer de birer kez bulunur; hiçbir sayı sıfırdan küçük değildir.",
            "A hand as written has each of the four seats once, and no number below zero.",
        ),
    ),
    Rule(
        "10.31",
        "found-after-the-hand",
        Text(
            "El bitince masanın çevresinde bulunan taş sahibinin elinde sayılır; sahibi bitense 10.38 "
            "geçerlidir, bilinmiyorsa taş sayılmaz.",
            "A tile found nearby after the hand counts as its owner’s; for a finisher’s 10.38 applies, a "
            "stray one counts nowhere.",
        ),
        unchecked=True,
    ),
    shared_sentence(FOUND_AFTER_THE_HAND, "number-found-late", "10.32", "number-found-late"),
    shared_sentence(
        FOUND_AFTER_THE_HAND, "finished-with-a-wrong-number", "10.38", "finished-with-a-wrong-number"
    ),
    Rule(
        "10.43",
        "faulty-set",
        Text(
            "Oyunda 106 taş olmadığı anlaşılırsa el tam taşlarla yeniden dağıtılır; yazılmış eller kalır.",
            "If there were not 106 tiles, the hand is dealt again with all of them; hands already written "
            "count.",
        ),
        unchecked=True,
    ),
    Rule(
        "10.44",
        "correction-with-later-play",
        Text(
            "Sonucuna bağlı bir karşılaşma başladıysa düzeltmeye organizatör karar verir.",
            "Once an encounter that depends on the result has begun, the organizer decides on the "
            "correction.",
        ),
    ),
    Rule(
        "10.45",
        "dealt-again-by",
        Text(
            "4.30’a ya da 10.43’e göre yeniden dağıtılan eli aynı kişi dağıtır.",
            "A hand dealt again by 4.30 or 10.43 is dealt by the same player.",
        ),
        unchecked=True,
    ),
)
_FOUND_LATE: Final = (
    *number_sentences("10.46", table_sentences.FOUND_LATE),
    shared_sentence(table_sentences.WARNINGS_TO_PLAYERS, "corrected-later", "10.50", "corrected-later"),
)
_PARTS: Final[tuple[Part, ...]] = (*_SEATS, *_DEALING, *_COUNTING, *CONDUCT, *DISPUTES, *_FOUND_LATE)


def chapter(play: BookContext) -> Chapter:
    return Chapter(10, "table", Text("Masada", "At the table"), tuple(sentences_for(_PARTS, play)))
