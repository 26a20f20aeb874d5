from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.games.okey_points.book.play import Play
from rules.games.okey_points.finishes import Winning
from rules.games.okey_points.racks import answer_rack, covered
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import START
from rules.games.okey_points.score import score_hand
from rules.melds import SHORTEST, played_as
from rules.sentences import Case
from rules.standings.matches import decide_match
from rules.text import Text, enumerated, grouped
from rules.tile_piles import most_pairs, piled
from rules.tiles import okey_of, parse_tile, tile_name

Example = Callable[[Play], Case]

INDICATOR: Final = "b5"
_WINS: Final = {
    Winning.GROUPS: Text("perlerle", "with runs and sets"),
    Winning.PAIRS: Text("yedi çiftle", "with seven pairs"),
    Winning.ONE_COLOUR_RUN: Text("tek renk seriyle", "with the run of one colour"),
}
NO_MELD: Final = Text("Per değil.", "Not a meld.")


def costs(tr: str, en: str, *, side: str = "B", by: str | None = "A1", **entry: Any) -> Example:
    """Return an example of a side's cost; A1 finished, or nobody (``by`` None).

    ``entry`` has fields of RULES §7.
    """

    def example(play: Play) -> Case:
        points = _paid(play, by, entry)[side]
        return Case(
            Text(tr, en), Text(f"{side}: {grouped(points, 'tr')}", f"{side}: {grouped(points, 'en')}")
        )

    return example


def shown_costs(play: Play) -> Case:
    description = Text("A1 göstergeyi gösterdi, deste bitti", "A1 showed the indicator, the deck ran out")
    if not play.rules.indicator_shown:
        return Case(description, Text("Gösterge yazılmaz.", "The indicator is not written."))
    points = _paid(play, None, {"indicator_shown_by": "A1"})["B"] - play.rules.nobody_finished
    return Case(
        description, Text(f"B’den gösterge için {points} düşülür.", f"B pays {points} for the indicator.")
    )


def spared(play: Play) -> Case:
    """Return what a side with two points left pays for a shown indicator."""
    description = Text(
        "B’nin 2 puanı kalmıştı, A1 göstergeyi gösterdi", "B had 2 points left, A1 showed the indicator"
    )
    entry = {"indicator_shown_by": "A1", "before": {"B": START - 2}}
    points = _paid(play, None, entry)["B"] - play.rules.nobody_finished
    return Case(
        description, Text(f"B’den gösterge için {points} düşülür.", f"B pays {points} for the indicator.")
    )


def partner_pays_nothing(tr: str, en: str) -> Example:
    def example(play: Play) -> Case:
        paid = _paid(play, "A1", {})
        payments = [
            ", ".join(f"{side}: {grouped(paid[side], language)}" for side in "AB")
            for language in ("tr", "en")
        ]
        return Case(Text(tr, en), Text(*payments))

    return example


def _paid(play: Play, by: str | None, entry: Mapping[str, Any]) -> dict[str, int]:
    seats = ("A1", "B1", "C1", "D1") if play.singles else ("A1", "B1", "A2", "B2")
    end: dict[str, Any] = {"outcome": "finished", "finisher": by} if by else {"outcome": "deck_exhausted"}
    report = parse_report(end | {"seats": {seat: {} for seat in seats}} | dict(entry))
    return score_hand(report, play.rules).by_side()


def left(tr: str, en: str, *penalties: int) -> Example:
    def example(_play: Play) -> Case:
        points = START - sum(penalties)
        return Case(
            Text(tr, en), Text(f"Kalan puan {grouped(points, 'tr')}.", f"{grouped(points, 'en')} left.")
        )

    return example


def match(
    tr: str, en: str, *hands: Sequence[int], most: int | None = None, cuts: tuple[int, ...] = (1,)
) -> Example:
    def example(_play: Play) -> Case:
        by_side = [dict(zip("ABCD", hand, strict=False)) for hand in hands]
        result = decide_match(by_side, most, cuts=cuts, ends_at=START)
        if result.winner is None:
            return Case(Text(tr, en), Text("Bir el daha oynanır.", "Another hand is played."))
        first = sorted(result.places, key=lambda side: result.places[side])[: max(cuts)]
        return Case(
            Text(tr, en),
            Text(f"Kazanan: {enumerated(first, 'tr')}.", f"Won by {enumerated(first, 'en')}."),
        )

    return example


def names_okey(indicator: str) -> Example:
    def example(_play: Play) -> Case:
        tile = parse_tile(indicator)
        indicator_name, okey = tile_name(tile), tile_name(okey_of(tile))
        return Case(
            Text(f"Gösterge {indicator_name.tr}", f"Indicator {indicator_name.en}"),
            Text(f"Okey {okey.tr}.", f"Okey {okey.en}."),
        )

    return example


def reads(group: str) -> Example:
    codes = tuple(group.split())

    def example(_play: Play) -> Case:
        names = [tile_name(parse_tile(code)) for code in codes]
        indicator_name = tile_name(parse_tile(INDICATOR))
        description = Text(
            f"Gösterge {indicator_name.tr}: {', '.join(name.tr for name in names)}",
            f"Indicator {indicator_name.en}: {', '.join(name.en for name in names)}",
        )
        return Case(description, reading(codes))

    return example


def reading(codes: Sequence[str]) -> Text:
    okey = okey_of(parse_tile(INDICATOR))
    played = dict(enumerate(played_as([parse_tile(code) for code in codes], okey, {okey})))
    if len(codes) < SHORTEST:
        return Text("Çift.", "Pair.") if most_pairs(played) else NO_MELD
    if not covered(piled(played)):
        return NO_MELD
    numbers = {face.number for face in played.values() if face}
    return Text("Küt.", "Set.") if len(numbers) == 1 else Text("Seri.", "Run.")


def wins(tr: str, en: str, tiles: str) -> Example:
    def example(play: Play) -> Case:
        answer = answer_rack({"indicator": INDICATOR, "tiles": tiles.split()}, play.rules)
        hand_names = [_WINS[Winning(code)] for code in answer["wins"]]
        if not hand_names:
            return Case(Text(tr, en), Text("Bitmez.", "It does not win."))
        *other_names, best_name = hand_names
        result = Text(f"Biter: {best_name.tr}", f"It wins: {best_name.en}")
        if other_names:
            joined_names = (
                enumerated([name.tr for name in other_names], "tr"),
                enumerated([name.en for name in other_names], "en"),
            )
            result = Text(
                f"{result.tr}; {joined_names[0]} de sayılabilir",
                f"{result.en}; it may count {joined_names[1]}, too",
            )
        return Case(Text(tr, en), Text(f"{result.tr}.", f"{result.en}."))

    return example


def of_one_colour(tr: str, en: str, tiles: str) -> Example:
    def example(play: Play) -> Case:
        answer = answer_rack({"indicator": INDICATOR, "tiles": tiles.split()}, play.rules)
        if answer["one_colour"]:
            return Case(Text(tr, en), Text("Tek renktir.", "It is of one colour."))
        return Case(Text(tr, en), Text("Tek renk değildir.", "It is not of one colour."))

    return example
