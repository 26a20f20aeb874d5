"""S3."""

from collections.abc import Iterator

from rules.games.okey_task.explain import word_line
from rules.games.okey_task.line_sources import source_of_line
from rules.games.okey_task.racks import count_rack
from rules.games.okey_task.reports import HandReport
from rules.games.okey_task.rulesets import RuleSet
from rules.score_lines import NO_VALUES, Line, Score
from rules.sources import INFRACTION


def score_hand(report: HandReport, rules: RuleSet) -> Score:
    """The report has no errors."""
    lines = tuple(line for seat in report.playing for line in _seat_lines(report, rules, seat))
    return Score(lines, multiplier=1, void=False, seats=report.playing)


def _seat_lines(report: HandReport, rules: RuleSet, seat: str) -> Iterator[Line]:
    """Yield a finisher's 0 or the rack's sum, then a line for each kind of infraction."""
    entry, finished = report.seats[seat], seat == report.finisher
    if finished:
        yield Line(seat, 0, "finisher", source_of_line("finisher", rules), NO_VALUES, word_line)
    else:
        count = count_rack(entry.rack)
        source = source_of_line("rack", rules, chosen=count.okeys > 0)
        yield Line(seat, count.points, "rack", source, {"jokers": count.okeys}, word_line)
    for code in dict.fromkeys(foul.code for foul in entry.infractions):
        times, amount = entry.count_of(code), rules.infractions[code]
        if times:
            source = source_of_line(INFRACTION + code, rules, chosen=finished)
            values = {"amount": amount, "count": times}
            yield Line(seat, times * amount, INFRACTION + code, source, values, word_line)
