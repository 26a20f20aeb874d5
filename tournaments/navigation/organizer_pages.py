"""URLs don't contain tabs, so a page can move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.enums import EntrantKind, TournamentState
from tournaments.models import Tournament

Words = str | Promise


@dataclass(frozen=True)
class Page:
    """One `in_play` is empty before the draw; one `of_the_club` needs a manager."""

    key: str
    address: str
    name: Words
    lead: Words
    of_singles: Words = ""
    in_play: bool = False
    of_the_club: bool = False

    def name_for(self, tournament: Tournament) -> str:
        return str(
            self.of_singles if self.of_singles and tournament.kind == EntrantKind.SINGLES else self.name
        )


@dataclass(frozen=True)
class Act:
    """The tab of `page` stays open."""

    key: str
    page: str
    lead: Words


@dataclass(frozen=True)
class Tab:
    key: str
    name: Words
    pages: tuple[Page, ...]

    def pages_of(self, tournament: Tournament) -> list[Page]:
        """Return the pages with content, at least one."""
        is_drawn = tournament.state != TournamentState.OPEN
        return [page for page in self.pages if is_drawn or not page.in_play]


BEFORE = Tab(
    "before",
    pgettext_lazy("part of an evening", "Before"),
    (
        Page(
            "entries",
            "tournaments:entries",
            _("Pairs"),
            _("Who plays: until the draw you enter them here, one by one, as a pasted list or from a file."),
            of_singles=_("Players"),
        ),
        Page(
            "sign_ups",
            "tournaments:sign_ups",
            _("Sign-up"),
            _("Let people sign up by themselves, and decide who gets a place."),
        ),
        Page(
            "check_in",
            "tournaments:check_in",
            _("Check-in"),
            _("Mark who has come, so that you see before the draw who is missing."),
        ),
        Page(
            "public_names",
            "tournaments:public_names",
            _("Public names"),
            _("Choose what everybody reads of each player: the full name, a short one, or none."),
        ),
        Page(
            "rules",
            "scoring:organizer_rules",
            _("Rules"),
            _("By these rules every hand is scored; change what your club plays differently."),
        ),
        Page(
            "setup",
            "tournaments:setup",
            _("Settings"),
            _("Name, days, place and tables of the tournament, and what both sides confirm."),
        ),
    ),
)
DRAW = Tab(
    "draw",
    _("Draw"),
    (
        Page(
            "draw",
            "tournaments:draw",
            _("Draw"),
            _("Decide who plays whom, see how it was drawn, and take a draw back before its first hand."),
        ),
        Page(
            "stages",
            "tournaments:stages",
            _("Stages"),
            _("How the tournament is played from the first round to the champion, and how long that takes."),
        ),
    ),
)
HALL = Tab(
    "hall",
    pgettext_lazy("part of an evening", "Hall"),
    (
        Page(
            "running",
            "scoring:running",
            pgettext_lazy("page of the hall", "The evening"),
            _("Which table plays what, who waits, and where you are needed, always as it stands now."),
            in_play=True,
        ),
        Page(
            "codes",
            "tournaments:codes",
            _("Table codes"),
            _("Print a code for each table: the phone that scans it enters the hands of that table."),
        ),
        Page(
            "room",
            "scoring:room",
            _("Tables"),
            _("Add a table, close one, or let a free one take what waits elsewhere."),
        ),
        Page(
            "in_play",
            "scoring:in_play",
            _("Who plays"),
            _("Enter who comes late, and withdraw, replace or disqualify who plays already."),
            in_play=True,
        ),
        Page(
            "screen",
            "scoring:organizer_screen",
            _("Screen"),
            _("Choose what the projector shows, start the round's clock, and put up notices."),
        ),
        Page(
            "paper",
            "scoring:paper",
            _("Paper"),
            _("Print score sheets and how everything stands, and type what was written by hand."),
        ),
    ),
)
REFEREE = Tab(
    "referee",
    _("Referee"),
    (
        Page(
            "referee",
            "scoring:referee",
            _("Referee"),
            _("Who calls for a referee: say that you come, then answer, correct the hand or rule on it."),
        ),
    ),
)
AFTER = Tab(
    "after",
    pgettext_lazy("part of an evening", "After"),
    (
        Page(
            "files",
            "scoring:files",
            _("Results and files"),
            _("Take along what was played: results to print, tables for a spreadsheet, all in one file."),
        ),
        Page(
            "log",
            "scoring:log",
            _("Log"),
            _("Who did what and when, from the first setting to the last hand."),
        ),
        Page(
            "again",
            "scoring:again",
            _("Again next week"),
            _("Make the next tournament from this one: same plan, same rules, the same people if you like."),
            of_the_club=True,
        ),
        Page(
            "state",
            "scoring:state",
            _("What becomes of it"),
            _("Decide who sees the tournament, and cancel it, put it away or erase it."),
        ),
    ),
)
TABS = (BEFORE, DRAW, HALL, REFEREE, AFTER)

ACTS = (
    Act("entrant", "entries", _("Correct who plays here, before the draw.")),
    Act(
        "entries_file", "entries", _("Read the list from a spreadsheet, and look at it before it is entered.")
    ),
    Act("sign_up_terms", "sign_ups", _("Say until when and how many may sign up, and what they are asked.")),
    Act("sign_up_poster", "sign_ups", _("A sheet for the wall: who scans its code signs up.")),
    Act("missing", "check_in", _("Take all who have not come off the list at once.")),
    Act("all_public_names", "public_names", _("See who would be named more openly before it is so.")),
    Act("anonymous", "public_names", _("Take a player's name out of everything, for good.")),
    Act("amendment", "rules", _("See what other rules do to hands that were played, before they count.")),
    Act("undo_draw", "draw", _("See what goes with a draw before you take it back.")),
    Act("draw_stage", "draw", _("Look at the proposal, change what you like, and draw.")),
    Act("draw_by_hand", "draw", _("Enter the lots as they are drawn from the bag.")),
    Act("draw_round", "draw", _("Look at the pairings of the next round, and draw it.")),
    Act("encounter", "running", _("Move an encounter, seat it differently, or decide it without play.")),
    Act("walkover", "running", _("Decide an encounter for those who are here.")),
    Act("lot", "running", _("Decide who comes first where the figures leave a tie.")),
    Act("bell", "running", _("End a round at its time, and see what becomes of each table.")),
    Act("change", "running", _("See what a change does before it is stored.")),
    Act("close_table", "room", _("Say where the encounters of a table go before it is closed.")),
    Act(
        "entrant_changes",
        "in_play",
        _("Everything that can change for one of them while the tournament is on."),
    ),
    Act(
        "type_sheet",
        "paper",
        _("Type a score sheet that was filled in by hand, and compare it with what another typed."),
    ),
    Act("answer", "referee", _("Write down what you answered; that closes the call.")),
    Act("ruling", "referee", _("Choose the hand, and what it counts by your ruling.")),
    Act("erase", "state", _("Take the tournament away for good, with every name in it.")),
)


def _indexed(tabs: Iterable[Tab]) -> MappingProxyType[str, tuple[Tab, Page]]:
    return MappingProxyType({page.key: (tab, page) for tab in tabs for page in tab.pages})


PAGES_BY_KEY = _indexed(TABS)
"""The tab and page of each key."""
ACTS_BY_KEY = MappingProxyType({act.key: act for act in ACTS})


def needed_now(tournament: Tournament, *, enough: bool) -> Page:
    """`enough`: its plan has enough entrants."""
    if tournament.cancelled:
        return PAGES_BY_KEY["state"][1]
    if tournament.state == TournamentState.OPEN:
        return PAGES_BY_KEY["draw" if enough else "entries"][1]
    return PAGES_BY_KEY["running" if tournament.state == TournamentState.PLAYING else "files"][1]
