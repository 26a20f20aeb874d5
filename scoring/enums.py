"""The kinds of rows in the ledger, as the database stores them."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class EntryKind(models.TextChoices):
    """How a version of a hand came about."""

    REPORT = "report", _("reported at the table")
    RULING = "ruling", _("referee's ruling")
    WITHDRAWAL = "withdrawal", _("withdrawn")
