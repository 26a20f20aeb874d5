from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.all_melds import lay_meld, runs_of_length, sets_of_size
from rules.games.okey_task.book.play_context import BookContext
from rules.games.okey_task.racks import JOKER, answer_rack
from rules.games.okey_task.reports import parse_report
from rules.games.okey_task.score import score_hand
from rules.games.okey_task.tasks import Task
from rules.localized_text import Text, format_number
from rules.melds import SHORTEST_MELD, played_as
from rules.sentences import Case
from rules.standings.matches import decide_match
from rules.tile_piles import most_pairs, pile_tiles
from rules.tiles import FALSE_OKEY, parse_tile, tile_name

Example = Callable[[BookContext], Case]
NO_MELD: Final = Text("Per değil.", "Not a meld.")


def cost_example(
    tr: str, en: str, seats: Mapping[str, Mapping[str, Any]], *, seat: str = "B1", finished: bool = True
) -> Example:
    """Show what ``seat`` pays if A1, or without ``finished`` nobody, finishes; ``seats`` as in RULES §7.

    The task is always ``seri_3``.
    """

    def example(play: BookContext) -> Case:
        names = ("A1", "B1", "C1", "D1") if play.singles else ("A1", "B1", "A2", "B2")
        end = {"outcome": "finished", "finisher": "A1"} if finished else {"outcome": "deck_exhausted"}
        opened = {"A1": {"opening": "series"}} if finished else {}
        entries = {**{key: {} for key in names}, **opened, **seats}
        report = parse_report({**end, "task": "seri_3", "seats": entries})
        points = score_hand(report, play.rules).by_seat()[seat]
        return Case(
            Text(tr, en),
            Text(f"{seat}: {format_number(points, 'tr')}", f"{seat}: {format_number(points, 'en')}"),
        )

    return example


def exchanged_joker_case(play: BookContext) -> Case:
    description = Text(
        "B1’in elinde 12 kaldı, bir joker kaptırdı", "B1 has 12 left and had a joker exchanged"
    )
    fouls = [{"code": code, "count": 1} for code in play.rules.infractions]
    seats = {"B1": {"opening": "series", "rack": {"points": 12}, "infractions": fouls}}
    return cost_example(description.tr, description.en, seats)(play)


def opening_example(task: Task, tiles: str) -> Example:
    codes = tiles.split()

    def example(play: BookContext) -> Case:
        answer = answer_rack({"task": task.value, "tiles": codes}, play.rules)
        result = Text("Açar.", "It opens.") if answer["opens"] else Text("Açmaz.", "It does not open.")
        return Case(_tile_names(codes), result)

    return example


def meld_example(group: str) -> Example:
    codes = tuple(group.split())
    return lambda _play: Case(_tile_names(codes), describe_meld(codes))


def describe_meld(codes: Sequence[str]) -> Text:
    """Word what the tiles are: pair, set, run or NO_MELD."""
    played = dict(enumerate(played_as([parse_tile(code) for code in codes], FALSE_OKEY, {FALSE_OKEY})))
    if len(codes) < SHORTEST_MELD:
        return Text("Çift.", "Pair.") if most_pairs(played) else NO_MELD
    piles = pile_tiles(played)
    if any(lay_meld(faces, piles) for faces in sets_of_size(len(codes))):
        return Text("Küt.", "Set.")
    return (
        Text("Seri.", "Run.")
        if any(lay_meld(faces, piles) for faces in runs_of_length(len(codes)))
        else NO_MELD
    )


def _tile_names(codes: Sequence[str]) -> Text:
    names = [tile_name(parse_tile(code), JOKER) for code in codes]
    return Text(", ".join(name.tr for name in names), ", ".join(name.en for name in names))


def match_example(tr: str, en: str, *hands: Sequence[int]) -> Example:
    def example(_play: BookContext) -> Case:
        result = decide_match([dict(zip("AB", hand, strict=True)) for hand in hands], len(hands))
        if result.winner is None:
            return Case(Text(tr, en), Text("Bir el daha oynanır.", "Another hand is played."))
        return Case(Text(tr, en), Text(f"Kazanan: {result.winner}.", f"Won by {result.winner}."))

    return example
