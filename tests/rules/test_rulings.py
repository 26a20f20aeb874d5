from rules.rulings import RULING, fixed_score, replayed_score
from rules.seats import SEATS_PAIRS


def test_fixed_points_are_used_unchanged():
    points = {"A1": -101, "B1": 0, "A2": 9999, "B2": 47}
    score = fixed_score(points)
    assert score.by_seat() == points
    assert score.by_side() == {"A": 9898, "B": 47}
    assert score.by_payer() == points
    assert (score.void, score.multiplier) == (False, 1)
    assert {(line.rule, line.source) for line in score.lines} == {(RULING, RULING)}


def test_replayed_hand_is_void_and_free():
    score = replayed_score(iter(SEATS_PAIRS))
    assert (score.void, score.multiplier) == (True, 1)
    assert score.by_seat() == dict.fromkeys(SEATS_PAIRS, 0)
    assert {(line.rule, line.source) for line in score.lines} == {(RULING, RULING)}


def test_rulings_are_bilingual():
    (fixed,) = {line.text for line in fixed_score(dict.fromkeys(SEATS_PAIRS, 5)).lines}
    (replayed,) = {line.text for line in replayed_score(SEATS_PAIRS).lines}
    assert "Hakem" in fixed.tr
    assert "referee" in fixed.en
    assert "yeniden oynanır" in replayed.tr
    assert "replayed" in replayed.en


def test_fixed_points_can_be_by_side():
    points = {"A": 4, "B": -2}
    score = fixed_score(points, by_side=True)
    assert score.by_payer() == score.by_side() == points
    assert (score.seats, score.sides, score.void) == ((), ("A", "B"), False)


def test_replayed_hand_can_be_by_side():
    score = replayed_score(("A", "B"), by_side=True)
    assert (score.void, score.seats, score.sides) == (True, (), ("A", "B"))
    assert score.by_side() == {"A": 0, "B": 0}
