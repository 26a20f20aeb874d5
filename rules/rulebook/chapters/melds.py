"""Chapter: runs, sets and pairs, with groups that the engine reads."""

from typing import Final

from rules.games.okey101.rulesets import RuleSet
from rules.melds import Meld, MeldKind, read_meld
from rules.rulebook.chapter import Chapter, LaidMeld, stated, switched
from rules.text import Text, enumerated
from rules.tiles import FALSE_OKEY, Tile, okey_of, parse_tile, tile_name

_INDICATOR: Final = "b5"
_GROUPS: Final = (
    ("r5", "r6", "r7"),
    ("r12", "b6", "k12"),
    ("k10", "k11", "b6"),
    ("*", "r6", "y6"),
    ("r12", "r13", "r1"),
    ("r7", "r7", "k7"),
    ("y4", "y4"),
    ("r9", "b6"),
    ("r9", "b5"),
)
_KINDS: Final = {
    MeldKind.RUN: Text("Seri", "Run"),
    MeldKind.SET: Text("Küt", "Set"),
    MeldKind.PAIR: Text("Çift", "Pair"),
}


def chapter(rules: RuleSet) -> Chapter:
    """Tell what may be laid, and read some groups of tiles (S0 II, S2, S4)."""
    return Chapter(
        "melds",
        Text("Perler", "Melds"),
        (
            stated(
                rules,
                Text(
                    "Seri: aynı renkte en az üç ardışık sayı. 1 yalnız en küçüktür; 12-13-1 seri değildir.",
                    "Run: at least three consecutive numbers of one colour. 1 is only low: no 12-13-1.",
                ),
                "S0 II",
                "S2",
                "S4",
            ),
            stated(
                rules,
                Text(
                    "Küt: aynı sayıdan üç ya da dört taş, hepsi ayrı renkte.",
                    "Set: three or four tiles of one number, all of different colours.",
                ),
                "S0 II",
                "S2",
                "S4",
            ),
            stated(
                rules,
                Text("Çift: birbirinin aynı iki taş.", "Pair: two identical tiles."),
                "S0 II",
                "S2",
                "S4",
            ),
            stated(
                rules,
                Text("Çiftlerin renkleri ayrı olmak zorunda değildir.", "Pairs may share a colour."),
            ),
            *switched(rules, "indicator_in_pairs"),
            stated(
                rules,
                Text(
                    "Okeyli bir per birden çok türlü okunabiliyorsa en yüksek değerli okunuşu geçerlidir, "
                    "eşitlikte küt.",
                    "A meld with an okey that can be read in several ways counts as the one of highest "
                    "value, a set at equality.",
                ),
            ),
        ),
        melds_read_by=_read_by(),
        melds=tuple(_laid(group, rules) for group in _GROUPS),
    )


def _read_by() -> Text:
    indicator = parse_tile(_INDICATOR)
    shown, okey = tile_name(indicator), tile_name(okey_of(indicator))
    return Text(
        f"Bu örneklerde gösterge {shown.tr}, okey {okey.tr}.",
        f"The indicator is {shown.en} here, the okey {okey.en}.",
    )


def _laid(group: tuple[str, ...], rules: RuleSet) -> LaidMeld:
    indicator = parse_tile(_INDICATOR)
    tiles = [parse_tile(code) for code in group]
    meld = read_meld(tiles, indicator, indicator_in_pairs=rules.indicator_in_pairs)
    return LaidMeld(group, meld.valid, _reading(meld, tiles, okey_of(indicator)))


def _reading(meld: Meld, tiles: list[Tile], okey: Tile) -> Text:
    """Say what a group makes: "Set, 36; the okey stands for blue 12"."""
    if meld.reason is not None:
        return meld.reason
    kind = _KINDS[meld.kind]
    value = "" if meld.kind is MeldKind.PAIR else f", {meld.value}"
    laid = zip(tiles, meld.stands_for, strict=True)
    places = [(tile, tile_name(meant)) for tile, meant in laid if tile not in (meant, FALSE_OKEY)]
    if not places:
        return Text(f"{kind.tr}{value}.", f"{kind.en}{value}.")
    wild = Text("okey", "the okey") if places[0][0] == okey else Text("gösterge", "the indicator")
    names = [name for _tile, name in places]
    return Text(
        f"{kind.tr}{value}; {wild.tr} {enumerated([name.tr for name in names], 'tr')} yerine.",
        f"{kind.en}{value}; {wild.en} stands for {enumerated([name.en for name in names], 'en')}.",
    )
