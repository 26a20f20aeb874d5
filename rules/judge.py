"""With every reason (RULES §9)."""

from typing import Any

from rules.games import DEFAULT_RULE_SET, game_of
from rules.games.game import Game
from rules.localized_text import Text
from rules.rack_input import RackError, judge_unknown_rule_set, refused_rack
from rules.rulesets import UnknownRuleSet
from rules.score_lines import Line
from rules.strict_json import Answer, Malformed, RepeatedKeys, decode, quote_names, read_object, read_text
from rules.validation import Problem, create_problem


def judge_line(line: bytes, default_rule_set: str = DEFAULT_RULE_SET) -> Answer:
    """JSON Lines; any input has an answer."""
    try:
        data = decode(line)
    except Malformed as malformed:
        return _malformed(malformed.message)
    return judge_hand(data, default_rule_set)


def judge_hand(data: object, default_rule_set: str = DEFAULT_RULE_SET) -> Answer:
    """Return score and warnings, or all errors (RULES §9).

    For an unknown rule set or malformed input only that is the error.
    """
    try:
        game, rules = _game_and_rules(data, default_rule_set)
        report = game.parse_report(data)
    except UnknownRuleSet as unknown:
        name = quote_names([str(unknown.args[0])])
        error = create_problem("unknown_rule_set", None, "seat", Text(name, name))
        return {"ok": False, "errors": [_error(error)]}
    except Malformed as malformed:
        return _malformed(malformed.message)
    errors = game.find_errors(report, rules)
    if errors:
        return {"ok": False, "errors": [_error(error) for error in errors]}
    score = game.score_hand(report, rules)
    return {
        "ok": True,
        "void": score.void,
        "multiplier": score.multiplier,
        "seats": score.by_seat(),
        "teams": score.by_side(),
        "lines": [line_to_dict(line) for line in score.lines],
        "warnings": [
            {"code": warning.code, "seat": warning.seat} for warning in game.find_warnings(report, rules)
        ],
    }


def line_to_dict(line: Line) -> dict[str, object]:
    return {
        "seat": line.seat,
        "points": line.points,
        "rule": line.rule,
        "source": line.source,
        "text": line.text.to_dict(),
    }


def judge_opening_line(line: bytes) -> Answer:
    """Any input has an answer; a rule set without opening values is malformed."""
    try:
        data = decode(line)
        game, rules = _game_and_rules(data, DEFAULT_RULE_SET)
        return game.answer_opening(data, rules) if game.answer_opening else _malformed_opening()
    except (Malformed, UnknownRuleSet):
        return _malformed_opening()


def judge_rack_line(line: bytes) -> Answer:
    """Any line has an answer: malformed input and unknown rule sets are its errors."""
    try:
        data = decode(line)
        try:
            game, rules = _game_and_rules(data, DEFAULT_RULE_SET)
        except UnknownRuleSet:
            return judge_unknown_rule_set(data)
        return game.answer_rack(data, rules)
    except Malformed:
        return refused_rack([RackError.MALFORMED_RACK])


def _game_and_rules(data: object, default: str) -> tuple[Game[Any, Any], Any]:
    entry = data if isinstance(data, RepeatedKeys) else read_object(data, "")
    name = entry.get("rule_set")
    rule_set_id = default if name is None else read_text(name, "rule_set")
    game = game_of(rule_set_id)
    return game, game.presets[rule_set_id]


def _malformed_opening() -> Answer:
    return {"valid": False, "kind": None, "total": 0, "melds": [], "errors": ["malformed_opening"]}


def _malformed(message: Text) -> Answer:
    return {"ok": False, "errors": [_error(Problem("malformed_hand", None, message, "seat"))]}


def _error(error: Problem) -> dict[str, object]:
    return {"code": error.code, "seat": error.seat, "message": error.message.to_dict()}
