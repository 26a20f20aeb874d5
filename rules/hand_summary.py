"""What a version of a hand tells, in words: of everybody who is charged, and otherwise than another version.

Which words there are for how somebody played is a matter of the game; how a hand ended, any game tells.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from rules.hands import Outcome, Report
from rules.rulesets import RuleSet
from rules.text import Text

Entry = TypeVar("Entry", bound=Report)
Rules = TypeVar("Rules", bound=RuleSet)

PLAIN_FINISH: Final = Text("düz bitiş", "plain finish")
_NOBODY: Final[Mapping[Outcome, Text]] = {
    Outcome.FINISHED: Text("biten yazılmamış", "no finisher named"),
    Outcome.DECK_EXHAUSTED: Text("deste bitti", "the deck ran out"),
    Outcome.ALL_OPENED_PAIRS: Text("dördü de çift açtı", "all four opened with pairs"),
}


@dataclass(frozen=True, slots=True)
class Told(Generic[Entry, Rules]):
    """A version of a hand: what was reported, and the rules by which that is counted."""

    report: Entry
    rules: Rules


@dataclass(frozen=True, slots=True)
class Part:
    """What a report tells of one who is charged: words, the codes of the tiles left, words of infractions.

    ``indicator`` is the code of what named the okey among these tiles, empty where that was not told.
    """

    words: tuple[Text, ...] = ()
    finished: bool = False
    tiles: tuple[str, ...] = ()
    indicator: str = ""
    fouls: tuple[Text, ...] = ()


def ends_otherwise(before: Report, after: Report, names: Mapping[str, str]) -> Text | None:
    """Say who finished instead; where nobody did in one of the two, how the hand ended. None where alike."""
    if (before.outcome, before.finisher) == (after.outcome, after.finisher):
        return None
    if before.finisher and after.finisher:
        was, now = (names.get(one.finisher or "", "?") for one in (before, after))
        return Text(f"bitiren: {was} → {now}", f"finished by: {was} → {now}")
    ends = [_ending(report, names) for report in (before, after)]
    return changed(Text("elin sonu", "end of the hand"), *ends)


def _ending(report: Report, names: Mapping[str, str]) -> Text:
    if report.finisher is None:
        return _NOBODY[report.outcome]
    name = names.get(report.finisher, "?")
    return Text(f"{name} bitti", f"{name} finished")


def arrow(was: Text, now: Text) -> Text:
    """Say what became what."""
    return Text(f"{was.tr} → {now.tr}", f"{was.en} → {now.en}")


def changed(what: Text, was: Text, now: Text) -> Text:
    """Say which thing changed, and how."""
    became = arrow(was, now)
    return Text(f"{what.tr}: {became.tr}", f"{what.en}: {became.en}")


def instead(was: Text, now: Text) -> Text:
    """Say what is told instead of what."""
    return Text(f"{was.tr} yerine {now.tr}", f"{now.en} instead of {was.en}")


def listed(names: tuple[Text, ...]) -> Text:
    """Join names by commas."""
    return Text(", ".join(name.tr for name in names), ", ".join(name.en for name in names))
