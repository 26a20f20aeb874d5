from collections.abc import Iterator

from rules.games.okey101.infractions import INFRACTIONS
from rules.hands import HandReport, LastTile, Opening, Outcome, Rack, SeatReport
from rules.localized_text import Text, format_number, join_names
from rules.tiles import parse_tile, tile_name

_ENDS = {
    Outcome.DECK_EXHAUSTED: Text("Deste bitti, kimse bitmedi", "The deck ran out, nobody finished"),
    Outcome.ALL_OPENED_PAIRS: Text("Dört oyuncu da çift açtı", "All four opened with pairs"),
}
_LAST_TILES = {
    LastTile.PLAIN: Text("", ""),
    LastTile.OKEY: Text(" okey atarak", " by throwing the okey"),
    LastTile.DOUBLE_OKEY: Text(" iki okeyi atarak", " by throwing both okeys"),
}
_OPENINGS = {
    Opening.NONE: Text("açmadı", "did not open"),
    Opening.SERIES: Text("seri açtı", "opened with series"),
    Opening.PAIRS: Text("çift açtı", "opened with pairs"),
}


def describe_hand(report: HandReport) -> Text:
    parts = [_ending_text(report), *(_seat_text(seat, entry, report) for seat, entry in report.entries())]
    sentences = [sentence for sentence in parts if sentence]
    return Text(
        " ".join(f"{sentence.tr}." for sentence in sentences),
        " ".join(f"{sentence.en}." for sentence in sentences),
    )


def _ending_text(report: HandReport) -> Text:
    """Return "A1 finished directly", or how the hand ended, without a full stop."""
    if report.finisher is None:
        return _ENDS[report.outcome]
    last_tile, seat = _LAST_TILES[report.finish.last_tile], report.finisher
    with_pairs = report.seats[seat].opening is Opening.PAIRS
    opened = Text("çift açıp ", " with pairs") if with_pairs else Text("", "")
    direct = Text("elden ", " directly") if report.finish.direct else Text("", "")
    return Text(
        f"{seat} {opened.tr}{direct.tr}{last_tile.tr.lstrip()} bitti".replace("  ", " "),
        f"{seat} finished{direct.en}{opened.en}{last_tile.en}",
    )


def _seat_text(seat: str, entry: SeatReport, report: HandReport) -> Text | None:
    parts = list(_seat_phrases(seat, entry, report))
    if not parts:
        return None
    return Text(
        f"{seat} {join_names([part.tr for part in parts], 'tr')}",
        f"{seat} {join_names([part.en for part in parts], 'en')}",
    )


def _seat_phrases(seat: str, entry: SeatReport, report: HandReport) -> Iterator[Text]:
    """Yield predicates: opening and rack (not of a finisher or if all opened pairs), then infractions."""
    if seat != report.finisher and report.outcome is not Outcome.ALL_OPENED_PAIRS:
        yield _OPENINGS[entry.opening]
        if entry.rack:
            yield _rack_text(entry.rack)
    for foul in entry.infractions:
        name = INFRACTIONS[foul.code].name
        if foul.count == 1:
            yield Text(f"“{name.tr}” hatası yaptı", f"was fined for “{name.en.lower()}”")
        else:
            yield Text(
                f"{foul.count} kez “{name.tr}” hatası yaptı",
                f"was fined {foul.count} times for “{name.en.lower()}”",
            )


def _rack_text(rack: Rack) -> Text:
    """Name the tiles left, or without them their points and okeys."""
    if rack.tiles is not None:
        names = [tile_name(parse_tile(code)) for code in rack.tiles]
        return Text(
            f"elinde {join_names([name.tr for name in names], 'tr')} kaldı",
            f"has {join_names([name.en for name in names], 'en')} left",
        )
    okeys = rack.okeys
    points = format_number(rack.points or 0, "tr")
    if not okeys:
        return Text(f"elinde {points} sayı kaldı", f"has {points} points left")
    return Text(
        f"elinde {points} sayı ve {okeys} okey kaldı",
        f"has {points} points and {okeys} okey{'s' if okeys > 1 else ''} left",
    )
