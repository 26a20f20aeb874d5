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


def test_valid_account_is_accepted():
    assert errors() == set()


@pytest.mark.parametrize("field", sorted(GOOD))
def test_every_field_is_required(field):
    assert field in errors(**{field: ""})


def test_turkish_i_of_an_email_becomes_i():
    form = AccountForm({**GOOD, "email": "İSMAİL@GMAİL.COM"})
    assert form.is_valid()
    assert form.cleaned_data["email"] == "ismail@gmail.com"


def test_passwords_must_be_equal():
    assert errors(again="kırmızı sekiz okey") == {"again"}


@pytest.mark.parametrize("weak", ["kısa", "01234567890123", "password1234", "ayse@example.org"])
def test_weak_password_is_refused(weak):
    assert errors(password=weak, again=weak) == {"password"}


def test_password_keeps_its_spaces():
    form = AccountForm({**GOOD, "password": " kırmızı yedi ", "again": " kırmızı yedi "})
    assert form.is_valid()
    assert form.cleaned_data["password"] == " kırmızı yedi "


def test_club_name_is_required_and_limited():
    assert not ClubNameForm({"club_name": "  "}).is_valid()
    assert not ClubNameForm({"club_name": "x" * 121}).is_valid()
    assert ClubNameForm({"club_name": "Yediveren"}).is_valid()
