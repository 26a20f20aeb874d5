from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import lock_club
from tournaments.database.row_locks import lock_rows
from tournaments.entrants.domain.entry_list import EntriesClosed, remove_entrant
from tournaments.enums import ApplicationState, EntrantKind, TournamentState
from tournaments.languages import DEFAULT_LANGUAGE
from tournaments.log.actor import APPLICANT
from tournaments.log.log_and_publish import log_and_publish
from tournaments.mail import outbox
from tournaments.models import Application, Tournament
from tournaments.models.sign_up import ApplicationQuerySet
from tournaments.refusals import Refused, refuse_concurrent_change
from tournaments.signup.domain import notifications, partner_pairing, waiting_list
from tournaments.signup.domain.application_codes import (
    code_from_digest,
    code_of,
    digest_of_code,
    digest_of_form,
)
from tournaments.signup.domain.contact_emails import find_address
from tournaments.signup.domain.terms import may_sign_up, needs_review, terms_of

MAX_UNDECIDED: Final = 1000
"""Applications of a tournament that may wait for a place, a partner or the organizers."""
APPLICANT_ACTOR: Final = APPLICANT
"""Actor of log rows about sign-ups, which need no account."""
MAX_RESENT: Final = 5
"""Cancelled entries of one form and the same names, after which a resend isn't recognized."""
OVER_STATES: Final = (ApplicationState.CANCELLED, ApplicationState.REFUSED)


class SignUpClosed(Refused):
    code = "sign_up_closed"
    template = _("Sign-up is closed. Nothing was stored.")


class TooManyApplications(Refused):
    code = "too_many_applications"
    template = _("The waiting list is full. Ask the organizers.")


class ApplicationOver(Refused):
    code = "application_over"
    template = _("This entry is already over. You can sign up again.")


class NamesAreFixed(Refused):
    code = "application_names_fixed"
    template = _("You are on the list of entrants: only the organizers can change names.")


class PartnersAreFixed(NamesAreFixed):
    code = "application_partners_fixed"
    template = _("You are a pair. To play with another partner, cancel this entry and sign up again.")


@dataclass(frozen=True)
class ApplicationData:
    """In a pair tournament a single player looks for a partner."""

    players: tuple[str, ...]
    contact: str
    answers: tuple[tuple[str, str], ...] = ()

    @property
    def columns(self) -> dict[str, str]:
        first, second = (*self.players, "")[:2]
        answers = json.dumps(self.answers, ensure_ascii=False)
        return {"player_1": first, "player_2": second, "contact": self.contact, "answers": answers}


@transaction.atomic
def sign_up(
    *, tournament: Tournament, data: ApplicationData, key: str, at: datetime, client: str = ""
) -> tuple[Application, str]:
    """Join the list or the waiting list; return the code, too.

    Review and confirmation may come first. The response never depends on others. A resend with the same
    `key`, a secret of the browser, returns the same application. Raises SignUpClosed,
    TooManyApplications.
    """
    locked = _lock(tournament)
    existing, form_digest = _find_resent(locked, data, key)
    if existing is not None:
        return existing, code_of(existing)
    if not may_sign_up(locked, at=at):
        raise SignUpClosed
    if locked.applications.undecided().count() >= MAX_UNDECIDED:
        raise TooManyApplications
    code = code_from_digest(form_digest)
    application = Application(
        tournament=locked,
        code_digest=digest_of_code(code),
        form_digest=form_digest,
        state=_first_state(locked, data),
        signed_up_at=at,
        language=get_language() or DEFAULT_LANGUAGE,
        must_confirm=_must_confirm(locked, data),
        **data.columns,
    )
    application.save()
    log_and_publish("signed_up", by=APPLICANT_ACTOR, at=at, tournament=locked, subject=application.public_id)
    if application.state == ApplicationState.WAITING:
        waiting_list.add_to_waiting_list(application, by=APPLICANT_ACTOR, at=at, by_applicant=True)
    notifications.send_first_email(application, client=client, at=at)
    return application, code


def is_stored(*, tournament: Tournament, data: ApplicationData, key: str) -> bool:
    """`sign_up` would store nothing."""
    return _find_resent(tournament, data, key)[0] is not None


@transaction.atomic
def change_application(
    *,
    application: Application,
    data: ApplicationData,
    seen: Application | None = None,
    at: datetime,
    client: str = "",
) -> None:
    """Other names start in the state that they would get now, with the same turn.

    A new address is unconfirmed and gets an email; the waiting list moves up. `seen` has the values that the
    edit started from. Raises ApplicationOver, NamesAreFixed, PartnersAreFixed, ChangedMeanwhile.
    """
    locked = _lock(application.tournament)
    current = _get_active_application(application)
    refuse_concurrent_change(_values(seen, data), _values(current, data))
    renamed = current.players != data.players
    if renamed and is_pair(current):
        raise PartnersAreFixed
    if renamed and current.entrant_id:
        raise NamesAreFixed
    if renamed:
        current.state, current.reviewed = _first_state(locked, data), False
        partner_pairing.lapse_requests(current)
    if _values(current, data) == data.columns:
        return
    address_changed = find_address(current.contact) != find_address(data.contact)
    for column, value in data.columns.items():
        setattr(current, column, value)
    if address_changed:
        outbox.withdraw(key_prefix=current.mail_key)
        current.mailed_at = current.confirmed_at = None
        current.must_confirm = current.must_confirm and _must_confirm(locked, data)
    current.save()
    log_and_publish(
        "application_changed", by=APPLICANT_ACTOR, at=at, tournament=locked, subject=current.public_id
    )
    waiting_list.move_up(tournament=locked, by=APPLICANT_ACTOR, at=at, except_application=current)
    if address_changed:
        current.refresh_from_db(fields=["state", "entrant"])
        notifications.send_first_email(current, client=client, at=at)


def _values(application: Application | None, data: ApplicationData) -> dict[str, Any] | None:
    return {column: getattr(application, column) for column in data.columns} if application else None


@transaction.atomic
def cancel_application(*, application: Application, at: datetime) -> None:
    """Cancel, remove its entrant, drop its queued emails; a joined partner looks for a partner again.

    Partner requests lapse, the waiting list moves up, partners get an email. Raises ApplicationOver, and
    EntriesClosed if it is on the list after the draw.
    """
    locked = _lock(application.tournament)
    current = _get_active_application(application)
    whole = current.pair_application
    if whole.entrant_id and locked.state != TournamentState.OPEN:
        raise EntriesClosed
    entrant, partners = whole.entrant, [member for member in _with_joined(whole) if member.pk != current.pk]
    outbox.withdraw(key_prefix=current.mail_key)
    for member in (current, *partners):
        member.state = ApplicationState.SEEKING if member in partners else ApplicationState.CANCELLED
        member.entrant = member.joined_to = None
        member.player_2 = "" if partners else member.player_2
        member.save()
    partner_pairing.lapse_requests(current, *partners)
    if entrant is not None:
        remove_entrant(entrant=entrant, by=APPLICANT_ACTOR, at=at)
    log_and_publish(
        "application_cancelled", by=APPLICANT_ACTOR, at=at, tournament=locked, subject=current.public_id
    )
    waiting_list.move_up(tournament=locked, by=APPLICANT_ACTOR, at=at)
    for member in partners:
        notifications.notify_state(member, by=APPLICANT_ACTOR, at=at)


def application_by_code(tournament: Tournament, typed: str) -> Application | None:
    """The caller counts attempts."""
    return (
        _with_related(Application.objects.filter(tournament=tournament))
        .filter(code_digest=digest_of_code(typed))
        .first()
    )


def is_over(application: Application) -> bool:
    return application.pair_application.state in OVER_STATES or application.forgotten_at is not None


def _find_resent(tournament: Tournament, data: ApplicationData, key: str) -> tuple[Application | None, str]:
    for number in range(MAX_RESENT):
        form_digest = digest_of_form(tournament, json.dumps([key, *data.players, number]))
        existing = tournament.applications.filter(form_digest=form_digest).first()
        if existing is None or existing.state not in OVER_STATES:
            return existing, form_digest
    return None, digest_of_form(tournament, secrets.token_urlsafe())


def is_pair(application: Application) -> bool:
    """Two applications are one entry, whose names neither may change."""
    return application.state == ApplicationState.JOINED or application.joined.exists()


def _with_joined(whole: Application) -> Sequence[Application]:
    return [whole, *whole.joined.order_by("pk")]


def _with_related(applications: ApplicationQuerySet) -> ApplicationQuerySet:
    return applications.select_related("tournament__club", "entrant", "joined_to__entrant")


def _lock(tournament: Tournament) -> Tournament:
    lock_club(tournament.club_id)
    return lock_rows(Tournament.objects.select_related("club")).get(pk=tournament.pk)


def _get_active_application(application: Application) -> Application:
    own = _with_related(Application.objects.all()).get(pk=application.pk)
    if is_over(own):
        raise ApplicationOver
    return own


def _must_confirm(tournament: Tournament, data: ApplicationData) -> bool:
    return outbox.is_set_up() and terms_of(tournament).confirmation and find_address(data.contact) != ""


def _first_state(tournament: Tournament, data: ApplicationData) -> ApplicationState:
    if tournament.kind == EntrantKind.PAIRS and len(data.players) == 1:
        return ApplicationState.SEEKING
    return ApplicationState.ASKED if needs_review(tournament) else ApplicationState.WAITING
