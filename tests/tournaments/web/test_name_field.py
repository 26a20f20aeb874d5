from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from tournaments.accounts.forms import ClubNameForm
from tournaments.clubs.forms import ClubForm
from tournaments.entrants.forms import PairForm
from tournaments.setup.forms.settings import NameAndDaysForm
from tournaments.signup.forms import ApplicationForm
from tournaments.web.name_field import PersonNameField

FORMS = [(ClubNameForm, "club_name"), (ClubForm, "name"), (NameAndDaysForm, "name")]


@pytest.mark.parametrize(("form", "field"), FORMS)
@pytest.mark.parametrize("name", ["\u2800", "\u200b \u3164"])
def test_invisible_name_is_refused(form, field, name):
    assert field in form({field: name}).errors


@pytest.mark.parametrize(("form", "field"), FORMS)
def test_invisible_characters_are_removed_from_a_name(form, field):
    bound = form({field: "\x1b Cuma\u200b  gecesi"})
    bound.is_valid()
    assert bound.cleaned_data[field] == "Cuma gecesi"


@pytest.mark.parametrize("typed", ["Ali Kaya 0532 111 22 33", "Ali Kaya (+90 532 1112233)", "Ali 5321112233"])
def test_phone_number_is_no_part_of_a_persons_name(typed):
    with pytest.raises(ValidationError) as refused:
        PersonNameField().clean(typed)
    assert refused.value.code == "phone_in_name"


def test_public_sign_up_rejects_a_phone_number_in_a_name():
    form = ApplicationForm(
        {"player_1": "Ali Kaya 0532 111 22 33", "player_2": "Ece Demir", "contact": "0532 111 22 33"},
        kind="pairs",
        questions=(),
        consent=False,
    )
    assert form.errors.as_data()["player_1"][0].code == "phone_in_name"


@pytest.mark.parametrize("field", ["player_1", "player_2", "name"])
def test_organizers_form_rejects_a_phone_number_in_a_name(field):
    typed = {"player_1": "Ali Kaya", "player_2": "Ece Demir", "name": "Kuzey"}
    form = PairForm(typed | {field: f"{typed[field]} 05321112233"})
    assert {name: errors[0].code for name, errors in form.errors.as_data().items()} == {
        field: "phone_in_name"
    }
