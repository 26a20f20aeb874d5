"""What an organizer chooses for a draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.groups import MOST_ENTRANTS
from tournaments.models import Entrant

LONGEST_SEED = 40


class SeedForm(forms.Form):
    """How many groups, and the seed that they are drawn from."""

    groups = forms.IntegerField(min_value=1, max_value=MOST_ENTRANTS)
    seed = forms.CharField(
        label=_("Seed"),
        max_length=LONGEST_SEED,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class GroupsForm(forms.Form):
    groups = forms.IntegerField(min_value=1, max_value=MOST_ENTRANTS)


def placements(
    data: Mapping[str, Any], entrants: Sequence[Entrant], names: Sequence[str]
) -> dict[Entrant, str]:
    """The group chosen for each entrant, of those that were placed."""
    chosen = {entrant: data.get(field_of(entrant), "") for entrant in entrants}
    return {entrant: name for entrant, name in chosen.items() if name in names}


def field_of(entrant: Entrant) -> str:
    return f"group-{entrant.public_id}"
