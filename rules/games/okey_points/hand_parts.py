from collections.abc import Iterator, Mapping

from rules.games.okey_points.differences import Version, finish_words
from rules.games.okey_points.reports import HandReport
from rules.hand_summary import HandSummary
from rules.localized_text import Text
from rules.seats import side_of, sides_of


def hand_summary(version: Version, names: Mapping[str, str]) -> dict[str, HandSummary]:
    report = version.report
    finished = {side_of(report.finisher)} if report.finisher is not None else set()
    return {
        side: HandSummary(tuple(_summary_texts(report, side, names)), finished=side in finished)
        for side in sides_of(report.playing)
    }


def _summary_texts(report: HandReport, side: str, names: Mapping[str, str]) -> Iterator[Text]:
    if report.finisher is not None and side_of(report.finisher) == side:
        name, finish = names.get(report.finisher, "?"), finish_words(report.finish)
        yield Text(f"{name} bitti: {finish.tr}", f"{name} finished: {finish.en}")
    shown_by = report.indicator_shown_by
    if shown_by is not None and side_of(shown_by) == side:
        name = names.get(shown_by, "?")
        yield Text(f"{name} göstergeyi gösterdi", f"{name} showed the indicator")
