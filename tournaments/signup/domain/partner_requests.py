from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ApplicationState, PartnerRequestState
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Application, PartnerRequest, Tournament
from tournaments.naming.names import fold, make_unique, with_initial
from tournaments.refusals import Refused
from tournaments.signup.domain import partner_pairing
from tournaments.signup.domain.applications import APPLICANT_ACTOR
from tournaments.signup.domain.duplicates import hides_names
from tournaments.signup.domain.partner_pairing import lock_for_entries

MAX_OPEN_REQUESTS: Final = 3
"""Open requests per applicant, so that each one means something."""


class NotVisible(Refused):
    code = "partner_search_hidden"
    template = _("First show your name to the others who are looking.")


class ConfirmFirst(Refused):
    code = "partner_search_needs_confirmation"
    template = _("First confirm your e-mail with the link we sent you.")


class SeekerUnavailable(Refused):
    code = "partner_unavailable"
    template = _("This person is no longer looking for a partner.")


class TooManyRequests(Refused):
    code = "too_many_partner_requests"
    template = _("You have asked three people. Wait for an answer, or withdraw a request.")


class HasDeclined(Refused):
    code = "partner_has_declined"
    template = _("This person has declined.")


class RequestUnavailable(Refused):
    code = "partner_request_unavailable"
    template = _("This request is no longer valid. Check the page again.")


class RequestState(Enum):
    NOTHING = "nothing"
    ASKED = "asked"
    ASKS = "asks"
    DECLINED = "declined"


@dataclass(frozen=True)
class Seeker:
    application: Application
    handle: str
    name: str
    request_state: RequestState


@transaction.atomic
def set_visible(*, application: Application, visible: bool, at: datetime) -> None:
    """Show to, or hide from, other seekers, and log a change; hiding lapses all requests.

    Raises EntriesClosed, SeekerUnavailable, ConfirmFirst.
    """
    locked = lock_for_entries(application.tournament)
    own = _seeker_or_refuse(locked, application)
    if own.seen == visible:
        return
    if visible and own.must_confirm:
        raise ConfirmFirst
    own.seen = visible
    own.save(update_fields=["seen"])
    if visible:
        log_and_publish(
            "partner_search_shown", by=APPLICANT_ACTOR, at=at, tournament=locked, subject=own.public_id
        )
    else:
        partner_pairing.lapse_requests(own)
        log_and_publish(
            "partner_search_hidden", by=APPLICANT_ACTOR, at=at, tournament=locked, subject=own.public_id
        )


@transaction.atomic
def send_request(*, application: Application, handle: str, at: datetime) -> Application | None:
    """Ask the seeker of this handle, without an email; return the pair if they had asked already, else None.

    An open request is not repeated. Raises EntriesClosed, SeekerUnavailable, NotVisible, TooManyRequests,
    HasDeclined.
    """
    locked = lock_for_entries(application.tournament)
    own, other = _both_seekers(locked, application, handle)
    if _open_request(other, own, at=at) is not None:
        return _pair_seekers(locked, other, own, at=at)
    if _open_request(own, other, at=at) is not None:
        return None
    if own.asks.filter(asked=other, state=PartnerRequestState.DECLINED).exists():
        raise HasDeclined
    if own.asks.answerable_at(at).count() >= MAX_OPEN_REQUESTS:
        raise TooManyRequests
    defaults = {"asked_at": at, "state": PartnerRequestState.OPEN}
    PartnerRequest.objects.update_or_create(asker=own, asked=other, defaults=defaults)
    log_and_publish("partner_requested", by=APPLICANT_ACTOR, at=at, tournament=locked, subject=own.public_id)
    return None


@transaction.atomic
def withdraw_request(*, application: Application, handle: str, at: datetime) -> None:
    """Raises EntriesClosed, SeekerUnavailable, NotVisible, RequestUnavailable."""
    locked = lock_for_entries(application.tournament)
    own, other = _both_seekers(locked, application, handle)
    _close_request(_open_request(own, other, at=at), PartnerRequestState.WITHDRAWN)
    log_and_publish(
        "partner_request_withdrawn", by=APPLICANT_ACTOR, at=at, tournament=locked, subject=own.public_id
    )


@transaction.atomic
def decline_request(*, application: Application, handle: str, at: datetime) -> None:
    """Decline for good. Raises EntriesClosed, SeekerUnavailable, NotVisible, RequestUnavailable."""
    locked = lock_for_entries(application.tournament)
    own, other = _both_seekers(locked, application, handle)
    _close_request(_open_request(other, own, at=at), PartnerRequestState.DECLINED)
    log_and_publish(
        "partner_request_declined", by=APPLICANT_ACTOR, at=at, tournament=locked, subject=own.public_id
    )


@transaction.atomic
def accept_request(*, application: Application, handle: str, at: datetime) -> Application:
    """Pair up with the seeker who asked, and email them; return the pair's application.

    Raises EntriesClosed, SeekerUnavailable, NotVisible, RequestUnavailable.
    """
    locked = lock_for_entries(application.tournament)
    own, other = _both_seekers(locked, application, handle)
    if _open_request(other, own, at=at) is None:
        raise RequestUnavailable
    return _pair_seekers(locked, other, own, at=at)


def list_seekers(application: Application, *, at: datetime) -> list[Seeker]:
    """Return other visible seekers, longest wait first, each with the state of requests between them."""
    visible_seekers = _visible_seekers(application.tournament)
    sent_to = application.asks.answerable_at(at).values_list("asked", flat=True)
    declined = application.asks.filter(state=PartnerRequestState.DECLINED).values_list("asked", flat=True)
    received_from = application.asked_by.answerable_at(at).values_list("asker", flat=True)
    states = (
        dict.fromkeys(declined, RequestState.DECLINED)
        | dict.fromkeys(sent_to, RequestState.ASKED)
        | dict.fromkeys(received_from, RequestState.ASKS)
    )
    return [
        Seeker(seeker, handle_of(seeker), name, states.get(seeker.pk, RequestState.NOTHING))
        for seeker, name in visible_seekers
        if seeker.pk != application.pk
    ]


def seeker_name(application: Application) -> str:
    """Depends only on what was typed, never on a player's public name."""
    return _name(application, short=hides_names(application.tournament.club))


def agreed_partner(application: Application) -> Application | None:
    """The two see each other's contact."""
    either = Q(asker=application) | Q(asked=application)
    agreed = PartnerRequest.objects.filter(either, state=PartnerRequestState.ACCEPTED)
    request = agreed.select_related("asker", "asked").order_by("pk").first()
    if request is None:
        return None
    return request.asked if request.asker_id == application.pk else request.asker


def handle_of(application: Application) -> str:
    return salted_hmac("tournaments.seeker", application.public_id.hex, algorithm="sha256").hexdigest()[:32]


def _pair_seekers(
    tournament: Tournament, sender: Application, recipient: Application, *, at: datetime
) -> Application:
    """Pair two seekers, email only the sender, and accept their request; return the earlier application."""
    pair = partner_pairing.pair_up(
        tournament,
        (sender, recipient),
        reviewed=False,
        except_application=recipient,
        by=APPLICANT_ACTOR,
        at=at,
    )
    accepted = {"state": PartnerRequestState.ACCEPTED}
    PartnerRequest.objects.filter(asker=sender, asked=recipient).update(**accepted)
    return pair


def _close_request(request: PartnerRequest | None, state: PartnerRequestState) -> None:
    if request is None:
        raise RequestUnavailable
    request.state = state
    request.save(update_fields=["state"])


def _open_request(sender: Application, recipient: Application, *, at: datetime) -> PartnerRequest | None:
    return sender.asks.answerable_at(at).filter(asked=recipient).first()


def _seeker_or_refuse(tournament: Tournament, application: Application) -> Application:
    own = tournament.applications.filter(pk=application.pk, state=ApplicationState.SEEKING).first()
    if own is None or own.forgotten_at is not None:
        raise SeekerUnavailable
    return own


def _both_seekers(
    tournament: Tournament, application: Application, handle: str
) -> tuple[Application, Application]:
    """Return the application and the visible seeker of this handle.

    Raises SeekerUnavailable for either, NotVisible if the first is hidden.
    """
    own = _seeker_or_refuse(tournament, application)
    if not own.seen:
        raise NotVisible
    matching = (
        seeker
        for seeker, _name in _visible_seekers(tournament)
        if handle_of(seeker) == handle and seeker.pk != own.pk
    )
    other = next(matching, None)
    if other is None:
        raise SeekerUnavailable
    return own, other


def _visible_seekers(tournament: Tournament) -> Sequence[tuple[Application, str]]:
    seeking = tournament.applications.filter(state=ApplicationState.SEEKING, seen=True, forgotten_at=None)
    short, taken, named_seekers = hides_names(tournament.club), set[str](), []
    for seeker in seeking.order_by("signed_up_at", "pk"):
        name = make_unique(_name(seeker, short=short), taken)
        taken.add(fold(name))
        named_seekers.append((seeker, name))
    return named_seekers


def _name(application: Application, *, short: bool) -> str:
    return with_initial(application.player_1) if short else application.player_1
