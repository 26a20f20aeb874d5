from __future__ import annotations

import pytest

from tests.factories import open_tournament
from tournaments.draws.forms import (
    AvailableChoices,
    ChoicesForm,
    GroupsForm,
    new_alteration,
    placement_field,
    placements,
    read_alterations,
    typed_order,
    write_alteration,
)
from tournaments.formats.drawing import Alteration, AlterationKind, Method, Pots, Separation
from tournaments.models import Entrant

OFFERED = AvailableChoices(
    [Method.RANDOM, Method.RATING], list(Pots), [Separation.NOBODY, Separation.CLUB], groups=4, seed="kura"
)


def test_missing_choices_get_defaults():
    chosen = ChoicesForm({}, OFFERED).draw_choices()
    assert (chosen.method, chosen.pots, chosen.apart) == (Method.RANDOM, Pots.NONE, Separation.NOBODY)
    assert (chosen.groups, chosen.seed, chosen.alterations) == (4, "kura", ())


def test_valid_choices_are_used():
    choices = {"method": "rating", "pots": "by_seed", "apart": "club", "groups": "2", "seed": " yedi "}
    chosen = ChoicesForm(choices, OFFERED).draw_choices()
    assert (chosen.method, chosen.pots, chosen.apart) == (Method.RATING, Pots.BY_SEED, Separation.CLUB)
    assert (chosen.groups, chosen.seed) == (2, "yedi")


@pytest.mark.parametrize(
    ("field", "nonsense"),
    [
        ("method", "by_place"),
        ("pots", "x"),
        ("apart", "group"),
        ("groups", "0"),
        ("groups", "99999999999999999999"),
        ("groups", "vier"),
        ("seed", " "),
        ("seed", "x" * 41),
        ("seed", "kura\u200b"),
    ],
)
def test_invalid_choices_get_defaults(field, nonsense):
    form = ChoicesForm({field: nonsense}, OFFERED)
    assert form.draw_choices() == ChoicesForm({}, OFFERED).draw_choices()
    assert field in form.errors


def test_number_of_groups_must_be_positive():
    assert GroupsForm({"groups": "3"}).is_valid()
    assert not GroupsForm({"groups": "0"}).is_valid()


@pytest.fixture
def entrants(db) -> list[Entrant]:
    return list(open_tournament(pairs=6).entrants.order_by("number"))


def test_alteration_survives_a_round_trip_through_a_url(entrants):
    by_id = {str(entrant.public_id): entrant for entrant in entrants}
    first, second = list(by_id)[:2]
    for kind in AlterationKind:
        alteration = Alteration(kind, first, second)
        assert read_alterations([write_alteration(alteration, by_id)], entrants) == [alteration]


@pytest.mark.parametrize("text", ["", "swap-1", "swap-1-99", "turn-1-2", "swap-1-2-3", "swap-٣-1"])
def test_unreadable_alterations_of_a_url_are_ignored(entrants, text):
    assert read_alterations([text], entrants) == []


def groups_of(entrants: list[Entrant]) -> list[list[str]]:
    ids = [str(entrant.public_id) for entrant in entrants]
    return [ids[:3], ids[3:]]


@pytest.mark.parametrize(
    ("who", "where", "written"),
    [
        ("1", "4", "swap-1-4"),
        ("1", "group-1", "move-1-6"),
        ("1", "group-0", ""),
        ("1", "group-2", ""),
        ("1", "group-x", ""),
        ("1", "1", ""),
        ("", "2", ""),
        ("9", "2", ""),
        ("2", "", ""),
    ],
)
def test_two_fields_make_an_alteration(entrants, who, where, written):
    assert new_alteration({"who": who, "with": where}, groups_of(entrants), entrants) == written


def test_unknown_groups_are_ignored(entrants):
    first, second, third = entrants[:3]
    typed = {placement_field(first): "A", placement_field(second): "", placement_field(third): "Z"}
    assert placements(typed, entrants, ["A", "B"]) == {first: "A"}


def test_typed_places_make_an_order(entrants):
    typed = {placement_field(entrant): str(7 - entrant.number) for entrant in entrants}
    assert typed_order(typed, entrants) == entrants[::-1]


def test_duplicate_and_impossible_places_are_left_out(entrants):
    places = ["1", "2", "2", "7", "x", " 3 "]
    typed = {placement_field(entrant): place for entrant, place in zip(entrants, places, strict=True)}
    assert typed_order(typed, entrants) == [entrants[0], entrants[5]]
