"""States and kinds, as the database stores them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .formats import plan


class Role(models.TextChoices):
    """A member's role in a club: each one includes the rights of those after it."""

    OWNER = "owner", _("owner")
    ORGANIZER = "organizer", _("organizer")
    REFEREE = "referee", _("referee")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")


class AccountLinkKind(models.TextChoices):
    """The purpose of an account's one-time link."""

    PASSWORD = "password"  # noqa: S105 - a kind
    EMAIL = "email"


class MailKind(models.IntegerChoices):
    """The subject of an email, most urgent first: emails that are due are sent in this order."""

    ACCOUNT = 1, "account"
    NOTICE = 2, "notice"
    FIRST = 3, "first"


class MailState(models.TextChoices):
    """waiting → taken → sent or not sent; back to waiting if the server refuses it for now.

    At most once: if the worker dies after taking an email, it ends as not sent, because it may have arrived.
    """

    WAITING = "waiting"
    TAKEN = "taken"
    SENT = "sent"
    NOT_SENT = "not_sent"


class MailProblem(models.TextChoices):
    """Why an email was not sent, in words for applicants and organizers."""

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
    """The colour of a club's pages: felt green, or one that `static/css/colours.css` defines."""

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
    """Who may see a tournament: its staff, everybody, or nobody.

    draft → public, and back until the first hand is played; from either to erased, which is final.
    """

    DRAFT = "draft", _("draft")
    PUBLIC = "public", _("public")
    ERASED = "erased", _("erased")


class EntrantKind(models.TextChoices):
    """What an entrant is: a pair (two sides at a table) or a single player (four at a table)."""

    PAIRS = "pairs", _("pairs")
    SINGLES = "singles", _("singles")


class EntrantState(models.TextChoices):
    PLAYING = "playing", _("playing")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DISQUALIFIED = "disqualified", _("disqualified")


class ApplicationState(models.TextChoices):
    """The state of an application that a player made at sign-up.

    seeking → asked, waiting, let in, or joined to a partner's; asked → waiting, let in or refused; waiting →
    let in, refused, or asked again if the names have meanwhile been entered in the list. Each may be
    cancelled.
    """

    SEEKING = "seeking", _("looks for a partner")
    ASKED = "asked", _("waits for the organizers")
    WAITING = "waiting", _("on the waiting list")
    LET_IN = "let_in", _("on the list of entrants")
    JOINED = "joined", _("joined to a partner")
    CANCELLED = "cancelled", _("cancelled")
    REFUSED = "refused", _("not taken")


class PartnerRequestState(models.TextChoices):
    """The state of a request to become partners.

    open → accepted, declined by the recipient, or withdrawn by the sender; fallen once either of them has a
    partner or stops looking. Unless they declined, the recipient can be asked again.
    """

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    FALLEN = "fallen"


class NameShown(models.TextChoices):
    """How much of a player's name the public sees."""

    FULL = "full", _("full name")
    INITIAL = "initial", _("first name and initial")
    ALIAS = "alias", _("another name")


class StageKind(models.TextChoices):
    """The formats in `tournaments.formats.catalogue`."""

    GROUPS = "groups", _("groups")
    SWISS = "swiss", _("Swiss")
    KNOCKOUT = "knockout", _("knock-out")
    DOUBLE = "double", _("double elimination")
    TABLES = "tables", _("tables of four")
    FOURS = "fours", _("Swiss in fours")


TABULAR = (StageKind.GROUPS, StageKind.SWISS, StageKind.FOURS)
"""Kinds that rank their entrants in standings."""

SWISS_KINDS = (StageKind.SWISS, StageKind.FOURS)
"""Kinds with a fixed number of rounds, each drawn from common standings."""

AT_FOUR = (StageKind.TABLES, StageKind.FOURS)
"""Kinds whose encounters are one match between four single players."""

BRACKETS = (StageKind.KNOCKOUT, StageKind.DOUBLE)
"""Kinds that are drawn as a bracket."""


class Agreement(models.TextChoices):
    """What both sides of a table confirm."""

    MATCH = "match", _("each match")
    HAND = "hand", _("each hand")
    NOTHING = "nothing", _("nothing")


class DrawMethod(models.TextChoices):
    """What orders the entrants of a draw; the seed decides between equals."""

    RANDOM = "random", _("drawn by the program")
    RATING = "rating", _("by rating")
    MANUAL = "manual", _("by the organizer's seeds")
    BY_PLACE = "by_place", _("by the places of the stage before")
    BY_HAND = "by_hand", _("placed by hand")


class Part(models.TextChoices):
    """The part of its stage that an encounter belongs to. Extra encounters only break ties."""

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
"""Decided by hands: those of a full match, or those played when time was up."""


class TimeUp(models.TextChoices):
    """Who ends a round whose time is up, after which no new hand is dealt."""

    OFF = "off", _("matches are always played out")
    BELL = "bell", _("the referee or the organizer rings the bell")
    CLOCK = "clock", _("the round clock rings it, or one of them")


class TieDecidedBy(models.TextChoices):
    """How a tie was broken that the criteria left open."""

    LOT = "lot", _("by lot")
    DECISION = "decision", _("by decision of the organizer")


class SideLetter(models.TextChoices):
    """A and B of two sides; A to D of four players, in the order of their seats."""

    A = "A", "A"
    B = "B", "B"
    C = "C", "C"
    D = "D", "D"
