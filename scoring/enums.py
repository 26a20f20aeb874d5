from django.db import models
from django.utils.translation import gettext_lazy as _


class CallState(models.TextChoices):
    """A call may be closed without being taken."""

    OPEN = "open", _("waiting for the referee")
    TAKEN = "taken", _("the referee is on the way")
    CLOSED = "closed", _("answered")


class EntryKind(models.TextChoices):
    REPORT = "report", _("reported at the table")
    RULING = "ruling", _("referee's ruling")
    WITHDRAWAL = "withdrawal", _("withdrawn")


class CorrectionReason(models.TextChoices):
    MISTYPED = "mistyped", _("Typing error")
    OKEY_FORGOTTEN = "okey_forgotten", _("An okey was forgotten")
    INFRACTION_MISSING = "infraction_missing", _("An infraction is missing")
    INDICATOR_FORGOTTEN = "indicator_forgotten", _("The indicator was forgotten")


class Outlook(models.TextChoices):
    THROUGH = "through", _("certain to advance")
    CAN_STILL = "can_still", _("can still advance")
    OUT = "out", _("can no longer advance")


class ProvisionalReason(models.TextChoices):
    PROTESTED = "protested", _("not final yet: a protest is open")
    UNCONFIRMED = "unconfirmed", _("not final yet: awaiting confirmation")


class SlideKind(models.TextChoices):
    CHAMPION = "champion", _("Champion")
    NOTICE = "notice", _("Notices")
    TABLES = "tables", _("Tables in play")
    NEXT = "next", _("Now and next")
    GROUPS = "groups", _("Groups and standings")
    BRACKET = "bracket", _("Bracket and rounds")
    HANDS = "hands", _("Last hands")
    WELCOME = "welcome", _("Name and code of the tournament")


class ExtraTime(models.TextChoices):
    COUNTS = "counts", _("extra time runs until the clock is stopped")
    MINUTES = "minutes", _("extra minutes count down")
    HANDS = "hands", _("the current hand is finished, then extra hands are played")
