from __future__ import annotations

from django import forms

from scoring.play.later_play import LaterPlayChoice


def later_play_field() -> forms.TypedChoiceField:
    choices = [
        (decision.value, decision.name)
        for decision in LaterPlayChoice
        if decision is not LaterPlayChoice.ASKS
    ]
    return forms.TypedChoiceField(choices=choices, coerce=LaterPlayChoice, required=False, empty_value=None)
