from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .entrant import Player


class PersonCard(models.Model):
    """Contact details for organizers only; no archive contains them, aliases have none.

    `agreed_on` is when the person consented.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="card")
    phone = models.CharField(_("phone"), max_length=30, blank=True)
    email = models.EmailField(_("e-mail"), max_length=120, blank=True)
    licence = models.CharField(_("licence number"), max_length=30, blank=True)
    notes = models.TextField(_("notes"), blank=True)
    agreed_on = models.DateField(null=True, blank=True)
    changed_at = models.DateTimeField()
