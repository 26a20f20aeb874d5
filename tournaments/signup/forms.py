from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.enums import EntrantKind
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.mail import outbox
from tournaments.models import Application
from tournaments.naming.invisible_characters import one_line, without_invisible
from tournaments.naming.names import fold, repair_case
from tournaments.signup.domain.applications import ApplicationData
from tournaments.signup.domain.contact_emails import ADDRESS_PATTERN, find_address
from tournaments.signup.domain.terms import Terms
from tournaments.web.date_fields import moment_field
from tournaments.web.guarded_form import GuardedForm
from tournaments.web.name_field import PersonNameField

MAX_QUESTIONS, MAX_QUESTION_LENGTH, MAX_ANSWER_LENGTH, MAX_CONTACT_LENGTH = 5, 120, 200, 120
MAX_CONSENT_LENGTH, MAX_CODE_LENGTH, MAX_DAYS = 1000, 40, 365
_PLAYER_FIELDS = ("player_1", "player_2")
MIN_DIGITS = 7
"""Digits of the shortest phone number."""


class LineField(forms.CharField):
    def to_python(self, value: Any) -> str:
        return one_line(super().to_python(value) or "")


class ApplicationForm(GuardedForm):
    player_1 = PersonNameField(
        label=_("Your name and surname"),
        widget=forms.TextInput(attrs={"autocomplete": "name", "autocapitalize": "words"}),
    )
    player_2 = PersonNameField(
        label=_("Your partner’s name and surname"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    seeks = forms.BooleanField(label=_("I am looking for a partner"), required=False)
    contact = LineField(
        label=_("Phone or e-mail"),
        max_length=MAX_CONTACT_LENGTH,
        widget=forms.TextInput(
            attrs={"autocomplete": "tel", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    consent = forms.BooleanField(label=_("I have read this and agree"))
    website = forms.CharField(label=_("Leave this empty"), required=False)
    """A honeypot: only programs fill in this invisible field."""

    key = forms.CharField(required=False, widget=forms.HiddenInput)
    """Recognizes a form sent twice, together with a secret in a cookie."""

    as_typed = forms.BooleanField(label=_("Leave the names as I typed them"), required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        kind: str,
        questions: Sequence[str],
        consent: bool,
        application: Application | None = None,
        fixed: bool = False,
    ) -> None:
        """Ask for consent only at sign-up, for a partner only in pairs; `fixed` disables names."""
        initial = _initial_values(application) if application else {"key": secrets.token_urlsafe()}
        super().__init__(data, initial=initial, guarded=application is not None)
        self.is_change = application is not None
        self.pairs, self.questions = kind == EntrantKind.PAIRS, list(questions)
        self.fields["contact"].help_text = _contact_help(pairs=self.pairs)
        for number, question in enumerate(self.questions):
            self.fields[f"answer_{number}"] = LineField(
                label=question, required=False, max_length=MAX_ANSWER_LENGTH
            )
        if application is not None:
            del self.fields["as_typed"]
            answers = dict(application.question_answers)
            for number, question in enumerate(self.questions):
                self.initial[f"answer_{number}"] = answers.get(question, "")
        if not consent or application is not None:
            del self.fields["consent"]
        if not self.pairs:
            del self.fields["player_2"], self.fields["seeks"]
        for name in ("player_1", "player_2", "seeks") if fixed else ():
            if name in self.fields:
                self.fields[name].disabled = True

    def clean_website(self) -> str:
        """Some browsers fill the field in: say so."""
        if self.cleaned_data["website"]:
            raise ValidationError(_("A field that must stay empty was filled in. Empty it, then send again."))
        return ""

    def clean_contact(self) -> str:
        """Require a phone number or mailable address."""
        contact: str = self.cleaned_data["contact"]
        if not ADDRESS_PATTERN.search(contact) and sum(map(str.isdigit, contact)) < MIN_DIGITS:
            raise ValidationError(_("This is neither a phone number nor an e-mail address."))
        if ADDRESS_PATTERN.search(contact) and not find_address(contact):
            raise ValidationError(
                _(
                    "No e-mail can be sent to this address: it looks like name@example.org, without letters "
                    "such as ş or ç. Check it, or type a phone number instead."
                ),
                code="not_mailable",
            )
        return contact

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.fields["player_1"].disabled:
            return data
        self._check_partner_or_seeking(data)
        return data

    def _check_partner_or_seeking(self, data: dict[str, Any]) -> None:
        """In pairs, require either a partner of another name or the tick for seeking one."""
        if not self.pairs:
            return
        first, second = data.get("player_1"), data.get("player_2")
        if second and data.get("seeks"):
            self.add_error("seeks", _("You named a partner: remove the name or this tick."))
        elif not second and not data.get("seeks") and "player_2" not in self.errors:
            self.add_error("player_2", _("Type your partner’s name, or tick that you are looking for one."))
        elif first and second and fold(first) == fold(second):
            self.add_error("player_2", _("Both players have the same name."))

    @property
    def repaired_names(self) -> list[str]:
        """Return names whose capitals are repaired at sign-up, as they are then written."""
        typed = [one_line(self[name].value() or "") for name in _PLAYER_FIELDS if name in self.fields]
        return [repaired for name in typed if (repaired := self._spell(name)) != name]

    def _spell(self, name: str) -> str:
        return name if self.is_change else repair_case(name)

    @property
    def answers(self) -> list[forms.BoundField]:
        return [self[f"answer_{number}"] for number in range(len(self.questions))]

    @property
    def application_data(self) -> ApplicationData:
        """Return the data; at sign-up capitals are repaired unless `as_typed`."""
        data = self.cleaned_data
        typed = [name for name in map(data.get, _PLAYER_FIELDS) if name]
        players = tuple(typed if data.get("as_typed") else map(self._spell, typed))
        answers = tuple(
            (question, data[f"answer_{number}"])
            for number, question in enumerate(self.questions)
            if data[f"answer_{number}"]
        )
        return ApplicationData(players, data["contact"], answers)


def _contact_help(*, pairs: bool) -> str:
    """Say who sees the contact and, with mail set up, what is sent."""
    if pairs:
        readers = gettext(
            "Only the organizers see it; if you look for a partner, the one you agree with, too."
        )
    else:
        readers = gettext("Only the organizers see it.")
    if not outbox.is_set_up():
        return readers
    emails = gettext(
        "If it is an e-mail, we send a link to the entry there, and write when others change the entry."
    )
    return f"{readers} {emails}"


def _initial_values(application: Application) -> dict[str, Any]:
    return {
        "player_1": application.player_1,
        "player_2": application.player_2,
        "seeks": not application.player_2,
        "contact": application.contact,
    }


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Your code"),
        max_length=MAX_CODE_LENGTH,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


class TermsForm(GuardedForm):
    """Times are in the club's zone."""

    is_open = forms.BooleanField(label=_("Sign-up is open"), required=False)
    closes_at = moment_field(_("Open until"), required=False, help_text=_("Empty: until the draw."))
    capacity = forms.IntegerField(
        label=_("Places"),
        required=False,
        min_value=1,
        max_value=MOST_ENTRANTS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_("Further sign-ups go on the waiting list. Empty: as many as the list holds."),
    )
    approval = forms.BooleanField(label=_("We check each entry before it is on the list"), required=False)
    confirmation = forms.BooleanField(
        label=_("Entries with an e-mail count once it is confirmed"),
        required=False,
        help_text=_(
            "The place in the queue is kept for a day; then the next entry gets it. Entries with only a "
            "phone number count at once. In the list of sign-ups you can accept anyone without "
            "confirmation."
        ),
    )
    fee = LineField(
        label=_("Fee"),
        required=False,
        max_length=120,
        help_text=_("As people should read it, including how to pay. You mark who has paid."),
    )
    questions = forms.CharField(
        label=_("Questions"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One per line, at most five. Answers are optional."),
    )
    consent = forms.CharField(
        label=_("What people agree to"),
        required=False,
        max_length=MAX_CONSENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("People must tick it to sign up. Empty: nothing is asked."),
    )
    forget_days = forms.IntegerField(
        label=_("Delete contact details after this many days"),
        min_value=0,
        max_value=MAX_DAYS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_(
            "Counted from the last day of the tournament. Phone, e-mail and answers are then deleted for "
            "good."
        ),
    )

    def __init__(self, data: Any = None, *, present: Terms) -> None:
        initial = {name: getattr(present, name) for name in self.base_fields}
        super().__init__(data, initial=initial | {"questions": "\n".join(present.questions)})
        self.by_mail = outbox.is_set_up()
        self.fields["confirmation"].disabled = not self.by_mail

    def clean_closes_at(self) -> datetime | None:
        """Refuse a past deadline if sign-up is open and either was changed."""
        closes_at: datetime | None = self.cleaned_data["closes_at"]
        opened = self.cleaned_data["is_open"] and {"is_open", "closes_at"} & {*self.changed_data}
        if opened and closes_at is not None and closes_at <= timezone.now():
            raise ValidationError(
                _("This time has passed, so nobody could sign up. Choose a later one, or leave it empty.")
            )
        return closes_at

    def clean_questions(self) -> tuple[str, ...]:
        typed = self.cleaned_data["questions"]
        lines = tuple(line for line in map(one_line, typed.splitlines()) if line)
        if len(lines) > MAX_QUESTIONS or len(set(lines)) < len(lines):
            raise ValidationError(_("At most five different questions."))
        if any(len(line) > MAX_QUESTION_LENGTH for line in lines):
            raise ValidationError(_("A question has at most 120 characters."))
        return lines

    def clean_consent(self) -> str:
        return without_invisible(self.cleaned_data["consent"]).replace("\r\n", "\n").strip()

    @property
    def terms(self) -> Terms:
        return Terms(**{name: self.cleaned_data[name] for name in self.base_fields})
