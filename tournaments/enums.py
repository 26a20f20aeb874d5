from django.db import models
from django.utils.translation import gettext_lazy as _

from .formats import encounter_plan


class Role(models.TextChoices):
    """Each includes the rights of those after it."""

    OWNER = "owner", _("owner")
    ORGANIZER = "organizer", _("organizer")
    REFEREE = "referee", _("referee")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")


class AccountLinkKind(models.TextChoices):
    PASSWORD = "password"  # noqa: S105 - a kind
    EMAIL = "email"


class MailKind(models.IntegerChoices):
    """Most urgent first."""

    ACCOUNT = 1, "account"
    NOTICE = 2, "notice"
    FIRST = 3, "first"


class MailState(models.TextChoices):
    """waiting → taken → sent or not sent; back to waiting if the server defers it."""

    WAITING = "waiting"
    TAKEN = "taken"
    SENT = "sent"
    NOT_SENT = "not_sent"


class MailProblem(models.TextChoices):
    CLIENT = "client", _("too many e-mails were requested from this internet connection")
    RECIPIENT = "recipient", _("too many e-mails went to this address lately")
    TOURNAMENT = "tournament", _("too many people signed up for this tournament within an hour")
    SITE = "site", _("too many people signed up on this site within an hour")
    ADDRESS = "address", _("no e-mail can be sent to this address")
    REFUSED = "refused", _("the mail server refused it")
    EXPIRED = "expired", _("no mail server accepted it in time")
    INTERRUPTED = "interrupted", _("sending it was interrupted")
    FAILED = "failed", _("sending it failed")
    WITHDRAWN = "withdrawn", _("it was no longer needed")


class ClubColour(models.TextChoices):
    FELT = "", _("felt green")
    SEA = "sea", _("sea blue")
    PLUM = "plum", _("plum")
    BRICK = "brick", _("brick red")
    SLATE = "slate", _("slate")


class TournamentState(models.TextChoices):
    OPEN = "open", _("open for entries")
    PLAYING = "playing", _("in play")
    FINISHED = "finished", _("finished")


class Visibility(models.TextChoices):
    """draft → public, and back until the first hand; from either to erased, for good."""

    DRAFT = "draft", _("draft")
    PUBLIC = "public", _("public")
    ERASED = "erased", _("deleted")


class EntrantKind(models.TextChoices):
    """Pairs have two sides at a table, single players four."""

    PAIRS = "pairs", _("pairs")
    SINGLES = "singles", _("singles")


class EntrantState(models.TextChoices):
    PLAYING = "playing", _("playing")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DISQUALIFIED = "disqualified", _("disqualified")


class ApplicationState(models.TextChoices):
    """seeking → asked, waiting, let in, joined; asked → waiting, let in, refused.

    waiting → let in, refused, or asked if its names are on the list by now.
    """

    SEEKING = "seeking", _("looking for a partner")
    ASKED = "asked", _("waiting for the organizers")
    WAITING = "waiting", _("on the waiting list")
    LET_IN = "let_in", _("on the list of entrants")
    JOINED = "joined", _("paired with a partner")
    CANCELLED = "cancelled", _("cancelled")
    REFUSED = "refused", _("rejected")


class PartnerRequestState(models.TextChoices):
    """open → accepted, declined by the recipient, or withdrawn by the sender.

    Fallen once either has a partner or stops looking.
    """

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    FALLEN = "fallen"


class NameDisplay(models.TextChoices):
    FULL = "full", _("full name")
    INITIAL = "initial", _("first name and initial")
    HIDDEN = "hidden", _("initials only")


class StageKind(models.TextChoices):
    GROUPS = "groups", _("groups")
    SWISS = "swiss", _("Swiss")
    KNOCKOUT = "knockout", _("knock-out")
    DOUBLE = "double", _("double elimination")
    TABLES = "tables", _("tables of four")
    FOURS = "fours", _("Swiss in fours")


STANDINGS_KINDS = (StageKind.GROUPS, StageKind.SWISS, StageKind.FOURS)
"""Kinds with standings."""

SWISS_KINDS = (StageKind.SWISS, StageKind.FOURS)
"""Kinds with a fixed number of rounds, drawn from common standings."""

SINGLES_KINDS = (StageKind.TABLES, StageKind.FOURS)
"""Kinds with one match between four single players."""

BRACKET_KINDS = (StageKind.KNOCKOUT, StageKind.DOUBLE)


class Agreement(models.TextChoices):
    MATCH = "match", _("each match, when it is over")
    HAND = "hand", _("each hand")
    NOTHING = "nothing", _("nothing: hands count as saved")


class DrawMethod(models.TextChoices):
    RANDOM = "random", _("drawn by the program")
    RATING = "rating", _("by rating")
    MANUAL = "manual", _("by the organizer's seeds")
    BY_PLACE = "by_place", _("by places in the previous stage")
    BY_HAND = "by_hand", _("placed by hand")


class Part(models.TextChoices):
    """Extra encounters only break ties."""

    MAIN = encounter_plan.Part.MAIN.value, _("main bracket")
    LOSERS = encounter_plan.Part.LOSERS.value, _("losers' bracket")
    FINAL = encounter_plan.Part.FINAL.value, _("grand final")
    THIRD = encounter_plan.Part.THIRD.value, _("match for third place")
    EXTRA = "extra", _("extra encounter")


class EncounterState(models.TextChoices):
    """pending → ready → playing → decided; a correction may lead one step back."""

    PENDING = "pending", _("waiting for a side")
    READY = "ready", _("ready to play")
    PLAYING = "playing", _("being played")
    DECIDED = "decided", _("decided")


class DecidedBy(models.TextChoices):
    PLAY = "play", _("by play")
    WALKOVER = "walkover", _("by walkover")
    DOUBLE_WALKOVER = "double", _("lost by both")
    BYE = "bye", _("by a bye")
    TIME = "time", _("when time was up")


DECIDED_BY_HANDS = (DecidedBy.PLAY, DecidedBy.TIME)
"""Decided by a full match, or by the hands played when time was up."""
WALKOVERS = (DecidedBy.WALKOVER, DecidedBy.DOUBLE_WALKOVER)


class TimeUp(models.TextChoices):
    """After a round ends no hand is dealt."""

    OFF = "off", _("matches are always played to the end")
    BELL = "bell", _("the referee or the organizer rings the bell")
    CLOCK = "clock", _("the round clock rings it, or one of them")


class TieDecidedBy(models.TextChoices):
    LOT = "lot", _("by lot")
    DECISION = "decision", _("by the organizer's decision")


class SideLetter(models.TextChoices):
    """A and B of two sides; A to D of four, in the order of seats."""

    A = "A", "A"
    B = "B", "B"
    C = "C", "C"
    D = "D", "D"
