from typing import Final

from rules.hands import Finish, HandReport, LastTile, Outcome
from rules.reports import MOST_INFRACTIONS, read_entry, read_part, read_report_fields, read_seat
from rules.strict_json import decode, optional_text, read_choice, read_flag

__all__ = ["MOST_INFRACTIONS", "parse_report", "parse_report_text"]

_KEYS: Final = ("rule_set", "outcome", "finisher", "finish", "indicator", "seats", "accepted")


def parse_report_text(text: str | bytes) -> HandReport:
    return parse_report(decode(text))


def parse_report(data: object) -> HandReport:
    """RULES §3; raise Malformed, also above 20 infractions by one player."""
    entry = read_entry(data, _KEYS)
    return HandReport(
        **read_report_fields(entry, Outcome, read_seat),
        finish=_read_finish(entry.get("finish", {})),
        indicator=optional_text(entry, "indicator"),
    )


def _read_finish(value: object) -> Finish:
    entry = read_part("finish", value, "finish", ("last_tile", "direct"))
    return Finish(
        read_choice(entry.get("last_tile", "plain"), "finish.last_tile", LastTile),
        read_flag(entry.get("direct", False), "finish.direct"),
    )
