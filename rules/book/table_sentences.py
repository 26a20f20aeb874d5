"""Seats, conduct, referee and disputes (chosen where unsourced)."""

from typing import Any, Final

from rules.book.book_context import BookContext, BookSentence, in_pairs
from rules.book.questions import question
from rules.localized_text import Text
from rules.sources import Against


def protest_sentence(play: BookContext[Any]) -> Text:
    """Say how long after a match's last hand or correction to protest.

    `protest_minutes` None: the organizer decides, 0: until the match ends.
    """
    if play.protest_minutes is None:
        return Text(
            "Yazılan ele, maç sürerken ve organizatörün maçtan sonra tanıdığı sürede itiraz edilebilir.",
            "A hand may be protested during its match and for the time after it that the organizer sets.",
        )
    if play.protest_minutes == 0:
        return Text(
            "Yazılan ele, maçı bitene kadar itiraz edilebilir.",
            "A hand may be protested until its match is over.",
        )
    return Text(
        f"Yazılan ele, maçın son elinden ya da düzeltmesinden sonra {play.protest_minutes} dakika boyunca "
        "itiraz edilebilir.",
        f"A hand may be protested until {play.protest_minutes} minutes after the last hand, or correction, "
        "of its match.",
    )


SEATS_AGREED: Final = Text(
    "Yerler anlaşarak, olmazsa zarla belirlenir.", "Seats are agreed on; failing that, dice decide."
)


def seats_sentence(play: BookContext[Any]) -> Text:
    if play.singles:
        return Text(
            "Yerleri program belirler; herkes telefonun gösterdiği yere oturur.",
            "The program assigns the seats; everyone sits where the phone shows.",
        )
    return SEATS_AGREED


def warning_sentence(play: BookContext[Any]) -> Text:
    """Word what continuing after a warning may cost: the last place or the encounter."""
    if play.singles:
        return Text(
            "Uyarıldığı davranışı sürdüreni hakem masasında sonuncu sayabilir.",
            "If a player continues after a warning, the referee may place them last at their table.",
        )
    return Text(
        "Uyarıldığı davranışı sürdürenin takımını hakem o karşılaşmada hükmen yenik sayabilir.",
        "If a player continues after a warning, the referee may declare that the team has lost the "
        "encounter.",
    )


def _confirmed(play: BookContext[Any]) -> bool:
    return play.protest_minutes != 0


SEATING: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence("", "seats", seats_sentence),
    BookSentence(
        "",
        "seats-kept",
        Text("Maç bitmeden yer değiştirilmez.", "Nobody changes seats before the match is over."),
    ),
    BookSentence(
        "",
        "partners-opposite",
        Text("Eşler karşılıklı oturur.", "Partners sit opposite each other."),
        ("S4",),
        when=in_pairs,
    ),
    BookSentence(
        "",
        "first-dealer",
        Text("İlk dağıtan kurayla belirlenir.", "The first dealer is drawn by lot."),
        ("S4",),
    ),
    BookSentence(
        "",
        "deal-passes",
        Text(
            "Dağıtma her elden sonra sağa geçer, kimse bitmese de.",
            "The deal passes to the right after each hand, even if nobody finished.",
        ),
        ("S4",),
    ),
    BookSentence(
        "",
        "deal-next-match",
        Text(
            "Aynı karşılaşmanın sonraki maçında dağıtma kaldığı yerden sağa geçer.",
            "In the next match of an encounter the deal passes on to the right.",
        ),
        when=in_pairs,
    ),
)
FOUR_PLAYERS: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "four-players",
        Text(
            "Bir masada dört kişi oynar; eksik kişiyle el oynanmaz.",
            "Four play at a table; with fewer no hand is played.",
        ),
        ("S1", "S3"),
        Against(
            "S4",
            Text(
                "Ansiklopedi, okeyin iki ya da üç kişiyle de oynanabildiğini yazar.",
                "The encyclopedia says that two or three can play, too.",
            ),
        ),
    ),
)
QUESTIONS_ABOUT_FOUR: Final = (
    question("Masada üç kişi kaldık.", "There are only three of us at the table.", "four-players"),
)
CONDUCT: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "talking",
        Text(
            "Oyuncular birbirine taşları hakkında bilgi veremez; vereni hakem uyarır.",
            "Players may not tell each other about their tiles; the referee warns those who do.",
        ),
    ),
    BookSentence(
        "",
        "spectators",
        Text(
            "Seyirci el hakkında konuşamaz; konuşanı hakem masadan uzaklaştırır, el sürer.",
            "Spectators may not speak about the hand; the referee sends away those who do, and play "
            "continues.",
        ),
    ),
    BookSentence(
        "",
        "referee",
        Text(
            "Anlaşmazlıkta masaya hakem çağrılır; o gelene kadar oyun durur.",
            "In a dispute the referee is called to the table; play stops until they come.",
        ),
    ),
    BookSentence(
        "",
        "ruling",
        Text(
            "Kitapta yazmayan durumda hakem, kitabın en benzer durum için yazdığına göre karar verir.",
            "Where the book is silent, the referee decides by what it says of the most similar case.",
        ),
    ),
    BookSentence(
        "",
        "program",
        Text(
            "Program yazılan eli denetler, nasıl oynandığını ise masadakiler.",
            "The program checks the written hand; the table checks the play.",
        ),
    ),
    BookSentence("", "protest", protest_sentence),
    BookSentence(
        "",
        "protest-confirmed",
        Text(
            "Bütün tarafların onayladığı ele artık itiraz edilemez.",
            "A hand that all sides have confirmed can no longer be protested.",
        ),
        when=_confirmed,
    ),
    BookSentence(
        "",
        "correction",
        Text(
            "Yanlış yazılan el düzeltilir; maç ve sıralama yeniden belirlenir.",
            "A hand written wrongly is corrected; match and standings are updated.",
        ),
    ),
    BookSentence(
        "",
        "substitute",
        Text(
            "Oyuncunun yerine yalnız organizatörün yazdığı yedek oynar.",
            "Only a substitute entered by the organizer may play for a player.",
        ),
    ),
    BookSentence(
        "",
        "break",
        Text(
            "Mola yalnız eller arasında, hakemin izniyle verilir.",
            "A break is taken only between hands, with the referee’s permission.",
        ),
    ),
)
WARNINGS_TO_PLAYERS: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "slow-play",
        Text(
            "Oyunu yavaşlatana hakem taşını atması için süre tanır; süreyi aşanı uyarır.",
            "The referee sets a slow player a time limit for discards, and warns a player who exceeds it.",
        ),
    ),
    BookSentence("", "after-a-warning", warning_sentence),
    BookSentence(
        "",
        "corrected-later",
        Text(
            "Biten maçın elini hakem düzeltir, onaylanmış olsa da; bunun süresi yoktur.",
            "After the match, the referee may correct its hands at any time, confirmed or not.",
        ),
    ),
)


def referee_sentence(play: BookContext[Any]) -> Text:
    """Say what a referee may do: in singles also place players, else decide by walkover."""
    if play.singles:
        return Text(
            "Hakem uyarır, elin puanını belirler, eli yeniden oynatır ya da masanın sıralamasını belirler.",
            "The referee may warn, set the points of a hand, have it replayed, or assign the places of the "
            "table.",
        )
    return Text(
        "Hakem uyarır, elin puanını belirler, eli yeniden oynatır ya da karşılaşmayı hükmen sonuçlandırır.",
        "The referee may warn, set the points of a hand, have it replayed, or decide the encounter by "
        "walkover.",
    )


FOUND_LATE: Final[tuple[BookSentence[Any], ...]] = (
    BookSentence(
        "",
        "played-for-another",
        Text(
            "Başkasının yerine çekilen, atılan ya da indirilen taş geri alınır; oyuncu, hakemin tanıdığı "
            "sürede beklenir.",
            "Tiles played for an absent player are taken back; the player is waited for as long as the "
            "referee allows.",
        ),
    ),
    BookSentence(
        "",
        "wrong-seats",
        Text(
            "Yanlış yerlerde oynanmış eller geçerlidir; yerler, anlaşılınca iki el arasında düzeltilir.",
            "Hands played in wrong seats count; the seats are corrected between hands once noticed.",
        ),
    ),
    BookSentence(
        "",
        "wrong-dealer",
        Text(
            "Yanlış kişinin dağıttığı, ikinci oyuncu çektikten sonra anlaşılırsa el sürer; sonraki eli asıl "
            "sıradaki dağıtır.",
            "If a wrong dealer is noticed after the second draw, the hand continues; the deal then returns "
            "to its order.",
        ),
    ),
    BookSentence("", "referee-means", referee_sentence),
)
QUESTIONS_ABOUT_LATE_ERRORS: Final = (
    question(
        "Gelmeyen oyuncunun yerine çekip attı.",
        "A player drew and threw for an absent player.",
        "played-for-another",
    ),
    question("Yanlış yere oturmuşuz.", "We sat in the wrong seats.", "wrong-seats"),
    question("Yanlış kişi dağıtmış.", "The wrong player dealt.", "wrong-dealer", "wrong-starter"),
    question(
        "Hakem ne yapabilir?",
        "What may a referee do?",
        "referee-means",
        "ruling",
    ),
    question(
        "Yazım yanlışı iki maç sonra anlaşıldı.",
        "A typing error was found two matches later.",
        "corrected-later",
        "needless-corrected",
    ),
    question(
        "Düzeltme bir maçı gereksiz bıraktı.",
        "A correction made a match needless.",
        "needless-corrected",
        needs="needless-corrected",
    ),
)
QUESTIONS_ABOUT_CONDUCT: Final = (
    question(
        "Oyuncular birbirine işaret etti.", "Players signalled to each other.", "talking", "after-a-warning"
    ),
    question("Biri çok yavaş oynuyor.", "A player is very slow.", "slow-play", "after-a-warning"),
    question("Uyarılan yine yaptı.", "A warned player did it again.", "after-a-warning"),
    question("Seyirci konuştu.", "A spectator spoke.", "spectators"),
    question("Mola istiyorlar.", "They want a break.", "break"),
    question("Yerine başkası oynayacak.", "Someone else is to play for a player.", "substitute"),
    question(
        "Onaylanmış el yanlış çıktı.",
        "A confirmed hand is wrong.",
        "corrected-later",
        "protest-confirmed",
        "correction",
    ),
    question(
        "Kitapta olmayan bir şey oldu.",
        "Something happened that is not in the book.",
        "referee",
        "ruling",
    ),
)
