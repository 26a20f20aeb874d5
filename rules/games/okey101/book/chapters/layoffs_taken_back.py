from typing import Final

from rules.games.okey101.book.play_context import Rule, is_fined
from rules.localized_text import Text

PARTS: Final = (
    Rule(
        "6.8",
        "last-taken-back",
        Text(
            "Son işlenen taş geri alınabilir.",
            "The last tile laid off may be taken back.",
        ),
        ("S0 IV", "S4"),
    ),
    Rule(
        "6.9",
        "more-than-last",
        Text(
            "Son işlenen taştan fazlasını geri almak kural hatasıdır.",
            "Taking back more than the last tile is an infraction.",
        ),
        ("S0 IV", "S4"),
        when=is_fined("layoff_taken_back"),
        decided_by="infractions",
    ),
    Rule(
        "6.21",
        "last-may-move",
        Text("Son işlenen taşın yeri değiştirilebilir.", "The last tile laid off may be moved."),
        ("S0 IV",),
    ),
    Rule(
        "6.22",
        "out-of-turn-undone",
        Text(
            "Sırası gelmeden işlenen taş geri alınır, alınan okey yerine konur.",
            "A tile laid off, or an okey taken, out of turn goes back.",
        ),
    ),
    Rule(
        "6.23",
        "no-third-on-a-pair",
        Text(
            "Bir çifte üçüncü taş işlenmez; işlenen geri alınır.",
            "No third tile is laid off on a pair; it is taken back.",
        ),
    ),
    Rule(
        "6.27",
        "unopened-lays-off",
        Text(
            "Açmamış oyuncunun işlediği taş geri alınır.",
            "A tile laid off by a player who has not opened goes back.",
        ),
    ),
    Rule(
        "6.30",
        "last-until-the-discard",
        Text(
            "6.8 ile 6.21’deki haklar, taşı işleyen oyuncu bir taş atana kadar sürer.",
            "The rights of 6.8 and 6.21 last until the player who laid off discards.",
        ),
        unchecked=True,
    ),
    Rule(
        "6.33",
        "laid-off-after-discarding",
        Text(
            "Taşını attıktan sonra, sonraki oyuncu çekmeden işlenen taş geri alınır; 9.49’daki kural hatası "
            "yazılır.",
            "A tile laid off after discarding, before the next player draws, goes back, and 9.49 is charged.",
        ),
        unchecked=True,
        when=is_fined("discard_during_layoff"),
        decided_by="infractions",
    ),
    Rule(
        "6.33",
        "laid-off-after-discarding",
        Text(
            "Taşını attıktan sonra işlenen taş geri alınır.",
            "A tile laid off after discarding goes back.",
        ),
        when=lambda play: not play.fines("discard_during_layoff"),
        decided_by="infractions",
    ),
    Rule(
        "6.34",
        "does-not-fit",
        Text(
            "İşlendiği pere uymayan taş geri alınır.",
            "A tile that does not fit the meld goes back.",
        ),
    ),
    Rule(
        "6.36",
        "back-to-the-table",
        Text(
            "Son işlenen taştan fazlası geri alındıysa, fazlası masaya döner.",
            "Of tiles taken back, those beyond the last one laid off return to the table.",
        ),
    ),
)
