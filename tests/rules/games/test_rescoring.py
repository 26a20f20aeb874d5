"""Hands of a match one after another: what was paid before decides what a later one costs."""

from rules.games import game_of
from rules.games.rescoring import scored_in_order
from rules.rulings import fixed_score, replayed_score
from tests.rules.builders import SERIES, finished
from tests.rules.games.okey_points.hands import PAIRS, deck_empty, won

COUNTDOWN = game_of("okey-countdown")
RULES = COUNTDOWN.presets["okey-countdown"]


def scored(*hands):
    reports = [COUNTDOWN.parse_report(hand) if isinstance(hand, dict) else hand for hand in hands]
    return list(scored_in_order(COUNTDOWN, reports, RULES))


SHOWN = deck_empty(indicator_shown_by="A1")


def test_a_correction_scores_the_later_hands_anew():
    first = [report.before.get("B", 0) for report, _ in scored(won("A1", "pairs"), won("A1", "pairs"), SHOWN)]
    assert first == [0, 8, 16]
    assert [score.by_side()["B"] for _, score in scored(won("A1", "pairs"), won("A1", "pairs"), SHOWN)] == [
        8,
        8,
        2,
    ]
    corrected = scored(won("A1", "pairs", "okey"), won("A1", "pairs"), SHOWN)
    assert [score.by_side()["B"] for _, score in corrected] == [12, 8, 1]
    assert corrected[2][0].before == {"A": 0, "B": 20}


def test_what_a_report_brought_as_before_gives_way_to_what_was_paid():
    ((report, score),) = scored(SHOWN | {"before": {"B": 19}})
    assert (report.before, score.by_side()) == ({}, {"A": 1, "B": 2})


def test_what_a_referee_decided_stands_and_counts():
    fixed = fixed_score({"A1": 0, "B1": 10, "A2": 0, "B2": 8})
    void = replayed_score(PAIRS)
    (nothing, first), (_, second), (report, last) = scored(fixed, void, SHOWN)
    assert (nothing, first, second) == (None, fixed, void)
    assert report.before == {"A": 0, "B": 18}
    assert last.by_side() == {"A": 1, "B": 1}


def test_where_nothing_hangs_on_it_hands_are_scored_as_they_are():
    game = game_of("101-pairs")
    reports = [game.parse_report(finished(B1=(SERIES, points))) for points in (5, 7)]
    rules = game.presets["101-pairs"]
    assert list(scored_in_order(game, reports, rules)) == [
        (report, game.score_hand(report, rules)) for report in reports
    ]
