import json

from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.problems import find_errors, find_warnings
from rules.games.okey101.reports import parse_report
from rules.games.okey101.score import score_hand
from rules.judge import judge_hand
from rules.seats import SEATS_PAIRS, SEATS_SINGLES, partner_of, side_of
from rules.tiles import FALSE_OKEY, NUMBERED_TILES
from rules.validation import FIELDS, field_of
from tests.rules.games.okey101.test_rulesets import rule_sets

TILES = [tile.code for tile in (*NUMBERED_TILES, FALSE_OKEY)]


def optional(**parts):
    return st.fixed_dictionaries({}, optional=parts)


racks = st.fixed_dictionaries(
    {"points": st.integers(-1, 160)}, optional={"okeys": st.integers(-1, 3)}
) | st.fixed_dictionaries({"tiles": st.lists(st.sampled_from([*TILES, "g7"]), max_size=14)})
fouls = st.fixed_dictionaries(
    {"code": st.sampled_from([*INFRACTIONS, "unknown"]), "count": st.integers(-1, 3)}
)
seat_reports = optional(
    opening=st.sampled_from(["none", "series", "pairs"]), rack=racks, infractions=st.lists(fouls, max_size=3)
)
seat_names = st.sampled_from([*SEATS_PAIRS, "C1", "D1", "B3"])
seatings = (
    st.fixed_dictionaries(dict.fromkeys(SEATS_PAIRS, seat_reports))
    | st.fixed_dictionaries(dict.fromkeys(SEATS_SINGLES, seat_reports))
    | st.dictionaries(seat_names, seat_reports, max_size=5)
)
reports = st.fixed_dictionaries(
    {
        "outcome": st.sampled_from(["finished", "finished", "deck_exhausted", "all_opened_pairs"]),
        "seats": seatings,
    },
    optional={
        "finisher": seat_names,
        "finish": optional(last_tile=st.sampled_from(["plain", "okey", "double_okey"]), direct=st.booleans()),
        "indicator": st.sampled_from([*TILES, "z0"]),
        "accepted": st.lists(st.text(max_size=5), max_size=2),
    },
)


def possible_seat(opening):
    points = {"none": 200, "series": 155, "pairs": 140}[opening]
    rack = st.fixed_dictionaries({"points": st.integers(0, points)})
    foul = st.fixed_dictionaries({"code": st.just("okey_discard"), "count": st.integers(0, 3)})
    optional = {"rack": rack, "infractions": st.lists(foul, max_size=2)}
    return st.fixed_dictionaries({"opening": st.just(opening), **optional})


@st.composite
def possible_hands(draw, seats=SEATS_PAIRS):
    """Generate a hand valid under every rule set."""
    openings = [draw(st.sampled_from(["none", "series", "pairs"])) for _ in seats[1:]]
    entries = {seat: draw(possible_seat(opening)) for seat, opening in zip(seats[1:], openings, strict=True)}
    if draw(st.booleans()):
        entries[seats[0]] = draw(possible_seat("series"))
        return {"outcome": "deck_exhausted", "seats": entries}
    entries[seats[0]] = {"opening": "series"}
    direct = draw(st.booleans()) and set(openings) == {"none"}
    finish = {"last_tile": draw(st.sampled_from(["plain", "okey"])), "direct": direct}
    return {"outcome": "finished", "finisher": seats[0], "finish": finish, "seats": entries}


@given(reports, st.sampled_from(["101-pairs", "101-rising", "101-rounds"]))
def test_every_report_has_a_serializable_answer(report, rule_set):
    answer = judge_hand(report, rule_set)
    assert json.loads(json.dumps(answer)) == answer
    assert answer["ok"] is not bool(answer.get("errors"))


@given(reports, rule_sets)
def test_every_rule_set_judges_every_report(report, rules):
    report = parse_report(report)
    errors = find_errors(report, rules)
    assert len({(error.code, error.seat) for error in errors}) == len(errors)
    assert all(field_of(problem) in FIELDS for problem in [*errors, *find_warnings(report, rules)])
    if not errors:
        score = score_hand(report, rules)
        assert {line.seat for line in score.lines} == set(score.seats)


@given(reports)
def test_every_report_round_trips(report):
    parsed = parse_report(report)
    assert parse_report(json.loads(parsed.to_json())) == parsed


@given(possible_hands() | possible_hands(SEATS_SINGLES), rule_sets)
def test_lines_add_up_to_seats_and_seats_to_sides(hand, rules):
    report = parse_report(hand)
    score = score_hand(parse_report(hand | {"seats": without_fouls(hand)}), rules)
    assert sum(line.points for line in score.lines) == sum(score.by_side().values())
    for side, points in score.by_side().items():
        assert points == sum(seat for name, seat in score.by_seat().items() if side_of(name) == side)
    assert set(score.by_seat()) == set(report.playing)


def without_fouls(hand):
    return {
        name: {key: value for key, value in seat.items() if key != "infractions"}
        for name, seat in hand["seats"].items()
    }


def rotate_seats(hand, seats):
    """Return the hand with everybody moved by one seat."""
    next_seat = dict(zip(seats, (*seats[1:], seats[0]), strict=True))
    moved = {next_seat[seat]: entry for seat, entry in hand["seats"].items()}
    finisher = {"finisher": next_seat[hand["finisher"]]} if "finisher" in hand else {}
    return hand | {"seats": moved} | finisher


@given(st.data(), st.sampled_from([SEATS_PAIRS, SEATS_SINGLES]), st.sampled_from(["101-pairs", "101-rounds"]))
def test_rotating_seats_rotates_the_score(data, seats, rule_set):
    hand = data.draw(possible_hands(seats))
    original, after_rotation = judge_hand(hand, rule_set), judge_hand(rotate_seats(hand, seats), rule_set)
    assert original["ok"]
    assert [original["seats"][seat] for seat in seats] == [
        after_rotation["seats"][seat] for seat in (*seats[1:], seats[0])
    ]
    assert after_rotation["multiplier"] == original["multiplier"]


@given(possible_hands())
def test_finishers_partner_pays_infractions_only(hand):
    if hand["outcome"] != "finished":
        return
    answer = judge_hand(hand)
    partner = partner_of("A1")
    fouls = sum(foul["count"] for foul in hand["seats"][partner]["infractions"])
    assert answer["seats"][partner] == 101 * fouls
