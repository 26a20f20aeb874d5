from rules.games.okey101.opening_reports import parse_opening
from rules.games.okey101.openings import judge_opening
from rules.games.okey101.playable.racks import BestMelds, judge_rack
from rules.games.okey101.playable.reports import parse_rack
from rules.games.okey101.rulesets import RuleSet
from rules.melds import Meld
from rules.rack_input import find_rack_errors, refused_rack
from rules.strict_json import Answer


def answer_opening(data: object, rules: RuleSet) -> Answer:
    """Judge an opening from decoded JSON (RULES §9); errors are in the answer, but Malformed is raised."""
    judged = judge_opening(parse_opening(data), rules)
    return {
        "valid": judged.valid,
        "kind": judged.kind.value,
        "total": judged.total,
        "melds": [_meld_to_dict(meld) for meld in judged.melds],
        "errors": [error.value for error in judged.errors],
    }


def _meld_to_dict(meld: Meld) -> Answer:
    answer: Answer = {
        "kind": meld.kind.value,
        "value": meld.value,
        "stands_for": [tile.code for tile in meld.stands_for],
    }
    return answer | ({"reason": meld.reason.to_dict()} if meld.reason else {})


def answer_rack(data: object, rules: RuleSet) -> Answer:
    """Judge a rack from decoded JSON (RULES §9); errors are in the answer, but Malformed is raised."""
    rack = parse_rack(data)
    errors = find_rack_errors(rack.tiles, rack.indicator)
    if errors:
        return refused_rack(errors)
    judged = judge_rack(rack, rules)
    return {
        "ok": True,
        "series": _best_melds_to_dict(judged.series),
        "pairs": _best_melds_to_dict(judged.pairs),
        "opens": [kind.value for kind in judged.opens],
    }


def _best_melds_to_dict(melded: BestMelds) -> Answer:
    return {"total": melded.total, "melds": [list(meld) for meld in melded.melds]}
