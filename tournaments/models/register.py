"""What a club keeps of a person besides his name and his play, for its organizers alone."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .entrant import Player


class PersonCard(models.Model):
    """How a person is reached, his licence, what organizers note: nobody else reads it, no archive has it.

    An alias has none, and there is none where there is nothing to keep. `agreed_on` is when he agreed that
    it is kept.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="card")
    phone = models.CharField(_("phone"), max_length=30, blank=True)
    email = models.EmailField(_("e-mail"), max_length=120, blank=True)
    licence = models.CharField(_("licence number"), max_length=30, blank=True)
    notes = models.TextField(_("notes"), blank=True)
    agreed_on = models.DateField(null=True, blank=True)
    changed_at = models.DateTimeField()
