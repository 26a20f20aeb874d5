"""Fourteen tiles of classic Okey: whether they finish a hand, and its price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.all_melds import LONGEST_RUN
from rules.games.okey_points.finishes import WinningHand, price_code
from rules.games.okey_points.game import OKEY_POINTS
from rules.games.okey_points.laid_hand import HandError, LaidHand, judge_laid_hand, price_of, read_group
from rules.games.okey_points.racks import FULL_RACK, colour_of_all, faces_of, winning_hands
from rules.games.okey_points.rulesets import RuleSet
from rules.hands import LastTile
from rules.meld_faults import FaultCode
from rules.melds import MeldKind, is_false_okey_mistaken
from rules.round_melds import ROUND_FAULT_WORDS
from rules.tile_piles import groups_as_codes
from rules.tiles import COLOUR_NAMES, Colour, Tile, parse_tile
from scoring.rulebook.tile_question import RACK, TileQuestion
from scoring.rulebook.views.games.tile_judging import Judging
from scoring.rulebook.views.games.verdicts import Line, Reading, Verdict, VerdictWriter, parse_tiles

_FAULT_RULES: Final = {
    FaultCode.NO_MELD: "all-in-melds",
    FaultCode.NOT_THE_SAME: "pair",
    FaultCode.COLOUR_TWICE: "set-colours",
    FaultCode.SET_TOO_LONG: "set",
    FaultCode.RUN_PAST_HIGHEST: "one-ends-it",
}
_WAY_RULES: Final = {
    WinningHand.GROUPS: "all-in-melds",
    WinningHand.PAIRS: "seven-pairs",
    WinningHand.ONE_COLOUR_RUN: "long-run",
}
_MELDS: Final = {
    MeldKind.RUN: gettext_lazy("A run"),
    MeldKind.SET: gettext_lazy("A set"),
    MeldKind.PAIR: gettext_lazy("A pair"),
}
_FINISHED: Final = {
    WinningHand.GROUPS: gettext_lazy("Finished with runs and sets."),
    WinningHand.PAIRS: gettext_lazy("Finished with seven pairs."),
    WinningHand.ONE_COLOUR_RUN: gettext_lazy("Finished with the run of one colour."),
}
_COULD_FINISH: Final = {
    WinningHand.GROUPS: gettext_lazy("It could finish with runs and sets."),
    WinningHand.PAIRS: gettext_lazy("It could finish with seven pairs."),
    WinningHand.ONE_COLOUR_RUN: gettext_lazy("It could finish with the run of one colour."),
}
_WAYS: Final = {
    WinningHand.GROUPS: gettext_lazy("with runs and sets"),
    WinningHand.PAIRS: gettext_lazy("with seven pairs"),
    WinningHand.ONE_COLOUR_RUN: gettext_lazy("with the run of one colour"),
}


def judge(question: TileQuestion, rules: RuleSet, writer: VerdictWriter) -> Verdict:
    indicator = parse_tile(question.indicator)
    if question.ask == RACK:
        return _judge_rack(question.rack, indicator, rules, writer)
    hand = judge_laid_hand([parse_tiles(group) for group in question.laid], indicator, rules)
    lines = _why_unfinished(question, hand, writer) if hand.errors else _finished_lines(hand, rules, writer)
    return Verdict([*lines], [_judge_group(group, indicator, writer) for group in question.groups])


def _judge_group(group: Sequence[str], indicator: Tile, writer: VerdictWriter) -> Reading:
    """Judge a group; one tile gets no lines."""
    if len(group) <= 1:
        return Reading(group)
    meld = read_group(parse_tiles(group), indicator)
    if meld.fault:
        read = partial(read_group, indicator=indicator)
        mistaken = is_false_okey_mistaken(parse_tiles(group), indicator, read)
        rule = "false-okey-not-wild" if mistaken else _FAULT_RULES.get(meld.fault.code, "run")
        return Reading(group, [writer.no_meld(meld.fault, rule, words=ROUND_FAULT_WORDS)])
    if len(group) == LONGEST_RUN:
        return writer.read_meld(group, meld, _("The run of one colour, of all fourteen tiles"))
    return writer.read_meld(group, meld, str(_MELDS[meld.kind]))


# --- A shown hand ---


def _finished_lines(hand: LaidHand, rules: RuleSet, writer: VerdictWriter) -> Iterator[Line]:
    yield writer.good(hand.way, str(_FINISHED[hand.way]), _WAY_RULES[hand.way])
    yield from _lines_if_one_colour(hand.way, hand.colour, rules, writer)
    yield _price_line(hand.way, hand.colour, rules, writer)
    yield from _other_ways_lines(hand, "as-shown", writer)


def _why_unfinished(question: TileQuestion, hand: LaidHand, writer: VerdictWriter) -> Iterator[Line]:
    yield writer.bad("not_finished", _("Not finished."))
    if HandError.INVALID_MELD in hand.errors:
        wrong = writer.list_invalid(question.groups, question.laid, hand.melds)
        yield writer.line(HandError.INVALID_MELD, _("Not a meld: %s.") % wrong)
    if HandError.MIXED in hand.errors:
        yield writer.line(HandError.MIXED, _("Pairs can't be combined with runs or sets."), "pairs-alone")
    if HandError.TILES_MISSING in hand.errors:
        text = _("Tiles in no group yet: %s. A hand has fourteen.") % hand.missing
        yield writer.line(HandError.TILES_MISSING, text, "fourteen")
    yield from _other_ways_lines(hand, "as-arranged", writer)
    if HandError.TILES_MISSING not in hand.errors:
        text = _("If it was shown as finished, the hand continues, and the referee warns.")
        yield writer.line("goes_on", text, "false-finish")


def _other_ways_lines(hand: LaidHand, rule: str, writer: VerdictWriter) -> Iterator[Line]:
    if hand.others:
        names = writer.join([str(_WAYS[way]) for way in hand.others])
        text = _("Grouped differently, the same tiles would finish: %s.") % names
        yield writer.line("other_ways", text, rule)


def _lines_if_one_colour(
    way: WinningHand, colour: Colour | None, rules: RuleSet, writer: VerdictWriter
) -> Iterator[Line]:
    if colour:
        doubled = price_of(way, colour, rules).doubled
        text = (
            _("All tiles are of one colour: %s. It counts twice.")
            if doubled
            else _("All tiles are of one colour: %s.")
        )
        code = "one_colour_twice" if doubled else "one_colour"
        yield writer.line(code, text % writer.word(COLOUR_NAMES[colour]), "one_colour")


def _price_line(way: WinningHand, colour: Colour | None, rules: RuleSet, writer: VerdictWriter) -> Line:
    price = price_of(way, colour, rules)
    cited = [f"finish.{price_code(way, last)}" for last in (LastTile.PLAIN, LastTile.OKEY)]
    if not price.plain and not price.okey:
        return writer.line("free", _("The others pay nothing for it."), *cited)
    text = _("Each other side pays %s, or %s if the okey was thrown last.") % (price.plain, price.okey)
    return writer.line("price", text, *cited)


# --- A rack ---


def _judge_rack(rack: Sequence[str], indicator: Tile, rules: RuleSet, writer: VerdictWriter) -> Verdict:
    if len(rack) < FULL_RACK:
        text = _("A hand has fourteen tiles; still missing: %s.") % (FULL_RACK - len(rack))
        return Verdict([writer.line(HandError.TILES_MISSING, text, "fourteen")])
    faces = faces_of(parse_tiles(rack), indicator)
    wins = winning_hands(dict(enumerate(faces)))
    if not wins:
        text = _("It could not finish: these fourteen tiles don't make a hand.")
        return Verdict([writer.bad("could_not", text)])
    melds = [groups_as_codes(groups, rack) for groups in wins.values()]
    return Verdict([*_rack_lines(list(wins), colour_of_all(faces), rules, writer)], melds=melds)


def _rack_lines(
    ways: Sequence[WinningHand], colour: Colour | None, rules: RuleSet, writer: VerdictWriter
) -> Iterator[Line]:
    yield from _lines_if_one_colour(ways[0], colour, rules, writer)
    for way in ways:
        yield writer.good(way, str(_COULD_FINISH[way]), _WAY_RULES[way])
        yield _price_line(way, colour, rules, writer)


JUDGING_OKEY: Final = Judging(game=OKEY_POINTS, most=FULL_RACK, judge=judge)
