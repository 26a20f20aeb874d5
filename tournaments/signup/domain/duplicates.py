"""Only organizers see duplicates."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from tournaments.enums import ApplicationState, NameDisplay
from tournaments.models import Application, Club, EntrantPlayer, Player, Tournament
from tournaments.naming.fuzzy_match import edit_distance, spelling_key


@dataclass(frozen=True)
class DuplicateEntry:
    name: str
    players: str
    state: ApplicationState
    contact: str = ""


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
    entries: defaultdict[str, list[DuplicateEntry]] = defaultdict(list)
    manual_rows = EntrantPlayer.objects.filter(entrant__tournament=tournament, entrant__applications=None)
    for row in manual_rows.select_related("entrant", "player").order_by("entrant__number", "place"):
        name = row.player.real_name
        listed = DuplicateEntry(name, row.entrant.real_name, ApplicationState.LET_IN)
        entries[spelling_key(name)].append(listed)
    duplicates: dict[int, list[DuplicateEntry]] = {}
    for application in tournament.applications.active().order_by("signed_up_at", "pk"):
        earlier = [entry for name in application.players for entry in entries[spelling_key(name)]]
        if earlier and not application.reviewed:
            duplicates[application.pk] = earlier
        for name in application.players:
            entries[spelling_key(name)].append(_entry(application, name))
    return duplicates


def _entry(application: Application, name: str) -> DuplicateEntry:
    state = ApplicationState(application.state)
    return DuplicateEntry(name, " – ".join(application.players), state, application.contact)
