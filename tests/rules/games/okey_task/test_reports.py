import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey_task.reports import parse_report
from rules.games.okey_task.tasks import Task
from rules.hands import Opening, Outcome, Rack
from rules.strict_json import Malformed
from tests.rules.games.okey_task.hand_builders import finished, with_exchanged_jokers
from tests.rules.hand_builders import SERIES


def test_report_is_parsed_completely():
    report = parse_report(
        finished(B1=with_exchanged_jokers((SERIES, 5), 2)) | {"finish": {"last_tile": "plain"}}
    )
    assert (report.outcome, report.finisher, report.task) == (Outcome.FINISHED, "A1", Task.SERI_4)
    assert (report.seats["B1"].opening, report.seats["B1"].rack) == (Opening.SERIES, Rack(5))
    assert report.seats["B1"].count_of("joker_exchanged") == 2


def with_rack(**rack):
    return finished(B1={"opening": "series", "rack": rack})


TASKS = (
    "kut_3, seri_3, kut_4, seri_4, seri_5, kut_3_x2, seri_3_x2, kut_3_seri_3, kut_4_x2, seri_4_x2, "
    "kut_4_seri_4, cift"
)
MALFORMED = {
    "no task": (finished() | {"task": None}, "“task” is missing."),
    "an unknown task": (finished() | {"task": "seri_6"}, f"task: must be one of {TASKS}."),
    "a task of no text": (finished() | {"task": 4}, "task: must be a string."),
    "of 101, an indicator": (finished() | {"indicator": "b5"}, "“indicator” does not belong to this game."),
    "of 101, no direct finish": (
        finished() | {"finish": {"direct": False}},
        "finish: “direct” does not belong to this game.",
    ),
    "of 101, an okey finish": (
        finished() | {"finish": {"last_tile": "okey"}},
        "finish.last_tile: must be one of plain.",
    ),
    "of 101, four pairs": (
        finished() | {"outcome": "all_opened_pairs"},
        "outcome: must be one of finished, deck_exhausted.",
    ),
    "an okey left": (with_rack(points=5, okeys=1), "seats.B1.rack.okeys: this game has no okeys."),
    "of classic Okey, a hand": (
        finished() | {"finish": {"hand": "groups"}},
        "finish: “hand” does not belong to this game.",
    ),
    "of classic Okey, a before": (finished() | {"before": {}}, "“before” does not belong to this game."),
    "of classic Okey, a shown indicator": (
        finished() | {"indicator_shown_by": "A1"},
        "“indicator_shown_by” does not belong to this game.",
    ),
    "21 jokers": (
        finished(B1=with_exchanged_jokers(SERIES, 21)),
        "seats.B1.infractions: one player can have 20 infractions in a hand at most.",
    ),
    "no seats": ({"outcome": "finished", "task": "cift"}, "“seats” is missing."),
}


@pytest.mark.parametrize(("entry", "message"), MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_report_says_where(entry, message):
    with pytest.raises(Malformed) as refused:
        parse_report(entry)
    assert refused.value.message.en == message
    assert refused.value.message.tr != message


def test_zero_and_negative_okeys_are_well_formed():
    for okeys in (None, 0, -1):
        assert parse_report(with_rack(points=5, okeys=okeys)).seats["B1"].rack == Rack(5, okeys or 0)


racks = st.fixed_dictionaries({"points": st.integers(-1, 401)}) | st.fixed_dictionaries(
    {"tiles": st.lists(st.sampled_from(["r7", "k13", "*", "g7"]), max_size=30)}
)
fouls = st.fixed_dictionaries(
    {"code": st.sampled_from(["joker_exchanged", "okey_discard"]), "count": st.integers(-1, 3)}
)
seats = st.fixed_dictionaries(
    {},
    optional={
        "opening": st.sampled_from(["none", "series", "pairs"]),
        "rack": racks,
        "infractions": st.lists(fouls, max_size=2),
    },
)
entries = st.fixed_dictionaries(
    {
        "outcome": st.sampled_from(["finished", "deck_exhausted"]),
        "task": st.sampled_from([task.value for task in Task]),
        "seats": st.fixed_dictionaries(dict.fromkeys(("A1", "B1", "A2", "B2"), seats))
        | st.fixed_dictionaries(dict.fromkeys(("A1", "B1", "C1", "D1"), seats)),
    },
    optional={
        "finisher": st.sampled_from(["A1", "B1", "A2"]),
        "accepted": st.just(["empty_rack_without_finish"]),
        "rule_set": st.just("okey-task"),
    },
)


@given(entries)
def test_reports_round_trip(entry):
    report = parse_report(entry)
    assert parse_report(json.loads(report.to_json())) == report
