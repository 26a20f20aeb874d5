from __future__ import annotations

import pytest

from tournaments.accounts.forms import ClubNameForm
from tournaments.clubs.forms import ClubForm
from tournaments.setup.forms.settings import NameAndDaysForm

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
