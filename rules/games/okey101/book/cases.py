"""Cases for single sentences, decided by the engine under the book's rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rules.games.okey101.book.play import Example, Play
from rules.games.okey101.openings import EarlierOpening, LaidOpening, judge_opening, read_group
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import score_hand
from rules.hands import HandReport, Opening
from rules.melds import MeldKind
from rules.sentences import Case
from rules.text import Text, grouped, signed
from rules.tiles import okey_of, parse_indicator, parse_tile, tile_name

INDICATOR: Final = "b5"
NONE: Final[dict[str, Any]] = {"opening": "none"}
_SINGLES: Final = {"A2": "C1", "B2": "D1"}
KINDS: Final = {
    MeldKind.RUN: Text("Seri", "Run"),
    MeldKind.SET: Text("Küt", "Set"),
    MeldKind.PAIR: Text("Çift", "Pair"),
}


def opened(opening: str, points: int = 0, okeys: int = 0, **fouls: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"opening": opening, "infractions": _fouls(fouls)}
    return entry | ({"rack": {"points": points, "okeys": okeys}} if points or okeys else {})


def unopened(okeys: int = 0, **fouls: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"opening": "none", "infractions": _fouls(fouls)}
    return entry | ({"rack": {"points": 30, "okeys": okeys}} if okeys else {})


def _fouls(fouls: dict[str, int]) -> list[dict[str, Any]]:
    return [{"code": code, "count": count} for code, count in fouls.items()]


def hand(play: Play, finish: str | None = "plain", *, direct: bool = False, **seats: Any) -> HandReport:
    """Return a hand finished by A1, or by nobody; unnamed seats didn't open."""
    by_seat = dict.fromkeys(("A1", "B1", "A2", "B2"), NONE) | seats
    entries = {_SINGLES.get(seat, seat) if play.singles else seat: entry for seat, entry in by_seat.items()}
    end: dict[str, Any] = {"outcome": "deck_exhausted"}
    if finish:
        end = {"outcome": "finished", "finisher": "A1", "finish": {"last_tile": finish, "direct": direct}}
    return parse_report(end | {"seats": entries, "indicator": INDICATOR})


def pays(report: HandReport, rules: RuleSet, seat: str = "B1") -> int:
    return score_hand(report, rules).by_seat()[seat]


def costs(
    tr: str,
    en: str,
    finish: str | None = "plain",
    *,
    seat: str = "B1",
    direct: bool = False,
    fouled: bool = False,
    **seats: Any,
) -> Example:
    """Return an example of a seat's cost; every rule set must be able to score it.

    ``fouled`` adds an infraction of B1.
    """

    def example(play: Play) -> Case:
        entries = dict(seats)
        if fouled:
            entries["B1"] = seats["B1"] | {"infractions": _fouls({next(iter(play.rules.infractions)): 1})}
        report = hand(play, finish, direct=direct, **entries)
        at = _SINGLES.get(seat, seat) if play.singles else seat
        points = pays(report, play.rules, at)
        return Case(Text(tr, en), Text(f"{at}: {signed(points, 'tr')}", f"{at}: {signed(points, 'en')}"))

    return example


def opens(tr: str, en: str, *melds: str, direct: bool = False, after: int | None = None) -> Example:
    """Return an example of an opening, maybe after one worth ``after``."""
    laid = LaidOpening(INDICATOR, tuple(tuple(group.split()) for group in melds), direct=direct)

    def example(play: Play) -> Case:
        previous = None if after is None else EarlierOpening(Opening.SERIES, after)
        judged = judge_opening(replace(laid, previous=previous), play.rules)
        total = Text(grouped(judged.total, "tr"), grouped(judged.total, "en"))
        if judged.valid:
            return Case(Text(tr, en), Text(f"Açar ({total.tr}).", f"Opens ({total.en})."))
        return Case(Text(tr, en), Text(f"Açmaz ({total.tr}).", f"Does not open ({total.en})."))

    return example


def reads(group: str, indicator: str = INDICATOR) -> Example:
    """Return an example of tiles: their meld, or why they aren't one."""
    codes = tuple(group.split())

    def example(play: Play) -> Case:
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


def names_okey(indicator: str) -> Example:
    def example(_play: Play) -> Case:
        tile = parse_tile(indicator)
        indicator_name, okey = tile_name(tile), tile_name(okey_of(tile))
        return Case(
            Text(f"Gösterge {indicator_name.tr}", f"Indicator {indicator_name.en}"),
            Text(f"Okey {okey.tr}.", f"Okey {okey.en}."),
        )

    return example
