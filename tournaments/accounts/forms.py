from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import User
from tournaments.naming.email_addresses import MAX_LENGTH, is_mailable, normalize_email
from tournaments.web.name_field import NameField


def validate_mailable(address: str) -> None:
    if not is_mailable(address):
        raise ValidationError(
            _(
                "No e-mail can be sent to this address. Check it: it looks like name@example.org, without "
                "letters such as ş or ç."
            ),
            code="not_mailable",
        )


class EmailAddressField(forms.CharField):
    """A text input: browsers encode foreign letters of an e-mail input, which hides a Turkish İ."""

    default_validators = [validate_mailable]

    def __init__(self, *, autocomplete: str, **options: Any) -> None:
        super().__init__(**{"max_length": MAX_LENGTH, **options})
        self.widget.attrs |= {
            "inputmode": "email",
            "autocomplete": autocomplete,
            "autocapitalize": "none",
            "spellcheck": "false",
        }

    def to_python(self, value: Any) -> str:
        return normalize_email(super().to_python(value) or "")


class SignInForm(forms.Form):
    email = EmailAddressField(label=_("E-mail"), autocomplete="username")
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
        label=_("Your name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name", "autocapitalize": "words"}),
    )


class NewEmailForm(forms.Form):
    email = EmailAddressField(label=_("New e-mail"), autocomplete="email")
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
    email = EmailAddressField(label=_("E-mail"), autocomplete="username")


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
        label=_("Your name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name", "autocapitalize": "words"}),
    )
    email = EmailAddressField(label=_("E-mail"), help_text=_("You sign in with it."), autocomplete="username")
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
