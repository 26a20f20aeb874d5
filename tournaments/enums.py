"""The states and kinds of the organizer's world, as the database stores them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .formats import plan


class Role(models.TextChoices):
    """What a member may do in a club: each role includes the ones after it."""

    OWNER = "owner", _("owner")
    ORGANIZER = "organizer", _("organizer")
    REFEREE = "referee", _("referee")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")


class AccountLinkKind(models.TextChoices):
    """What a one-time link of an account is for."""

    PASSWORD = "password"  # noqa: S105 - a kind
    EMAIL = "email"


class MailKind(models.IntegerChoices):
    """What a mail is about, the most urgent first: the order in which mails that are due are sent."""

    ACCOUNT = 1, "account"
    NOTICE = 2, "notice"
    FIRST = 3, "first"


class MailState(models.TextChoices):
    """waiting → taken → sent or not sent; back to waiting where a server refused it for now.

    At most once: a mail whose worker died after taking it is not sent, for it may have arrived.
    """

    WAITING = "waiting"
    TAKEN = "taken"
    SENT = "sent"
    NOT_SENT = "not_sent"


class MailProblem(models.TextChoices):
    """Why a mail was not sent, as applicants and organizers read it."""

    CLIENT = "client", _("too many e-mails were asked for from this internet connection")
    RECIPIENT = "recipient", _("too many e-mails went to this address lately")
    TOURNAMENT = "tournament", _("too many people signed up for this tournament within an hour")
    SITE = "site", _("too many people signed up on this site within an hour")
    ADDRESS = "address", _("no e-mail can be sent to this address")
    REFUSED = "refused", _("the mail server refused it")
    EXPIRED = "expired", _("no mail server took it in time")
    INTERRUPTED = "interrupted", _("sending it was interrupted")
    FAILED = "failed", _("sending it failed")
    WITHDRAWN = "withdrawn", _("it was no longer needed")


class ClubColour(models.TextChoices):
    """What a club's pages are coloured with: the felt, or what `static/css/colours.css` puts in its place."""

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
    """Who may look at a tournament: its staff, everybody, nobody any more.

    draft → public, and back until it is played; from either to erased, for good.
    """

    DRAFT = "draft", _("draft")
    PUBLIC = "public", _("public")
    ERASED = "erased", _("erased")


class EntrantKind(models.TextChoices):
    """Who enters: pairs, two sides at a table; or singles, four."""

    PAIRS = "pairs", _("pairs")
    SINGLES = "singles", _("singles")


class EntrantState(models.TextChoices):
    PLAYING = "playing", _("playing")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DISQUALIFIED = "disqualified", _("disqualified")


class ApplicationState(models.TextChoices):
    """Where somebody stands who signed up by himself.

    seeking → asked, or waiting, or let in, or joined to another's; asked → waiting, let in or refused;
    waiting → let in, refused, or asked again where his names are on the list by now. Each may be cancelled.
    """

    SEEKING = "seeking", _("looks for a partner")
    ASKED = "asked", _("waits for the organizers")
    WAITING = "waiting", _("on the waiting list")
    LET_IN = "let_in", _("on the list of entrants")
    JOINED = "joined", _("joined to a partner")
    CANCELLED = "cancelled", _("cancelled")
    REFUSED = "refused", _("not taken")


class PartnerRequestState(models.TextChoices):
    """What became of one's asking another to be his partner.

    open → accepted, declined by who was asked, withdrawn by who asked; fallen once either has a partner, or
    looks for none any more. Who did not decline can be asked again.
    """

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    FALLEN = "fallen"


class NameShown(models.TextChoices):
    """What everybody may read of a player's name."""

    FULL = "full", _("full name")
    INITIAL = "initial", _("first name and initial")
    ALIAS = "alias", _("another name")


class StageKind(models.TextChoices):
    """The formats, as `tournaments.formats.catalogue` knows them."""

    GROUPS = "groups", _("groups")
    SWISS = "swiss", _("Swiss")
    KNOCKOUT = "knockout", _("knock-out")
    DOUBLE = "double", _("double elimination")
    TABLES = "tables", _("tables of four")
    FOURS = "fours", _("Swiss in fours")


TABULAR = (StageKind.GROUPS, StageKind.SWISS, StageKind.FOURS)
"""Kinds whose order is read from a table of standings."""

SWISS_KINDS = (StageKind.SWISS, StageKind.FOURS)
"""Kinds of so many rounds for everybody, each drawn by the table of standings that they share."""

AT_FOUR = (StageKind.TABLES, StageKind.FOURS)
"""Kinds whose encounters are tables of singles: four sides, a single match."""

BRACKETS = (StageKind.KNOCKOUT, StageKind.DOUBLE)
"""Kinds that are drawn as a bracket."""


class Agreement(models.TextChoices):
    """What both sides of a table confirm."""

    MATCH = "match", _("each match")
    HAND = "hand", _("each hand")
    NOTHING = "nothing", _("nothing")


class DrawMethod(models.TextChoices):
    """What orders the entrants of a draw; those that it can't tell apart are drawn from the seed."""

    RANDOM = "random", _("drawn by the program")
    RATING = "rating", _("by rating")
    MANUAL = "manual", _("by the organizer's seeds")
    BY_PLACE = "by_place", _("by the places of the stage before")
    BY_HAND = "by_hand", _("placed by hand")


class Part(models.TextChoices):
    """Which part of its stage an encounter belongs to; an extra one only parts a tie."""

    MAIN = plan.Part.MAIN.value, _("main bracket")
    LOSERS = plan.Part.LOSERS.value, _("losers' bracket")
    FINAL = plan.Part.FINAL.value, _("grand final")
    THIRD = plan.Part.THIRD.value, _("match for third place")
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


BY_HANDS = (DecidedBy.PLAY, DecidedBy.TIME)
"""What hands decided: those of the whole length, or those that were played when time was up."""


class TimeUp(models.TextChoices):
    """Who rings the bell at the end of a round's time, after which no new hand is dealt."""

    OFF = "off", _("matches are always played out")
    BELL = "bell", _("the referee or the organizer rings the bell")
    CLOCK = "clock", _("the round clock rings it, or one of them")


class TieDecidedBy(models.TextChoices):
    """How a tie was parted that the criteria left open."""

    LOT = "lot", _("by lot")
    DECISION = "decision", _("by decision of the organizer")


class SideLetter(models.TextChoices):
    """A and B of two sides; A to D of four players, in the order of their seats."""

    A = "A", "A"
    B = "B", "B"
    C = "C", "C"
    D = "D", "D"
