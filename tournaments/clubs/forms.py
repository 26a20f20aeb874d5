from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.domain.profile import LONGEST_ADDRESS, LONGEST_NAME
from tournaments.enums import ClubColour
from tournaments.models import Club
from tournaments.web.name_field import NameField


class LogoForm(forms.Form):
    logo = forms.FileField(
        label=_("Logo of the club"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_("PNG, JPEG or WebP, at most 900 kB. It is made small; what a camera wrote into it goes."),
    )


class ClubForm(forms.Form):
    name = NameField(label=_("Name of the club"), max_length=LONGEST_NAME)
    address = forms.CharField(
        label=_("Address of the club"),
        max_length=LONGEST_ADDRESS,
        required=False,
        help_text=_("Where people find it: street and town. May stay empty."),
    )

    colour = forms.ChoiceField(
        label=_("Colour of the club"),
        choices=ClubColour.choices,
        required=False,
        help_text=_("Everybody’s pages of the club and of its tournaments have it, by day and by night."),
    )

    @staticmethod
    def initial_of(club: Club) -> dict[str, str]:
        return {"name": club.name, "address": club.address, "colour": club.colour}
