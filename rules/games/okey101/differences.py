from collections.abc import Iterator, Mapping
from typing import Final

from rules.games.okey101.amounts import PAIRS, count_rack, factors_of
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.rulesets import RuleSet
from rules.hand_summary import (
    PLAIN_FINISH,
    VersionReport,
    before_and_after,
    describe_change,
    describe_replacement,
    ending_difference,
    join_texts,
)
from rules.hands import HandReport, Opening, RackCount, SeatReport
from rules.localized_text import TIMES, Text
from rules.tiles import UnknownTile, parse_indicator, parse_tile, tile_name

Version = VersionReport[HandReport, RuleSet]

_OPENING_TEXTS: Final[Mapping[Opening, Text]] = {
    Opening.NONE: Text("açmadı", "not opened"),
    Opening.SERIES: Text("seri açtı", "opened with series"),
    Opening.PAIRS: Text("çift açtı", "opened with pairs"),
}
_NOT_ASKED: Final = Text("açıp açmadığı sorulmadı", "not asked about opening")
_NO_INDICATOR: Final = Text("yok", "none")


def differences(before: Version, after: Version, names: Mapping[str, str]) -> list[Text]:
    """First the hand, then seats; ``names`` are by seat."""
    return [
        *_hand_differences(before.report, after.report, names),
        *_all_seat_differences(before, after, names),
    ]


def _hand_differences(before: HandReport, after: HandReport, names: Mapping[str, str]) -> Iterator[Text]:
    """Word differences in ending, finish, indicator and confirmed warnings, not seats."""
    end = ending_difference(before, after, names)
    if end is not None:
        yield end
    if before.finished and after.finished and before.finish != after.finish:
        yield describe_replacement(_finish_text(before), _finish_text(after))
    if before.indicator != after.indicator:
        old_indicator, new_indicator = _indicator_text(before.indicator), _indicator_text(after.indicator)
        yield describe_change(Text("gösterge", "indicator"), old_indicator, new_indicator)
    if set(before.accepted) != set(after.accepted):
        yield Text("olağan dışı sayılan başka şeyler onaylandı", "other warnings were confirmed")


def _finish_text(report: HandReport) -> Text:
    """Return "elden bitiş, okeyle bitiş", without pairs."""
    factors = tuple(factor.name for factor in factors_of(report) if factor != PAIRS)
    return join_texts(factors) if factors else PLAIN_FINISH


def _indicator_text(code: str | None) -> Text:
    if code is None:
        return _NO_INDICATOR
    try:
        return tile_name(parse_tile(code))
    except UnknownTile:
        return Text(code, code)


def _all_seat_differences(before: Version, after: Version, names: Mapping[str, str]) -> Iterator[Text]:
    for seat, seat_report in before.report.entries():
        if seat in after.report.seats:
            for sentence in _seat_differences(seat, seat_report, before, after):
                yield Text(f"{names[seat]}: {sentence.tr}", f"{names[seat]}: {sentence.en}")


def _seat_differences(seat: str, old_seat: SeatReport, before: Version, after: Version) -> Iterator[Text]:
    new_seat = after.report.seats[seat]
    if (old_seat.opening, old_seat.opening_reported) != (new_seat.opening, new_seat.opening_reported):
        yield before_and_after(_opening_text(old_seat), _opening_text(new_seat))
    yield from _rack_differences(old_seat, new_seat, _count(old_seat, before), _count(new_seat, after))
    yield from _infraction_differences(old_seat, new_seat)


def _opening_text(seat_report: SeatReport) -> Text:
    return _OPENING_TEXTS[seat_report.opening] if seat_report.opening_reported else _NOT_ASKED


def _count(seat_report: SeatReport, version: Version) -> RackCount:
    return count_rack(seat_report.rack, parse_indicator(version.report.indicator), version.rules)


def _rack_differences(
    old_seat: SeatReport, new_seat: SeatReport, before: RackCount, after: RackCount
) -> Iterator[Text]:
    """Word other points and okeys, or else other tiles of the same sum."""
    if before.points != after.points:
        yield Text(f"kalan {before.points} → {after.points}", f"rack {before.points} → {after.points}")
    if before.okeys != after.okeys:
        yield Text(
            f"elde kalan okey {before.okeys} → {after.okeys}",
            f"okeys on the rack {before.okeys} → {after.okeys}",
        )
    if before == after and old_seat.rack and new_seat.rack and old_seat.rack.tiles != new_seat.rack.tiles:
        yield Text("kalan taşlar başka, tutarı aynı", "other tiles on the rack, of the same sum")


def _infraction_differences(old_seat: SeatReport, new_seat: SeatReport) -> Iterator[Text]:
    """Word infractions added, removed or counted differently."""
    for code in dict.fromkeys(foul.code for foul in (*old_seat.infractions, *new_seat.infractions)):
        before, after = old_seat.count_of(code), new_seat.count_of(code)
        name = INFRACTIONS[code].name if code in INFRACTIONS else Text(code, code)
        if before == after:
            continue
        if not before:
            yield Text(
                f"kural hatası eklendi: {name.tr}{_times_suffix(after)}",
                f"infraction added: {name.en}{_times_suffix(after)}",
            )
        elif not after:
            yield Text(
                f"kural hatası silindi: {name.tr}{_times_suffix(before)}",
                f"infraction removed: {name.en}{_times_suffix(before)}",
            )
        else:
            yield Text(f"{name.tr} {before} → {after}", f"{name.en} {before} → {after}")


def _times_suffix(count: int) -> str:
    return f" {TIMES} {count}" if count > 1 else ""
