"""A club, as its owners describe it."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.clubs import LONGEST_ADDRESS, LONGEST_NAME
from tournaments.models import Club


class ClubForm(forms.Form):
    """Its name, and where it is."""

    name = forms.CharField(label=_("Name of the club"), max_length=LONGEST_NAME)
    address = forms.CharField(
        label=_("Address of the club"),
        max_length=LONGEST_ADDRESS,
        required=False,
        help_text=_("Where people find it: street and town. May stay empty."),
    )

    @staticmethod
    def initial_of(club: Club) -> dict[str, str]:
        """What the form shows first."""
        return {"name": club.name, "address": club.address}
