"""A template: the name under which a setup is kept, and its hall."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import SetupTemplate
from tournaments.setup.domain.template_contents import Hall, hall_of
from tournaments.setup.domain.templates import LONGEST_NAME
from tournaments.setup.forms.available_time import TimeForm
from tournaments.setup.forms.settings import HallForm
from tournaments.signup.forms import TermsForm


class NamedHoursForm(TimeForm):
    """How a template is called, and from when to when its evenings are."""

    name = forms.CharField(label=_("Name of the template"), max_length=LONGEST_NAME)


class KeepForm(NamedHoursForm):
    """What is asked when a tournament's setup is kept."""

    default = forms.BooleanField(label=_("New tournaments of the club begin with it"), required=False)


class TemplateForm(NamedHoursForm, HallForm):
    """What of a template can be changed."""

    field_order = ("name", "venue", "tables", "begins", "ends", "agreement", "protest_minutes")

    def __init__(self, data: Any = None, *, template: SetupTemplate) -> None:
        kept = hall_of(template)
        super().__init__(data, initial={name: getattr(kept, name) for name in self.base_fields})

    @property
    def hall(self) -> Hall:
        """What was typed, once the form is valid; a usual hour where none was."""
        begins, ends = self.hours
        return Hall(**{**self.cleaned_data, "begins": begins, "ends": ends})


class TemplateTermsForm(TermsForm):
    """What tournaments that begin with a template ask of those who sign up; each is opened by itself."""

    is_open = closes_at = None  # type: ignore[assignment] # as Django takes fields away
