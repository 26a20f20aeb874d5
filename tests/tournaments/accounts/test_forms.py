"""New accounts: what a form asks of names and passwords."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments.accounts.forms import AccountForm, ClubNameForm

GOOD = {
    "name": "Ayşe Işık",
    "email": "ayse@example.org",
    "password": "kırmızı yedi okey",
    "again": "kırmızı yedi okey",
}


def errors(**changes: Any) -> set[str]:
    return set(AccountForm({**GOOD, **changes}).errors)


def test_a_good_account_passes():
    assert errors() == set()


@pytest.mark.parametrize("field", sorted(GOOD))
def test_nothing_may_be_missing(field):
    assert field in errors(**{field: ""})


def test_the_passwords_must_be_the_same():
    assert errors(again="kırmızı sekiz okey") == {"again"}


@pytest.mark.parametrize("weak", ["kısa", "01234567890123", "password1234", "ayse@example.org"])
def test_a_password_that_is_easily_guessed_is_refused(weak):
    assert errors(password=weak, again=weak) == {"password"}


def test_spaces_belong_to_a_password():
    form = AccountForm({**GOOD, "password": " kırmızı yedi ", "again": " kırmızı yedi "})
    assert form.is_valid()
    assert form.cleaned_data["password"] == " kırmızı yedi "


def test_a_club_has_a_name():
    assert not ClubNameForm({"club_name": "  "}).is_valid()
    assert not ClubNameForm({"club_name": "x" * 121}).is_valid()
    assert ClubNameForm({"club_name": "Yediveren"}).is_valid()
