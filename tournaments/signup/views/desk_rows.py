"""A row of the sign-up desk: who applied or was entered, and what can be done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from typing import ClassVar, Final

from tournaments.clock_tolerance import is_recent
from tournaments.enums import ApplicationState, TournamentState
from tournaments.models import Application, EntrantPlayer
from tournaments.naming.fuzzy_match import spelling_key
from tournaments.naming.names import BETWEEN_PLAYERS
from tournaments.signup.domain.contact_emails import Contact
from tournaments.signup.domain.decisions import UNDECIDED
from tournaments.signup.domain.duplicates import DuplicateEntry
from tournaments.signup.domain.notifications import gets_notices

DUPLICATES: Final = "twice"
"""Heading of duplicates, whatever their state."""
UNCONFIRMED: Final = "unconfirmed"
"""Heading of those without a number on the waiting list."""
UNDO_TIME: Final = timedelta(minutes=10)
"""How long a row stays in its place after its payment was marked."""
_NO_BREAK: Final = "\u00a0"


@dataclass(frozen=True)
class SectionConsequence:
    """What the main action means for all rows of a section but those that differ."""

    turn: int | None
    """First number on the waiting list that accepting gives while no place is free."""
    gets_email: bool


@dataclass(frozen=True)
class Row:
    application: Application
    duplicate_entries: Sequence[DuplicateEntry]
    has_fee: bool
    at: datetime
    section: SectionConsequence | None = None
    """What the header of its section says of its main action; None if the row says it."""

    @property
    def names(self) -> str:
        return names_of(self.application)

    @property
    def name_parts(self) -> list[tuple[str, bool]]:
        """Each player's name, and whether an earlier entry beside it names the same person."""
        shared = {spelling_key(name) for entry in self.duplicate_entries for name in entry.shared_players}
        return [(_unbroken(name), spelling_key(name) in shared) for name in player_names_of(self.application)]

    @property
    def has_shared_contact(self) -> bool:
        return any(entry.has_same_contact for entry in self.duplicate_entries)

    @property
    def are_both_listed(self) -> bool:
        """Whether it and the only earlier entry beside it are on the list."""
        return self.is_listed and [entry.is_listed for entry in self.duplicate_entries] == [True]

    @property
    def is_only_one_paid(self) -> bool:
        return self.is_paid and not any(entry.is_paid for entry in self.duplicate_entries)

    @property
    def to_decide(self) -> bool:
        return self.heading in {DUPLICATES, ApplicationState.ASKED}

    @property
    def is_declined(self) -> bool:
        return self.heading in {ApplicationState.REFUSED, ApplicationState.CANCELLED}

    @property
    def heading(self) -> str:
        if self.duplicate_entries:
            return DUPLICATES
        own = self.application
        is_unconfirmed = own.state == ApplicationState.WAITING and own.must_confirm
        return UNCONFIRMED if is_unconfirmed else own.state

    @property
    def turn(self) -> int | None:
        """Place on the waiting list, duplicates included; those who must confirm first have none."""
        return self.application.turn if self.has_turn else None  # type: ignore[attr-defined]

    @property
    def turn_if_accepted(self) -> int | None:
        """Number on the waiting list that accepting it gives while no place is free."""
        own = self.application
        is_pending = own.state in {ApplicationState.ASKED, ApplicationState.REFUSED} or own.must_confirm
        return self.entries_waiting_before + 1 if is_pending and not own.lacks_partner else None

    @property
    def entries_waiting_before(self) -> int:
        return int(self.application.waiting_before)  # type: ignore[attr-defined]

    @property
    def gets_email(self) -> bool:
        """Whether a decision is mailed to an applicant, if the site sends e-mail."""
        return any(map(gets_notices, [self.application, *self.application.joined.all()]))

    @property
    def has_turn(self) -> bool:
        """Whether it counts on the waiting list, duplicates included."""
        return self.application.state == ApplicationState.WAITING and not self.application.must_confirm

    @property
    def is_listed(self) -> bool:
        return self.application.state == ApplicationState.LET_IN

    @property
    def signed_up_at(self) -> datetime:
        return self.application.signed_up_at

    @property
    def paid_at(self) -> datetime | None:
        return self.application.paid_at

    @property
    def is_paid(self) -> bool:
        return self.paid_at is not None

    @property
    def is_unpaid(self) -> bool:
        """On the list without having paid the fee, duplicates included."""
        return self.has_fee and self.is_listed and not self.is_paid

    @property
    def is_paid_lately(self) -> bool:
        """On the list with a payment so recent that it stays in its place, to be undone."""
        paid_at = self.paid_at
        return self.is_listed and paid_at is not None and is_recent(paid_at, at=self.at, within=UNDO_TIME)

    @property
    def shows_payment(self) -> bool:
        """Whether payment has the place of the main action, or is beside the decision about a duplicate."""
        has_place = self.duplicate_entries or self.next_action in {"", "paid", "unpaid"}
        return bool(has_place) and (self.is_paid or self.is_unpaid)

    @property
    def contacts(self) -> list[Contact]:
        return [contact for contact in contacts_of(self.application) if contact.address]

    @property
    def faulty_contacts(self) -> list[Contact]:
        """Neither a phone number nor an address that takes e-mail."""
        return [contact for contact in contacts_of(self.application) if not contact.address]

    @property
    def next_action(self) -> str:
        """The first onward action, or ""; an older payment is undone by a rare action."""
        first = next(iter(self._onward_actions), "")
        return "" if first == "unpaid" and not self.is_paid_lately else first

    @property
    def turns_down(self) -> str:
        """The opposite of `next_action` for a duplicate, or ""; others are rejected by a rare action."""
        if self.duplicate_entries and self.is_listed:
            return "remove_from_list"
        return "refuse" if self.duplicate_entries and self._is_undecided else ""

    @property
    def rare_actions(self) -> list[str]:
        """Return what is neither `next_action`, `turns_down` nor beside the payment.

        A duplicate is to be decided first, so its payment is marked here.
        """
        removes = ["remove_from_list"] if self._is_open and self.is_listed and not self.turns_down else []
        refuses = ["refuse"] if self._is_undecided and not self.turns_down else []
        payment = "" if self.duplicate_entries else "paid"
        visible = {self.next_action, payment, "unpaid" if self.is_paid_lately else ""}
        others = [action for action in self._onward_actions if action not in visible]
        return [*others, *removes, *refuses]

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
            "dismiss_duplicate": self.heading == DUPLICATES and state != ApplicationState.ASKED,
            "let_in": may_be_accepted or (waits and own.must_confirm),
            "let_in_now": waits,
            "paid": self.is_unpaid,
            "unpaid": self.is_paid,
        }
        return [action for action, can in possible.items() if can]


@dataclass(frozen=True)
class ManualRow:
    """An entrant the organizers entered; its payment is marked at check-in."""

    number: int
    names: str
    has_fee: bool
    paid_at: datetime | None

    heading: ClassVar = ApplicationState.LET_IN
    is_listed: ClassVar = True
    is_unpaid: ClassVar = False
    is_paid_lately: ClassVar = False
    to_decide: ClassVar = False
    is_declined: ClassVar = False
    has_turn: ClassVar = False
    turn: ClassVar = None
    signed_up_at: ClassVar = None

    @property
    def is_paid(self) -> bool:
        return self.paid_at is not None

    @property
    def name_parts(self) -> list[tuple[str, bool]]:
        return [(_unbroken(name), False) for name in self.names.split(BETWEEN_PLAYERS)]


def names_of(application: Application) -> str:
    return BETWEEN_PLAYERS.join(player_names_of(application))


def player_names_of(application: Application) -> Sequence[str]:
    """Return the names the entrant's players have now, else the typed ones."""
    roster = sorted(application.entrant.roster.all(), key=attrgetter("place")) if application.entrant else []
    return real_names(roster) or application.players


def contacts_of(application: Application) -> list[Contact]:
    applicants = [application, *application.joined.all()]
    return [Contact(each.player_1, each.contact) for each in applicants if each.contact]


def _unbroken(name: str) -> str:
    return name.replace(" ", _NO_BREAK)


def real_names(roster: Iterable[EntrantPlayer]) -> list[str]:
    return [row.player.person.real_name for row in roster]
