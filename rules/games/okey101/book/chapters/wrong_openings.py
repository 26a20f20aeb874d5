from typing import Final

from rules.games.okey101.book.play_context import BookContext, Rule, all_of, is_fined, source_is, switch_is
from rules.games.okey101.infractions import INFRACTIONS
from rules.localized_text import Text


def _wrong_meld_text(play: BookContext) -> Text:
    """Say that it is taken back, charged if fined, and that the rest may open."""
    if not play.fines("invalid_meld"):
        return Text(
            "Yanlış per geri alınır; kalanı baraja ulaşıyorsa açış geçerlidir.",
            "A wrong meld is taken back; if the rest reaches the threshold, the opening is valid.",
        )
    name = INFRACTIONS["invalid_meld"].name
    return Text(
        f"Yanlış per geri alınır, “{name.tr}” hatası yazılır; kalanı baraja ulaşıyorsa açış geçerlidir.",
        f"A wrong meld is taken back and charged as “{name.en}”; if the rest reaches the threshold, the "
        "opening is valid.",
    )


def _unnoticed_opening_text(play: BookContext) -> Text:
    if play.rules.infractions:
        return Text(
            "9.8’deki sürede söylenmeyen yanlış açış geçerli sayılır ve yazılmaz.",
            "A wrong opening that is not named within the time of 9.8 is valid and not charged.",
        )
    return Text(
        "Sonraki oyuncu taşını atana kadar söylenmeyen yanlış açış geçerli sayılır.",
        "A wrong opening that nobody names before the next player’s discard is valid.",
    )


def _is_measured_late(play: BookContext) -> bool:
    return play.rules.rising_threshold or play.source == "S4"


PARTS: Final = (
    Rule(
        "5.10",
        "short-opening",
        Text(
            "Baraja ulaşmayan açış geçersizdir; açana kural hatası yazılır.",
            "An opening below the threshold is invalid and an infraction.",
        ),
        ("S0 III", "S4"),
        when=is_fined("invalid_opening"),
        decided_by="infractions",
    ),
    Rule(
        "5.10",
        "short-opening",
        Text("Baraja ulaşmayan açış geçersizdir.", "An opening below the threshold is invalid."),
        ("S0 III", "S2", "S4"),
        when=lambda play: not play.fines("invalid_opening"),
        decided_by="infractions",
    ),
    Rule(
        "5.11",
        "short-opening-fixed",
        Text(
            "Kural hatası yazıldıktan sonra, yetmeyen açış masada düzeltilebilir.",
            "Once the infraction is charged, a short opening may be corrected on the table.",
        ),
        ("S0 IV",),
        when=source_is("S0"),
    ),
    Rule(
        "5.11",
        "short-opening-fixed",
        Text(
            "Yetmeyen açışın taşları ıstakaya geri alınır.",
            "The tiles of a short opening go back to the rack.",
        ),
        ("S4",),
        when=lambda play: play.source != "S0",
    ),
    Rule(
        "5.12",
        "short-gathered",
        Text(
            "Düzeltemeyen oyuncu taşlarını geri alır.",
            "A player who can’t correct a short opening takes the tiles back.",
        ),
        ("S0 VII",),
        when=source_is("S0"),
    ),
    Rule(
        "5.13",
        "short-once",
        Text(
            "Yetmeyen açışla onu geri toplamak tek davranıştır: bir tek 101 yazılır.",
            "A short opening and gathering it up are one act: it costs one 101.",
        ),
        when=all_of(is_fined("invalid_opening"), is_fined("opening_taken_back")),
        unchecked=True,
    ),
    Rule(
        "5.14",
        "wrong-meld-once",
        Text(
            "Yanlış per yüzünden yetmeyen açışa tek bir kural hatası yazılır.",
            "An opening that is short because of a wrong meld is one infraction.",
        ),
        when=all_of(is_fined("invalid_opening"), is_fined("invalid_meld")),
    ),
    Rule(
        "5.15",
        "short-unnoticed",
        _unnoticed_opening_text,
        unchecked=True,
        decided_by="infractions",
    ),
    Rule(
        "5.20",
        "wrong-meld-taken-back",
        _wrong_meld_text,
        decided_by="infractions",
    ),
    Rule(
        "5.21",
        "pairs-openers-series",
        Text(
            "Çift açanın indirdiği seri ya da küt geri alınır.",
            "A run or set laid by a pairs opener is taken back.",
        ),
    ),
    Rule(
        "5.22",
        "fixed-from-the-rack",
        Text(
            "Yetmeyen açış, sırası bitmeden ıstakadan tamamlanırsa açılmış sayılır; kural hatası kalır.",
            "A short opening made up from the rack before the turn ends counts; the infraction stays.",
        ),
        when=all_of(source_is("S0"), switch_is("rising_threshold", False)),
    ),
    Rule(
        "5.23",
        "measured-at-the-end",
        Text(
            "Açış, açanın sırası biterken ölçülür; eksiği o ana kadar ıstakadan tamamlanabilir.",
            "An opening is measured when the opener’s turn ends; until then it may be made up from the rack.",
        ),
        when=_is_measured_late,
    ),
    Rule(
        "5.24",
        "opened-out-of-turn",
        Text(
            "Sırası gelmeden açan, perlerini geri alır.",
            "A player who opens out of turn takes the melds back.",
        ),
    ),
    Rule(
        "5.25",
        "series-openers-pairs",
        Text(
            "Masada çift açan yokken seri açanın indirdiği çift geri alınır.",
            "With no pairs opener, a pair laid by a series opener is taken back.",
        ),
    ),
    Rule(
        "5.26",
        "mixed-taken-back",
        Text(
            "Çiftlerle öteki perleri birlikte açan, bir türünü geri alır.",
            "A player who opens with pairs and other melds together takes one kind back.",
        ),
    ),
    Rule(
        "5.27",
        "mixed-rest",
        Text(
            "Karışık açıştan kalan perler barajı tutuyorsa açış geçerlidir; tutmuyorsa 5.10 geçerlidir.",
            "If the remaining melds reach the threshold, the mixed opening is valid; if not, 5.10 applies.",
        ),
        unchecked=True,
    ),
    Rule(
        "5.28",
        "wrong-melds-once",
        Text(
            "Bir açışta birden çok yanlış per varsa kural hatası bir kez yazılır.",
            "Several wrong melds in one opening are one infraction.",
        ),
        when=is_fined("invalid_meld"),
    ),
    Rule(
        "5.29",
        "invalid-raises-nothing",
        Text(
            "Geçersiz sayılan açış barajı yükseltmez.",
            "An invalid opening does not raise the threshold.",
        ),
        when=switch_is("rising_threshold", True),
    ),
    Rule(
        "5.33",
        "gathered-and-returned",
        Text(
            "Geri toplama ile yandan taşı geri bırakma iki ayrı davranıştır; ikisi de yazılır.",
            "Gathering up an opening and putting the side tile back are two acts; both are charged.",
        ),
        when=all_of(is_fined("opening_taken_back"), is_fined("side_tile_returned")),
    ),
    Rule(
        "5.34",
        "wrong-meld-too-late",
        Text(
            "9.8’deki sürede söylenmeyen yanlış per de geçerli kalır; sonraki bitişi bozmaz.",
            "A wrong meld not named within the time of 9.8 is valid, too, and spoils no later finish.",
        ),
        unchecked=True,
        when=lambda play: bool(play.rules.infractions),
    ),
    Rule(
        "5.35",
        "gathered-in-the-turn",
        Text(
            "Yetmeyen açışını sırası bitmeden geri toplayana da 9.43’teki kural hatası yazılır.",
            "Gathering up a short opening before the turn ends is charged as 9.43, too.",
        ),
        ("S4",),
        unchecked=True,
        when=all_of(is_fined("invalid_opening"), _is_measured_late),
    ),
    Rule(
        "5.36",
        "layoff-on-a-meld-taken-back",
        Text(
            "Geri alınan pere başkasının işlediği taş sahibine döner.",
            "Another player’s tile on a meld that is taken back returns to its owner.",
        ),
    ),
    Rule(
        "5.37",
        "called-short-when",
        Text(
            "Yetmeyen açış, oyuncu “açtım” demeden, taş işlemeden ya da atmadan söylenemez.",
            "An opening may be called short only after its player says “open”, lays off or discards.",
        ),
        when=all_of(source_is("S0"), switch_is("rising_threshold", False)),
    ),
    Rule(
        "5.38",
        "announced-wrongly",
        Text(
            "Yanlış söylenen değere güvenip yetmeyen açış yapan, taşlarını geri alır; 9.43 yazılmaz.",
            "A player who opens short, trusting a wrongly announced value, takes the tiles back; 9.43 is not "
            "charged.",
        ),
        unchecked=True,
        when=all_of(switch_is("rising_threshold", True), is_fined("invalid_opening")),
    ),
    Rule(
        "5.38",
        "announced-wrongly",
        Text(
            "Yanlış söylenen değere güvenip yetmeyen açış yapan, taşlarını geri alır.",
            "A player who opens short, trusting a wrongly announced value, takes the tiles back.",
        ),
        unchecked=True,
        when=all_of(switch_is("rising_threshold", True), lambda play: not play.fines("invalid_opening")),
    ),
)
