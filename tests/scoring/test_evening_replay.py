from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from rules.games.okey101.rulesets import PRESETS
from scoring import evening_replay
from scoring.evening_replay import Replay, play_lines
from scoring.models import Entry
from scoring.play.evening_outcome import tournament_outcome
from tournaments.models import Club
from tournaments.refusals import Refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
EVENINGS = Path(__file__).parents[1] / "data" / "evenings"


def lines_of(name: str) -> list[bytes]:
    return (EVENINGS / f"{name}.jsonl").read_bytes().splitlines()


def outcome(replay: Replay) -> dict[str, Any]:
    assert replay.tournament is not None
    return tournament_outcome(
        replay.tournament, {entrant.pk: key for key, entrant in replay.entrants.items()}
    )


PLAYED = (
    pytest.param("small_8", marks=pytest.mark.slow),
    *(pytest.param(name, marks=pytest.mark.release) for name in ("countdown_8", "club_16")),
)


@pytest.mark.parametrize("name", PLAYED)
def test_evening_replays_to_its_expected_outcome(name):
    replay = Replay(clock=timezone.now)
    play_lines(replay, lines_of(name))
    expected = json.loads((EVENINGS / f"{name}.expected.json").read_text())
    assert expected_part(outcome(replay), expected) == expected


def expected_part(answer: Any, expected: Any) -> Any:
    if isinstance(expected, dict):
        return {key: expected_part(answer[key], expected[key]) for key in expected}
    if isinstance(expected, list) and len(expected) == len(answer):
        return [
            expected_part(item, expected_item) for item, expected_item in zip(answer, expected, strict=True)
        ]
    return answer


def event(**fields: Any) -> str:
    return json.dumps(fields)


TOURNAMENT: dict[str, Any] = {
    "event": "tournament",
    "name": "Kupa",
    "rule_set": "101-pairs",
    "kind": "pairs",
    "group_size": 3,
    "advance": 1,
    "best_of": 1,
    "hands": 3,
}
SEATS = {"A1": {"opening": "series"}, "B1": {}, "A2": {}, "B2": {}}
FINISHED = {"outcome": "finished", "finisher": "A1", "seats": SEATS}


def opened_replay() -> Replay:
    replay = Replay(clock=timezone.now)
    replay.play_line(event(**TOURNAMENT))
    for number in range(1, 7):
        players = [f"P{number}", f"Q{number}"]
        replay.play_line(event(event="entrant", id=f"e{number}", name=f"T{number}", players=players))
    replay.play_line(event(event="group", name="A", entrants=["e1", "e2", "e3"]))
    replay.play_line(event(event="group", name="B", entrants=["e4", "e5", "e6"]))
    return replay


def hand(first: str = "e1", second: str = "e2", number: int = 1, **changes: Any) -> str:
    fields: dict[str, Any] = {
        "event": "hand",
        "stage": "groups",
        "encounter": [first, second],
        "match": 1,
        "number": number,
        "report": FINISHED,
    }
    return event(**fields | changes)


def test_first_named_entrant_is_side_a_of_the_report_whatever_the_draw():
    replay = opened_replay()
    for first, second in (("e1", "e2"), ("e3", "e1"), ("e3", "e2")):
        for number in (1, 2, 3):
            replay.play_line(hand(first, second, number))
    rows = {row["entrant"]: row["encounters_won"] for row in outcome(replay)["groups"]["A"]}
    assert rows == {"e3": 2, "e1": 1, "e2": 0}


def test_walkovers_and_a_lot_decide_a_group():
    replay = opened_replay()
    for pair in (["e1", "e2"], ["e2", "e3"], ["e3", "e1"]):
        replay.play_line(event(event="walkover", stage="groups", encounter=pair, winner=pair[0]))
    replay.play_line(event(event="lot", group="A", order=["e3", "e1", "e2"]))
    rows = outcome(replay)["groups"]["A"]
    assert [(row["entrant"], row["rank"], row["qualified"]) for row in rows] == [
        ("e3", 1, True),
        ("e1", 2, False),
        ("e2", 3, False),
    ]
    assert {(row["matches_won"], row["average"]) for row in rows} == {(1, 0)}


def test_correction_replaces_the_hand_that_has_the_number_now():
    replay = opened_replay()
    void = {"outcome": "all_opened_pairs", "seats": {seat: {"opening": "pairs"} for seat in SEATS}}
    replay.play_line(hand(number=1))
    replay.play_line(hand(number=2, report=void))
    replay.play_line(hand(number=2))
    replay.play_line(hand(event="correction", number=2, report=void, reason="Yanlış el"))
    replay.play_line(hand(number=2))
    assert (outcome(replay)["hands"], outcome(replay)["void_hands"]) == (2, 2)


WRONG = {
    "not JSON": ("{", "line_not_playable"),
    "not an object": ("[]", "line_not_playable"),
    "event of another type": (event(event=[]), "line_not_playable"),
    "group twice": (event(event="group", name="A", entrants=["e1"]), "line_not_playable"),
    "a key twice": (
        hand().replace('"outcome": "finished"', '"outcome": "finished", "outcome": "finished"'),
        "malformed_hand",
    ),
    "unknown event": (event(event="rain"), "line_not_playable"),
    "second tournament": (event(**TOURNAMENT), "line_not_playable"),
    "entrant twice": (event(event="entrant", id="e1", name="X", players=["a", "b"]), "line_not_playable"),
    "one player": (event(event="entrant", id="e9", name="X", players=["a"]), "line_not_playable"),
    "unknown entrant": (hand("e1", "e99"), "line_not_playable"),
    "unknown stage": (hand(stage="final"), "line_not_playable"),
    "no report": (hand(report=None), "malformed_hand"),
    "report of another shape": (hand(report={"seats": []}), "malformed_hand"),
    "letters that no text holds": (
        '{"event": "entrant", "id": "x", "name": "\\ud800", "players": ["a", "b"]}',
        "line_not_playable",
    ),
    "a name without end": (
        event(event="entrant", id="x", name="x" * 81, players=["a", "b"]),
        "line_not_playable",
    ),
    "players that are none": (event(event="entrant", id="x", name="X", players=[1, 2]), "line_not_playable"),
    "not drawn": (hand("e1", "e4"), "encounter_not_drawn"),
    "against itself": (hand("e1", "e1"), "encounter_not_drawn"),
    "knock-out not drawn": (hand(stage="knockout"), "encounter_not_drawn"),
    "number skipped": (hand(number=2), "unexpected_hand_number"),
    "extra hand while not level": (hand(number=12), "unexpected_hand_number"),
    "match skipped": (hand(match=2), "unexpected_match_number"),
    "refused": (hand(report={**FINISHED, "finisher": "A2"}), "hand_refused"),
    "doubted": (
        hand(report={**FINISHED, "seats": {**SEATS, "B1": {"opening": "series"}}}),
        "warnings_not_accepted",
    ),
    "other rule set": (hand(report={**FINISHED, "rule_set": "101-rising"}), "other_rule_set"),
    "nothing to correct": (hand(event="correction", reason="?"), "unexpected_match_number"),
    "lot not needed": (event(event="lot", group="A", order=["e1", "e2", "e3"]), "lot_not_needed"),
    "unknown group": (event(event="lot", group="Z", order=["e1"]), "line_not_playable"),
    "walkover of a stranger": (
        event(event="walkover", stage="groups", encounter=["e1", "e2"], winner="e3"),
        "encounter_not_drawn",
    ),
}


@pytest.mark.parametrize(("line", "code"), WRONG.values(), ids=WRONG.keys())
def test_unplayable_line_is_refused_completely(line, code):
    replay = opened_replay()
    with pytest.raises(Refused) as refusal:
        replay.play_line(line)
    assert refusal.value.code == code
    assert not Entry.objects.exists()


def test_hand_after_the_decision_is_refused():
    replay = opened_replay()
    for number in (1, 2, 3):
        replay.play_line(hand(number=number))
    with pytest.raises(evening_replay.DecidedAlready):
        replay.play_line(hand(number=4))
    with pytest.raises(Refused, match="unexpected_hand_number"):
        replay.play_line(hand(event="correction", number=4, reason="?"))
    with pytest.raises(Refused, match="encounter_is_decided"):
        replay.play_line(event(event="walkover", stage="groups", encounter=["e1", "e2"], winner="e1"))


SETTINGS = [
    {"kind": "singles"},
    {"rule_set": "okey-105"},
    {"best_of": 2},
    {"hands": 4},
    {"advance": 3},
    {"name": ""},
    {"hands": True},
    {"stages": []},
    {"stages": "groups"},
    {"stages": {"groups": 3}},
]


@pytest.mark.parametrize("changes", SETTINGS, ids=str)
def test_unplayable_tournament_is_refused(changes):
    with pytest.raises(Refused):
        Replay(clock=timezone.now).play_line(event(**TOURNAMENT | changes))


def test_stages_may_have_their_own_settings():
    replay = Replay(clock=timezone.now)
    stages = {"groups": {"best_of": 1, "hands": 5}, "knockout": {"best_of": 3}}
    replay.play_line(event(**TOURNAMENT | {"stages": stages}))
    assert replay.tournament is not None
    plans = replay.tournament.stages.order_by("position").values_list("best_of", "hands_per_match")
    assert list(plans) == [(1, 5), (3, 3)]


def test_presets_for_replays_are_the_101_family():
    assert set(PRESETS) == {"101-pairs", "101-rising", "101-rounds"}


def test_hands_before_a_walkover_do_not_count():
    replay = opened_replay()
    replay.play_line(hand("e1", "e2", 1))
    replay.play_line(event(event="walkover", stage="groups", encounter=["e1", "e2"], winner="e2"))
    row = {row["entrant"]: row for row in outcome(replay)["groups"]["A"]}["e2"]
    assert (row["encounters_won"], row["matches_won"], row["penalties"]) == (1, 1, 0)
    assert outcome(replay)["hands"] == 0


def test_refused_tournament_leaves_no_club():
    with pytest.raises(Refused):
        Replay(clock=timezone.now).play_line(event(**TOURNAMENT | {"best_of": 2}))
    assert not Club.objects.exists()
