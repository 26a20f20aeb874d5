"""Places on the list of entrants: who signed up gets one while there are any, else waits.

Whatever is done here holds club and tournament, so that signing up never makes the list fuller than it
may be.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from tournaments.domain import log
from tournaments.domain.actor import Actor
from tournaments.domain.entrants.entries import EntrantNameTaken, Entry, enter, remove_entrant
from tournaments.domain.entrants.rosters import playing_names
from tournaments.domain.holding import hold
from tournaments.domain.people import hold_club
from tournaments.enums import ApplicationState, TournamentState
from tournaments.formats.plan import MOST_ENTRANTS
from tournaments.models import Application, Entrant, SignUp, Tournament
from tournaments.naming.likeness import spelling
from tournaments.naming.names import LONGEST_NAME, fold, pair_name


def room_left(tournament: Tournament) -> int:
    """How many more the list takes of those who sign up."""
    terms = SignUp.objects.filter(tournament=tournament).first()
    most = terms.capacity if terms and terms.capacity else MOST_ENTRANTS
    return max(0, min(most, MOST_ENTRANTS) - tournament.entrants.count())


def place(application: Application, *, by: Actor, at: datetime) -> None:
    """Give somebody his turn: on the list if there is room for him, else on the waiting list.

    Caller holds club and tournament, which is open for entries.
    """
    application.state = ApplicationState.WAITING
    application.save(update_fields=["state", "namesake"])
    move_up(tournament=application.tournament, by=by, at=at)
    application.refresh_from_db(fields=["state", "entrant"])


def move_up(*, tournament: Tournament, by: Actor, at: datetime) -> list[Application]:
    """Let in from the waiting list, who waits longest first, as many as there is room for.

    Whose name came onto the list meanwhile is asked about: the organizers see him among those who wait for
    them. Caller holds club and tournament. Once the draw is made nobody moves.
    """
    room = room_left(tournament) if tournament.state == TournamentState.OPEN else 0
    moved: list[Application] = []
    if not room:
        return moved
    present = {spelling(name) for name in playing_names(tournament)}
    for application in tournament.applications.waiting().select_related("tournament__club"):
        names = {spelling(name) for name in application.players}
        doubtful = bool(names & present) and not application.namesake
        if not doubtful and _let_in(application, by=by, at=at):
            present |= names
            moved.append(application)
        else:
            application.state, application.namesake = ApplicationState.ASKED, False
            application.save(update_fields=["state", "namesake"])
        if len(moved) == room:
            break
    return moved


@transaction.atomic
def take_off(*, entrant: Entrant, by: Actor, at: datetime) -> list[Application]:
    """Take somebody off the list before the draw, and let the next in who waits. Gives who moved up.

    Raises EntriesClosed.
    """
    hold_club(entrant.tournament.club_id)
    held = hold(Tournament.objects).get(pk=entrant.tournament_id)
    entrant.applications.update(state=ApplicationState.REFUSED, entrant=None)
    remove_entrant(entrant=entrant, by=by, at=at)
    return move_up(tournament=held, by=by, at=at)


@transaction.atomic
def put_back(
    *, tournament: Tournament, entry: Entry, application: UUID | None, by: Actor, at: datetime
) -> Entrant:
    """Enter somebody again who was taken off; if he had signed up, that stands as before.

    Raises what `enter` raises.
    """
    (entrant,) = enter(tournament=tournament, entries=[entry], by=by, at=at)
    if application is not None:
        own = tournament.applications.filter(public_id=application, state=ApplicationState.REFUSED)
        own.update(state=ApplicationState.LET_IN, entrant=entrant)
    return entrant


def _let_in(application: Application, *, by: Actor, at: datetime) -> bool:
    """Enter somebody; False where the list has that very name already."""
    entry = _entry(application)
    try:
        (entrant,) = enter(tournament=application.tournament, entries=[entry], by=by, at=at)
    except EntrantNameTaken:
        return False
    application.entrant, application.state = entrant, ApplicationState.LET_IN
    application.save(update_fields=["entrant", "state"])
    log.write(
        "application_let_in",
        by=by,
        at=at,
        tournament=application.tournament,
        subject=application.public_id,
        after={"entrant": entrant.public_id},
    )
    return True


def _entry(application: Application) -> Entry:
    """A pair is called by its surnames; where another pair is so already, by both names."""
    players = application.players
    usual = players[0] if len(players) == 1 else pair_name(players)
    present = application.tournament.entrants.values_list("name", "full_name")
    called = {fold(full or name) for name, full in present}
    name = usual if fold(usual) not in called else " – ".join(players)
    return Entry(name[:LONGEST_NAME], players)
