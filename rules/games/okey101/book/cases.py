from __future__ import annotations

from typing import Any, Final

from rules.games.okey101.book.play_context import BookContext, Example
from rules.games.okey101.openings import EarlierOpening, LaidOpening, judge_opening, read_group
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import score_hand
from rules.hands import HandReport, Opening
from rules.localized_text import Text, format_number, format_signed
from rules.melds import MeldKind
from rules.sentences import Case
from rules.tiles import okey_of, parse_indicator, parse_tile, tile_name

INDICATOR: Final = "b5"
UNOPENED_SEAT: Final[dict[str, Any]] = {"opening": "none"}
_SINGLES: Final = {"A2": "C1", "B2": "D1"}
KINDS: Final = {
    MeldKind.RUN: Text("Seri", "Run"),
    MeldKind.SET: Text("Küt", "Set"),
    MeldKind.PAIR: Text("Çift", "Pair"),
}


def opened_seat(opening: str, points: int = 0, okeys: int = 0, **fouls: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"opening": opening, "infractions": _infraction_entries(fouls)}
    return entry | ({"rack": {"points": points, "okeys": okeys}} if points or okeys else {})


def unopened_seat(okeys: int = 0, **fouls: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"opening": "none", "infractions": _infraction_entries(fouls)}
    return entry | ({"rack": {"points": 30, "okeys": okeys}} if okeys else {})


def _infraction_entries(fouls: dict[str, int]) -> list[dict[str, Any]]:
    return [{"code": code, "count": count} for code, count in fouls.items()]


def sample_hand(
    play: BookContext, finish: str | None = "plain", *, direct: bool = False, **seats: Any
) -> HandReport:
    """Return a hand that A1 finished with last tile ``finish`` (None: nobody did).

    Unnamed seats didn't open. In singles, A2 and B2 become C1 and D1.
    """
    by_seat = dict.fromkeys(("A1", "B1", "A2", "B2"), UNOPENED_SEAT) | seats
    entries = {_SINGLES.get(seat, seat) if play.singles else seat: entry for seat, entry in by_seat.items()}
    end: dict[str, Any] = {"outcome": "deck_exhausted"}
    if finish:
        end = {"outcome": "finished", "finisher": "A1", "finish": {"last_tile": finish, "direct": direct}}
    return parse_report(end | {"seats": entries, "indicator": INDICATOR})


def points_paid(report: HandReport, rules: RuleSet, seat: str = "B1") -> int:
    return score_hand(report, rules).by_seat()[seat]


def cost_example(
    tr: str,
    en: str,
    finish: str | None = "plain",
    *,
    seat: str = "B1",
    direct: bool = False,
    fouled: bool = False,
    **seats: Any,
) -> Example:
    """Show what ``seat`` pays in a `sample_hand`; every rule set must be able to score it.

    With ``fouled``, B1, who must be in ``seats``, has only the rules' first infraction, once.
    """

    def example(play: BookContext) -> Case:
        entries = dict(seats)
        if fouled:
            entries["B1"] = seats["B1"] | {
                "infractions": _infraction_entries({next(iter(play.rules.infractions)): 1})
            }
        report = sample_hand(play, finish, direct=direct, **entries)
        at = _SINGLES.get(seat, seat) if play.singles else seat
        points = points_paid(report, play.rules, at)
        return Case(
            Text(tr, en), Text(f"{at}: {format_signed(points, 'tr')}", f"{at}: {format_signed(points, 'en')}")
        )

    return example


def opening_example(tr: str, en: str, *melds: str, direct: bool = False, after: int | None = None) -> Example:
    """Show whether ``melds`` ("r7 r8 r9") open, and their total; ``after`` is that of an earlier series."""
    previous = () if after is None else (EarlierOpening(Opening.SERIES, after),)
    laid = LaidOpening(INDICATOR, tuple(tuple(group.split()) for group in melds), previous, direct)

    def example(play: BookContext) -> Case:
        judged = judge_opening(laid, play.rules)
        total = Text(format_number(judged.total, "tr"), format_number(judged.total, "en"))
        if judged.valid:
            return Case(Text(tr, en), Text(f"Açar ({total.tr}).", f"Opens ({total.en})."))
        return Case(Text(tr, en), Text(f"Açmaz ({total.tr}).", f"Does not open ({total.en})."))

    return example


def meld_example(group: str, indicator: str = INDICATOR) -> Example:
    """Show the meld ("r7 r8 r9"), or why it isn't one."""
    codes = tuple(group.split())

    def example(play: BookContext) -> Case:
        meld = read_group([parse_tile(code) for code in codes], parse_indicator(indicator), play.rules)
        names = [tile_name(parse_tile(code)) for code in codes]
        indicator_name = tile_name(parse_tile(indicator))
        description = Text(
            f"Gösterge {indicator_name.tr}: {', '.join(name.tr for name in names)}",
            f"Indicator {indicator_name.en}: {', '.join(name.en for name in names)}",
        )
        if meld.reason:
            return Case(description, meld.reason)
        kind, value = KINDS[meld.kind], "" if meld.kind is MeldKind.PAIR else f", {meld.value}"
        return Case(description, Text(f"{kind.tr}{value}.", f"{kind.en}{value}."))

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
