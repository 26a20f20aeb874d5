from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import User
from tournaments.naming.email_addresses import MAX_LENGTH, is_mailable
from tournaments.web.name_field import NameField

_EMAIL_ATTRS = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}


def validate_mailable(address: str) -> None:
    if not is_mailable(address):
        raise ValidationError(
            _("No e-mail can be sent to this address. Check it: it looks like name@example.org."),
            code="not_mailable",
        )


class EmailAddressField(forms.EmailField):
    default_validators = [validate_mailable]

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": MAX_LENGTH, **options})


class SignInForm(forms.Form):
    email = forms.EmailField(label=_("E-mail"), widget=forms.EmailInput(attrs=_EMAIL_ATTRS))
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=256,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class OwnPasswordForm(PasswordChangeForm):
    """The domain checks the old password."""

    def clean_old_password(self) -> str:
        return str(self.cleaned_data["old_password"])


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg] # not generic at runtime
    pass


def _current_password_field() -> forms.CharField:
    return forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=256,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class OwnNameForm(forms.Form):
    name = forms.CharField(
        label=_("Your name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )


class NewEmailForm(forms.Form):
    email = EmailAddressField(
        label=_("New e-mail"), widget=forms.EmailInput(attrs=_EMAIL_ATTRS | {"autocomplete": "email"})
    )
    password = _current_password_field()


class PasswordForm(forms.Form):
    password = _current_password_field()


_SIX_DIGIT_ATTRS = {"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false"}


class SecondStepForm(forms.Form):
    code = forms.CharField(
        label=_("Code from the app"), max_length=20, widget=forms.TextInput(attrs=_SIX_DIGIT_ATTRS)
    )
    password = _current_password_field()


class SecondCodeForm(forms.Form):
    """A recovery code has letters: no numeric keypad."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


class PasskeyForm(forms.Form):
    name = forms.CharField(label=_("Name of this device"), max_length=60)
    answer = forms.CharField(max_length=20_000, widget=forms.HiddenInput)


class ForgottenPasswordForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail"), max_length=MAX_LENGTH, widget=forms.EmailInput(attrs=_EMAIL_ATTRS)
    )


class AccountCodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


class ClubNameForm(forms.Form):
    club_name = NameField(label=_("Name of the club"), max_length=120)


class AccountForm(forms.Form):
    name = forms.CharField(
        label=_("Your name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = EmailAddressField(
        label=_("E-mail"), help_text=_("You sign in with it."), widget=forms.EmailInput(attrs=_EMAIL_ATTRS)
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=256,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 10 characters; not only digits, and not your name or e-mail."),
    )
    again = forms.CharField(
        label=_("Password again"),
        strip=False,
        max_length=256,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        """Require a strong password, typed equally twice."""
        data = super().clean() or self.cleaned_data
        password, repeated = data.get("password"), data.get("again")
        if password and repeated and password != repeated:
            self.add_error("again", _("The two passwords are not the same."))
        if password:
            owner = User(email=data.get("email", ""), name=data.get("name", ""))
            try:
                validate_password(password, user=owner)
            except ValidationError as error:
                self.add_error("password", error)
        return data
