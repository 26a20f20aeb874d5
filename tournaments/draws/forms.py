from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.draws.domain.compute_draw import DrawChoices
from tournaments.draws.domain.lot_seed import LONGEST_SEED, read_seed
from tournaments.formats.drawing import Alteration, AlterationKind, Method, Pots, Separation
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.models import Entrant
from tournaments.refusals import Refused
from tournaments.small_inputs import parse_small_number

METHOD_LABELS = {
    Method.RANDOM: _("by lot"),
    Method.MANUAL: _("by seed numbers"),
    Method.RATING: _("by rating"),
    Method.BY_PLACE: _("by places in the previous stage"),
}
POT_LABELS = {
    Pots.NONE: _("no pots"),
    Pots.NUMBERED: _("pots as numbered on the list"),
    Pots.BY_SEED: _("pots by strength, one of each to a group"),
}
APART_LABELS = {
    Separation.NOBODY: _("nobody"),
    Separation.CLUB: _("members of one club"),
    Separation.GROUP: _("entrants from one group"),
}


@dataclass(frozen=True)
class AvailableChoices:
    methods: Sequence[Method]
    pots: Sequence[Pots]
    apart: Sequence[Separation]
    groups: int
    seed: str

    @property
    def default_values(self) -> dict[str, Any]:
        return {
            "method": self.methods[0].value,
            "pots": self.pots[0].value,
            "apart": self.apart[0].value,
            "groups": self.groups,
            "seed": self.seed,
        }


class ChoicesForm(forms.Form):
    groups = forms.IntegerField(min_value=1, max_value=MOST_ENTRANTS)
    method = forms.ChoiceField(label=_("Order"))
    pots = forms.ChoiceField(label=_("Pots"))
    apart = forms.ChoiceField(label=_("Kept apart"))
    seed = forms.CharField(
        label=_("Seed"),
        max_length=LONGEST_SEED,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def __init__(self, data: Mapping[str, Any], available: AvailableChoices) -> None:
        """Bind the form; missing values get the defaults of `available`."""
        values = {name: data.get(name, default) for name, default in available.default_values.items()}
        super().__init__(values)
        self.offered = available
        for name, labels, options in (
            ("method", METHOD_LABELS, available.methods),
            ("pots", POT_LABELS, available.pots),
            ("apart", APART_LABELS, available.apart),
        ):
            self._set_choices(name, {option.value: labels[option] for option in options})  # type: ignore[index]

    def clean_seed(self) -> str:
        try:
            return read_seed(self.cleaned_data["seed"])
        except Refused as refusal:
            raise forms.ValidationError(refusal.message) from refusal

    def draw_choices(self, alterations: Sequence[Alteration] = ()) -> DrawChoices:
        """Replace invalid choices by defaults."""
        self.is_valid()
        values = {**self.offered.default_values, **self.cleaned_data}
        return DrawChoices(
            method=Method(values["method"]),
            seed=values["seed"],
            groups=values["groups"],
            pots=Pots(values["pots"]),
            apart=Separation(values["apart"]),
            alterations=tuple(alterations),
        )

    def _set_choices(self, name: str, choices: Mapping[str, Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices.items())


class GroupsForm(forms.Form):
    groups = forms.IntegerField(min_value=1, max_value=MOST_ENTRANTS)


ALTERATION_PATTERN = re.compile(r"(swap|move)-([0-9]{1,5})-([0-9]{1,5})")
"""An alteration in a URL: the kind, and two entrants by their numbers on the list."""


def read_alterations(texts: Iterable[str], entrants: Sequence[Entrant]) -> list[Alteration]:
    """Read texts like `swap-3-7`, by entrants' numbers; skip unreadable ones, unknown entrants."""
    ids = {entrant.number: str(entrant.public_id) for entrant in entrants}
    alterations = []
    for text in texts:
        if match := ALTERATION_PATTERN.fullmatch(text):
            kind, first, second = match.groups()
            if int(first) in ids and int(second) in ids:
                alterations.append(Alteration(AlterationKind(kind), ids[int(first)], ids[int(second)]))
    return alterations


def write_alteration(alteration: Alteration, entrants: Mapping[str, Entrant]) -> str:
    return f"{alteration.kind}-{entrants[alteration.a].number}-{entrants[alteration.b].number}"


def new_alteration(
    data: Mapping[str, Any], groups: Sequence[Sequence[str]], entrants: Sequence[Entrant]
) -> str:
    """Return the alteration as text, "" where impossible.

    `who` is a number on the list, `with` another (swap) or `group-` and an index (move). A move's text has
    the number of the group's last member. `groups` are of public ids, none empty.
    """
    by_id = {str(entrant.public_id): entrant.number for entrant in entrants}
    entrant_number, target = str(data.get("who", "")), str(data.get("with", ""))
    numbers = {str(number) for number in by_id.values()}
    if entrant_number not in numbers or entrant_number == target:
        return ""
    if target in numbers:
        return f"{AlterationKind.SWAP}-{entrant_number}-{target}"
    place = parse_small_number(target.removeprefix("group-")) if target.startswith("group-") else None
    if place is None or place >= len(groups):
        return ""
    members = [by_id[member] for member in groups[place]]
    return "" if int(entrant_number) in members else f"{AlterationKind.MOVE}-{entrant_number}-{members[-1]}"


def placements(
    data: Mapping[str, Any], entrants: Sequence[Entrant], names: Sequence[str]
) -> dict[Entrant, str]:
    chosen = {entrant: data.get(placement_field(entrant), "") for entrant in entrants}
    return {entrant: name for entrant, name in chosen.items() if name in names}


def typed_order(data: Mapping[str, Any], entrants: Sequence[Entrant]) -> list[Entrant]:
    """Leave out missing, invalid or repeated places."""
    places = {str(place) for place in range(1, len(entrants) + 1)}
    typed = {entrant: str(data.get(placement_field(entrant), "")).strip() for entrant in entrants}
    counts = Counter(typed.values())
    valid = [entrant for entrant, place in typed.items() if place in places and counts[place] == 1]
    return sorted(valid, key=lambda entrant: int(typed[entrant]))


def placement_field(entrant: Entrant) -> str:
    return f"group-{entrant.public_id}"
