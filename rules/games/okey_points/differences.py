from collections.abc import Iterator, Mapping
from typing import Final

from rules.games.okey_points.reports import Finish, HandReport
from rules.games.okey_points.rulesets import RuleSet
from rules.games.okey_points.seat_events import FINISHES, finish_code
from rules.hand_summary import (
    PLAIN_FINISH,
    VersionReport,
    describe_change,
    describe_replacement,
    ending_difference,
    join_texts,
)
from rules.localized_text import Text

Version = VersionReport[HandReport, RuleSet]

_NOBODY: Final = Text("kimse", "nobody")


def differences(before: Version, after: Version, names: Mapping[str, str]) -> list[Text]:
    """Return how ``after`` differs: finish, then shown indicator; ``names`` are by seat."""
    return list(_differences(before.report, after.report, names))


def _differences(before: HandReport, after: HandReport, names: Mapping[str, str]) -> Iterator[Text]:
    end = ending_difference(before, after, names)
    if end is not None:
        yield end
    if before.finished and after.finished and before.finish != after.finish:
        yield describe_replacement(finish_words(before.finish), finish_words(after.finish))
    if before.indicator_shown_by != after.indicator_shown_by:
        old_name, new_name = (_shown_by(report, names) for report in (before, after))
        yield describe_change(Text("göstergeyi gösteren", "indicator shown by"), old_name, new_name)


def finish_words(finish: Finish) -> Text:
    """Return "çiftten, okeyle bitiş", "pairs finish, okey finish"."""
    special = tuple(FINISHES[code] for code in finish_code(finish).split("+") if code in FINISHES)
    if not special:
        return PLAIN_FINISH
    finish_name = join_texts(special)
    return Text(finish_name.tr.replace(" bitiş,", ","), finish_name.en)


def _shown_by(report: HandReport, names: Mapping[str, str]) -> Text:
    if report.indicator_shown_by is None:
        return _NOBODY
    name = names.get(report.indicator_shown_by, "?")
    return Text(name, name)
