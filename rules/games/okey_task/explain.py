from typing import Final

from rules.games.okey_task.infractions import INFRACTIONS
from rules.localized_text import TIMES, Text, fill
from rules.score_lines import Line
from rules.sources import INFRACTION

_FINISHED: Final = Text("Bitti: 0", "Finished: 0")
_RACK: Final = Text("Elinde kalan: {points}", "Left on the rack: {points}")
_RACK_WITH_JOKERS: Final = Text("Elinde kalan: {points} + joker 0", "Left on the rack: {points} + joker 0")


def word_line(line: Line) -> Text:
    """Jokers count nothing."""
    if line.rule == "finisher":
        return _FINISHED
    if line.rule == "rack":
        return fill(_RACK_WITH_JOKERS if line.values["jokers"] else _RACK, points=line.points)
    return _infraction(line.rule.removeprefix(INFRACTION), **line.values)


def _infraction(code: str, amount: int, count: int) -> Text:
    figure = f"{count} {TIMES} {amount}" if count > 1 else f"{amount}"
    return fill("{name}: {figure}", name=INFRACTIONS[code].name, figure=figure)
