"""The form field for what happens to later play (`scoring/table/_later.html`)."""

from __future__ import annotations

from django import forms

from scoring.play.later_play import LaterPlayChoice


def later_play_field() -> forms.TypedChoiceField:
    """Return a field for the decision; its value is None if there is none."""
    choices = [
        (decision.value, decision.name)
        for decision in LaterPlayChoice
        if decision is not LaterPlayChoice.ASKS
    ]
    return forms.TypedChoiceField(choices=choices, coerce=LaterPlayChoice, required=False, empty_value=None)
