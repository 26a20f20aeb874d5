from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.infractions import InfractionKind
from rules.localized_text import Text

JOKER_EXCHANGED: Final = "joker_exchanged"
JOKER_AMOUNT: Final = 50

INFRACTIONS: Final[Mapping[str, InfractionKind]] = MappingProxyType(
    {
        JOKER_EXCHANGED: InfractionKind(
            JOKER_EXCHANGED,
            Text("Joker kaptırma", "Joker exchanged"),
            Text(
                "Jokerle açtı, o jokeri başka bir oyuncu yerine geçtiği taşla değiştirip aldı.",
                "Opened with a joker that another player took in exchange for the tile it stood for.",
            ),
            ("S3",),
        )
    }
)
