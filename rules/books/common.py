"""Sentences about the table that are the same in several games; each book gives them its own numbers.

Where no source is named we chose them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules.books.parts import Play, Told, in_pairs, of_singles
from rules.text import Text


def told_protest(play: Play[Any]) -> Text:
    """Say until when a hand may be protested."""
    if play.protest is None:
        return Text(
            "Yazılan ele, maç sürerken ve organizatörün maçtan sonra tanıdığı sürede itiraz edilebilir.",
            "A hand may be protested during its match and for the time after it that the organizer sets.",
        )
    if play.protest == 0:
        return Text(
            "Yazılan ele, maçı bitene kadar itiraz edilebilir.",
            "A hand may be protested until its match is over.",
        )
    return Text(
        f"Yazılan ele, maçın son elinden ya da düzeltmesinden sonra {play.protest} dakika boyunca itiraz "
        "edilebilir.",
        f"A hand may be protested until {play.protest} minutes after the last hand, or correction, of its "
        "match.",
    )


def _always(_play: Play[Any]) -> bool:
    return True


def _confirmed(play: Play[Any]) -> bool:
    return play.protest != 0


Common = tuple[Text | Callable[[Play[Any]], Text], tuple[str, ...], Callable[[Play[Any]], bool]]


def _chosen(tr: str, en: str, when: Callable[[Play[Any]], bool] = _always) -> Common:
    return Text(tr, en), (), when


COMMON: Final[dict[str, Common]] = {
    "two-drawn": _chosen(
        "İki taş çeken, ikincisini destenin üstüne koyar; buna puan yazılmaz.",
        "A player who draws two tiles puts the second back; nothing is charged.",
    ),
    "out-of-turn": _chosen(
        "Sırası gelmeden çekilen taş destenin üstüne döner; sıra kimdeyse oyun ondan sürer.",
        "A tile drawn out of turn goes back on top; the player whose turn it is continues.",
    ),
    "not-drawn": _chosen(
        "Çekmeden atan, sonraki oyuncu çekmeden önce bir taş çekebilir.",
        "A player who discarded without drawing may draw until the next player has drawn.",
    ),
    "not-discarded": _chosen(
        "Atmayı unutan, fark edilince bir taş atar; buna puan yazılmaz.",
        "A player who forgot to discard does so when it is noticed; nothing is charged.",
    ),
    "wrong-number": _chosen(
        "Eksik ya da fazla taş, sahibi ilk taşını atmadan söylenirse düzeltilir; sonra hakem karar verir.",
        "Too many or too few tiles are put right before their owner’s first discard; then the referee "
        "decides.",
    ),
    "wrong-starter": _chosen(
        "Yanlış oyuncu başladıysa, ikinci oyuncu çekmeden fark edilirse el yeniden dağıtılır.",
        "If the wrong player began and it is seen before the second player draws, the hand is dealt anew.",
    ),
    "exposed": _chosen(
        "Dağıtırken açılan taş sahibinde kalır; el yeniden dağıtılmaz.",
        "A tile exposed in the deal stays with its owner; there is no new deal.",
    ),
    "seen-discard": _chosen(
        "Ötekilerin gördüğü atılmış taş geri alınamaz.",
        "A discard that the others have seen can’t be taken back.",
    ),
    "knocked-over": _chosen(
        "Istakası devrilen oyuncu taşlarını toplar; buna puan yazılmaz.",
        "A player who knocks over his rack gathers the tiles; nothing is charged.",
    ),
    "seats": _chosen(
        "Yerler anlaşarak, olmazsa zarla belirlenir.", "Seats are agreed on; failing that, dice decide."
    ),
    "seats-kept": _chosen(
        "Maç bitmeden yer değiştirilmez.", "Nobody changes seats before the match is over."
    ),
    "deal-next-match": _chosen(
        "Aynı karşılaşmanın sonraki maçında dağıtma kaldığı yerden sağa geçer.",
        "In the next match of an encounter the deal passes on to the right.",
        in_pairs,
    ),
    "talking": _chosen(
        "Oyuncular birbirine taşları hakkında bilgi veremez; vereni hakem uyarır.",
        "Players may not tell each other of their tiles; the referee warns who does.",
    ),
    "spectators": _chosen(
        "Seyirci elden söz edemez; edeni hakem masadan uzaklaştırır, el sürer.",
        "Spectators may not speak of the hand; the referee sends away one who does, and play goes on.",
    ),
    "referee": _chosen(
        "Anlaşmazlıkta masaya hakem çağrılır; o gelene kadar oyun durur.",
        "In a dispute the referee is called to the table; play stops until he comes.",
    ),
    "ruling": _chosen(
        "Kitabın söylemediği yerde elin puanını hakem belirler.",
        "Where the book is silent the referee sets the hand’s points.",
    ),
    "program": _chosen(
        "Program yazılan eli denetler, nasıl oynandığını ise masadakiler.",
        "The program checks what is written; the table watches how it is played.",
    ),
    "protest": (told_protest, (), _always),
    "protest-confirmed": _chosen(
        "Bütün tarafların onayladığı ele artık itiraz edilemez.",
        "A hand that all sides have confirmed can no longer be protested.",
        _confirmed,
    ),
    "correction": _chosen(
        "Yanlış yazılan el düzeltilir; maç ve sıralama yeniden belirlenir.",
        "A hand written wrongly is corrected; match and standings are decided anew.",
    ),
    "substitute": _chosen(
        "Oyuncunun yerine yalnız organizatörün yazdığı yedek oynar.",
        "Only a substitute entered by the organizer may play for a player.",
    ),
    "break": _chosen(
        "Mola yalnız eller arasında, hakemin izniyle verilir.",
        "A break is taken only between hands, with the referee’s leave.",
    ),
    "level-shared": _chosen(
        "Dört kişilik masada üst tura çıkmayı etkilemeyen eşitlikte yer paylaşılır.",
        "At a table of four, ties that do not affect advancing are shared.",
        of_singles,
    ),
    "level-at-the-cut": _chosen(
        "Dört kişilik masada üst tura çıkma sınırındaki eşitlik, dördünün oynadığı ek ellerle bozulur.",
        "At a table of four a tie at the line of advancing is broken by further hands of all four.",
        of_singles,
    ),
    "walkover": _chosen(
        "Ayrılan ya da hakemin tanıdığı sürede gelmeyen takımın rakibi hükmen kazanır.",
        "If a team leaves, or does not come in the time the referee allows, its opponents win by walkover.",
        in_pairs,
    ),
    "walkover-no-hands": _chosen(
        "Hükmen galibiyette averaj sıfırdır; o karşılaşmada oynanmış eller sayılmaz.",
        "A walkover counts as average zero; hands played in that encounter do not count.",
        in_pairs,
    ),
    "walkover-both": _chosen(
        "İki takım da gelmezse ikisi de yenilmiş sayılır.",
        "If neither team comes, both have lost.",
        in_pairs,
    ),
    "annulled": _chosen(
        "Karşılaşmalarının yarısını bitirmeden ayrılanın sonuçları sayılmaz.",
        "All results of a team that leaves before half its encounters are decided are struck.",
        in_pairs,
    ),
    "kept": _chosen(
        "Karşılaşmalarının yarısını bitirip ayrılanın sonuçları kalır; gerisini rakipleri hükmen alır.",
        "A team that leaves after half its encounters keeps its results; the rest are walkovers for its "
        "opponents.",
        in_pairs,
    ),
    "not-come": _chosen(
        "Oyuncularından biri gelmeyen dört kişilik masada yerleri hakem verir.",
        "At a table of four where somebody does not come, the referee gives the places.",
        of_singles,
    ),
    "left-at-the-table": _chosen(
        "El oynanmış dört kişilik masadan ayrılan sonuncu olur; ötekiler o ana kadarki toplamlarıyla "
        "sıralanır.",
        "Who leaves a table of four after hands were played is last; the others are ranked by their totals.",
        of_singles,
    ),
}


def common(number: str, key: str) -> Told[Any]:
    """Give a sentence that several games have, with the number that it bears in this one."""
    text, places, when = COMMON[key]
    return Told(number, key, text, places, when=when)
