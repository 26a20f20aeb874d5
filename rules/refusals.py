"""RULES §5."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from rules.hands import Rack, Report, SeatReport
from rules.infractions import InfractionKind
from rules.localized_text import Text
from rules.racks import known_tiles
from rules.strict_json import quote_names
from rules.tiles import COPIES, FALSE_OKEY_NAME, parse_indicator, tile_names
from rules.validation import Problem, create_problem


def finisher_of(report: Report) -> tuple[str, SeatReport] | None:
    """None unless entered."""
    if not report.finished or report.finisher not in report.playing:
        return None
    entry = report.seats.get(report.finisher)
    return (report.finisher, entry) if entry else None


def seat_errors(report: Report, **other_seats: str | None) -> Iterator[Problem]:
    """Refuse missing seats; in one problem unknown ones, also of finisher and ``other_seats`` (by field)."""
    for seat in report.playing:
        if seat not in report.seats:
            yield create_problem("missing_seat", seat, "seat")
    entered_seats = [
        *(("seat", seat) for seat in report.seats),
        ("finisher", report.finisher),
        *other_seats.items(),
    ]
    unknown = [
        (field, seat) for field, seat in entered_seats if seat is not None and seat not in report.playing
    ]
    if unknown:
        names = quote_names(list(dict.fromkeys(seat for _, seat in unknown)))
        yield create_problem("unknown_seat", None, unknown[0][0], Text(names, names))


def infraction_errors(
    report: Report, fined_codes: Collection[str], kinds: Mapping[str, InfractionKind]
) -> Iterator[Problem]:
    """Refuse codes not in ``fined_codes``, in one problem per seat."""
    for seat, entry in report.entries():
        codes = dict.fromkeys(foul.code for foul in entry.infractions if foul.code not in fined_codes)
        if codes:
            names = [kinds[code].name if code in kinds else Text(code, code) for code in codes]
            detail = Text(quote_names([name.tr for name in names]), quote_names([name.en for name in names]))
            yield create_problem("unknown_infraction", seat, "infractions", detail)


def too_many_points(largest: int, seat: str | None, field: str = "points") -> Problem:
    """The refusal of a rack above the game's ``largest`` sum."""
    detail = Text(f"en çok {largest} puan.", f"{largest} points at most.")
    return create_problem("rack_out_of_range", seat, field, detail)


def negative_value_errors(report: Report) -> Iterator[Problem]:
    for seat, entry in report.entries():
        rack = entry.rack or Rack()
        if rack.points is not None and rack.points < 0:
            yield create_problem("negative_value", seat, "points")
        if rack.okeys < 0:
            yield create_problem("negative_value", seat, "okeys")
        if any(foul.count < 0 for foul in entry.infractions):
            yield create_problem("negative_value", seat, "infractions")


def tile_code_errors(report: Report) -> Iterator[Problem]:
    for seat, entry in report.entries():
        codes = (entry.rack.tiles or ()) if entry.rack else ()
        valid = {tile.code for tile in known_tiles(entry.rack)}
        unknown = [code for code in dict.fromkeys(codes) if code not in valid]
        if unknown:
            names = quote_names(unknown)
            detail = Text(f"bilinmeyen taş {names}.", f"unknown tile {names}.")
            yield create_problem("impossible_tiles", seat, "tiles", detail)


def tile_copy_errors(
    report: Report, indicator: str | None = None, numberless: Text = FALSE_OKEY_NAME
) -> Iterator[Problem]:
    """Refuse more than two copies of a tile over all racks and the indicator, in one problem.

    ``numberless`` is the name of a tile without a number.
    """
    copies = Counter(tile for _, entry in report.entries() for tile in known_tiles(entry.rack))
    indicator_tile = parse_indicator(indicator)
    if indicator_tile:
        copies[indicator_tile] += 1
    excess = [tile for tile, count in copies.items() if count > COPIES]
    if excess:
        names = tile_names(excess, numberless)
        detail = Text(f"{names.tr} ikiden çok.", f"more than two of {names.en}.")
        yield create_problem("impossible_tiles", None, "tiles", detail)


def finisher_errors(report: Report) -> Iterator[Problem]:
    """A finish without finisher, or the reverse."""
    if report.finished and report.finisher is None:
        yield create_problem("finisher_missing", None, "finisher")
    if not report.finished and report.finisher is not None:
        yield create_problem("finish_without_finisher", None, "finisher")


def finisher_state_errors(report: Report) -> Iterator[Problem]:
    """Refuse a finisher who hasn't opened, or has tiles left."""
    finisher = finisher_of(report)
    if finisher is None:
        return
    seat, entry = finisher
    if not entry.opened:
        yield create_problem("finisher_not_opened", seat, "opening")
    rack = entry.rack
    if rack and (rack.tiles or rack.okeys > 0 or (rack.points or 0) > 0):
        field = "tiles" if rack.tiles else "points" if rack.points else "okeys"
        yield create_problem("finisher_has_tiles", seat, field)
