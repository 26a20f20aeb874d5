from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.domain import LONGEST_ADDRESS, LONGEST_NAME
from tournaments.clubs.time_zones import time_zone_choices
from tournaments.enums import ClubColour
from tournaments.web.guarded_form import GuardedForm
from tournaments.web.name_field import NameField


class LogoForm(forms.Form):
    logo = forms.FileField(
        label=_("Logo of the club"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_(
            "PNG, JPEG or WebP, at most 900 kB. It is scaled down; the camera's place and date are removed."
        ),
    )


class ClubForm(GuardedForm):
    name = NameField(label=_("Name of the club"), max_length=LONGEST_NAME)
    address = forms.CharField(
        label=_("Address of the club"),
        max_length=LONGEST_ADDRESS,
        required=False,
        help_text=_("Street and town. Optional."),
    )

    colour = forms.ChoiceField(
        label=_("Colour of the club"),
        choices=ClubColour.choices,
        required=False,
        help_text=_("The public pages of the club and its tournaments use it, in light and dark mode."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zone_choices,
        required=False,
        help_text=_("Of all times that are entered and shown."),
    )
