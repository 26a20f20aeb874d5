from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import SetupTemplate
from tournaments.setup.domain.template_contents import TemplateSettings, typed_settings_of
from tournaments.setup.domain.templates import LONGEST_NAME
from tournaments.setup.forms.available_time import TimeForm
from tournaments.setup.forms.settings import VenueForm
from tournaments.signup.forms import TermsForm


class NamedHoursForm(TimeForm):
    name = forms.CharField(label=_("Name of the template"), max_length=LONGEST_NAME)


class SaveAsTemplateForm(NamedHoursForm):
    default = forms.BooleanField(label=_("Default for new tournaments of the club"), required=False)


class TemplateForm(NamedHoursForm, VenueForm):
    field_order = ("name", "venue", "tables", "begins", "ends", "agreement", "protest_minutes")

    def __init__(self, data: Any = None, *, template: SetupTemplate) -> None:
        current = typed_settings_of(template)
        super().__init__(data, initial={name: getattr(current, name) for name in self.base_fields})

    @property
    def hall(self) -> TemplateSettings:
        begins, ends = self.hours
        return TemplateSettings(**{**self.cleaned_data, "begins": begins, "ends": ends})


class TemplateTermsForm(TermsForm):
    """Sign-up terms of tournaments that start from a template; sign-up opens separately for each."""

    is_open = closes_at = None  # type: ignore[assignment]  # this is how Django removes inherited fields
