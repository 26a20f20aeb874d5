"""Who comes after the draw."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.entrants.entries import Entry
from tournaments.enums import EntrantKind
from tournaments.naming.names import LONGEST_NAME


class LateEntrantForm(forms.Form):
    """A name and the players: two of a pair, or one who plays for himself."""

    name = forms.CharField(label=_("Pair"), max_length=LONGEST_NAME)
    player_1 = forms.CharField(label=_("First player"), max_length=LONGEST_NAME)
    player_2 = forms.CharField(label=_("Second player"), max_length=LONGEST_NAME)

    def __init__(self, data: object = None, *, kind: str) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        if kind == EntrantKind.SINGLES:
            del self.fields["player_1"], self.fields["player_2"]
            self.fields["name"].label = _("Player")

    @property
    def entry(self) -> Entry:
        """The valid form as an entry."""
        typed = self.cleaned_data
        name = " ".join(typed["name"].split())
        players = [typed[field] for field in ("player_1", "player_2") if field in typed] or [name]
        return Entry(name, tuple(" ".join(player.split()) for player in players))
