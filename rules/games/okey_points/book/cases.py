from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.games.okey_points.book.play_context import BookContext
from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.racks import answer_rack, cover_tiles
from rules.games.okey_points.reports import parse_report
from rules.games.okey_points.rulesets import START
from rules.games.okey_points.score import score_hand
from rules.localized_text import Text, format_number, join_names
from rules.melds import SHORTEST_MELD, played_as
from rules.sentences import Case
from rules.standings.matches import decide_match
from rules.tile_piles import most_pairs, pile_tiles
from rules.tiles import okey_of, parse_tile, tile_name

Example = Callable[[BookContext], Case]

INDICATOR: Final = "b5"
_WINS: Final = {
    WinningHand.GROUPS: Text("perlerle", "with runs and sets"),
    WinningHand.PAIRS: Text("yedi çiftle", "with seven pairs"),
    WinningHand.ONE_COLOUR_RUN: Text("tek renk seriyle", "with the run of one colour"),
}
NO_MELD: Final = Text("Per değil.", "Not a meld.")


def cost_example(tr: str, en: str, *, side: str = "B", by: str | None = "A1", **entry: Any) -> Example:
    """Show what ``side`` pays if ``by`` finishes (None: nobody); ``entry`` has fields of RULES §7."""

    def example(play: BookContext) -> Case:
        points = _points_by_side(play, by, entry)[side]
        return Case(
            Text(tr, en),
            Text(f"{side}: {format_number(points, 'tr')}", f"{side}: {format_number(points, 'en')}"),
        )

    return example


def shown_indicator_case(play: BookContext) -> Case:
    description = Text("A1 göstergeyi gösterdi, deste bitti", "A1 showed the indicator, the deck ran out")
    if not play.rules.indicator_shown:
        return Case(description, Text("Gösterge yazılmaz.", "The indicator is not written."))
    points = _points_by_side(play, None, {"indicator_shown_by": "A1"})["B"] - play.rules.nobody_finished
    return Case(
        description, Text(f"B’den gösterge için {points} düşülür.", f"B pays {points} for the indicator.")
    )


def spared_side_case(play: BookContext) -> Case:
    description = Text(
        "B’nin 2 puanı kalmıştı, A1 göstergeyi gösterdi", "B had 2 points left, A1 showed the indicator"
    )
    entry = {"indicator_shown_by": "A1", "before": {"B": START - 2}}
    points = _points_by_side(play, None, entry)["B"] - play.rules.nobody_finished
    return Case(
        description, Text(f"B’den gösterge için {points} düşülür.", f"B pays {points} for the indicator.")
    )


def partner_payment_example(tr: str, en: str) -> Example:
    """Show what each side pays if A1 finishes."""

    def example(play: BookContext) -> Case:
        paid = _points_by_side(play, "A1", {})
        payments = [
            ", ".join(f"{side}: {format_number(paid[side], language)}" for side in "AB")
            for language in ("tr", "en")
        ]
        return Case(Text(tr, en), Text(*payments))

    return example


def _points_by_side(play: BookContext, by: str | None, entry: Mapping[str, Any]) -> dict[str, int]:
    seats = ("A1", "B1", "C1", "D1") if play.singles else ("A1", "B1", "A2", "B2")
    end: dict[str, Any] = {"outcome": "finished", "finisher": by} if by else {"outcome": "deck_exhausted"}
    report = parse_report(end | {"seats": {seat: {} for seat in seats}} | dict(entry))
    return score_hand(report, play.rules).by_side()


def points_left_example(tr: str, en: str, *penalties: int) -> Example:
    def example(_play: BookContext) -> Case:
        points = START - sum(penalties)
        return Case(
            Text(tr, en),
            Text(f"Kalan puan {format_number(points, 'tr')}.", f"{format_number(points, 'en')} left."),
        )

    return example


def match_example(
    tr: str, en: str, *hands: Sequence[int], most: int | None = None, cuts: tuple[int, ...] = (1,)
) -> Example:
    """Show the winners, as many as the largest of ``cuts``, or that another hand is played.

    ``hands`` are penalties by side; ``most`` None means no limit.
    """

    def example(_play: BookContext) -> Case:
        by_side = [dict(zip("ABCD", hand, strict=False)) for hand in hands]
        result = decide_match(by_side, most, cuts=cuts, ends_at=START)
        if result.winner is None:
            return Case(Text(tr, en), Text("Bir el daha oynanır.", "Another hand is played."))
        first = sorted(result.places, key=lambda side: result.places[side])[: max(cuts)]
        return Case(
            Text(tr, en),
            Text(f"Kazanan: {join_names(first, 'tr')}.", f"Won by {join_names(first, 'en')}."),
        )

    return example


def okey_example(indicator: str) -> Example:
    def example(_play: BookContext) -> Case:
        tile = parse_tile(indicator)
        indicator_name, okey = tile_name(tile), tile_name(okey_of(tile))
        return Case(
            Text(f"Gösterge {indicator_name.tr}", f"Indicator {indicator_name.en}"),
            Text(f"Okey {okey.tr}.", f"Okey {okey.en}."),
        )

    return example


def meld_example(group: str) -> Example:
    """Show whether ``group`` (spaced codes) is a meld."""
    codes = tuple(group.split())

    def example(_play: BookContext) -> Case:
        names = [tile_name(parse_tile(code)) for code in codes]
        indicator_name = tile_name(parse_tile(INDICATOR))
        description = Text(
            f"Gösterge {indicator_name.tr}: {', '.join(name.tr for name in names)}",
            f"Indicator {indicator_name.en}: {', '.join(name.en for name in names)}",
        )
        return Case(description, describe_meld(codes))

    return example


def describe_meld(codes: Sequence[str]) -> Text:
    okey = okey_of(parse_tile(INDICATOR))
    played = dict(enumerate(played_as([parse_tile(code) for code in codes], okey, {okey})))
    if len(codes) < SHORTEST_MELD:
        return Text("Çift.", "Pair.") if most_pairs(played) else NO_MELD
    if not cover_tiles(pile_tiles(played)):
        return NO_MELD
    numbers = {face.number for face in played.values() if face}
    return Text("Küt.", "Set.") if len(numbers) == 1 else Text("Seri.", "Run.")


def win_example(tr: str, en: str, tiles: str) -> Example:
    """Show how ``tiles`` (spaced codes) win: the best way, then others."""

    def example(play: BookContext) -> Case:
        answer = answer_rack({"indicator": INDICATOR, "tiles": tiles.split()}, play.rules)
        hand_names = [_WINS[WinningHand(code)] for code in answer["wins"]]
        if not hand_names:
            return Case(Text(tr, en), Text("Bitmez.", "It does not win."))
        *other_names, best_name = hand_names
        result = Text(f"Biter: {best_name.tr}", f"It wins: {best_name.en}")
        if other_names:
            joined_names = (
                join_names([name.tr for name in other_names], "tr"),
                join_names([name.en for name in other_names], "en"),
            )
            result = Text(
                f"{result.tr}; {joined_names[0]} de sayılabilir",
                f"{result.en}; it may count {joined_names[1]}, too",
            )
        return Case(Text(tr, en), Text(f"{result.tr}.", f"{result.en}."))

    return example


def one_colour_example(tr: str, en: str, tiles: str) -> Example:
    def example(play: BookContext) -> Case:
        answer = answer_rack({"indicator": INDICATOR, "tiles": tiles.split()}, play.rules)
        if answer["one_colour"]:
            return Case(Text(tr, en), Text("Tek renktir.", "It is of one colour."))
        return Case(Text(tr, en), Text("Tek renk değildir.", "It is not of one colour."))

    return example
