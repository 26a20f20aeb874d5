"""The refusals of RULES §5 shared by several games."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from rules.hands import Rack, Report, SeatReport
from rules.infractions import InfractionKind
from rules.racks import known_tiles
from rules.strict_json import quoted
from rules.text import Text
from rules.tiles import COPIES, FALSE_OKEY_NAME, parse_indicator, tile_names
from rules.validation import Problem, problem


def finisher_of(report: Report) -> tuple[str, SeatReport] | None:
    """Return the finisher of a finished hand, if entered."""
    if not report.finished or report.finisher not in report.playing:
        return None
    entry = report.seats.get(report.finisher)
    return (report.finisher, entry) if entry else None


def seats(report: Report, **other_seats: str | None) -> Iterator[Problem]:
    """Refuse missing and unknown seats; ``other_seats`` are further ones."""
    for seat in report.playing:
        if seat not in report.seats:
            yield problem("missing_seat", seat, "seat")
    entered_seats = [
        *(("seat", seat) for seat in report.seats),
        ("finisher", report.finisher),
        *other_seats.items(),
    ]
    unknown = [
        (field, seat) for field, seat in entered_seats if seat is not None and seat not in report.playing
    ]
    if unknown:
        names = quoted(list(dict.fromkeys(seat for _, seat in unknown)))
        yield problem("unknown_seat", None, unknown[0][0], Text(names, names))


def infraction_codes(
    report: Report, fined_codes: Collection[str], kinds: Mapping[str, InfractionKind]
) -> Iterator[Problem]:
    """Refuse infractions unknown to the rule set."""
    for seat, entry in report.entries():
        codes = dict.fromkeys(foul.code for foul in entry.infractions if foul.code not in fined_codes)
        if codes:
            names = [kinds[code].name if code in kinds else Text(code, code) for code in codes]
            detail = Text(quoted([name.tr for name in names]), quoted([name.en for name in names]))
            yield problem("unknown_infraction", seat, "infractions", detail)


def signs(report: Report) -> Iterator[Problem]:
    for seat, entry in report.entries():
        rack = entry.rack or Rack()
        if rack.points is not None and rack.points < 0:
            yield problem("negative_value", seat, "points")
        if rack.okeys < 0:
            yield problem("negative_value", seat, "okeys")
        if any(foul.count < 0 for foul in entry.infractions):
            yield problem("negative_value", seat, "infractions")


def tile_codes(report: Report) -> Iterator[Problem]:
    for seat, entry in report.entries():
        codes = (entry.rack.tiles or ()) if entry.rack else ()
        valid = {tile.code for tile in known_tiles(entry.rack)}
        unknown = [code for code in dict.fromkeys(codes) if code not in valid]
        if unknown:
            names = quoted(unknown)
            detail = Text(f"bilinmeyen taş {names}.", f"unknown tile {names}.")
            yield problem("impossible_tiles", seat, "tiles", detail)


def tile_copies(
    report: Report, indicator: str | None = None, numberless: Text = FALSE_OKEY_NAME
) -> Iterator[Problem]:
    """Refuse a third copy of a tile over all racks and the indicator."""
    copies = Counter(tile for _, entry in report.entries() for tile in known_tiles(entry.rack))
    indicator_tile = parse_indicator(indicator)
    if indicator_tile:
        copies[indicator_tile] += 1
    excess = [tile for tile, count in copies.items() if count > COPIES]
    if excess:
        names = tile_names(excess, numberless)
        detail = Text(f"{names.tr} ikiden çok.", f"more than two of {names.en}.")
        yield problem("impossible_tiles", None, "tiles", detail)


def finisher_named(report: Report) -> Iterator[Problem]:
    """Refuse a finish without finisher, or the reverse."""
    if report.finished and report.finisher is None:
        yield problem("finisher_missing", None, "finisher")
    if not report.finished and report.finisher is not None:
        yield problem("finish_without_finisher", None, "finisher")


def finisher_state(report: Report) -> Iterator[Problem]:
    """Refuse a finisher who hasn't opened, or has tiles left."""
    finisher = finisher_of(report)
    if finisher is None:
        return
    seat, entry = finisher
    if not entry.opened:
        yield problem("finisher_not_opened", seat, "opening")
    rack = entry.rack
    if rack and (rack.tiles or rack.okeys > 0 or (rack.points or 0) > 0):
        field = "tiles" if rack.tiles else "points" if rack.points else "okeys"
        yield problem("finisher_has_tiles", seat, field)
