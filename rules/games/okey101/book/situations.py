"""What happened? Situations in players' words, each with the sentences that answer it, the first first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.sentences import Chapter, Situation
from rules.text import Text

_PARTNERS: Final = "word-partner"


def _asked(tr: str, en: str, *answers: str, needs: str | None = None) -> Situation:
    return Situation(Text(tr, en), answers, needs)


_TURN: Final = (
    _asked("İki taş çekildi.", "Somebody drew two tiles.", "two-drawn", "which-was-second"),
    _asked("Sırası gelmeden taş çekildi.", "Somebody drew out of turn.", "out-of-turn"),
    _asked(
        "Birinin taşı eksik ya da fazla.", "Somebody has too many or too few tiles.", "wrong-number", "dealt"
    ),
    _asked("Biri ıstakasını devirdi.", "Somebody knocked over his rack.", "rack-fallen"),
    _asked(
        "Yandan taş alındı, ama el açılmadı.",
        "The side tile was taken, but the hand was not opened.",
        "taken-opens",
        "taken-can-not-open",
        "infraction.taken_tile_not_opened",
        "side-tile-returned",
    ),
    _asked(
        "Yandan taş alınıp geri bırakıldı.",
        "The side tile was taken and put back.",
        "side-tile-returned",
        "infraction.side_tile_returned",
    ),
    _asked(
        "Yandan taş hem geri bırakıldı hem el açılmadı: bir 101 mi, iki mi?",
        "The side tile was put back and the hand not opened: one 101 or two?",
        "returned-once",
        "side-tile-returned",
        "one-act",
    ),
    _asked(
        "Açmış oyuncu yandan taşı aldı ve kullanmadı.",
        "A player who had opened took the side tile and did not use it.",
        "taken-unused",
        "side-tile-not-kept",
        "taken-used",
    ),
    _asked(
        "“Çift” deyip yandan taş aldı, ama açmadı.",
        "He said “pairs”, took the side tile, and did not open.",
        "saying-pairs",
        "infraction.taken_tile_not_opened",
    ),
    _asked(
        "Çifte gidenin attığı taş alınabilir mi?",
        "May the discard of one who goes for pairs be taken?",
        "discard-of-pairs",
    ),
    _asked(
        "Destenin son taşı atıldı: sıradaki onu alıp bitebilir mi?",
        "The last tile of the deck was thrown: may the next player take it and finish?",
        "last-of-the-deck",
    ),
    _asked("Attığı taşı geri almak istiyor.", "He wants his discard back.", "seen-stays"),
    _asked(
        "Biri atılan taşlara bakıyor.",
        "Somebody looks through the discards.",
        "nobody-looks",
        "pairs-may-look",
        "own-discards",
    ),
    _asked(
        "Göstergenin aynısı bende: göstersem puan alır mıyım?",
        "I hold the indicator’s twin: do I score for showing it?",
        "indicator-idle",
        "indicator_in_pairs",
    ),
    _asked("Kim başlar, kaç taş alır?", "Who begins, and with how many tiles?", "starter", "dealt"),
    _asked(
        "Çekmeden taş atıldı.",
        "Somebody discarded without drawing.",
        "not-drawn",
    ),
    _asked(
        "Taş atmak unutuldu.",
        "Somebody forgot to discard.",
        "discard-forgotten",
    ),
    _asked(
        "Yanlış oyuncu başladı.",
        "The wrong player began.",
        "wrong-starter",
    ),
    _asked(
        "Dağıtırken bir taş açıldı.",
        "A tile was exposed in the deal.",
        "shown-in-dealing",
    ),
    _asked(
        "Okey yanlış okunmuş.",
        "The okey was misread.",
        "okey-misread",
    ),
    _asked(
        "Desteden çekti, sonra yandan taşı almak istedi.",
        "He drew from the deck and then wanted the side tile.",
        "drawn-no-side-tile",
    ),
    _asked(
        "Gösterge de çekilir mi?",
        "Is the indicator drawn, too?",
        "indicator-not-drawn",
    ),
)
_OPENING: Final = (
    _asked(
        "Eşim açmıştı; benim açışım 101’i bulmadı. Onunki yeter mi?",
        "My partner had opened; my opening fell short. Does his cover me?",
        "each-for-himself",
        "short-opening",
        needs=_PARTNERS,
    ),
    _asked(
        "Açış 101’i bulmadı.",
        "An opening fell short of 101.",
        "short-opening",
        "infraction.invalid_opening",
        "short-mended",
    ),
    _asked(
        "Yetmeyen açış masada düzeltilir mi, geri mi toplanır?",
        "Is a short opening mended on the table or gathered up?",
        "short-mended",
        "short-gathered",
    ),
    _asked(
        "Yetmeyen açış geri toplandı: el açma hatası da yazılır mı?",
        "A short opening was gathered up: is it an invalid opening as well?",
        "short-once",
        "infraction.opening_taken_back",
        "one-act",
    ),
    _asked(
        "Bir per yanlış, toplam da bu yüzden yetmiyor: iki hata mı?",
        "A meld is wrong and the sum short because of it: two infractions?",
        "wrong-meld-once",
        "one-act",
    ),
    _asked(
        "Açışın yanlış olduğu sonradan fark edildi.",
        "That an opening was wrong was noticed later.",
        "short-unnoticed",
    ),
    _asked("Çift açan seri de indirdi.", "A pairs opener laid a run, too.", "pairs-no-series", "never-both"),
    _asked(
        "120’den sonra kaçla açılır?",
        "After an opening with 120, what opens?",
        "rising_threshold",
        "added-counts",
    ),
    _asked("12-13-1 indirdi.", "He laid 12-13-1.", "one-is-low", "infraction.invalid_meld"),
    _asked(
        "Sahte okey hangi taş sayılır?", "Which tile is a false okey?", "false_okey_value", "false-okey-left"
    ),
    _asked(
        "Açtım; sonraki sıramda yeni per indirebilir miyim?",
        "I have opened; may I lay a new meld in my next turn?",
        "later-melds",
        "later-pairs",
        "lays-off-at-once",
    ),
    _asked(
        "96’lık perine bir de başkasına işlediğini saydı.",
        "He counted a tile laid off on another’s meld with his 96.",
        "laid-off-does-not-count",
    ),
    _asked(
        "Seri açan çift de indirdi.",
        "A series opener laid pairs, too.",
        "series-no-pairs",
    ),
    _asked(
        "Açışta bir per yanlış, kalanı 101’i buluyor.",
        "A meld of the opening is wrong, the rest reaches 101.",
        "wrong-meld-taken-back",
        "infraction.invalid_meld",
    ),
    _asked(
        "Yetmeyen açışını sırası bitmeden tamamladı.",
        "He made up a short opening before his turn ended.",
        "mended-from-the-rack",
        "short-mended",
    ),
)
_TABLE: Final = (
    _asked(
        "Çiftimi çift açanın yanına koyabilir miyim?",
        "May I lay my pair beside a pairs opener’s?",
        "pairs-beside-pairs",
        "no-pairs-alone",
    ),
    _asked(
        "Eşimin perine işleyebilir miyim?",
        "May I lay off on my partner’s meld?",
        "on-any-meld",
        needs=_PARTNERS,
    ),
    _asked(
        "Çift açan üç taş işledi.",
        "A pairs opener laid off three tiles.",
        "at-most",
        "more-taken-back",
        "pairs-opener-lays-off",
    ),
    _asked(
        "Bir sırada bir pere kaç taş işlenir?",
        "How many tiles may be laid off on a meld in a turn?",
        "at-most",
        "opened-first",
    ),
    _asked(
        "Son işlediği taşı başka pere koydu.",
        "He moved the last tile he had laid off.",
        "last-may-move",
        "last-taken-back",
    ),
    _asked(
        "İşlediği birden çok taşı geri aldı.",
        "He took back several tiles laid off.",
        "more-than-last",
        "infraction.layoff_taken_back",
    ),
    _asked(
        "İki yeri boş kütten okey alınabilir mi?",
        "May an okey be taken out of a set with two places open?",
        "okey-out-of-sets",
    ),
    _asked(
        "101’i tutturmak için masadaki okeyi aldı.",
        "He took the okey from the table to reach 101.",
        "okey-not-to-open",
        "okey-needs-opening",
        "infraction.okey_taken_not_opened",
    ),
    _asked(
        "Masadaki okeyim alındı.", "The okey in my meld was taken.", "okey-for-its-tile", "okey-owner-pays"
    ),
    _asked(
        "Masadaki bir peri bozup taşını başka yere koydu.",
        "Somebody broke up a meld on the table.",
        "melds-stay",
    ),
    _asked(
        "Sırası gelmeden işledi ya da okey aldı.",
        "He laid off, or took an okey, out of turn.",
        "in-ones-turn",
    ),
    _asked(
        "Bir sırada kaç taş işlenebilir?",
        "How many tiles may be laid off in a turn?",
        "no-limit",
        "at-most",
    ),
    _asked("Başkasının perine işleyebilir miyim?", "May I lay off on another’s meld?", "on-any-meld"),
)
_PLAYABLE: Final = (
    _asked(
        "İşlek taş atıldı.",
        "A playable tile was discarded.",
        "infraction.playable_discard",
        "playable_must_be_called",
    ),
    _asked(
        "“İşlek” sözü, sıradaki taş çektikten sonra söylendi.",
        "It was called after the next player had drawn.",
        "next-has-drawn",
        "playable_must_be_called",
    ),
    _asked(
        "Atan “işlek” sözünü kendisi önce söyledi.",
        "The thrower called it first himself.",
        "thrower-calls",
        "playable_must_be_called",
    ),
    _asked(
        "İşlek taşı sıradaki aldı: puan yine yazılır mı?",
        "The next player took the playable tile: is it still charged?",
        "playable-taken-charged",
        "playable-taken",
    ),
    _asked("Bitiren taş işlekti.", "The finishing tile was playable.", "finishing-tile-free"),
    _asked(
        "Masada yalnız çift varken işlek taş olur mu?",
        "Is there a playable tile while only pairs are on the table?",
        "not-on-pairs",
    ),
    _asked(
        "Açmamış oyuncu işlek taş attı.",
        "A player who had not opened discarded a playable tile.",
        "unopened-too",
    ),
    _asked(
        "Yanlışlıkla atılan okey bir pere de işliyordu: iki hata mı?",
        "The okey thrown by mistake was playable, too: two infractions?",
        "okey-is-playable",
        "one-act",
    ),
    _asked(
        "Yanlışlıkla okey atıldı.",
        "An okey was discarded by mistake.",
        "infraction.okey_discard",
        "okey-on-an-empty-table",
        "okey-taken",
    ),
    _asked(
        "Atanın eşi “işlek” dedi.", "The thrower’s partner called it.", "called-by-a-partner", needs=_PARTNERS
    ),
    _asked(
        "İşlek taşı kimse söylemeden sıradaki aldı.",
        "The next player took a playable tile before anyone called it.",
        "taken-uncalled",
        "playable_must_be_called",
    ),
    _asked(
        "Kural hatası çok sonra söylendi.",
        "An infraction was named much later.",
        "named-in-time",
    ),
)
_FINISH: Final = (
    _asked(
        "Son üç taşını indirdi, atacak taşı kalmadı.",
        "He laid his last three and has nothing to throw.",
        "needs-a-tile",
        "ending",
    ),
    _asked(
        "Atacak taşı kalmayan sonraki sırasında ne yapar?",
        "What does he do in his next turn?",
        "plays-on-empty",
        "ending",
    ),
    _asked(
        "Eşi açmışken elden bitti.",
        "He finished directly though his partner had opened.",
        "direct",
        needs=_PARTNERS,
    ),
    _asked(
        "Elden bitti, ama toplam 101’i bulmuyor.",
        "A direct finish that is worth less than 101.",
        "direct_below_threshold",
        "direct-all-at-once",
    ),
    _asked(
        "Başkaları açmışken 90’la tek seferde bitti.",
        "He finished at one go worth 90 though others had opened.",
        "direct-after-others",
        "direct_below_threshold",
        "series-threshold",
    ),
    _asked(
        "Çift açan bitti, seri yalnız eşinde var.",
        "A pairs opener finished; only his partner has opened with series.",
        "partners-series",
        "pairs-need-a-series",
        "direct-with-pairs",
        needs=_PARTNERS,
    ),
    _asked("Çift açan elden bitti.", "A pairs opener finished directly.", "direct-with-pairs"),
    _asked("İki kişi birden bittim dedi.", "Two claim the finish.", "two-claims"),
    _asked(
        "Bitişte bir per yanlış çıktı.",
        "A meld of the finish proved wrong.",
        "false-finish",
        "false-finish-goes-on",
        "false-finish-shown",
    ),
    _asked(
        "Deste bitti, kimse bitmedi.",
        "The deck ran out and nobody finished.",
        "deck-each-his-own",
        "deck-unopened",
        "deck-no-factor",
    ),
    _asked("Deste bitti, kimse açmadı.", "The deck ran out and nobody opened.", "nobody_opened"),
    _asked("Dördü de çift açtı.", "All four opened with pairs.", "all-pairs", "all-pairs-no-fines"),
    _asked("İki okeyi birden atarak bitti.", "He finished by throwing both okeys.", "devam", "double_okey"),
    _asked(
        "Bitiş kaç kat sayılır?",
        "How many times does a finish count?",
        "multiplier",
        "finish-okey",
        "finish-direct",
    ),
    _asked(
        "Çiftten, okeyle bitildi: kim ne öder?",
        "A finish with pairs and the okey: who pays what?",
        "finish-pairs-okey",
        "multiplied",
    ),
    _asked(
        "Biri açmışken tek seferde bitti.",
        "He finished at one go though somebody had opened.",
        "direct",
        "direct-after-others",
    ),
)
_COUNT: Final = (
    _asked(
        "Eşim bitti; açmamıştım, elimde iki okey var.",
        "My partner finished; I had not opened and hold two okeys.",
        "partner_cancelled",
        "partner_cancels",
        needs=_PARTNERS,
    ),
    _asked(
        "Bitenin eşinin kural hatası vardı.",
        "The finisher’s partner had an infraction.",
        "partner-too",
        needs=_PARTNERS,
    ),
    _asked(
        "Elimde okey kaldı.",
        "An okey is left on my rack.",
        "okey_left",
        "two-okeys-left",
        "okey_left_when_unopened",
    ),
    _asked(
        "Okeyle bitildi; rakip elinde iki okey olduğunu söylüyor.",
        "A finish with the okey; an opponent claims both okeys.",
        "two-real-okeys",
    ),
    _asked(
        "Açmadım, elimde okey kaldı.",
        "I did not open and have an okey left.",
        "okey_left_when_unopened",
        "unopened",
    ),
    _asked("Istakası sayılmadan karıştı.", "A rack was mixed before it was counted.", "count-mixed"),
    _asked(
        "Yanlış sayım iki el sonra fark edildi.",
        "A wrong count was found two hands later.",
        "count-challenged",
        "count-corrected",
    ),
    _asked("Listede olmayan bir şey yaptı.", "He did something that is not on the list.", "not-listed"),
    _asked(
        "Eşler işaretleşiyor.",
        "Partners signal to each other.",
        "signals",
        needs=_PARTNERS,
    ),
    _asked(
        "Oyun sırasında konuşuluyor.",
        "Somebody talks during play.",
        "no-talking",
        "talking-warned",
    ),
    _asked("Masada anlaşamıyoruz.", "We can’t agree at the table.", "referee-called", "play-stops", "ruling"),
    _asked(
        "Uyarıldı, yine yapıyor.",
        "He was warned and goes on.",
        "goes-on-after-a-warning",
    ),
)
_MATCH: Final = (
    _asked(
        "Sayılmayan elden sonra kim dağıtır? Yeni maçta kim?",
        "Who deals after a void hand? In a new match?",
        "deal-after-void",
        "deal-next-match",
    ),
    _asked("Maç berabere bitti.", "The match ended level.", "level_match", "level-at-the-cut"),
    _asked(
        "Masada üçüncülük berabere.",
        "Third place at the table is level.",
        "level-shared",
        "level-at-the-cut",
    ),
    _asked(
        "Süre doldu, eller bitmedi: kim kazandı?",
        "Time is up before the hands are: who has won?",
        "bell-enough",
        "bell-too-short",
        "bell",
        "bell-level",
        "bell-encounter",
        "bell-penalties",
        "bell-referee",
        "bell-places",
        "hands_per_match",
    ),
    _asked("Rakip gelmedi.", "The opponents did not come.", "walkover", "walkover-no-hands"),
    _asked("Bir takım ayrıldı.", "A team has left.", "kept", "annulled"),
    _asked("Yanlış yere oturmuşuz.", "We sat in the wrong seats.", "seats-mended", "seats-stay"),
    _asked(
        "Oyuncunun yerine başkası oturdu.",
        "Somebody else sat in for a player.",
        "nobody-plays-for-another",
    ),
    _asked(
        "Son masada birincilik berabere.",
        "First place at the last table is level.",
        "level-for-the-title",
    ),
    _asked("Eşler nasıl oturur?", "How do partners sit?", "partners-opposite", needs=_PARTNERS),
)
SITUATIONS: Final[Mapping[str, tuple[Situation, ...]]] = MappingProxyType(
    {
        "turns": _TURN,
        "opening": _OPENING,
        "laying-off": _TABLE,
        "infractions": _PLAYABLE,
        "finish": _FINISH,
        "points": _COUNT,
        "matches": _MATCH,
    }
)


def situations(book: Sequence[Chapter]) -> dict[str, tuple[Situation, ...]]:
    """Give the situations by the chapter that they are about, each with the answers that a book has.

    Those to which it has none are left out.
    """
    known = {one.key for chapter in book for one in chapter.cited}
    found = {}
    for chapter, asked in SITUATIONS.items():
        answered = (
            Situation(one.question, tuple(key for key in one.answers if key in known))
            for one in asked
            if one.needs is None or one.needs in known
        )
        found[chapter] = tuple(one for one in answered if one.answers)
    return found
