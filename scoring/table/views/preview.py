"""The explained score of a hand while it is being entered. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as changed
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, gettext

from rules.games.okey101.problems import find_errors, find_warnings
from rules.games.okey101.racks import known_indicator, known_tiles
from rules.games.okey101.rulesets import RuleSet
from rules.games.okey101.score import score_hand
from rules.hands import HandReport, LastTile, Opening, Outcome, Rack, SeatReport
from rules.lines import Line, Score
from rules.objections import Problem
from rules.seats import SEATS_PAIRS
from rules.text import TIMES, signed
from rules.tiles import COPIES
from scoring.table.forms import HandForm
from scoring.table.forms.choices import FINISH_NAMES, FINISHES, OPENING_NAMES
from scoring.table.forms.objections import Objection, objections
from scoring.table.views.phone import Seat


class Explained(NamedTuple):
    """A line of a score in the page's language; `rule` is what it scores by."""

    words: str
    points: int
    rule: str


@dataclass
class SeatPreview:
    """A seat of the preview: its figure where it is known already, and the reasons for it."""

    seat: Seat
    opening: str
    finished: bool
    waiting: bool
    points: int | None = None
    lines: list[Explained] = field(default_factory=list)
    problems: list[Objection] = field(default_factory=list)
    doubts: list[Objection] = field(default_factory=list)
    tiles: tuple[str, ...] = ()
    """Of the rack, as far as there are such tiles, where it was told by them."""
    indicator: str = ""

    @property
    def opened(self) -> str:
        """How the player opened, where he did."""
        return str(OPENING_NAMES[self.opening]) if self.opening not in ("", Opening.NONE) else ""


@dataclass(frozen=True)
class Doubt:
    """A kind of doubt, whom it concerns, and whether the keeper said that it was so."""

    code: str
    calls: list[str]
    confirmed: bool


@dataclass
class Preview:
    """What a hand would be worth as it is typed now; `sides` is empty until every asked seat is told.

    `plain` names the finish that is preset, where nobody chose another: no line of the score tells it.
    """

    seats: list[SeatPreview]
    sides: dict[str, int] = field(default_factory=dict)
    problems: list[Objection] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    void: bool = False
    plain: str = ""

    @property
    def wrong(self) -> bool:
        return bool(self.problems) or any(seat.problems for seat in self.seats)

    @property
    def unconfirmed(self) -> bool:
        return any(not doubt.confirmed for doubt in self.doubts)


def preview_hand(form: HandForm, seats: Sequence[Seat]) -> Preview:
    """Judge and score what was typed so far, by the rules of the tournament."""
    sound, report, complete = form.sound, form.report, not form.unanswered
    if sound:
        form.add_problems(find_errors(report, form.rules))
    preview = Preview([_seat_preview(seat, form, report) for seat in seats])
    preview.problems = form.messages
    if not form.end_given or (preview.wrong and complete):
        return preview
    score = score_hand(report, form.rules)
    _put_figures(preview, score)
    if report.finished and form.finish_given == "plain":
        preview.plain = str(FINISH_NAMES["plain"])
    if complete:
        preview.sides, preview.void = score.by_side(), score.void
        _put_doubts(preview, find_warnings(report, form.rules), report.accepted)
    return preview


def explained(lines: Iterable[Line], seat: str) -> list[Explained]:
    """The lines of one seat in the page's language."""
    language = get_language() or "tr"
    return [
        Explained(line.text.in_language(language), line.points, line.rule)
        for line in lines
        if line.seat == seat
    ]


def hint_texts(rules: RuleSet) -> dict[str, dict[str, str]]:
    """The small print on the choices, in the page's language."""
    language, left = get_language() or "tr", gettext("what is left")
    return {
        key: {
            "none": signed(hint["none"], language),
            "finisher": signed(hint["finisher"], language),
            "okeys": str(hint["okeys"]),
        }
        | {
            opening: left if hint[opening] == 1 else f"{left} {TIMES} {hint[opening]}"
            for opening in ("series", "pairs")
        }
        for key, hint in finish_hints(rules).items()
    }


@lru_cache(maxsize=64)
def finish_hints(rules: RuleSet) -> dict[str, dict[str, int]]:
    """What an opponent would pay, for the small print on the choices: by finish and the finisher's opening.

    `none` is what an unopened player pays, `series` and `pairs` what one point on the rack costs, `finisher`
    what the finisher is credited, `okeys` how many real okeys can still lie on the racks.
    """
    hints = {"deck_exhausted": _hint(rules, HandReport(Outcome.DECK_EXHAUSTED, {}))}
    for name, finish in FINISHES.items():
        for opening in (Opening.SERIES, Opening.PAIRS):
            finished = HandReport(Outcome.FINISHED, {"A1": SeatReport(opening)}, finisher="A1", finish=finish)
            hints[f"{name}.{opening.value}"] = _hint(rules, finished)
    return hints


def _hint(rules: RuleSet, report: HandReport) -> dict[str, int]:
    seats = {seat: SeatReport(Opening.SERIES) for seat in SEATS_PAIRS} | dict(report.seats)
    costs: dict[str, int] = {}
    for opening in Opening:
        rack = None if opening is Opening.NONE else Rack(points=1)
        score = score_hand(changed(report, seats=seats | {"B1": SeatReport(opening, rack)}), rules)
        costs |= {opening.value: score.by_seat()["B1"], "finisher": score.by_seat()["A1"]}
    thrown = report.finish.last_tile if report.finished else LastTile.PLAIN
    return costs | {"okeys": COPIES - thrown.okeys}


def _put_doubts(preview: Preview, doubts: Sequence[Problem], accepted: Sequence[str]) -> None:
    """Each doubt on the seat it concerns, and each kind once as a question."""
    seats = {seat.seat.code: seat for seat in preview.seats}
    calls: dict[str, list[str]] = {}
    for doubt in doubts:
        seat = seats[doubt.seat or preview.seats[0].seat.code]
        words = doubt.message.in_language(get_language() or "tr")
        seat.doubts.append(Objection(words, doubt.code))
        calls.setdefault(doubt.code, []).append(seat.seat.call)
    preview.doubts = [Doubt(code, names, code in accepted) for code, names in calls.items()]


def _seat_preview(seat: Seat, form: HandForm, report: HandReport) -> SeatPreview:
    given = form.seats[seat.code].opening_given()
    return SeatPreview(
        seat,
        opening=given.value if given else "",
        finished=form.end_given == seat.code,
        waiting=seat.code in form.unanswered,
        problems=objections(form.seats[seat.code].errors),
        tiles=tuple(tile.code for tile in known_tiles(report.seats[seat.code].rack)),
        indicator=known_indicator(report.indicator),
    )


def _put_figures(preview: Preview, score: Score) -> None:
    points = score.by_seat()
    for seat in preview.seats:
        if not seat.waiting and not seat.problems:
            seat.points = points[seat.seat.code]
            seat.lines = explained(score.lines, seat.seat.code)
