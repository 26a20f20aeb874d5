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

LabelText = str | Promise


@dataclass(frozen=True)
class Page:
    """A page `in_play` is empty before the draw."""

    key: str
    address: str
    name: LabelText
    intro_text: LabelText
    singles_name: LabelText = ""
    in_play: bool = False
    needs_club_manager: bool = False

    def name_for(self, tournament: Tournament) -> str:
        return str(
            self.singles_name if self.singles_name and tournament.kind == EntrantKind.SINGLES else self.name
        )


@dataclass(frozen=True)
class ActionPage:
    """The tab of `page` stays open."""

    key: str
    page: str
    intro_text: LabelText


@dataclass(frozen=True)
class Tab:
    key: str
    name: LabelText
    pages: tuple[Page, ...]

    def pages_of(self, tournament: Tournament) -> list[Page]:
        """Return at least one."""
        is_drawn = tournament.state != TournamentState.OPEN
        return [page for page in self.pages if is_drawn or not page.in_play]


BEFORE_TAB = Tab(
    "before",
    pgettext_lazy("part of an evening", "Before"),
    (
        Page(
            "entries",
            "tournaments:entries",
            _("Pairs"),
            _("Enter players until the draw: one by one, as a pasted list or from a file."),
            singles_name=_("Players"),
        ),
        Page(
            "sign_ups",
            "tournaments:sign_ups",
            _("Sign-up"),
            _("Let people sign up themselves, and decide who gets a place."),
        ),
        Page(
            "check_in",
            "tournaments:check_in",
            _("Check-in"),
            _("Mark who has arrived, so that you see before the draw who is missing."),
        ),
        Page(
            "public_names",
            "tournaments:public_names",
            _("Public names"),
            _("Choose how each player is shown publicly: by full name, a short one, or initials only."),
        ),
        Page(
            "rules",
            "scoring:organizer_rules",
            _("Rules"),
            _("The rules that score every hand; change what your club plays differently."),
        ),
        Page(
            "setup",
            "tournaments:setup",
            _("Settings"),
            _("Name, days, place and tables of the tournament, and what both sides confirm."),
        ),
    ),
)
DRAW_TAB = Tab(
    "draw",
    _("Draw"),
    (
        Page(
            "draw",
            "tournaments:draw",
            _("Draw"),
            _("Decide the pairings, see how they were drawn, and undo a draw before its first hand."),
        ),
        Page(
            "stages",
            "scoring:stages",
            _("Stages"),
            _("How the tournament is played from the first round to the champion, and how long that takes."),
        ),
    ),
)
DURING_TAB = Tab(
    "hall",
    pgettext_lazy("part of an evening", "During"),
    (
        Page(
            "running",
            "scoring:room_overview",
            pgettext_lazy("page of the hall", "The evening"),
            _("Which table plays what, who waits, and where you are needed, always up to date."),
            in_play=True,
        ),
        Page(
            "codes",
            "tournaments:table_codes",
            _("Table codes"),
            _("Print a code for each table: the phone that scans it enters the hands of that table."),
        ),
        Page(
            "room",
            "scoring:room_tables",
            _("Tables"),
            _("Add a table, close one, or let a free one take over waiting encounters."),
        ),
        Page(
            "in_play",
            "scoring:lineup_changes",
            _("Line-up changes"),
            _("Enter latecomers, and withdraw, replace or disqualify entrants."),
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
            _("Print score sheets and the current state, and type sheets written by hand."),
        ),
    ),
)
REFEREE_TAB = Tab(
    "referee",
    _("Referee"),
    (
        Page(
            "referee",
            "scoring:referee",
            _("Referee"),
            _("Calls for the referee: say that you are coming, then answer, correct the hand or rule on it."),
        ),
    ),
)
AFTER_TAB = Tab(
    "after",
    pgettext_lazy("part of an evening", "After"),
    (
        Page(
            "files",
            "scoring:files",
            _("Results and files"),
            _("Download what was played: results to print, tables for a spreadsheet, all in one file."),
        ),
        Page(
            "log",
            "scoring:log",
            _("Log"),
            _("Who did what and when, from the first setting to the last hand."),
        ),
        Page(
            "again",
            "scoring:repeat_tournament",
            _("Use again"),
            _("Set up the next tournament like this one, club nights, or a template for later."),
            needs_club_manager=True,
        ),
        Page(
            "state",
            "scoring:lifecycle",
            _("Publish, cancel, delete"),
            _("Publish the tournament, cancel it, archive it or delete it."),
        ),
    ),
)
TABS = (BEFORE_TAB, DRAW_TAB, DURING_TAB, REFEREE_TAB, AFTER_TAB)

ACTION_PAGES = (
    ActionPage("entrant", "entries", _("Correct an entry before the draw.")),
    ActionPage(
        "entries_file", "entries", _("Import the list from a spreadsheet, and check it before it is entered.")
    ),
    ActionPage(
        "sign_up_terms", "sign_ups", _("Set the deadline, the number of places and the questions of sign-up.")
    ),
    ActionPage("sign_up_poster", "sign_ups", _("A poster for the wall: people scan its code to sign up.")),
    ActionPage("missing", "check_in", _("Remove everyone from the list who has not arrived.")),
    ActionPage(
        "all_public_names", "public_names", _("See which names would be shown in full before you confirm.")
    ),
    ActionPage("anonymous", "public_names", _("Remove a player's name everywhere, for good.")),
    ActionPage("amendment", "rules", _("See what other rules do to played hands before they count.")),
    ActionPage("undo_draw", "draw", _("See what is removed with a draw before you undo it.")),
    ActionPage("draw_stage", "draw", _("Check the proposal, change what you like, and draw.")),
    ActionPage("draw_by_hand", "draw", _("Enter the lots as they are drawn from the bag.")),
    ActionPage("draw_round", "draw", _("Check the pairings of the next round, and draw it.")),
    ActionPage("stage_rounds", "draw", _("End a stage earlier, or add rounds, and see what that changes.")),
    ActionPage("encounter", "running", _("Move an encounter, change its seats, or decide it without play.")),
    ActionPage("walkover", "running", _("Decide an encounter when a side is missing.")),
    ActionPage("lot", "running", _("Decide the order where the figures leave a tie.")),
    ActionPage("bell", "running", _("End a round on time, and see what happens at each table.")),
    ActionPage("change", "running", _("See what a change does before it is stored.")),
    ActionPage("close_table", "room", _("Choose where the encounters of a table go before it is closed.")),
    ActionPage(
        "entrant_changes",
        "in_play",
        _("All changes to an entrant while the tournament is on."),
    ),
    ActionPage(
        "type_sheet",
        "paper",
        _("Type a score sheet that was filled in by hand, and compare it with a second person's entry."),
    ),
    ActionPage("answer", "referee", _("Write down your answer; that closes the call.")),
    ActionPage("ruling", "referee", _("Choose the hand, and its points by your ruling.")),
    ActionPage("erase", "state", _("Delete the tournament for good, with every name in it.")),
)


def _index_pages(tabs: Iterable[Tab]) -> MappingProxyType[str, tuple[Tab, Page]]:
    return MappingProxyType({page.key: (tab, page) for tab in tabs for page in tab.pages})


PAGES_BY_KEY = _index_pages(TABS)
"""The tab and page of each key."""
ACTION_PAGES_BY_KEY = MappingProxyType({act.key: act for act in ACTION_PAGES})


def most_urgent_page(tournament: Tournament, *, has_enough_entrants: bool) -> Page:
    if tournament.cancelled:
        return PAGES_BY_KEY["state"][1]
    if tournament.state == TournamentState.OPEN:
        return PAGES_BY_KEY["draw" if has_enough_entrants else "entries"][1]
    return PAGES_BY_KEY["running" if tournament.state == TournamentState.PLAYING else "files"][1]
