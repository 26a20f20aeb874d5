"""An error refuses a hand, a warning must be accepted (RULES §5)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rules.hands import Rack, Report, SeatReport, known_tiles
from rules.infractions import InfractionKind
from rules.localized_text import Text
from rules.strict_json import quote_names
from rules.tiles import COPIES, FALSE_OKEY_NAME, parse_indicator, tile_names


@dataclass(frozen=True, slots=True)
class Problem:
    """Without a ``seat`` it is of the hand."""

    code: str
    seat: str | None
    message: Text
    field: str


FIELDS: Final = (
    "outcome",
    "finisher",
    "last_tile",
    "direct",
    "indicator",
    "opening",
    "points",
    "okeys",
    "tiles",
    "infractions",
    "seat",
)

ERROR_CODES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "unknown_rule_set": Text("Böyle bir kural seti yok", "There is no such rule set"),
        "malformed_hand": Text("El okunamadı.", "The hand can't be read."),
        "missing_seat": Text("Bu yer girilmemiş.", "This seat is missing."),
        "unknown_seat": Text("Böyle bir yer yok", "There is no such seat"),
        "unknown_infraction": Text("Bu kural setinde olmayan kural hatası", "No infraction of this rule set"),
        "negative_value": Text("Sayılar sıfırdan küçük olamaz.", "Numbers can't be below zero."),
        "rack_out_of_range": Text("Istakada bu kadar kalamaz", "This much can't be left on the rack"),
        "too_many_okeys": Text("Oyunda yalnız iki gerçek okey var.", "There are only two real okeys."),
        "impossible_tiles": Text("Bu taşlar olamaz", "These tiles are impossible"),
        "indicator_missing": Text(
            "Istaka sayılamıyor: gösterge girilmemiş.",
            "The racks can't be counted: the indicator is missing.",
        ),
        "finisher_missing": Text(
            "El bitti, ama biten girilmemiş.", "The hand was finished, but the finisher is missing."
        ),
        "finisher_not_opened": Text("Biten oyuncu el açmış olmalı.", "The finisher must have opened."),
        "finisher_has_tiles": Text(
            "Biten oyuncunun ıstakasında taş kalamaz.", "The finisher can't have tiles left."
        ),
        "direct_finish_with_open_player": Text(
            "Elden bitişte başka kimse, eşi bile, el açmış olamaz.",
            "In a direct finish, nobody else can have opened, not even the partner.",
        ),
        "direct_finish_with_pairs": Text("Çift açan elden bitemez.", "A pairs opener can't finish directly."),
        "pairs_finish_needs_open_series": Text(
            "Çift açan, seri açan biri olmadan bitemez: 21 taş tektir, en az biri bir pere işlenir.",
            "A pairs opener can't finish while nobody else has opened with series: "
            "21 tiles are odd, one must be laid off.",
        ),
        "pairs_finish_with_double_okey": Text(
            "Bu kural setinde çift açan okey ikiye bitemez.",
            "In this rule set a pairs opener can't make a double okey finish.",
        ),
        "double_okey_not_in_rule_set": Text(
            "Bu kural setinde okey ikiye bitiş yok.",
            "This rule set has no double okey finish.",
        ),
        "all_opened_pairs_is_void": Text(
            "Dört oyuncu da çift açtıysa el sayılmaz.",
            "When all four have opened with pairs the hand is void.",
        ),
        "not_all_opened_pairs": Text(
            "Dört oyuncu da çift açmadı: el böyle bitemez.",
            "Not all four have opened with pairs: the hand can't end like this.",
        ),
        "finish_without_finisher": Text(
            "Kimsenin bitmediği elde biten ya da bitiş türü olamaz.",
            "A hand that nobody finished has no finisher and no kind of finish.",
        ),
    }
)
"""The message of every error code; some are followed by details."""

WARNING_CODES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "empty_rack_without_finish": Text(
            "Açmış, bitmemiş, ama ıstakası boş: kalan taşlar girildi mi?",
            "Opened, did not finish, yet the rack is empty: were the tiles left entered?",
        ),
        "playable_discard_without_series": Text(
            "İşlek taş atma yazılmış, ama masada seri ya da küt açan yok.",
            "A playable discard, but nobody has a run or set on the table.",
        ),
        "many_infractions": Text(
            "Bir elde bir oyuncuya çok sayıda kural hatası yazılmış.",
            "Many infractions by one player in one hand.",
        ),
        "one_act_twice": Text(
            "Tek davranış iki kez yazılmış olabilir; tek davranışa tek 101 yazılır",
            "One act may have been charged twice, and one act costs one 101",
        ),
    }
)
"""The message of every warning code."""


def create_problem(
    code: str, seat: str | None, field: str, detail: Text | None = None, *, words: Text | None = None
) -> Problem:
    """``words`` replace the code's message."""
    words = words or ERROR_CODES.get(code) or WARNING_CODES[code]
    if detail is not None:
        words = Text(f"{words.tr}: {detail.tr}", f"{words.en}: {detail.en}")
    return Problem(code, seat, words, field)


def field_of(reported: Problem) -> str:
    """Where a form shows it; ``seat`` without a seat is the whole hand."""
    return reported.field


def unique_problems(problems: Iterable[Problem], codes: Iterable[str]) -> list[Problem]:
    """The first of each code and seat, by code."""
    first_by_key: dict[tuple[str, str | None], Problem] = {}
    for candidate in problems:
        first_by_key.setdefault((candidate.code, candidate.seat), candidate)
    order = {code: index for index, code in enumerate(codes)}
    return sorted(first_by_key.values(), key=lambda problem: order[problem.code])


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
