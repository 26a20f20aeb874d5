"""Rows of the sign-up desk: who applied or was entered, and what can be done."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import Case, F, IntegerField, Prefetch, QuerySet, Sum, Value, When, Window
from django.db.models.functions import RowNumber

from tournaments.enums import ApplicationState, TournamentState
from tournaments.models import Application, EntrantPlayer, Tournament
from tournaments.naming.names import BETWEEN_PLAYERS, matches_search
from tournaments.signup.domain.contact_emails import Contact
from tournaments.signup.domain.decisions import UNDECIDED
from tournaments.signup.domain.duplicates import DuplicateEntry, find_duplicates

_DUPLICATES: Final = "twice"
"""Heading of duplicates, whatever their state."""
UNCONFIRMED: Final = "unconfirmed"
"""Heading of those without a number on the waiting list."""
_ORDER: Final = (
    ApplicationState.ASKED,
    ApplicationState.SEEKING,
    ApplicationState.WAITING,
    ApplicationState.LET_IN,
    ApplicationState.REFUSED,
    ApplicationState.CANCELLED,
)
"""Order of the list after duplicates. Joined applications are shown with their partner."""
PAGE_SIZE: Final = 200
_NO_BREAK: Final = "\u00a0"
_NOT_OF_A_NUMBER: Final = re.compile(r"^\s*\+90|\D")


@dataclass(frozen=True)
class Row:
    application: Application
    duplicate_entries: Sequence[DuplicateEntry]
    has_fee: bool

    @property
    def names(self) -> str:
        return names_of(self.application)

    @property
    def unbroken_names(self) -> str:
        """Break a line only between players."""
        players = [name.replace(" ", _NO_BREAK) for name in self.names.split(BETWEEN_PLAYERS)]
        return f"{_NO_BREAK}– ".join(players)

    @property
    def to_decide(self) -> bool:
        return self.heading in {_DUPLICATES, ApplicationState.ASKED}

    @property
    def is_declined(self) -> bool:
        return self.heading in {ApplicationState.REFUSED, ApplicationState.CANCELLED}

    @property
    def heading(self) -> str:
        if self.duplicate_entries:
            return _DUPLICATES
        own = self.application
        is_unconfirmed = own.state == ApplicationState.WAITING and own.must_confirm
        return UNCONFIRMED if is_unconfirmed else own.state

    @property
    def turn(self) -> int | None:
        """Place on the waiting list, which those who must confirm first don't have."""
        waits = self.heading == ApplicationState.WAITING
        return self.application.turn if waits else None  # type: ignore[attr-defined]

    @property
    def turn_if_accepted(self) -> int | None:
        """Place a pair under review gets on the waiting list while no place is free."""
        is_pending = self.application.state == ApplicationState.ASKED and not self.application.lacks_partner
        return self.application.waiting_before + 1 if is_pending else None  # type: ignore[attr-defined]

    @property
    def is_paid(self) -> bool:
        return self.application.paid_at is not None

    @property
    def contacts(self) -> list[Contact]:
        return [contact for contact in contacts_of(self.application) if contact.address]

    @property
    def faulty_contacts(self) -> list[Contact]:
        """Neither a phone number nor an address that takes e-mail."""
        return [contact for contact in contacts_of(self.application) if not contact.address]

    @property
    def next_action(self) -> str:
        """The first onward action, or ""."""
        return next(iter(self._onward_actions), "")

    @property
    def turns_down(self) -> str:
        """The opposite of `next_action`, or ""; those who wait are removed by a rare action."""
        if self.duplicate_entries and self.application.state == ApplicationState.LET_IN:
            return "remove_from_list"
        return "refuse" if self._is_undecided and not self._waits else ""

    @property
    def rare_actions(self) -> list[str]:
        is_listed = self._is_open and self.application.state == ApplicationState.LET_IN
        removes = ["remove_from_list"] if is_listed and not self.turns_down else []
        refuses = ["refuse"] if self._is_undecided and self._waits else []
        return [*self._onward_actions[1:], *removes, *refuses]

    @property
    def _waits(self) -> bool:
        return self.application.state == ApplicationState.WAITING and not self.duplicate_entries

    @property
    def _is_undecided(self) -> bool:
        return self._is_open and self.application.state in UNDECIDED

    @property
    def _is_open(self) -> bool:
        return self.application.tournament.state == TournamentState.OPEN

    @property
    def _onward_actions(self) -> list[str]:
        """Return those possible, also of payment, except to refuse or remove."""
        own, state = self.application, self.application.state
        is_decidable = self._is_open and own.forgotten_at is None
        waits = is_decidable and state == ApplicationState.WAITING
        may_be_accepted = is_decidable and state in {ApplicationState.ASKED, ApplicationState.REFUSED}
        possible = {
            "dismiss_duplicate": bool(self.duplicate_entries) and state != ApplicationState.ASKED,
            "let_in": may_be_accepted or (waits and own.must_confirm),
            "let_in_now": waits,
            "paid": self.has_fee and state == ApplicationState.LET_IN and not self.is_paid,
            "unpaid": self.is_paid,
        }
        return [action for action, can in possible.items() if can]


def names_of(application: Application) -> str:
    """Return the names the entrant's players have now, else the typed ones."""
    roster = sorted(application.entrant.roster.all(), key=attrgetter("place")) if application.entrant else []
    return BETWEEN_PLAYERS.join(_real_names(roster) or application.players)


def count_payments(rows: Iterable[Row]) -> Mapping[str, int]:
    """Count paid and unpaid of those shown as on the list."""
    has_paid = [row.is_paid for row in rows if row.heading == ApplicationState.LET_IN]
    return {"paid": sum(has_paid), "unpaid": has_paid.count(False)}


def contacts_of(application: Application) -> list[Contact]:
    applicants = [application, *application.joined.all()]
    return [Contact(each.player_1, each.contact) for each in applicants if each.contact]


def read_page(
    tournament: Tournament, *, has_fee: bool, search: str, number: str | None
) -> tuple[Page[Application], list[Row]]:
    """Return a page of applications that match, and its rows: duplicates first, then by state."""
    duplicates = find_duplicates(tournament) if tournament.state == TournamentState.OPEN else {}
    in_order = _in_order(tournament, duplicates)
    matching = [
        application
        for application in (in_order if search else ())
        if is_found(search, names_of(application), contacts_of(application))
    ]
    page = Paginator(matching if search else in_order, PAGE_SIZE).get_page(number)
    return page, [Row(application, duplicates.get(application.pk, ()), has_fee) for application in page]


def read_entered_by_hand(tournament: Tournament) -> list[str]:
    """Return the players' names of each entrant that didn't apply."""
    rows = EntrantPlayer.objects.filter(entrant__tournament=tournament, entrant__applications=None)
    in_order = rows.select_related("player__same_as").order_by("entrant__number", "place")
    return [
        BETWEEN_PLAYERS.join(_real_names(roster))
        for _entrant, roster in groupby(in_order, attrgetter("entrant_id"))
    ]


def is_found(search: str, names: str, contacts: Iterable[Contact] = ()) -> bool:
    """Find words that begin a name, or digits within a phone number, as find-applicant.js does."""
    digits = _NOT_OF_A_NUMBER.sub("", search)
    if digits:
        return any(digits in _NOT_OF_A_NUMBER.sub("", contact.text) for contact in contacts)
    return matches_search(search, [names])


def _in_order(tournament: Tournament, duplicates: Collection[int]) -> QuerySet[Application]:
    """Leave out joined ones; unconfirmed are last of those waiting.

    `turn` and `waiting_before` count waiting ones whose e-mail needs no confirmation.
    """
    rank = Case(
        When(pk__in=duplicates, then=Value(-1)),
        *(When(state=state, then=Value(position)) for position, state in enumerate(_ORDER)),
        default=Value(len(_ORDER)),
        output_field=IntegerField(),
    )
    unconfirmed = Case(
        When(state=ApplicationState.WAITING, must_confirm=True, then=Value(1)), default=Value(0)
    )
    turn = Window(RowNumber(), partition_by=[F("state"), F("must_confirm")], order_by=["signed_up_at", "pk"])
    has_turn = Case(When(state=ApplicationState.WAITING, must_confirm=False, then=Value(1)), default=Value(0))
    waiting_before = Window(Sum(has_turn), order_by=["signed_up_at", "pk"])
    joined = Prefetch("joined", Application.objects.order_by("pk"))
    roster = EntrantPlayer.objects.select_related("player__same_as").order_by("place")
    return (
        tournament.applications.exclude(state=ApplicationState.JOINED)
        .select_related("tournament", "entrant")
        .prefetch_related(joined, Prefetch("entrant__roster", roster))
        .annotate(rank=rank, unconfirmed=unconfirmed, turn=turn, waiting_before=waiting_before)
        .order_by("rank", "unconfirmed", "signed_up_at", "pk")
    )


def _real_names(roster: Iterable[EntrantPlayer]) -> list[str]:
    return [row.player.person.real_name for row in roster]
