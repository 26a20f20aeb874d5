from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import SetupTemplate
from tournaments.setup.domain.template_contents import TemplateSettings, typed_settings_of
from tournaments.setup.domain.templates import LONGEST_NAME
from tournaments.setup.forms.settings import CommonSettingsForm
from tournaments.signup.forms import TermsForm
from tournaments.web.guarded_form import GuardedForm


class TemplateNameForm(forms.Form):
    name = forms.CharField(label=_("Name of the template"), max_length=LONGEST_NAME)


class SaveAsTemplateForm(TemplateNameForm):
    default = forms.BooleanField(label=_("Default for new tournaments of the club"), required=False)


class TemplateForm(GuardedForm, TemplateNameForm, CommonSettingsForm):
    def __init__(self, data: Any = None, *, template: SetupTemplate) -> None:
        super().__init__(data, initial=typed_settings_of(template).values)

    @property
    def settings(self) -> TemplateSettings:
        typed = self.cleaned_data
        return TemplateSettings(name=typed["name"], tables=typed["tables"], common=self.common)


class TemplateTermsForm(TermsForm):
    """Sign-up opens separately for each tournament."""

    is_open = closes_at = None  # type: ignore[assignment]  # this is how Django removes inherited fields
