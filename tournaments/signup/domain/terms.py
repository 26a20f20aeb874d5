from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import lock_rows
from tournaments.enums import TournamentState, Visibility
from tournaments.event_times import ends_at, starts_at
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import SignUp, Tournament
from tournaments.models.sign_up import DEFAULT_RETENTION_DAYS
from tournaments.refusals import Refused, refuse_concurrent_change
from tournaments.signup.domain import waiting_list
from tournaments.signup.domain.duplicates import hides_names


class DrawIsMade(Refused):
    code = "sign_up_after_draw"
    template = _("The draw is made: nobody can sign up any more.")


@dataclass(frozen=True)
class Terms:
    """The columns of `SignUp`."""

    is_open: bool = False
    closes_at: datetime | None = None
    capacity: int | None = None
    approval: bool = False
    fee: str = ""
    questions: tuple[str, ...] = ()
    consent: str = ""
    forget_days: int = DEFAULT_RETENTION_DAYS
    confirmation: bool = False


def terms_of(tournament: Tournament) -> Terms:
    """Return the stored terms, else the club's defaults."""
    stored = SignUp.objects.filter(tournament=tournament).first()
    if stored is None:
        return default_terms(tournament.club_id)
    return Terms(
        stored.is_open,
        stored.closes_at,
        stored.capacity,
        stored.approval,
        stored.fee,
        tuple(stored.question_list),
        stored.consent,
        stored.forget_days,
        stored.confirmation,
    )


def terms_for_clone(tournament: Tournament) -> Terms | None:
    if not SignUp.objects.filter(tournament=tournament).exists():
        return None
    return closed_copy(terms_of(tournament))


def closed_copy(terms: Terms) -> Terms:
    return replace(terms, is_open=False, closes_at=None)


def default_terms(club_id: int) -> Terms:
    """The retention period is the club's latest."""
    last = SignUp.objects.filter(tournament__club=club_id).order_by("-pk").first()
    return Terms(forget_days=last.forget_days if last else DEFAULT_RETENTION_DAYS)


def may_sign_up(tournament: Tournament, *, at: datetime) -> bool:
    terms = terms_of(tournament)
    return (
        terms.is_open
        and (terms.closes_at is None or at < terms.closes_at)
        and tournament.state == TournamentState.OPEN
        and tournament.visibility == Visibility.PUBLIC
        and not tournament.cancelled
    )


def deadline_passed(terms: Terms, *, at: datetime) -> bool:
    return terms.closes_at is not None and terms.closes_at <= at


def deadline_after_start(tournament: Tournament, terms: Terms) -> bool:
    """Without a time of the start, compare with the end."""
    return terms.closes_at is not None and terms.closes_at > (starts_at(tournament) or ends_at(tournament))


def opens_when_published(tournament: Tournament, terms: Terms, *, at: datetime) -> bool:
    return (
        tournament.draft
        and terms.is_open
        and tournament.state == TournamentState.OPEN
        and not deadline_passed(terms, at=at)
    )


def needs_review(tournament: Tournament) -> bool:
    return terms_of(tournament).approval or hides_names(tournament.club)


@transaction.atomic
def set_terms(
    *, tournament: Tournament, terms: Terms, seen: Terms | None = None, by: Actor, at: datetime
) -> int:
    """Store terms; return how many applications move up, 0 for equal terms.

    Without required confirmation, unconfirmed applications get their turn. Raises DrawIsMade,
    ChangedMeanwhile.
    """
    lock_club(tournament.club_id)
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    if locked.state != TournamentState.OPEN:
        raise DrawIsMade
    before = terms_of(locked)
    if terms == before:
        return 0
    refuse_concurrent_change(seen, before)
    columns = asdict(terms) | {"questions": "\n".join(terms.questions)}
    SignUp.objects.update_or_create(tournament=locked, defaults=columns)
    if before.confirmation and not terms.confirmation:
        locked.applications.filter(must_confirm=True).update(must_confirm=False)
    log_and_publish(
        "sign_up_changed",
        by=by,
        at=at,
        tournament=locked,
        before=log_details(before),
        after=log_details(terms),
    )
    return len(waiting_list.move_up(tournament=locked, by=by, at=at))


def log_details(terms: Terms) -> dict[str, object]:
    """Return terms for the log, without questions and consent text."""
    return {
        "signs_up": terms.is_open,
        "closes_at": terms.closes_at,
        "capacity": terms.capacity,
        "approval": terms.approval,
        "confirmation": terms.confirmation,
        "fee": terms.fee,
        "forget_days": terms.forget_days,
    }
