"""What becomes of later play, as a form asks it (`scoring/table/_later.html`)."""

from __future__ import annotations

from django import forms

from scoring.play.later_play import LaterPlay


def later_play_field() -> forms.TypedChoiceField:
    """The decision, None while there is none."""
    choices = [(one.value, one.name) for one in LaterPlay if one is not LaterPlay.ASKS]
    return forms.TypedChoiceField(choices=choices, coerce=LaterPlay, required=False, empty_value=None)
