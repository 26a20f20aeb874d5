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
    name = forms.CharField(label=_("Name of the template"), max_length=LONGEST_NAME)


class KeepForm(NamedHoursForm):
    default = forms.BooleanField(label=_("New tournaments of the club begin with it"), required=False)


class TemplateForm(NamedHoursForm, HallForm):
    field_order = ("name", "venue", "tables", "begins", "ends", "agreement", "protest_minutes")

    def __init__(self, data: Any = None, *, template: SetupTemplate) -> None:
        current = hall_of(template)
        super().__init__(data, initial={name: getattr(current, name) for name in self.base_fields})

    @property
    def hall(self) -> Hall:
        begins, ends = self.hours
        return Hall(**{**self.cleaned_data, "begins": begins, "ends": ends})


class TemplateTermsForm(TermsForm):
    """Sign-up terms of tournaments that start from a template; sign-up opens separately for each."""

    is_open = closes_at = None  # type: ignore[assignment]  # this is how Django removes inherited fields
