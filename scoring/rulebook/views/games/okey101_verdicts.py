"""Openings, racks and direct finishes in 101, judged by their tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules.games.okey101.direct_finishes import FinishError, JudgedFinish, LastThrow, judge_finish
from rules.games.okey101.game import OKEY_101
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.invalid_openings import charged_infraction, openings_left
from rules.games.okey101.openings import (
    ALL_IN_HAND,
    EarlierOpening,
    JudgedOpening,
    LaidOpening,
    OpeningError,
    OpeningKind,
    judge_opening,
    read_group,
    threshold,
)
from rules.games.okey101.playable.racks import BestMelds, RackInput, judge_rack
from rules.games.okey101.rulesets import RuleSet
from rules.hands import Opening
from rules.localized_text import format_number
from rules.meld_faults import FaultCode
from rules.melds import MeldKind, is_false_okey_mistaken
from rules.tiles import COPIES, parse_tile
from scoring.rulebook.tile_question import RACK, TileQuestion, TileQuestionForm
from scoring.rulebook.views.games.tile_judging import Judging
from scoring.rulebook.views.games.verdicts import Line, Reading, Rules, Verdict, VerdictWriter, parse_tiles

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

FINISH: Final = "finish"
_FAULT_RULES: Final = {
    FaultCode.INDICATOR_IN_PAIR: "indicator_in_pairs",
    FaultCode.NOT_THE_SAME: "pair",
    FaultCode.COLOUR_TWICE: "set-colours",
    FaultCode.SET_TOO_LONG: "set",
    FaultCode.RUN_PAST_HIGHEST: "one-is-low",
}
_MIXED: Final = ("mixed-taken-back", "opening.pairs")
_TAKEN_BACK: Final = ("wrong-meld-taken-back", "meld")
_BELOW: Final = ("direct_below_threshold", "finish.direct")
_WITH_PAIRS: Final = ("direct-with-pairs", "finish.direct")


def _number_field(most: int, label: StrPromise) -> forms.IntegerField:
    keypad = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(required=False, min_value=0, max_value=most, label=label, widget=keypad)


class QuestionForm101(TileQuestionForm):
    """Also the last opening of each kind, where the threshold rises."""

    series = _number_field(999, gettext_lazy("Last series opening, points"))
    pairs = _number_field(ALL_IN_HAND // COPIES, gettext_lazy("Last pairs opening, pairs"))
    own_fields = (Opening.SERIES, Opening.PAIRS)


def judge(question: TileQuestion, rules: RuleSet, writer: VerdictWriter) -> Verdict:
    previous = tuple(
        EarlierOpening(Opening(kind), total) for kind, total in question.answers.items() if total
    )
    if question.ask == RACK:
        return _judge_rack(RackInput(question.rack, question.indicator, previous), rules, writer)
    laid = LaidOpening(question.indicator, question.laid, previous)
    judge_laid = _finish_lines if question.ask == FINISH else _opening_lines
    readings = [_read_meld(group, question.indicator, rules, writer) for group in question.groups]
    return Verdict([*judge_laid(question, laid, rules, writer)], readings)


def _read_meld(group: Sequence[str], indicator: str, rules: RuleSet, writer: VerdictWriter) -> Reading:
    """Word the meld, or the fault and any infraction; a single tile gets no line."""
    if len(group) <= 1:
        return Reading(group)
    tiles, turned = parse_tiles(group), parse_tile(indicator)
    meld = read_group(tiles, turned, rules)
    if meld.fault:
        read = partial(read_group, indicator=turned, rules=rules)
        mistaken = is_false_okey_mistaken(tiles, turned, read)
        rule = "false-okey-not-wild" if mistaken else _FAULT_RULES.get(meld.fault.code, "meld")
        charged = _infraction_lines("invalid_meld", rules, writer) if rules.fines("invalid_meld") else ()
        return Reading(group, [writer.no_meld(meld.fault, (rule, "meld")), *charged])
    if meld.kind is MeldKind.PAIR:
        rules_of_pair = ["indicator_in_pairs"] if indicator in group else []
        return writer.read_meld(group, meld, _("A pair"), *rules_of_pair)
    text = _("Run, %s points") if meld.kind is MeldKind.RUN else _("Set, %s points")
    return writer.read_meld(group, meld, text % meld.value)


def _infraction_lines(code: str, rules: RuleSet, writer: VerdictWriter) -> Iterator[Line]:
    amount = format_number(rules.infractions[code], get_language() or "tr")
    text = _("If laid this way: %s, %s penalty points") % (writer.word(INFRACTIONS[code].name), amount)
    yield writer.bad(f"charged_{code}", text, f"infraction.{code}")


def _total_text(kind: str, total: int, needed: int) -> str:
    if kind == Opening.PAIRS:
        return _("pairs: %s, at least %s are needed") % (total, needed)
    return _("%s points, the threshold is %s") % (total, needed)


def _judged_text(judged: JudgedOpening) -> str:
    return _total_text(judged.kind, judged.total, judged.needed)


# --- A rack ---


def _judge_rack(rack: RackInput, rules: RuleSet, writer: VerdictWriter) -> Verdict:
    judged = judge_rack(rack, rules)
    best = {Opening.SERIES: judged.series, Opening.PAIRS: judged.pairs}
    lines = [
        _rack_line(kind, melds, threshold(kind, rules, rack.previous), writer, opens=kind in judged.opens)
        for kind, melds in best.items()
    ]
    return Verdict(lines, melds=[melds.melds for melds in best.values()])


def _rack_line(kind: Opening, best: BestMelds, needed: int, writer: VerdictWriter, *, opens: bool) -> Line:
    total = _total_text(kind, best.total, needed)
    if opens:
        return writer.good(f"{kind}_could_open", _("It could have opened: %s.") % total, f"opening.{kind}")
    return writer.bad(f"{kind}_could_not", _("It could not have opened: %s.") % total, f"opening.{kind}")


# --- Melds as an opening ---


def _opening_lines(
    question: TileQuestion, laid: LaidOpening, rules: RuleSet, writer: VerdictWriter
) -> Iterator[Line]:
    judged = judge_opening(laid, rules)
    wrong = writer.list_invalid(question.groups, laid.melds, judged.melds)
    if judged.kind is OpeningKind.MIXED:
        yield from _mixed_lines(laid, judged, wrong, rules, writer)
    elif judged.total < judged.needed:
        missing = judged.needed - judged.total
        text = _("This does not open: %s; %s short.") % (_judged_text(judged), missing)
        cited: list[Rules] = [_TAKEN_BACK, "wrong-meld-once"] if wrong else [f"opening.{judged.kind}"]
        yield writer.bad("short", text, *cited)
    elif wrong:
        text = _("Taken back: %s. The rest opens: %s.") % (wrong, _judged_text(judged))
        yield writer.good("rest_opens", text, _TAKEN_BACK)
    else:
        yield writer.good("opens", _("This opens: %s.") % _judged_text(judged), f"opening.{judged.kind}")
    yield from _charge_lines(laid, judged, judged.errors, rules, writer)


def _mixed_lines(
    laid: LaidOpening, judged: JudgedOpening, wrong: str, rules: RuleSet, writer: VerdictWriter
) -> Iterator[Line]:
    text = _("This does not open: series and pairs are never laid in one opening.")
    yield writer.bad("mixed", text, _MIXED)
    if wrong:
        yield writer.line("invalid_meld", _("Not a meld: %s.") % wrong)
    for left in openings_left(laid, judged, rules):
        if left.kind is OpeningKind.PAIRS:
            text = _("If you take back runs and sets, the rest opens: %s.")
        else:
            text = _("If you take back the pairs, the rest opens: %s.")
        yield writer.line(f"{left.kind}_left", text % _judged_text(left), _MIXED)


def _charge_lines(
    laid: LaidOpening,
    judged: JudgedOpening,
    errors: Collection[str],
    rules: RuleSet,
    writer: VerdictWriter,
) -> Iterator[Line]:
    """Word the one infraction of this act, or that it is free."""
    opens = any(openings_left(laid, judged, rules))
    infraction = charged_infraction(errors, rules, opens=opens) if laid.melds else ""
    if infraction:
        yield from _infraction_lines(infraction, rules, writer)
    elif OpeningError.MIXED_OPENING in errors and opens:
        text = _("Taking back tiles that don't belong to the opening costs no penalty points.")
        yield writer.line("free", text, _MIXED)


# --- Melds as a whole hand ---


def _finish_lines(
    question: TileQuestion, shown: LaidOpening, rules: RuleSet, writer: VerdictWriter
) -> Iterator[Line]:
    finish = judge_finish(shown, rules)
    rule: Rules = _WITH_PAIRS if finish.opening.kind is OpeningKind.PAIRS else "finish.direct"
    tiles = _("tiles laid: %s") % len(finish.laid.codes)
    if finish.last:
        yield from _finished_lines(finish, finish.last, tiles, rule, writer)
        return
    yield writer.bad("not_finished", _("Not a direct finish: %s.") % tiles, rule)
    # The charge comes before the reasons, so that it is visible without scrolling.
    yield from _charge_lines(finish.laid, finish.opening, finish.errors, rules, writer)
    yield from _blocker_lines(question, finish, writer)


def _finished_lines(
    finish: JudgedFinish, last: LastThrow, tiles: str, rule: Rules, writer: VerdictWriter
) -> Iterator[Line]:
    if last is LastThrow.IF_DOUBLE_OKEY:
        text = _(
            "A direct finish only if both tiles left are okeys, thrown together, "
            "and nobody else has opened: %s."
        )
        yield writer.line(last, text % tiles, "devam", rule)
    else:
        if finish.thrown:
            tiles = _("%s, thrown last: %s") % (tiles, writer.join(writer.tile_names(finish.thrown)))
        yield writer.good("finished", _("A direct finish, if nobody else has opened: %s.") % tiles, rule)
    yield from _last_throw_lines(finish.opening.kind, last, writer)
    if finish.spared:
        text = _("It is below the threshold of %s; a direct finish with series need not reach it.")
        yield writer.line("spared", text % finish.opening.needed, _BELOW, "direct-all-at-once")


def _last_throw_lines(kind: OpeningKind, last: LastThrow, writer: VerdictWriter) -> Iterator[Line]:
    """Word the kind of finish, which the tile thrown last decides."""
    finish = "finish-direct-pairs" if kind is OpeningKind.PAIRS else "finish-direct"
    if last is LastThrow.OKEY:
        yield writer.line(last, _("An okey is thrown last: this is an okey finish."), f"{finish}-okey")
    elif last is LastThrow.ANY:
        text = _("If the tile thrown last is an okey, this is an okey finish.")
        yield writer.line(last, text, f"{finish}-okey")
    elif last is LastThrow.DOUBLE_OKEY:
        text = _("Both okeys are thrown last: this is a double okey finish.")
        yield writer.line(last, text, f"{finish}-devam")


def _blocker_lines(question: TileQuestion, finish: JudgedFinish, writer: VerdictWriter) -> Iterator[Line]:
    invalid, errors = OpeningError.INVALID_MELD in finish.errors, finish.errors
    if invalid:
        wrong = writer.list_invalid(question.groups, finish.laid.melds, finish.opening.melds)
        yield writer.line("invalid_meld", _("Not a meld: %s.") % wrong, "false-finish")
    if OpeningError.MIXED_OPENING in errors:
        text = _("Series and pairs are never laid in one opening.")
        yield writer.line("mixed", text, _MIXED)
    if OpeningError.BELOW_THRESHOLD in errors or OpeningError.TOO_FEW_PAIRS in errors:
        text = _("The threshold of %s is not reached.") % finish.opening.needed
        yield writer.line("short", text, _BELOW)
    if FinishError.PAIRS in errors:
        text = _("A direct finish with pairs is impossible: the 21 tiles to be laid are an odd number.")
        yield writer.line(FinishError.PAIRS, text, _WITH_PAIRS)
    if FinishError.TILES_LEFT in errors:
        text = _("Tiles still on the rack, besides the one that is thrown: %s.") % finish.left
        yield writer.line(FinishError.TILES_LEFT, text)
    # The tile may be in an invalid meld.
    if FinishError.NOTHING_TO_DISCARD in errors and not invalid:
        text = _("All tiles are laid: none is left to throw.")
        yield writer.line(FinishError.NOTHING_TO_DISCARD, text)
    if len(finish.laid.codes) == ALL_IN_HAND and (invalid or FinishError.NOTHING_TO_DISCARD in errors):
        text = _("If the tile thrown is one of them, separate it: tap + meld, then the tile.")
        yield writer.line("separate_thrown", text)


JUDGING_101: Final = Judging(
    game=OKEY_101,
    most=ALL_IN_HAND,
    judge=judge,
    form=QuestionForm101,
    question_template="scoring/rulebook/okey101/_previous_openings.html",
)
