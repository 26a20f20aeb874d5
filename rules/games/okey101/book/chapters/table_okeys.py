from typing import Final

from rules.games.okey101.book.play_context import Rule, is_fined
from rules.localized_text import Text

PARTS: Final = (
    Rule(
        "6.11",
        "okey-for-its-tile",
        Text(
            "Masadaki okey, yerini tuttuğu taş konarak alınır.",
            "An okey on the table is taken by putting down the tile it stands for.",
        ),
        ("S0 IV", "S2"),
    ),
    Rule(
        "6.12",
        "okey-needs-opening",
        Text(
            "Masadaki okeyi yalnız açmış olan alabilir.",
            "Only a player who has opened may take an okey from the table.",
        ),
        ("S0 IV",),
    ),
    Rule(
        "6.13",
        "okey-out-of-pairs",
        Text("Okey, çiftten de alınabilir.", "An okey may be taken out of a pair, too."),
        ("S0 IV",),
    ),
    Rule(
        "6.14",
        "okey-out-of-sets",
        Text(
            "Kütten okey almak için o sayının eksik bütün renkleri konmalıdır.",
            "To take an okey out of a set, all missing colours of its number must be put down.",
        ),
        ("S2",),
    ),
    Rule(
        "6.15",
        "okey-not-to-open",
        Text(
            "Barajı tutturmak için masadaki okey alınamaz.",
            "No okey may be taken from the table to reach the threshold.",
        ),
        ("S0 IV",),
    ),
    Rule(
        "6.16",
        "lay-then-take",
        Text(
            "Açacak olan önce perlerini indirir, okeyi sonra alır.",
            "A player about to open lays the melds first and then takes the okey.",
        ),
        ("S0 IV",),
    ),
    Rule(
        "6.17",
        "okey-kept",
        Text(
            "Alınan okey hemen kullanılabilir ya da saklanabilir.",
            "An okey taken from the table may be used at once or kept.",
        ),
        ("S2",),
    ),
    Rule(
        "6.18",
        "okey-owner-pays",
        lambda play: (
            Text(
                "Okeyle açtığı perden okeyi başkası, eşi bile, alırsa peri açana kural hatası yazılır.",
                "If another, even the partner, takes the okey out of an opening meld, the player who laid it "
                "gets an infraction.",
            )
            if play.in_pairs
            else Text(
                "Okeyle açtığı perden okeyi başkası alırsa peri açana kural hatası yazılır.",
                "If another player takes the okey out of an opening meld, the player who laid it gets an "
                "infraction.",
            )
        ),
        ("S2",),
        when=is_fined("okey_lost_from_meld"),
        decided_by="infractions",
    ),
    Rule(
        "6.24",
        "okey-for-a-wrong-tile",
        Text(
            "Yanlış taş konup alınan okey yerine döner, taş da sahibine.",
            "An okey taken for a wrong tile goes back, and so does the tile.",
        ),
    ),
    Rule(
        "6.25",
        "okey-laid-later",
        Text(
            "Okey pere açıştan sonra işlenmişse, alınınca 9.51 yazılmaz.",
            "If the okey was laid off on the meld after the opening, 9.51 is not charged when it is taken.",
        ),
        when=is_fined("okey_lost_from_meld"),
        decided_by="infractions",
        unchecked=True,
    ),
    Rule(
        "6.26",
        "okey-put-back",
        Text(
            "6.22’ye, 6.24’e ya da 6.28’e göre geri konan okey için 9.51 yazılmaz.",
            "For an okey put back by 6.22, 6.24 or 6.28, 9.51 is not charged.",
        ),
        when=is_fined("okey_lost_from_meld"),
        decided_by="infractions",
        unchecked=True,
    ),
    Rule(
        "6.28",
        "okey-taken-too-early",
        Text(
            "Açmadan alınan okey, okeyi alan oyuncu açana kadar yerine konur; o sırada açarsa 9.50 yazılmaz.",
            "An okey taken before opening goes back until the player has opened; if in the same turn, 9.50 "
            "is not charged.",
        ),
        when=is_fined("okey_taken_not_opened"),
        decided_by="infractions",
        unchecked=True,
    ),
    Rule(
        "6.28",
        "okey-taken-too-early",
        Text(
            "Açmadan alınan okey yerine geri konur.",
            "An okey taken before opening goes back.",
        ),
        when=lambda play: not play.fines("okey_taken_not_opened"),
        decided_by="infractions",
    ),
    Rule(
        "6.29",
        "pair-of-okeys",
        Text(
            "İki okeyden oluşan çiftten okey alınamaz.",
            "No okey is taken out of a pair of two okeys.",
        ),
    ),
    Rule(
        "6.31",
        "own-okey-taken",
        Text(
            "Kendi perinden okey alana 9.51 yazılmaz.",
            "A player who takes the okey out of their own meld is not charged 9.51.",
        ),
        when=is_fined("okey_lost_from_meld"),
        decided_by="infractions",
        unchecked=True,
    ),
    Rule(
        "6.37",
        "okey-laid-in-a-later-meld",
        Text(
            "6.18, açıştan sonra okeyle indirilen per için de geçerlidir.",
            "6.18 applies to a meld laid with an okey after the opening, too.",
        ),
        unchecked=True,
        when=is_fined("okey_lost_from_meld"),
        decided_by="infractions",
    ),
)
