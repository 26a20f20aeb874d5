from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.access import managed_tournament_or_404
from tournaments.enums import TournamentState
from tournaments.event_times import when
from tournaments.mail import outbox
from tournaments.models import Application, Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.signup import emails
from tournaments.signup.domain import payment_reminders
from tournaments.signup.domain.notifications import REMINDER_INTERVAL
from tournaments.signup.domain.terms import terms_of
from tournaments.signup.views.desk_rows import contacts_of, names_of
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other
from tournaments.web.whatsapp import whatsapp_link

PAGE: Final = "tournaments/signup/remind_unpaid.html"


@dataclass(frozen=True)
class WithoutEmail:
    """`whatsapp` opens a chat with `phone` if that is a mobile number, else the choice of chats."""

    names: str
    phone: str
    whatsapp: str


@require_http_methods(["GET", "HEAD", "POST"])
def remind_unpaid(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Preview reminders of the fee; POST sends them. Refusals (422) show the preview."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return render(request, PAGE, _preview_context(request, tournament))
    try:
        count = payment_reminders.remind_unpaid(
            tournament=tournament, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        return render_refusal(request, PAGE, _preview_context(request, tournament, refusal=refusal))
    sentence = ngettext("%(count)s reminder is on its way.", "%(count)s reminders are on their way.", count)
    messages.success(request, sentence % {"count": count})
    return see_other("tournaments:sign_ups", tournament.public_id)


def _preview_context(request: PageRequest, tournament: Tournament, **more: Any) -> dict[str, Any]:
    unpaid, fee = payment_reminders.read_unpaid(tournament, at=timezone.now()), terms_of(tournament).fee
    first = next(iter(unpaid.to_email), None)
    preview = emails.fee_reminder(first, fee=fee, link=_("(link to their entry)")) if first else None
    return organizer_context(
        request,
        tournament,
        "sign_ups",
        open=tournament.state == TournamentState.OPEN,
        fee=fee,
        sends_email=outbox.is_set_up(),
        recipients=unpaid.to_email,
        reminded=[names_of(application) for application in unpaid.reminded],
        without_email=list(_without_email(unpaid.without_email, tournament, fee)),
        interval_hours=REMINDER_INTERVAL.seconds // 3600,
        preview=preview,
        **more,
    )


def _without_email(
    applications: list[Application], tournament: Tournament, fee: str
) -> Iterator[WithoutEmail]:
    text = _("Hello, you are on the list of %(tournament)s (%(days)s). Your fee is not paid yet: %(fee)s") % {
        "tournament": tournament.name,
        "days": when(tournament),
        "fee": fee,
    }
    for application in applications:
        phones = [contact for contact in contacts_of(application) if contact.is_phone]
        number = phones[0].address.removeprefix("tel:") if phones else ""
        link = whatsapp_link(text, phone=number)
        yield WithoutEmail(names_of(application), phones[0].text if phones else "", link)
