"""Signing up by oneself, changing it, and taking it back."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.domain.club_members import hold_club
from tournaments.database.row_locks import hold
from tournaments.entrants.domain.entry_list import EntriesClosed, remove_entrant
from tournaments.enums import ApplicationState, EntrantKind, TournamentState
from tournaments.languages import BARE
from tournaments.log import audit_log
from tournaments.log.actor import APPLICANT
from tournaments.mail import outbox
from tournaments.models import Application, Tournament
from tournaments.models.sign_up import ApplicationQuerySet
from tournaments.refusals import Refused
from tournaments.signup.domain import notifications, partner_pairing, waiting_list
from tournaments.signup.domain.application_codes import code_for, code_of, digest_of, digest_of_form
from tournaments.signup.domain.contact_emails import address_in
from tournaments.signup.domain.terms import may_sign_up, needs_review, terms_of

MOST_UNDECIDED: Final = 1000
"""So many may wait at once for a place, a partner or the organizers, whoever sends them."""
BY_HIMSELF: Final = APPLICANT
"""Who signs up has no account: the log says that it was done on the page for it."""
MOST_SENT_AGAIN: Final = 5
"""Entries of one form and the same names: once so many are over, sending it again is not recognized."""
OVER: Final = (ApplicationState.CANCELLED, ApplicationState.REFUSED)


class SignUpClosed(Refused):
    code = "sign_up_closed"
    template = _("Sign-up is closed. Nothing was stored.")


class TooManyApplications(Refused):
    code = "too_many_applications"
    template = _("The waiting list is full. Ask the organizers.")


class ApplicationOver(Refused):
    code = "application_over"
    template = _("This entry is over already. You can sign up anew.")


class NamesAreFixed(Refused):
    code = "application_names_fixed"
    template = _("You are on the list of entrants: other names are entered by the organizers.")


class PartnersAreFixed(NamesAreFixed):
    code = "application_partners_fixed"
    template = _("You two are a pair. To play with another partner, cancel this entry and sign up again.")


@dataclass(frozen=True)
class Asked:
    """What somebody typed: the players, how he is reached, each question with his answer.

    Of a pair one player alone looks for a partner.
    """

    players: tuple[str, ...]
    contact: str
    answers: tuple[tuple[str, str], ...] = ()

    @property
    def columns(self) -> dict[str, str]:
        """What is kept of it."""
        first, second = (*self.players, "")[:2]
        answers = json.dumps(self.answers, ensure_ascii=False)
        return {"player_1": first, "player_2": second, "contact": self.contact, "answers": answers}


@transaction.atomic
def apply(
    *, tournament: Tournament, asked: Asked, key: str, at: datetime, client: str = ""
) -> tuple[Application, str]:
    """Sign up: on the list while there is room, else on the waiting list. Gives the code to come back with.

    Who gave an e-mail is mailed the way back, in the language of the moment; where the terms say so he has no
    place before he confirmed it. Where organizers look at every entry, they decide. The answer never depends
    on who has signed up already: organizers see entries with the same name. Sent again with the same `key`,
    a secret of the browser, it is the same application. Raises SignUpClosed, TooManyApplications.
    """
    held = _hold(tournament)
    sent, form_digest = _sent(held, asked, key)
    if sent is not None:
        return sent, code_of(sent)
    if not may_sign_up(held, at=at):
        raise SignUpClosed
    if held.applications.undecided().count() >= MOST_UNDECIDED:
        raise TooManyApplications
    code = code_for(form_digest)
    application = Application(
        tournament=held,
        code_digest=digest_of(code),
        form_digest=form_digest,
        state=_first_state(held, asked),
        signed_up_at=at,
        language=get_language() or BARE,
        must_confirm=_must_confirm(held, asked),
        **asked.columns,
    )
    application.save()
    audit_log.write("signed_up", by=BY_HIMSELF, at=at, tournament=held, subject=application.public_id)
    if application.state == ApplicationState.WAITING:
        waiting_list.place(application, by=BY_HIMSELF, at=at, himself=True)
    notifications.signed_up(application, client=client, at=at)
    return application, code


def is_stored(*, tournament: Tournament, asked: Asked, key: str) -> bool:
    """Whether this form was sent before, with the same names, so that `apply` stores nothing."""
    return _sent(tournament, asked, key)[0] is not None


@transaction.atomic
def change(*, application: Application, asked: Asked, at: datetime, client: str = "") -> None:
    """Store what somebody typed anew, if it differs. With other names he stands where he would with these.

    He keeps his turn. Another e-mail is to be confirmed anew, which costs nobody a place that he has. Raises
    ApplicationOver, NamesAreFixed, PartnersAreFixed where two applications are one entry.
    """
    held = _hold(application.tournament)
    own = _undecided_or_let_in(application)
    renamed = own.players != asked.players
    if renamed and is_pair(own):
        raise PartnersAreFixed
    if renamed and own.entrant_id:
        raise NamesAreFixed
    if renamed:
        own.state, own.reviewed = _first_state(held, asked), False
        partner_pairing.let_fall(own)
    if all(getattr(own, column) == value for column, value in asked.columns.items()):
        return
    elsewhere = address_in(own.contact) != address_in(asked.contact)
    for column, value in asked.columns.items():
        setattr(own, column, value)
    if elsewhere:
        outbox.drop(about=own.mail_key)
        own.mailed_at = own.confirmed_at = None
        own.must_confirm = own.must_confirm and _must_confirm(held, asked)
    own.save()
    audit_log.write("application_changed", by=BY_HIMSELF, at=at, tournament=held, subject=own.public_id)
    waiting_list.move_up(tournament=held, by=BY_HIMSELF, at=at, untold=own)
    if elsewhere:
        own.refresh_from_db(fields=["state", "entrant"])
        notifications.signed_up(own, client=client, at=at)


@transaction.atomic
def cancel(*, application: Application, at: datetime) -> None:
    """Take it back; who was on the list goes off it, and the next moves up.

    Who was joined to him looks for a partner again. Raises ApplicationOver, EntriesClosed.
    """
    held = _hold(application.tournament)
    own = _undecided_or_let_in(application)
    whole = own.whole
    if whole.entrant_id and held.state != TournamentState.OPEN:
        raise EntriesClosed
    entrant, rest = whole.entrant, [one for one in _together(whole) if one.pk != own.pk]
    outbox.drop(about=own.mail_key)
    for one in (own, *rest):
        one.state = ApplicationState.SEEKING if one in rest else ApplicationState.CANCELLED
        one.entrant = one.joined_to = None
        one.player_2 = "" if rest else one.player_2
        one.save()
    partner_pairing.let_fall(own, *rest)
    if entrant is not None:
        remove_entrant(entrant=entrant, by=BY_HIMSELF, at=at)
    audit_log.write("application_cancelled", by=BY_HIMSELF, at=at, tournament=held, subject=own.public_id)
    waiting_list.move_up(tournament=held, by=BY_HIMSELF, at=at)
    for one in rest:
        notifications.how_it_stands(one, by=BY_HIMSELF, at=at)


def of_code(tournament: Tournament, typed: str) -> Application | None:
    """The application to which a code belongs; tries are counted by who asks."""
    return (
        _whole(Application.objects.filter(tournament=tournament)).filter(code_digest=digest_of(typed)).first()
    )


def is_over(application: Application) -> bool:
    """Whether nothing comes of it any more: it was cancelled or refused, or what was typed is forgotten."""
    return application.whole.state in OVER or application.forgotten_at is not None


def _sent(tournament: Tournament, asked: Asked, key: str) -> tuple[Application | None, str]:
    """Return the active application of a form, if it was sent before, and the digest to store it under.

    A form with other names is another entry, and so is one that is sent again after its entry is over.
    """
    for number in range(MOST_SENT_AGAIN):
        form_digest = digest_of_form(tournament, json.dumps([key, *asked.players, number]))
        sent = tournament.applications.filter(form_digest=form_digest).first()
        if sent is None or sent.state not in OVER:
            return sent, form_digest
    return None, digest_of_form(tournament, secrets.token_urlsafe())


def is_pair(application: Application) -> bool:
    """Whether two applications are one entry: either player can cancel it, so neither changes its names."""
    return application.state == ApplicationState.JOINED or application.joined.exists()


def _together(whole: Application) -> Sequence[Application]:
    """An application with who was joined to it."""
    return [whole, *whole.joined.order_by("pk")]


def _whole(applications: ApplicationQuerySet) -> ApplicationQuerySet:
    return applications.select_related("tournament__club", "entrant", "joined_to__entrant")


def _hold(tournament: Tournament) -> Tournament:
    hold_club(tournament.club_id)
    return hold(Tournament.objects.select_related("club")).get(pk=tournament.pk)


def _undecided_or_let_in(application: Application) -> Application:
    own = _whole(Application.objects.all()).get(pk=application.pk)
    if is_over(own):
        raise ApplicationOver
    return own


def _must_confirm(tournament: Tournament, asked: Asked) -> bool:
    return outbox.is_set_up() and terms_of(tournament).confirmation and address_in(asked.contact) != ""


def _first_state(tournament: Tournament, asked: Asked) -> ApplicationState:
    """Return where an entry begins, whoever is named in it."""
    if tournament.kind == EntrantKind.PAIRS and len(asked.players) == 1:
        return ApplicationState.SEEKING
    return ApplicationState.ASKED if needs_review(tournament) else ApplicationState.WAITING
