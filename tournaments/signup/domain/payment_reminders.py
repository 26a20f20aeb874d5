from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from tournaments.enums import ApplicationState
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.mail import outbox
from tournaments.models import Application, Tournament
from tournaments.naming.email_addresses import normalize_email
from tournaments.refusals import Refused
from tournaments.signup.domain import notifications
from tournaments.signup.domain.contact_emails import find_address
from tournaments.signup.domain.partner_pairing import lock_for_entries
from tournaments.signup.domain.terms import terms_of


class NobodyToRemind(Refused):
    code = "nobody_to_remind"
    template = _("Nothing was sent: everyone has paid or was reminded a short while ago.")


@dataclass
class UnpaidEntries:
    """Entries on the list without payment; `to_email` has the applicants of those that get a reminder."""

    to_email: list[Application] = field(default_factory=list)
    reminded: list[Application] = field(default_factory=list)
    without_email: list[Application] = field(default_factory=list)


def read_unpaid(tournament: Tournament, *, at: datetime) -> UnpaidEntries:
    """Sort unpaid entries by how they can be reminded; without a mail server all are `without_email`."""
    unpaid = UnpaidEntries()
    lately = notifications.read_reminded(tournament, at=at)
    for application in _unpaid_applications(tournament):
        recipients = _recipients(application)
        if not recipients:
            unpaid.without_email.append(application)
        elif lately.isdisjoint(recipient.pk for recipient in recipients):
            unpaid.to_email += recipients
        else:
            unpaid.reminded.append(application)
    return unpaid


@transaction.atomic
def remind_unpaid(*, tournament: Tournament, by: Actor, at: datetime) -> int:
    """Mail a reminder for each unpaid entry, at most one in REMINDER_INTERVAL; return the number of e-mails.

    Raises EntriesClosed, NobodyToRemind.
    """
    locked = lock_for_entries(tournament)
    fee, recipients = terms_of(locked).fee, read_unpaid(locked, at=at).to_email
    if not fee or not recipients:
        raise NobodyToRemind
    for recipient in recipients:
        notifications.remind_of_fee(recipient, fee=fee, at=at)
    log_and_publish("unpaid_reminded", by=by, at=at, tournament=locked, after={"emails": len(recipients)})
    return len(recipients)


def _unpaid_applications(tournament: Tournament) -> Sequence[Application]:
    joined = Application.objects.select_related("tournament__club", "joined_to").order_by("pk")
    listed = tournament.applications.filter(
        state=ApplicationState.LET_IN, paid_at=None, forgotten_at=None, joined_to=None
    )
    with_partners = listed.select_related("tournament__club").prefetch_related(Prefetch("joined", joined))
    return list(with_partners.order_by("signed_up_at", "pk"))


def _recipients(application: Application) -> list[Application]:
    """Of two partners with one address only the first."""
    if not outbox.is_set_up():
        return []
    partners = [application, *application.joined.all()]
    mailed = filter(notifications.gets_notices, reversed(partners))
    by_address = {normalize_email(find_address(partner.contact)): partner for partner in mailed}
    return sorted(by_address.values(), key=partners.index)
