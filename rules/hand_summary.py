from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from rules.hands import Outcome, Report
from rules.localized_text import Text
from rules.rulesets import RuleSet

Entry = TypeVar("Entry", bound=Report)
Rules = TypeVar("Rules", bound=RuleSet)

PLAIN_FINISH: Final = Text("düz bitiş", "plain finish")
_UNFINISHED_TEXTS: Final[Mapping[Outcome, Text]] = {
    Outcome.FINISHED: Text("biten yazılmamış", "no finisher named"),
    Outcome.DECK_EXHAUSTED: Text("deste bitti", "the deck ran out"),
    Outcome.ALL_OPENED_PAIRS: Text("dördü de çift açtı", "all four opened with pairs"),
}


@dataclass(frozen=True, slots=True)
class VersionReport(Generic[Entry, Rules]):
    report: Entry
    rules: Rules


@dataclass(frozen=True, slots=True)
class HandSummary:
    """The summary of one charged player or side; tiles are codes."""

    words: tuple[Text, ...] = ()
    finished: bool = False
    tiles: tuple[str, ...] = ()
    indicator: str = ""
    fouls: tuple[Text, ...] = ()


def ending_difference(before: Report, after: Report, names: Mapping[str, str]) -> Text | None:
    """Return how the end of the hand differs; None if it doesn't."""
    if (before.outcome, before.finisher) == (after.outcome, after.finisher):
        return None
    if before.finisher and after.finisher:
        old_name, new_name = (names.get(report.finisher or "", "?") for report in (before, after))
        return Text(f"bitiren: {old_name} → {new_name}", f"finished by: {old_name} → {new_name}")
    ends = [_ending(report, names) for report in (before, after)]
    return describe_change(Text("elin sonu", "end of the hand"), *ends)


def _ending(report: Report, names: Mapping[str, str]) -> Text:
    if report.finisher is None:
        return _UNFINISHED_TEXTS[report.outcome]
    name = names.get(report.finisher, "?")
    return Text(f"{name} bitti", f"{name} finished")


def before_and_after(before: Text, after: Text) -> Text:
    return Text(f"{before.tr} → {after.tr}", f"{before.en} → {after.en}")


def describe_change(subject: Text, before: Text, after: Text) -> Text:
    change = before_and_after(before, after)
    return Text(f"{subject.tr}: {change.tr}", f"{subject.en}: {change.en}")


def describe_replacement(before: Text, after: Text) -> Text:
    return Text(f"{before.tr} yerine {after.tr}", f"{after.en} instead of {before.en}")


def join_texts(names: tuple[Text, ...]) -> Text:
    return Text(", ".join(name.tr for name in names), ", ".join(name.en for name in names))
