from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.drawing.drawees import any_inputs, drawees_of_clubs, group_inputs
from tournaments.formats.drawing import (
    Alteration,
    AlterationKind,
    DrawInputs,
    DrawResult,
    MalformedDraw,
    Note,
    NoteKind,
    UnknownVersion,
    draw,
    read_alterations,
    write_alterations,
)

IDS = st.lists(st.text(min_size=1, max_size=4), max_size=4).map(tuple)
NOTES = st.builds(Note, st.sampled_from(NoteKind), st.integers(), st.text(max_size=4), IDS)
DRAWN = st.builds(DrawResult, groups=st.lists(IDS, max_size=3).map(tuple), order=IDS, notes=st.tuples(NOTES))
ALTERATIONS = st.lists(
    st.builds(Alteration, st.sampled_from(AlterationKind), st.text(min_size=1), st.text(min_size=1)),
    max_size=3,
).map(tuple)

INPUTS = group_inputs(drawees_of_clubs("Moda", "Kadıköy", "", ""), 2)


@given(any_inputs())
def test_inputs_survive_a_round_trip(inputs):
    again = DrawInputs.from_json(inputs.to_json())
    assert again == inputs
    assert again.to_json() == inputs.to_json()


@given(DRAWN)
def test_draws_survive_a_round_trip(drawn):
    assert DrawResult.from_json(drawn.to_json()) == drawn


@given(ALTERATIONS)
def test_alterations_survive_a_round_trip(alterations):
    assert read_alterations(write_alterations(alterations)) == alterations


def test_no_alterations_are_an_empty_list():
    assert write_alterations(()) == "[]"


def test_texts_are_canonical():
    text = INPUTS.to_json()
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert "Kadıköy" in text
    assert draw(INPUTS).to_json().startswith('{"groups":[["e')


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", "x", "[" * 100_000, '{"version":1}', "1", "NaN"])
@pytest.mark.parametrize("reader", [DrawInputs.from_json, DrawResult.from_json])
def test_malformed_draw_is_refused(reader, text):
    with pytest.raises(MalformedDraw):
        reader(text)


@pytest.mark.parametrize("version", [0, 2, 99])
def test_unknown_version_is_refused_by_name(version):
    for written, reader in ((INPUTS, DrawInputs.from_json), (draw(INPUTS), DrawResult.from_json)):
        other = {**json.loads(written.to_json()), "version": version}
        with pytest.raises(UnknownVersion, match=str(version)):
            reader(json.dumps(other))
        with pytest.raises(MalformedDraw):
            reader(json.dumps({**other, "version": str(version)}))


def assert_malformed(reader, value: object) -> None:
    with pytest.raises(MalformedDraw):
        reader(json.dumps(value))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("kind", ["bracket", None, 1, []]),
        ("drawees", [None, {}, [1], ["e1"], [{}], []]),
        ("method", ["RANDOM", "", None, 3]),
        ("seed", [None, 7, "\ud800"]),
        ("sizes", [None, [2, 3], [True, 3], ["2", "2"], [2.0, 2.0], 4, []]),
        ("pots", [True, None, 2]),
        ("apart", [True, None, "clubs"]),
        ("extra", [None]),
    ],
)
def test_members_of_inputs_are_read_strictly(name, wrong):
    for value in wrong:
        assert_malformed(DrawInputs.from_json, {**json.loads(INPUTS.to_json()), name: value})


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("id", ["", None, 1, "e2", "\udfff"]),
        ("name", [None, 3]),
        ("rating", ["1500", 1500.5, True]),
        ("club", [None, 1]),
        ("seed", ["1", False]),
        ("pot", ["1", 0.5]),
        ("came_from", ["A1", [], ["A"], ["A", "1"], [1, "A"], ["A", 1, 2], {"A": 1}]),
        ("extra", [1]),
    ],
)
def test_members_of_a_drawee_are_read_strictly(name, wrong):
    for value in wrong:
        inputs = json.loads(INPUTS.to_json())
        inputs["drawees"][0][name] = value
        assert_malformed(DrawInputs.from_json, inputs)


@pytest.mark.parametrize("name", ["kind", "drawees", "method", "seed", "sizes", "pots", "apart", "version"])
def test_inputs_without_a_member_are_refused(name):
    inputs = json.loads(INPUTS.to_json())
    del inputs[name]
    assert_malformed(DrawInputs.from_json, inputs)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("groups", [None, ["e1"], [[1]], [[""]]]),
        ("order", [None, "e1", [1]]),
        ("notes", [None, [1], [{}], [{"kind": "other", "at": 1, "label": "", "ids": []}]]),
    ],
)
def test_members_of_a_draw_are_read_strictly(name, wrong):
    for value in wrong:
        assert_malformed(DrawResult.from_json, {**json.loads(draw(INPUTS).to_json()), name: value})


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        {},
        [1],
        [{"kind": "swap", "a": "e1"}],
        [{"kind": "throw", "a": "e1", "b": "e2"}],
        [{"kind": "swap", "a": "", "b": "e2"}],
        [{"kind": "swap", "a": "e1", "b": 2}],
        [{"kind": "swap", "a": "e1", "b": "e2", "c": "e3"}],
    ],
)
def test_alterations_are_read_strictly(wrong):
    assert_malformed(read_alterations, wrong)


def test_duplicate_key_is_refused():
    with pytest.raises(MalformedDraw):
        DrawInputs.from_json(INPUTS.to_json().replace('"version":1', '"version":1,"version":1'))
