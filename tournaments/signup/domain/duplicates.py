"""Only organizers see duplicates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from tournaments.enums import ApplicationState, NameDisplay
from tournaments.models import Application, Club, EntrantPlayer, Player, Tournament
from tournaments.naming.fuzzy_match import edit_distance, spelling_key
from tournaments.signup.domain.contact_emails import Contact, contact_key


@dataclass(frozen=True)
class DuplicateEntry:
    """An earlier entry; its `shared_players` are in the later one, too."""

    players: tuple[str, ...]
    state: ApplicationState
    contact: str = ""
    shared_players: frozenset[str] = frozenset()
    has_same_contact: bool = False
    is_paid: bool = False
    signed_up_at: datetime | None = None
    """None if entered by hand."""

    @property
    def is_listed(self) -> bool:
        return self.state == ApplicationState.LET_IN

    @property
    def name_parts(self) -> list[tuple[str, bool]]:
        """Each player's name, and whether it is shared."""
        return [(name, name in self.shared_players) for name in self.players]

    @property
    def contacts(self) -> list[Contact]:
        return [Contact(self.players[0], self.contact)] if self.contact else []


def hides_names(club: Club) -> bool:
    """Return whether any public name may differ from the real one; organizers then review every entry."""
    if club.names_shown != NameDisplay.FULL:
        return True
    people = Player.objects.filter(club=club, anonymous_as=None)
    if people.exclude(shown=NameDisplay.FULL).exists():
        return True
    joined = people.exclude(same_as=None).select_related("same_as")
    return any(edit_distance(alias.own_name, alias.person.real_name) is None for alias in joined)


def find_duplicates(tournament: Tournament) -> dict[int, list[DuplicateEntry]]:
    """Return earlier entries, also manual ones, of an unreviewed application's people, by its primary key.

    Case, accents and word order don't count.
    """
    by_person: defaultdict[str, list[DuplicateEntry]] = defaultdict(list)

    def add(entry: DuplicateEntry) -> None:
        for key in {*map(spelling_key, entry.players)}:
            by_person[key].append(entry)

    for entry in _manual_entries(tournament):
        add(entry)
    duplicates: dict[int, list[DuplicateEntry]] = {}
    for application in tournament.applications.active().order_by("signed_up_at", "pk"):
        earlier = {
            id(entry): entry for name in application.players for entry in by_person[spelling_key(name)]
        }
        if earlier and not application.reviewed:
            duplicates[application.pk] = [_compared(entry, application) for entry in earlier.values()]
        add(_entry(application))
    return duplicates


def _manual_entries(tournament: Tournament) -> Iterator[DuplicateEntry]:
    rows = EntrantPlayer.objects.filter(entrant__tournament=tournament, entrant__applications=None)
    in_order = rows.select_related("entrant", "player").order_by("entrant__number", "place")
    for entrant, roster in groupby(in_order, attrgetter("entrant")):
        players = tuple(row.player.real_name for row in roster)
        yield DuplicateEntry(players, ApplicationState.LET_IN, is_paid=entrant.paid_at is not None)


def _entry(application: Application) -> DuplicateEntry:
    state = ApplicationState(application.state)
    return DuplicateEntry(
        application.players,
        state,
        application.contact,
        is_paid=application.paid_at is not None,
        signed_up_at=application.signed_up_at,
    )


def _compared(entry: DuplicateEntry, application: Application) -> DuplicateEntry:
    people = {*map(spelling_key, application.players)}
    key = contact_key(entry.contact)
    return replace(
        entry,
        shared_players=frozenset(name for name in entry.players if spelling_key(name) in people),
        has_same_contact=key != "" and key == contact_key(application.contact),
    )
