from typing import Final

from rules.games.okey101.amounts import is_own_amount
from rules.games.okey101.book.cases import cost_example, opened_seat, unopened_seat
from rules.games.okey101.book.chapters import playable_discards
from rules.games.okey101.book.play_context import BookContext, Rule, SwitchRule, is_fined, sentences_for
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.switches import PartnerCancels
from rules.localized_text import Text, format_signed
from rules.sentences import Chapter, Row, Table
from rules.sources import INFRACTION, source_of

_FIRST_ROW: Final = 41
_HEADS: Final = (
    Text("Kural hatası", "Infraction"),
    Text("Ne yaptı", "What was done"),
    Text("Puan", "Points"),
)
_OKEY: Final = is_fined("okey_discard")


def _has_infractions(play: BookContext) -> bool:
    return bool(play.rules.infractions)


def _cancels_everything(play: BookContext) -> bool:
    return play.rules.partner_cancels is PartnerCancels.EVERYTHING


def _naming_time_text(play: BookContext) -> Text:
    """Word that an infraction must be named before the next discard, or isn't charged.

    Playable discards are excepted where they are fined unnamed, with okey discards.
    """
    if play.fines("playable_discard") and not play.rules.playable_must_be_called:
        return Text(
            "İşlek taş ve atılan okey dışındaki kural hatası, sonraki oyuncu taşını atana kadar söylenmezse "
            "yazılmaz.",
            "Except for playable and okey discards, an infraction not named before the next player discards "
            "is not charged.",
        )
    return Text(
        "İşlek taş dışındaki kural hatası, sonraki oyuncu taşını atana kadar söylenmezse yazılmaz.",
        "Except for a playable discard, an infraction not named before the next player discards is not "
        "charged.",
    )


def _naming_people_text(play: BookContext) -> Text:
    """Word that only players and referee name infractions, except playable discards that must be called."""
    if play.fines("playable_discard") and play.rules.playable_must_be_called:
        return Text(
            "İşlek taş dışındaki kural hatasını yalnız masadaki dört oyuncudan biri ya da hakem "
            "söyleyebilir.",
            "Except for a playable discard, only one of the four players, or the referee, may name an "
            "infraction.",
        )
    return Text(
        "Kural hatasını yalnız masadaki dört oyuncudan biri ya da hakem söyleyebilir.",
        "Only one of the four players, or the referee, may name an infraction.",
    )


_GENERAL: Final = (
    SwitchRule("9.1", "infractions", when=lambda play: not _has_infractions(play)),
    Rule(
        "9.2",
        "finisher-too",
        Text("Kural hatası bitene de yazılır.", "Infractions are charged to the finisher, too."),
        when=_has_infractions,
    ),
    Rule(
        "9.3",
        "partner-too",
        Text(
            "Eşinin bitmesi oyuncunun kural hatalarını silmez.",
            "A partner’s finish does not wipe out a player’s infractions.",
        ),
        when=lambda play: play.in_pairs and _has_infractions(play) and not _cancels_everything(play),
        decided_by="partner_cancels",
    ),
    Rule(
        "9.3",
        "partner-too",
        Text(
            "Eşi biten oyuncunun kural hataları da silinir.",
            "A partner’s finish wipes out a player’s infractions, too.",
        ),
        when=lambda play: play.in_pairs and _has_infractions(play) and _cancels_everything(play),
        decided_by="partner_cancels",
    ),
    Rule(
        "9.4",
        "repeated",
        Text(
            "Aynı elde birden çok kural hatası yazılabilir.",
            "Several infractions may be charged in one hand.",
        ),
        when=_has_infractions,
    ),
    Rule(
        "9.5",
        "one-act",
        Text(
            "Tek davranış, listede iki kez geçse de bir kez yazılır.",
            "One act is charged once, even if it is on the list twice.",
        ),
        when=_has_infractions,
    ),
    Rule(
        "9.6",
        "not-listed",
        Text(
            "Listede olmayan davranış kural hatası değildir, puan yazdırmaz; hakem uyarır.",
            "What is not on the list is not an infraction and costs no points; the referee warns.",
        ),
        when=_has_infractions,
    ),
    SwitchRule(
        "9.7",
        "infractions_multiplied",
        when=_has_infractions,
        example=cost_example(
            "A1 okeyle bitti, B1 seri açtı, elinde 20 puanlık taş kaldı, bir de kural hatası var",
            "A1 finished with the okey, B1 opened with series, has 20 left and one infraction",
            "okey",
            fouled=True,
            A1=opened_seat("series"),
            B1=opened_seat("series", 20),
        ),
    ),
    Rule(
        "9.8",
        "named-in-time",
        _naming_time_text,
        when=_has_infractions,
    ),
    Rule(
        "9.26",
        "taken-back-in-time",
        Text(
            "Puansız geri alınacak taş ve perler 9.8’deki sürede geri alınır; sonra oldukları gibi kalır.",
            "Tiles that this book has taken back without a charge go back within the time of 9.8; later they "
            "stay.",
        ),
        unchecked=True,
        when=_has_infractions,
    ),
    Rule(
        "9.27",
        "named-after-the-hand",
        Text(
            "El, 9.8’deki süre dolmadan biterse kural hatası sayım bitene kadar söylenebilir.",
            "If the hand ends within the time of 9.8, an infraction may be named until the count is over.",
        ),
        unchecked=True,
        when=_has_infractions,
    ),
    Rule(
        "9.31",
        "next-of-whose-turn",
        Text(
            "9.8’deki sonraki oyuncu, davranış sırasında sırası olandan sonra gelendir.",
            "The next player in 9.8 is the one after the player whose turn it was during the act.",
        ),
        unchecked=True,
        when=_has_infractions,
    ),
    Rule(
        "9.33",
        "who-may-name-it",
        _naming_people_text,
        when=_has_infractions,
    ),
)
_OKEY_DISCARDS: Final = (
    Rule(
        "9.21",
        "okey-on-an-empty-table",
        Text(
            "Yanlışlıkla atılan okey, masada per olmasa da yazılır.",
            "An okey discarded by mistake is charged even if no meld is on the table.",
        ),
        ("S0 VI",),
        when=_OKEY,
        example=cost_example(
            "A1 düz bitti, B1 açmamıştı ve okey atmıştı",
            "A1 finished plainly, B1 had not opened and had discarded an okey",
            A1=opened_seat("series"),
            B1=unopened_seat(okey_discard=1),
        ),
    ),
    Rule(
        "9.22",
        "okey-finishes",
        Text("Okey atarak bitmek kural hatası değildir.", "Finishing with an okey is not an infraction."),
        ("S0 V", "S4"),
        when=_OKEY,
    ),
)


def chapter(play: BookContext) -> Chapter:
    parts = (*_GENERAL, *playable_discards.PARTS, *_OKEY_DISCARDS)
    return Chapter(
        9,
        "infractions",
        Text("Kural hataları", "Infractions"),
        tuple(sentences_for(parts, play)),
        _table(play),
    )


def _table(play: BookContext) -> Table | None:
    rows = [_infraction_row(index, code, play) for index, code in enumerate(INFRACTIONS) if play.fines(code)]
    return Table(_HEADS, tuple(rows)) if rows else None


def _infraction_row(index: int, code: str, play: BookContext) -> Row:
    kind, amount = INFRACTIONS[code], play.rules.infractions[code]
    figure = Text(format_signed(amount, "tr"), format_signed(amount, "en"))
    own_amount = is_own_amount(code, play.rules)
    source = source_of(() if own_amount else kind.sources, play.source, changed=own_amount)
    text = Text(
        f"{kind.name.tr} ({figure.tr}): {kind.description.tr}",
        f"{kind.name.en} ({figure.en}): {kind.description.en}",
    )
    cells = (kind.name, kind.description, figure)
    return Row(f"9.{_FIRST_ROW + index}", INFRACTION + code, source, text=text, cells=cells)
