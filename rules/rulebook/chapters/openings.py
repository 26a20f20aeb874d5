"""Chapter: opening the hand, taking the discard, laying off."""

from typing import Final

from rules.games.okey101.openings import PAIRS_THRESHOLD, SERIES_THRESHOLD
from rules.games.okey101.rulesets import RuleSet
from rules.rulebook.chapter import Article, Chapter, stated, switched
from rules.text import Text

_TAKEN: Final = {
    "S0": Text(
        "Açmamış oyuncu yandan taş alırsa o sırada onunla açmak zorundadır; geri bırakamaz.",
        "A player who has not opened and takes the discard must open with it; he can’t put it back.",
    ),
    "S2": Text(
        "Açmamış oyuncu yandan taş alırsa o sırada açar; açamadığını görürse cezasız geri bırakır.",
        "A player who has not opened and takes the discard opens with it, or puts it back without a fine.",
    ),
    "S4": Text(
        "Yandan alınan taş kullanılmak zorundadır, açmamış oyuncu onunla açar; cezasız geri bırakılabilir.",
        "A taken discard must be used, an unopened player opens with it; it may be put back without a fine.",
    ),
}
_AT_MOST: Final = {
    "S0": Text(
        "Çift açan, her sırasında en çok iki taş işler.", "A pairs opener lays off two tiles a turn at most."
    ),
    "S2": Text(
        "Bir sırada bir pere en çok üç taş işlenir.",
        "Three tiles at most are laid off on one meld in a turn.",
    ),
}
_PLACES: Final = {"S0": ("S0 III", "S0 IV"), "S2": ("S2", "S2"), "S4": ("S4", "S4")}


def chapter(rules: RuleSet) -> Chapter:
    """Tell how a hand is opened and what may be done then (S0 III and IV, S2, S4)."""
    return Chapter(
        "opening",
        Text("Açış ve işleme", "Opening and laying off"),
        (
            stated(
                rules,
                Text(
                    f"Seri ya da küt açan, en az {SERIES_THRESHOLD} değerinde per indirir; yalnız "
                    "indirdiği taşlar sayılır.",
                    f"Who opens with runs and sets lays melds worth at least {SERIES_THRESHOLD}; only "
                    "what is laid counts.",
                ),
                "S0 III",
                "S2",
                "S4",
            ),
            stated(
                rules,
                Text(
                    f"Çift açan, en az {PAIRS_THRESHOLD} çift indirir.",
                    f"Who opens with pairs lays at least {PAIRS_THRESHOLD} of them.",
                ),
                "S0 III",
                "S2",
                "S4",
            ),
            stated(
                rules,
                Text("Bir açışta hem çift hem seri olmaz.", "An opening never holds both pairs and series."),
                "S0 III",
                "S2",
            ),
            *switched(rules, "rising_threshold"),
            *_by_origin(rules),
            stated(
                rules,
                Text(
                    "Çift açan artık seri ya da küt indiremez; yalnızca masadaki perlere taş işleyebilir.",
                    "After a pairs opening no series may be laid; tiles may only be laid off on the table.",
                ),
                "S0 III",
                "S2",
                "S4",
            ),
            stated(
                rules,
                Text(
                    "Açmış olan, masadaki her pere taş işleyebilir; yalnız son işlediği taşı geri alabilir.",
                    "Who has opened may lay off on any meld; only the last tile may be taken back.",
                ),
                "S0 IV",
                "S4",
            ),
            stated(
                rules,
                Text(
                    "Masadaki okeyi ancak elini açmış olan, yerine geçtiği taşı koyarak alır.",
                    "Only an opened player takes an okey from the table, for the tile that it stands for.",
                ),
                "S0 IV",
                "S2",
            ),
            stated(
                rules,
                Text(
                    "Nasıl oynandığına masadakiler bakar; program yalnız yazılan eli denetler.",
                    "How a hand is played is for the table to watch; the program checks what is written.",
                ),
            ),
        ),
    )


def _by_origin(rules: RuleSet) -> tuple[Article, ...]:
    """Give the sentences in which the sources disagree, as the rule set's own source has them."""
    opening, laying_off = _PLACES[rules.source]
    fined = "side_tile_returned" in rules.infractions
    taken = stated(rules, _TAKEN["S0" if fined else rules.source], opening)
    limit = _AT_MOST.get(rules.source)
    return (taken,) if limit is None else (taken, stated(rules, limit, laying_off))
