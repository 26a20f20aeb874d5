from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from tournaments.accounts.domain.club_members import lock_club
from tournaments.clock_tolerance import recent_condition
from tournaments.database.row_locks import lock_rows
from tournaments.entrants.domain.entry_list import add_entrants, remove_entrant
from tournaments.enums import ApplicationState, TournamentState
from tournaments.formats.encounter_plan import MOST_ENTRANTS
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Application, Entrant, EntrantPlayer, SignUp, Tournament
from tournaments.naming.fuzzy_match import spelling_key
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.signup.domain import notifications
from tournaments.signup.domain.duplicates import hides_names
from tournaments.signup.domain.notifications import PLACE_KEPT_FOR


def count_free_places(tournament: Tournament, *, at: datetime) -> int:
    terms = SignUp.objects.filter(tournament=tournament).first()
    reserved = 0
    if terms and terms.confirmation:
        reserved = tournament.applications.waiting().filter(place_kept_filter(at)).count()
    return max(0, _places(tournament, terms) - reserved)


def place_kept_filter(at: datetime) -> Q:
    """A place is kept for a day for confirmation of an address."""
    return Q(must_confirm=True, mail_problem="") & recent_condition(
        "signed_up_at", at=at, within=PLACE_KEPT_FOR
    )


def add_to_waiting_list(
    application: Application, *, by: Actor, at: datetime, by_applicant: bool = False
) -> None:
    """Store as waiting, with the caller's `reviewed` and `must_confirm`; the list moves up, maybe with it.

    `by_applicant` suppresses its email. Caller locks club and tournament, which is open for entries.
    """
    application.state = ApplicationState.WAITING
    application.save(update_fields=["state", "reviewed", "must_confirm"])
    move_up(
        tournament=application.tournament,
        by=by,
        at=at,
        except_application=application if by_applicant else None,
    )
    application.refresh_from_db(fields=["state", "entrant"])


def move_up(
    *, tournament: Tournament, by: Actor, at: datetime, except_application: Application | None = None
) -> list[Application]:
    """Accept waiting applications while there is room; notify and return them.

    Unconfirmed ones keep their place for a while. If the club hides names, unreviewed ones go under review,
    and hear it.
    After the draw nothing changes. Caller locks club and tournament.
    """
    terms = SignUp.objects.filter(tournament=tournament).first()
    places = _places(tournament, terms) if tournament.state == TournamentState.OPEN else 0
    accepted: list[Application] = []
    if not places:
        return accepted
    under_review = hides_names(tournament.club)  # so that the outcome does not depend on names
    reserved = {*tournament.applications.filter(place_kept_filter(at)).values_list("pk", flat=True)}
    for application in tournament.applications.waiting().select_related("tournament__club"):
        if not places:
            break
        if application.must_confirm:
            places -= application.pk in reserved
            continue
        if under_review and not application.reviewed:
            application.state = ApplicationState.ASKED
            application.save(update_fields=["state"])
            notifications.notify_state(application, by=by, at=at, except_application=except_application)
            continue
        entrant = _enter(application, by=by, at=at)
        _store_accepted(application, entrant, by=by, at=at)
        accepted.append(application)
        places -= 1
        notifications.notify_state(application, by=by, at=at, except_application=except_application)
    return accepted


@dataclass(frozen=True)
class EarlyEntry:
    """`passed` wait longer; `places_over` is how many more are entered than there are places."""

    passed: Sequence[Application]
    places_over: int


def read_early_entry(application: Application) -> EarlyEntry:
    """Return what entering a waiting application now would mean."""
    tournament = application.tournament
    terms = SignUp.objects.filter(tournament=tournament).first()
    return EarlyEntry(
        list(tournament.applications.waiting_before(application)),
        max(0, tournament.entrants.count() + 1 - _capacity(terms)),
    )


def accept_early(application: Application, *, by: Actor, at: datetime) -> None:
    """Enter a waiting application before its turn, also over the capacity, and notify it.

    Caller locks club and tournament, which is open for entries. Raises EntryListFull at MOST_ENTRANTS.
    """
    early = read_early_entry(application)
    entrant = _enter(application, by=by, at=at)
    _store_entrant(application, entrant)
    details = {"passed": len(early.passed), "places_over": early.places_over}
    log_and_publish(
        "application_accepted_early",
        by=by,
        at=at,
        tournament=application.tournament,
        subject=application.public_id,
        after={"entrant": entrant.public_id, **details},
    )
    notifications.notify_state(application, by=by, at=at)


@transaction.atomic
def enter_listed(
    *, tournament: Tournament, entries: Sequence[ListedEntrant], by: Actor, at: datetime
) -> list[Entrant]:
    """Enter what organizers typed, with `accept_entered`. Raises as `add_entrants`."""
    entrants = add_entrants(tournament=tournament, entries=entries, by=by, at=at)
    accept_entered(tournament, entrants, by=by, at=at)
    return entrants


def accept_entered(tournament: Tournament, entrants: Sequence[Entrant], *, by: Actor, at: datetime) -> None:
    """Accept and notify the first application, waiting or under review, of the same players as an entrant's.

    Case, accents and word order don't count. An entrant's payment moves to it. Unconfirmed ones, and
    unreviewed ones of a club that hides names, stay: the outcome would tell who plays. Caller locks club and
    tournament.
    """
    undecided = tournament.applications.undecided().exclude(state=ApplicationState.SEEKING)
    candidates = undecided.filter(must_confirm=False, forgotten_at=None)
    if hides_names(tournament.club):
        candidates = candidates.filter(reviewed=True)
    by_players: dict[frozenset[str], Application] = {}
    for application in candidates.select_related("tournament__club").order_by("signed_up_at", "pk"):
        by_players.setdefault(_people_key(application.players), application)
    names: dict[int, list[str]] = {entrant.pk: [] for entrant in entrants} if by_players else {}
    for row in EntrantPlayer.objects.filter(entrant__in=names).select_related("player"):
        names[row.entrant_id].append(row.player.real_name)
    for entrant in entrants:
        players = _people_key(names.get(entrant.pk, ()))
        if players in by_players:
            application = by_players.pop(players)
            _store_accepted(application, entrant, by=by, at=at)
            _move_payment(entrant, application)
            notifications.notify_state(application, by=by, at=at)


def _move_payment(entrant: Entrant, application: Application) -> None:
    """Payments of applicants are stored with the application."""
    if entrant.paid_at is not None:
        Application.objects.filter(pk=application.pk).update(paid_at=entrant.paid_at)
        Entrant.objects.filter(pk=entrant.pk).update(paid_at=None)


def return_to_waiting_list(entrant: Entrant, *, by: Actor, at: datetime) -> None:
    """Let the applications of an entrant who is removed after the draw wait again, and notify them."""
    for application in entrant.applications.select_related("tournament__club").order_by("pk"):
        application.state, application.entrant = ApplicationState.WAITING, None
        application.save(update_fields=["state", "entrant"])
        notifications.notify_state(application, by=by, at=at)


@transaction.atomic
def remove_and_move_up(*, entrant: Entrant, by: Actor, at: datetime) -> list[Application]:
    """Remove the entrant, refuse its applications by email; notify and return those that move up.

    Raises EntriesClosed, RemovedMeanwhile.
    """
    lock_club(entrant.tournament.club_id)
    locked = lock_rows(Tournament.objects).get(pk=entrant.tournament_id)
    applications = list(entrant.applications.select_related("tournament__club").order_by("pk"))
    remove_entrant(entrant=entrant, by=by, at=at)
    for application in applications:
        application.state, application.entrant = ApplicationState.REFUSED, None
        application.save(update_fields=["state", "entrant"])
        notifications.notify_refusal(application, at=at)
    return move_up(tournament=locked, by=by, at=at)


def _places(tournament: Tournament, terms: SignUp | None) -> int:
    return max(0, _capacity(terms) - tournament.entrants.count())


def _capacity(terms: SignUp | None) -> int:
    return min(terms.capacity if terms and terms.capacity else MOST_ENTRANTS, MOST_ENTRANTS)


def _enter(application: Application, *, by: Actor, at: datetime) -> Entrant:
    entry = ListedEntrant("", application.players)
    return add_entrants(tournament=application.tournament, entries=[entry], by=by, at=at)[0]


def _store_accepted(application: Application, entrant: Entrant, *, by: Actor, at: datetime) -> None:
    """Store and log, without an email."""
    _store_entrant(application, entrant)
    log_and_publish(
        "application_accepted",
        by=by,
        at=at,
        tournament=application.tournament,
        subject=application.public_id,
        after={"entrant": entrant.public_id},
    )


def _store_entrant(application: Application, entrant: Entrant) -> None:
    application.entrant, application.state = entrant, ApplicationState.LET_IN
    application.save(update_fields=["entrant", "state", "reviewed", "must_confirm"])


def _people_key(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(spelling_key, names))
