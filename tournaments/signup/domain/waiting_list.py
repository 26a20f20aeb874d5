"""Places on the list of entrants: who signed up gets one while there are any, else waits.

Whatever is done here holds club and tournament, so that signing up never makes the list fuller than it
may be.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from tournaments.accounts.domain.club_members import hold_club
from tournaments.clocks import recent
from tournaments.database.row_locks import hold
from tournaments.entrants.domain.entry_list import Entry, enter, remove_entrant
from tournaments.enums import ApplicationState, TournamentState
from tournaments.formats.plan import MOST_ENTRANTS
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Application, Entrant, SignUp, Tournament
from tournaments.naming.names import LONGEST_NAME, fold, pair_name, unlike
from tournaments.signup.domain import notifications
from tournaments.signup.domain.duplicates import hides_names
from tournaments.signup.domain.notifications import KEPT


def room_left(tournament: Tournament, *, at: datetime) -> int:
    """How many more the list takes of those who sign up, beside those for whom a place is kept."""
    terms = SignUp.objects.filter(tournament=tournament).first()
    kept = 0
    if terms and terms.confirmation:
        kept = tournament.applications.waiting().filter(keeps_place(at)).count()
    return max(0, _places(tournament, terms) - kept)


def keeps_place(at: datetime) -> Q:
    """Whether a place is kept for an application until its e-mail is confirmed.

    For a day; for none to which no mail went, since it can't be confirmed.
    """
    return Q(must_confirm=True, mail_problem="") & recent("signed_up_at", at=at, within=KEPT)


def place(application: Application, *, by: Actor, at: datetime, himself: bool = False) -> None:
    """Give somebody his turn: on the list if there is room for him, else on the waiting list.

    He is not told by mail what he did `himself`. Caller holds club and tournament, which is open for entries.
    """
    application.state = ApplicationState.WAITING
    application.save(update_fields=["state", "reviewed", "must_confirm"])
    move_up(tournament=application.tournament, by=by, at=at, untold=application if himself else None)
    application.refresh_from_db(fields=["state", "entrant"])


def move_up(
    *, tournament: Tournament, by: Actor, at: datetime, untold: Application | None = None
) -> list[Application]:
    """Let in from the waiting list, who waits longest first, as many as there is room for, and tell them.

    For who has to confirm his e-mail first a place is kept for a while; then the next ones have it. What
    happens to an entry does not depend on its names: if the club hides names, organizers decide on each that
    they have not reviewed. Caller holds club and tournament. Once the draw is made nobody moves.
    """
    terms = SignUp.objects.filter(tournament=tournament).first()
    room = _places(tournament, terms) if tournament.state == TournamentState.OPEN else 0
    moved: list[Application] = []
    if not room:
        return moved
    looked_at = hides_names(tournament.club)
    kept = {*tournament.applications.filter(keeps_place(at)).values_list("pk", flat=True)}
    for application in tournament.applications.waiting().select_related("tournament__club"):
        if not room:
            break
        if application.must_confirm:
            room -= application.pk in kept
            continue
        if looked_at and not application.reviewed:
            application.state = ApplicationState.ASKED
            application.save(update_fields=["state"])
            continue
        _let_in(application, by=by, at=at)
        moved.append(application)
        room -= 1
        notifications.how_it_stands(application, by=by, at=at, untold=untold)
    return moved


@transaction.atomic
def take_off(*, entrant: Entrant, by: Actor, at: datetime) -> list[Application]:
    """Take somebody off the list before the draw, and let the next in who waits. Gives who moved up.

    Raises EntriesClosed.
    """
    hold_club(entrant.tournament.club_id)
    held = hold(Tournament.objects).get(pk=entrant.tournament_id)
    applications = list(entrant.applications.all())
    entrant.applications.update(state=ApplicationState.REFUSED, entrant=None)
    remove_entrant(entrant=entrant, by=by, at=at)
    for one in applications:
        one.refresh_from_db()
        notifications.refused(one, at=at)
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
        refused = tournament.applications.filter(public_id=application, state=ApplicationState.REFUSED)
        for own in refused:
            own.state, own.entrant = ApplicationState.LET_IN, entrant
            own.save(update_fields=["state", "entrant"])
            if not notifications.take_back_refusal(own):
                notifications.how_it_stands(own, by=by, at=at)
    return entrant


def _places(tournament: Tournament, terms: SignUp | None) -> int:
    most = terms.capacity if terms and terms.capacity else MOST_ENTRANTS
    return max(0, min(most, MOST_ENTRANTS) - tournament.entrants.count())


def _let_in(application: Application, *, by: Actor, at: datetime) -> None:
    entry = _entry(application)
    (entrant,) = enter(tournament=application.tournament, entries=[entry], by=by, at=at)
    application.entrant, application.state = entrant, ApplicationState.LET_IN
    application.save(update_fields=["entrant", "state"])
    audit_log.write(
        "application_let_in",
        by=by,
        at=at,
        tournament=application.tournament,
        subject=application.public_id,
        after={"entrant": entrant.public_id},
    )


def _entry(application: Application) -> Entry:
    """A pair is called by its surnames; where another pair is so already, by both names, or with a number."""
    players = application.players
    usual = players[0] if len(players) == 1 else pair_name(players)
    present = application.tournament.entrants.values_list("name", "full_name")
    called = {fold(full or name) for name, full in present}
    name = usual if fold(usual) not in called else " – ".join(players)
    return Entry(unlike(name[:LONGEST_NAME], called), players)
