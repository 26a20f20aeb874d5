"""A flat 101 if the rule set names them (RULES §4, S0 VII, S2, S4)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.infractions import InfractionKind
from rules.localized_text import Text

__all__ = ["FLAT", "INFRACTIONS", "InfractionKind"]

FLAT: Final = 101

_S0: Final = ("S0 VII",)
_BOTH: Final = ("S0 VII", "S4")

_KINDS: Final = (
    InfractionKind(
        "playable_discard",
        Text("İşlek taş atma", "Playable discard"),
        Text(
            "Masadaki bir seriye ya da küte işleyen taşı attı.",
            "Discarded a tile that fits a run or set on the table.",
        ),
        _BOTH,
    ),
    InfractionKind(
        "okey_discard",
        Text("Okey atma", "Okey discarded"),
        Text(
            "Bitiş taşı olmadığı hâlde gerçek okeyi attı.",
            "Discarded a real okey other than as the finishing tile.",
        ),
        _BOTH,
    ),
    InfractionKind(
        "invalid_opening",
        Text("El açma hatası", "Invalid opening"),
        Text(
            "Baraja ulaşmadan ya da yeterli çift olmadan el açtı.",
            "Opened below the threshold or with too few pairs.",
        ),
        _BOTH,
    ),
    InfractionKind(
        "invalid_meld",
        Text("Yanlış per", "Invalid meld"),
        Text(
            "12-13-1 gibi geçersiz bir per indirdi.",
            "Laid an illegal group, 12-13-1 for instance.",
        ),
        _S0,
    ),
    InfractionKind(
        "opening_taken_back",
        Text("Geri toplama", "Opening taken back"),
        Text(
            "Yetersiz perleri yere açıp geri topladı; el açma hatası ayrıca yazılmaz.",
            "Laid an insufficient opening and gathered it up; not charged as an invalid opening as well.",
        ),
        _S0,
    ),
    InfractionKind(
        "side_tile_returned",
        Text("Yandan alıp geri bırakma", "Side tile returned"),
        Text(
            "Yandan taş aldı, el açamadı ve geri bıraktı.",
            "Took the side tile, could not open and put it back.",
        ),
        _S0,
    ),
    InfractionKind(
        "taken_tile_not_opened",
        Text("Yandan alıp açmama", "Taken tile, no opening"),
        Text(
            "Yandan taş aldı, açmadan başka taş attı.",
            "Took the side tile and discarded another without opening.",
        ),
        _S0,
    ),
    InfractionKind(
        "layoff_taken_back",
        Text("İşleneni geri alma", "Layoff taken back"),
        Text(
            "Son işlediği taştan fazlasını geri aldı.",
            "Took back more than the last tile laid off.",
        ),
        _BOTH,
    ),
    InfractionKind(
        "discard_during_layoff",
        Text("İşlerken taş atma", "Discard while laying off"),
        Text(
            "İşlemesi bitmeden taşını attı; eli bitiren taşa yazılmaz.",
            "Discarded before the layoff was finished; not for the finishing tile.",
        ),
        _S0,
    ),
    InfractionKind(
        "okey_taken_not_opened",
        Text("Okey alıp açmama", "Okey taken, no opening"),
        Text(
            "Masadaki okeyi aldı, el açmadı.",
            "Took an okey from the table and did not open.",
        ),
        _S0,
    ),
    InfractionKind(
        "okey_lost_from_meld",
        Text("Yerden okey kaptırma", "Okey lost from a meld"),
        Text(
            "Okeyle açtığı perden okeyi başka bir oyuncu aldı; peri açana yazılır.",
            "Another player took the okey out of a meld laid with it; charged to the player who laid the "
            "meld.",
        ),
        ("S2",),
    ),
)

INFRACTIONS: Final[Mapping[str, InfractionKind]] = MappingProxyType({kind.code: kind for kind in _KINDS})
