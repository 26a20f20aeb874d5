"""What a tournament asks of those who sign up, and whether they still can."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import hold_club
from tournaments.database.row_locks import hold
from tournaments.enums import TournamentState, Visibility
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import SignUp, Tournament
from tournaments.models.sign_up import USUAL_DAYS
from tournaments.refusals import Refused
from tournaments.signup.domain import waiting_list
from tournaments.signup.domain.duplicates import hides_names


class DrawIsMade(Refused):
    code = "sign_up_after_draw"
    template = _("The draw is made: nobody signs up by himself any more.")


@dataclass(frozen=True)
class Terms:
    """What an organizer sets; as in `SignUp`, the questions one by one."""

    is_open: bool = False
    closes_at: datetime | None = None
    capacity: int | None = None
    approval: bool = False
    fee: str = ""
    questions: tuple[str, ...] = ()
    consent: str = ""
    forget_days: int = USUAL_DAYS
    confirmation: bool = False


def terms_of(tournament: Tournament) -> Terms:
    """The terms of a tournament, those of nobody where none were set: then it is not open."""
    found = SignUp.objects.filter(tournament=tournament).first()
    if found is None:
        return usual_terms(tournament.club_id)
    return Terms(
        found.is_open,
        found.closes_at,
        found.capacity,
        found.approval,
        found.fee,
        tuple(found.asked),
        found.consent,
        found.forget_days,
        found.confirmation,
    )


def terms_for_another(tournament: Tournament) -> Terms | None:
    """The terms for another tournament like this one, not open; None where none were set."""
    if not SignUp.objects.filter(tournament=tournament).exists():
        return None
    return unopened(terms_of(tournament))


def unopened(terms: Terms) -> Terms:
    """The same but for whether, and until when, sign-up was open."""
    return replace(terms, is_open=False, closes_at=None)


def usual_terms(club_id: int) -> Terms:
    """The terms of nobody: contacts are forgotten after so many days as the club set last."""
    last = SignUp.objects.filter(tournament__club=club_id).order_by("-pk").first()
    return Terms(forget_days=last.forget_days if last else USUAL_DAYS)


def may_sign_up(tournament: Tournament, *, at: datetime) -> bool:
    """Whether somebody can sign up now: while it is open, before its deadline and before the draw."""
    terms = terms_of(tournament)
    return (
        terms.is_open
        and (terms.closes_at is None or at < terms.closes_at)
        and tournament.state == TournamentState.OPEN
        and tournament.visibility == Visibility.PUBLIC
        and not tournament.cancelled
    )


def needs_review(tournament: Tournament) -> bool:
    """Whether organizers look at every entry first; it never depends on whose names are typed."""
    return terms_of(tournament).approval or hides_names(tournament.club)


@transaction.atomic
def set_terms(*, tournament: Tournament, terms: Terms, by: Actor, at: datetime) -> int:
    """Store other terms; where they make room, who waits longest moves up. Gives how many did.

    Where nobody has to confirm his e-mail any more, those who had to have their turn.
    Raises DrawIsMade.
    """
    hold_club(tournament.club_id)
    held = hold(Tournament.objects).get(pk=tournament.pk)
    if held.state != TournamentState.OPEN:
        raise DrawIsMade
    before = terms_of(held)
    if terms == before:
        return 0
    columns = asdict(terms) | {"questions": "\n".join(terms.questions)}
    SignUp.objects.update_or_create(tournament=held, defaults=columns)
    if before.confirmation and not terms.confirmation:
        held.applications.filter(must_confirm=True).update(must_confirm=False)
    audit_log.write(
        "sign_up_changed", by=by, at=at, tournament=held, before=terms_told(before), after=terms_told(terms)
    )
    return len(waiting_list.move_up(tournament=held, by=by, at=at))


def terms_told(terms: Terms) -> dict[str, object]:
    """What the log tells of terms: what was typed at length stands on the page itself."""
    return {
        "signs_up": terms.is_open,
        "closes_at": terms.closes_at,
        "capacity": terms.capacity,
        "approval": terms.approval,
        "confirmation": terms.confirmation,
        "fee": terms.fee,
        "forget_days": terms.forget_days,
    }
