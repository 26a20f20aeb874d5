"""What one version of a hand says otherwise than another, sentence by sentence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.multipliers import PAIRS, factors_of
from rules.games.okey101.racks import count_rack
from rules.games.okey101.rulesets import RuleSet
from rules.hands import HandReport, Opening, Outcome, SeatReport
from rules.racks import RackCount
from rules.text import TIMES, Text
from rules.tiles import UnknownTile, parse_indicator, parse_tile, tile_name

_NOBODY: Final[Mapping[Outcome, Text]] = {
    Outcome.FINISHED: Text("biten yazılmamış", "no finisher named"),
    Outcome.DECK_EXHAUSTED: Text("deste bitti", "the deck ran out"),
    Outcome.ALL_OPENED_PAIRS: Text("dördü de çift açtı", "all four opened with pairs"),
}
_OPENED: Final[Mapping[Opening, Text]] = {
    Opening.NONE: Text("açmadı", "not opened"),
    Opening.SERIES: Text("seri açtı", "opened with series"),
    Opening.PAIRS: Text("çift açtı", "opened with pairs"),
}
_NOT_ASKED: Final = Text("açıp açmadığı sorulmadı", "not asked whether he opened")
_PLAIN: Final = Text("düz bitiş", "plain finish")
_NO_INDICATOR: Final = Text("yok", "none")


@dataclass(frozen=True, slots=True)
class Told:
    """A version of a hand: what was told, and the rules by which its racks are counted."""

    report: HandReport
    rules: RuleSet


def differences(before: Told, after: Told, names: Mapping[str, str]) -> list[Text]:
    """Say everything that ``after`` tells otherwise: first of the hand, then of each seat in playing order.

    ``names`` are those of the players by seat. Nothing is said of what the rules make of it.
    """
    return [*_of_hand(before.report, after.report, names), *_of_seats(before, after, names)]


def _of_hand(before: HandReport, after: HandReport, names: Mapping[str, str]) -> Iterator[Text]:
    if (before.outcome, before.finisher) != (after.outcome, after.finisher):
        yield _end(before, after, names)
    if before.finished and after.finished and before.finish != after.finish:
        was, now = _finish(before), _finish(after)
        yield Text(f"{was.tr} yerine {now.tr}", f"{now.en} instead of {was.en}")
    if before.indicator != after.indicator:
        was, now = _indicator(before.indicator), _indicator(after.indicator)
        yield _changed(Text("gösterge", "indicator"), was, now)
    if set(before.accepted) != set(after.accepted):
        yield Text("olağan dışı sayılan başka şeyler onaylandı", "other doubts were confirmed")


def _end(before: HandReport, after: HandReport, names: Mapping[str, str]) -> Text:
    """Say who finished instead; where nobody did in one of the two, how the hand ended."""
    if before.finisher and after.finisher:
        was, now = names[before.finisher], names[after.finisher]
        return Text(f"bitiren: {was} → {now}", f"finished by: {was} → {now}")
    ends = [_ending(report, names) for report in (before, after)]
    return _changed(Text("elin sonu", "end of the hand"), *ends)


def _ending(report: HandReport, names: Mapping[str, str]) -> Text:
    if report.finisher is None:
        return _NOBODY[report.outcome]
    name = names[report.finisher]
    return Text(f"{name} bitti", f"{name} finished")


def _finish(report: HandReport) -> Text:
    """Name a finish: "elden bitiş, okeyle bitiş"; pairs are told with the opening."""
    factors = [factor.name for factor in factors_of(report) if factor != PAIRS]
    if not factors:
        return _PLAIN
    return Text(", ".join(name.tr for name in factors), ", ".join(name.en for name in factors))


def _indicator(code: str | None) -> Text:
    if code is None:
        return _NO_INDICATOR
    try:
        return tile_name(parse_tile(code))
    except UnknownTile:
        return Text(code, code)


def _of_seats(before: Told, after: Told, names: Mapping[str, str]) -> Iterator[Text]:
    for seat, said in before.report.entries():
        if seat in after.report.seats:
            for words in _of_seat(seat, said, before, after):
                yield Text(f"{names[seat]}: {words.tr}", f"{names[seat]}: {words.en}")


def _of_seat(seat: str, was: SeatReport, before: Told, after: Told) -> Iterator[Text]:
    now = after.report.seats[seat]
    if (was.opening, was.told) != (now.opening, now.told):
        yield _arrow(_opened(was), _opened(now))
    yield from _rack(was, now, _count(was, before), _count(now, after))
    yield from _fouls(was, now)


def _opened(said: SeatReport) -> Text:
    return _OPENED[said.opening] if said.told else _NOT_ASKED


def _count(said: SeatReport, told: Told) -> RackCount:
    return count_rack(said.rack, parse_indicator(told.report.indicator), told.rules)


def _rack(was: SeatReport, now: SeatReport, before: RackCount, after: RackCount) -> Iterator[Text]:
    if before.points != after.points:
        yield Text(f"kalan {before.points} → {after.points}", f"rack {before.points} → {after.points}")
    if before.okeys != after.okeys:
        yield Text(
            f"elde kalan okey {before.okeys} → {after.okeys}",
            f"okeys on the rack {before.okeys} → {after.okeys}",
        )
    if before == after and was.rack and now.rack and was.rack.tiles != now.rack.tiles:
        yield Text("kalan taşlar başka, tutarı aynı", "other tiles on the rack, of the same sum")


def _fouls(was: SeatReport, now: SeatReport) -> Iterator[Text]:
    for code in dict.fromkeys(foul.code for foul in (*was.infractions, *now.infractions)):
        before, after = was.count_of(code), now.count_of(code)
        name = INFRACTIONS[code].name if code in INFRACTIONS else Text(code, code)
        if before == after:
            continue
        if not before:
            yield Text(
                f"kural hatası eklendi: {name.tr}{_times(after)}",
                f"infraction added: {name.en}{_times(after)}",
            )
        elif not after:
            yield Text(
                f"kural hatası silindi: {name.tr}{_times(before)}",
                f"infraction removed: {name.en}{_times(before)}",
            )
        else:
            yield Text(f"{name.tr} {before} → {after}", f"{name.en} {before} → {after}")


def _times(count: int) -> str:
    return f" {TIMES} {count}" if count > 1 else ""


def _arrow(was: Text, now: Text) -> Text:
    return Text(f"{was.tr} → {now.tr}", f"{was.en} → {now.en}")


def _changed(what: Text, was: Text, now: Text) -> Text:
    arrow = _arrow(was, now)
    return Text(f"{what.tr}: {arrow.tr}", f"{what.en}: {arrow.en}")
