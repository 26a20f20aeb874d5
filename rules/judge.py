"""One hand, opening or rack in, one answer out, with every reason (RULES §9)."""

from typing import Any

from rules.games.okey101.opening_reports import parse_opening
from rules.games.okey101.openings import OpeningError, judge_opening
from rules.games.okey101.playable.racks import Melded, RackError, find_rack_errors, judge_rack
from rules.games.okey101.playable.reports import parse_rack
from rules.games.okey101.problems import find_errors, find_warnings
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import DEFAULT_RULE_SET, PRESETS, UnknownRuleSet, rule_set
from rules.games.okey101.score import score_hand
from rules.lines import Line
from rules.melds import Meld
from rules.objections import Problem, problem
from rules.shape import Malformed, Repeated, decode, quoted, read_object, read_text
from rules.text import Text

Answer = dict[str, Any]
"""A JSON object as RULES §9 shows it."""


def judge_line(line: bytes, default_rule_set: str = DEFAULT_RULE_SET) -> Answer:
    """Judge one line of JSON Lines; whatever the line holds, there is an answer."""
    try:
        data = decode(line)
    except Malformed as malformed:
        return _malformed(malformed.message)
    return judge_hand(data, default_rule_set)


def judge_hand(data: object, default_rule_set: str = DEFAULT_RULE_SET) -> Answer:
    """Judge a decoded entry by the rule set it names, or by the default one.

    An unknown rule set stands alone, and after it an entry that has not the shape of a hand;
    all other problems are reported together.
    """
    try:
        rules = rule_set(_rule_set_id(data, default_rule_set))
        report = parse_report(data)
    except UnknownRuleSet as unknown:
        name = quoted([str(unknown.args[0])])
        error = problem("unknown_rule_set", None, "seat", Text(name, name))
        return {"ok": False, "errors": [_error(error)]}
    except Malformed as malformed:
        return _malformed(malformed.message)
    errors = find_errors(report, rules)
    if errors:
        return {"ok": False, "errors": [_error(error) for error in errors]}
    score = score_hand(report, rules)
    return {
        "ok": True,
        "void": score.void,
        "multiplier": score.multiplier,
        "seats": score.by_seat(),
        "teams": score.by_side(),
        "lines": [line_to_dict(line) for line in score.lines],
        "warnings": [
            {"code": warning.code, "seat": warning.seat} for warning in find_warnings(report, rules)
        ],
    }


def line_to_dict(line: Line) -> dict[str, object]:
    """Give a line of a score as RULES §9 shows it."""
    return {
        "seat": line.seat,
        "points": line.points,
        "rule": line.rule,
        "source": line.source,
        "text": line.text.to_dict(),
    }


def judge_opening_line(line: bytes) -> Answer:
    """Judge one line of JSON Lines that holds an opening; whatever it holds, there is an answer.

    What can't be read, or is to be judged by a rule set that does not exist, stands alone.
    """
    try:
        data = decode(line)
        rules = rule_set(_rule_set_id(data, DEFAULT_RULE_SET))
        judged = judge_opening(parse_opening(data), rules)
    except (Malformed, UnknownRuleSet):
        errors = [OpeningError.MALFORMED_OPENING.value]
        return {"valid": False, "kind": None, "total": 0, "melds": [], "errors": errors}
    return {
        "valid": judged.valid,
        "kind": judged.kind.value,
        "total": judged.total,
        "melds": [_meld_to_dict(meld) for meld in judged.melds],
        "errors": [error.value for error in judged.errors],
    }


def _meld_to_dict(meld: Meld) -> dict[str, object]:
    told: dict[str, object] = {
        "kind": meld.kind.value,
        "value": meld.value,
        "stands_for": [tile.code for tile in meld.stands_for],
    }
    return told | ({"reason": meld.reason.to_dict()} if meld.reason else {})


def judge_rack_line(line: bytes) -> Answer:
    """Judge one line of JSON Lines that holds a rack; whatever it holds, there is an answer.

    What can't be read stands alone.
    """
    try:
        data = decode(line)
        rules = PRESETS.get(_rule_set_id(data, DEFAULT_RULE_SET))
        rack = parse_rack(data, of_another_game=rules is None)
    except Malformed:
        return {"ok": False, "errors": [RackError.MALFORMED_RACK.value]}
    errors = find_rack_errors(rack, rules)
    if errors or rules is None:
        return {"ok": False, "errors": [error.value for error in errors]}
    judged = judge_rack(rack, rules)
    return {
        "ok": True,
        "series": _melded_to_dict(judged.series),
        "pairs": _melded_to_dict(judged.pairs),
        "opens": [kind.value for kind in judged.opens],
    }


def _melded_to_dict(melded: Melded) -> dict[str, object]:
    return {"total": melded.total, "melds": [list(meld) for meld in melded.melds]}


def _rule_set_id(data: object, default: str) -> str:
    """Read the rule set of an entry that may be malformed elsewhere."""
    entry = data if isinstance(data, Repeated) else read_object(data, "")
    name = entry.get("rule_set")
    return default if name is None else read_text(name, "rule_set")


def _malformed(message: Text) -> Answer:
    return {"ok": False, "errors": [_error(Problem("malformed_hand", None, message, "seat"))]}


def _error(error: Problem) -> dict[str, object]:
    return {"code": error.code, "seat": error.seat, "message": error.message.to_dict()}
