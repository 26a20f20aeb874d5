"""The states and kinds of the organizer's world, as the database stores them."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What a member may do in a club: each role includes the ones after it."""

    OWNER = "owner", _("owner")
    ORGANIZER = "organizer", _("organizer")
    REFEREE = "referee", _("referee")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")


class TournamentState(models.TextChoices):
    OPEN = "open", _("open for entries")
    PLAYING = "playing", _("in play")
    FINISHED = "finished", _("finished")


class StageKind(models.TextChoices):
    GROUPS = "groups", _("groups")
    KNOCKOUT = "knockout", _("knock-out")


class Agreement(models.TextChoices):
    """What both sides of a table confirm."""

    MATCH = "match", _("each match")
    HAND = "hand", _("each hand")
    NOTHING = "nothing", _("nothing")


class DrawMethod(models.TextChoices):
    """How entrants came into their groups."""

    SEEDED = "seeded", _("drawn by the program")
    BY_HAND = "by_hand", _("placed by hand")


class EncounterState(models.TextChoices):
    """pending → ready → playing → decided; a correction may lead one step back."""

    PENDING = "pending", _("waiting for a side")
    READY = "ready", _("ready to play")
    PLAYING = "playing", _("being played")
    DECIDED = "decided", _("decided")


class DecidedBy(models.TextChoices):
    PLAY = "play", _("by play")
    WALKOVER = "walkover", _("by walkover")


class SideLetter(models.TextChoices):
    A = "A", "A"
    B = "B", "B"
