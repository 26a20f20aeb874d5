from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.database.row_locks import lock_rows
from tournaments.enums import ApplicationState
from tournaments.log.actor import Actor
from tournaments.log.audit_log import build_log_row
from tournaments.log.log_and_publish import log_all_and_publish, log_and_publish
from tournaments.models import Application, Tournament
from tournaments.refusals import Refused
from tournaments.signup.domain import notifications, partner_pairing, waiting_list
from tournaments.signup.domain.duplicates import find_duplicates
from tournaments.signup.domain.partner_pairing import lock_for_entries


class DecidedMeanwhile(Refused):
    code = "application_decided_meanwhile"
    template = _("This entry has changed. Check the list again.")


class NameIsListed(Refused):
    code = "application_name_is_listed"
    template = _("“%(name)s” is already on the list.")


class NobodySelected(Refused):
    code = "no_application_selected"
    template = _("Nothing has changed: nobody was selected. Tick those who have paid first.")


@transaction.atomic
def accept(*, application: Application, by: Actor, at: datetime) -> Application:
    """Put an entry on the list, the waiting list or among the seekers, and notify it.

    It needs no confirmation any more; a pending refusal email is withdrawn. Raises EntriesClosed,
    DecidedMeanwhile unless under review, refused or unconfirmed, and NameIsListed if refused people are on
    the list.
    """
    own = _locked_application(
        application, ApplicationState.ASKED, ApplicationState.REFUSED, ApplicationState.WAITING
    )
    if own.forgotten_at is not None or (own.state == ApplicationState.WAITING and not own.must_confirm):
        raise DecidedMeanwhile
    notifications.withdraw_refusal_email(own)
    if own.state == ApplicationState.REFUSED and _is_already_listed(own):
        raise NameIsListed(name=" – ".join(own.players))
    own.reviewed, own.must_confirm = True, False
    if own.lacks_partner:
        own.state = ApplicationState.SEEKING
        own.save(update_fields=["state", "must_confirm"])
    else:
        waiting_list.add_to_waiting_list(own, by=by, at=at)
    if own.state != ApplicationState.LET_IN:
        notifications.notify_state(own, by=by, at=at)
        log_and_publish(
            "application_waitlisted", by=by, at=at, tournament=own.tournament, subject=own.public_id
        )
    return own


@transaction.atomic
def accept_early(*, application: Application, by: Actor, at: datetime) -> None:
    """Enter a waiting application, even unconfirmed, past others and over the capacity, and notify it.

    Raises EntriesClosed, DecidedMeanwhile, EntryListFull at MOST_ENTRANTS.
    """
    own = _locked_application(application, ApplicationState.WAITING)
    if own.forgotten_at is not None:
        raise DecidedMeanwhile
    own.reviewed, own.must_confirm = True, False
    waiting_list.accept_early(own, by=by, at=at)


@transaction.atomic
def accept_all(*, tournament: Tournament, by: Actor, at: datetime) -> int:
    """Accept and notify all under review but duplicates, maybe onto the waiting list; return how many.

    Raises EntriesClosed.
    """
    locked = lock_for_entries(tournament)
    duplicates = find_duplicates(locked)
    under_review = locked.applications.filter(state=ApplicationState.ASKED, forgotten_at=None).exclude(
        pk__in=duplicates
    )
    reviewable = list(under_review.order_by("signed_up_at", "pk"))
    for application in reviewable:
        accept(application=application, by=by, at=at)
    return len(reviewable)


@transaction.atomic
def refuse(*, application: Application, by: Actor, at: datetime) -> None:
    """Refuse an application not on the list, with its joined partner, and notify them.

    Their partner requests lapse; a place it kept goes to the waiting list. Raises EntriesClosed,
    DecidedMeanwhile.
    """
    own = _locked_application(application, *UNDECIDED)
    own.state = ApplicationState.REFUSED
    own.save(update_fields=["state"])
    partner_pairing.lapse_requests(own, *own.joined.all())
    notifications.notify_refusal(own, at=at)
    log_and_publish("application_refused", by=by, at=at, tournament=own.tournament, subject=own.public_id)
    if own.must_confirm:
        waiting_list.move_up(tournament=own.tournament, by=by, at=at)


@transaction.atomic
def mark_paid(*, application: Application, paid: bool, by: Actor, at: datetime) -> None:
    """Set or clear the payment, not an entrant's, in any state; only a change is stored and logged.

    A payment withdraws a reminder that was not sent yet.
    """
    locked = lock_rows(Tournament.objects).get(pk=application.tournament_id)
    own = locked.applications.get(pk=application.pk)
    if paid == (own.paid_at is not None):
        return
    own.paid_at = at if paid else None
    own.save(update_fields=["paid_at"])
    if paid:
        notifications.withdraw_fee_reminder(own)
        log_and_publish("application_paid", by=by, at=at, tournament=locked, subject=own.public_id)
    else:
        log_and_publish("application_unpaid", by=by, at=at, tournament=locked, subject=own.public_id)


@transaction.atomic
def mark_several_paid(
    *, tournament: Tournament, applications: Collection[Application], by: Actor, at: datetime
) -> list[Application]:
    """Store one time of payment for those not paid yet, in any state, and return them.

    Each is logged and loses its reminder as by `mark_paid`. Raises NobodySelected.
    """
    if not applications:
        raise NobodySelected
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    chosen = locked.applications.filter(pk__in=[application.pk for application in applications], paid_at=None)
    unpaid = list(chosen.prefetch_related("joined").order_by("pk"))
    for application in unpaid:
        notifications.withdraw_fee_reminder(application)
    _store_payments(locked, unpaid, paid_at=at, by=by, at=at)
    return unpaid


@transaction.atomic
def undo_payments(*, tournament: Tournament, paid_at: datetime, by: Actor, at: datetime) -> list[Application]:
    """Clear the payments marked together at `paid_at` that have that time still, and return them."""
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    paid = list(locked.applications.filter(paid_at=paid_at).order_by("pk"))
    _store_payments(locked, paid, paid_at=None, by=by, at=at)
    return paid


@transaction.atomic
def join_applications(*, first: Application, second: Application, by: Actor, at: datetime) -> Application:
    """Keep the earlier turn. Raises EntriesClosed, NotTwoSeekers."""
    locked = lock_for_entries(first.tournament)
    return partner_pairing.pair_up(locked, (first, second), reviewed=True, by=by, at=at)


@transaction.atomic
def keep_duplicate(*, application: Application, by: Actor, at: datetime) -> None:
    """Mark as reviewed: these are other people; the state stays. Raises DecidedMeanwhile if it is over."""
    locked = lock_rows(Tournament.objects).get(pk=application.tournament_id)
    own = locked.applications.active().filter(pk=application.pk).first()
    if own is None:
        raise DecidedMeanwhile
    if own.reviewed:
        return
    own.reviewed = True
    own.save(update_fields=["reviewed"])
    log_and_publish("application_duplicate_dismissed", by=by, at=at, tournament=locked, subject=own.public_id)


@transaction.atomic
def remove_from_list(*, application: Application, by: Actor, at: datetime) -> None:
    """Raises EntriesClosed, DecidedMeanwhile."""
    own = _locked_application(application, ApplicationState.LET_IN)
    if own.entrant is None:
        raise DecidedMeanwhile
    waiting_list.remove_and_move_up(entrant=own.entrant, by=by, at=at)


UNDECIDED = (ApplicationState.SEEKING, ApplicationState.ASKED, ApplicationState.WAITING)


def _store_payments(
    locked: Tournament,
    applications: Collection[Application],
    *,
    paid_at: datetime | None,
    by: Actor,
    at: datetime,
) -> None:
    action = "application_paid" if paid_at else "application_unpaid"
    locked.applications.filter(pk__in=[own.pk for own in applications]).update(paid_at=paid_at)
    log_all_and_publish(
        [
            build_log_row(action, by=by, at=at, tournament=locked, subject=own.public_id)
            for own in applications
        ]
    )


def _is_already_listed(application: Application) -> bool:
    names = {"player_1": application.player_1, "player_2": application.player_2}
    return application.tournament.applications.filter(state=ApplicationState.LET_IN, **names).exists()


def _locked_application(application: Application, *states: ApplicationState) -> Application:
    locked = lock_for_entries(application.tournament)
    own = locked.applications.select_related("tournament__club").get(pk=application.pk)
    if own.state not in states:
        raise DecidedMeanwhile
    return own
