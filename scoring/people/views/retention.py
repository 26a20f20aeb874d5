from __future__ import annotations

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.people.forms import MonthsForm
from tournaments.access import managed_club_or_404, owned_club_or_404, owned_clubs
from tournaments.models import Application, Club
from tournaments.people.domain.contact_retention import ExpiringDetails, expiring_details
from tournaments.people.domain.contact_retention import set_retention as set_months
from tournaments.web.http import PageRequest, actor_of, refuse, see_other

_PAGE: Final = "scoring/people/keeping.html"
_AHEAD: Final = timedelta(days=92)
_LISTED: Final = 200


@require_safe
def retention(request: PageRequest, club_id: UUID) -> HttpResponse:
    club = managed_club_or_404(request.user, club_id)
    return render(request, _PAGE, _about(request, club, MonthsForm(initial={"months": club.forget_months})))


@require_http_methods(["GET", "HEAD", "POST"])
def set_retention(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Set the retention period; ask before it deletes details at once."""
    club = owned_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("scoring:club_keeps", club.public_id)
    form = MonthsForm(request.POST)
    if not form.is_valid():
        return refuse(request, _PAGE, _about(request, club, form))
    months = form.cleaned_data["months"]
    at_once = _deleted_at_once(club, months)
    if at_once and not form.cleaned_data["sure"]:
        return refuse(request, _PAGE, _about(request, club, form) | {"at_once": at_once})
    changed = set_months(club=club, months=months, by=actor_of(request), at=timezone.now())
    messages.success(request, _("Saved.") if changed else _("Nothing had changed."))
    return see_other("scoring:club_keeps", club.public_id)


def _deleted_at_once(club: Club, months: int) -> list[ExpiringDetails]:
    today = timezone.localdate()
    already_due = {card.person.pk for card in expiring_details(club, until=today)}
    shorter = Club.objects.get(pk=club.pk)
    shorter.forget_months = months
    return [card for card in expiring_details(shorter, until=today) if card.person.pk not in already_due]


def _about(request: PageRequest, club: Club, form: MonthsForm) -> dict[str, Any]:
    upcoming = expiring_details(club, until=timezone.localdate() + _AHEAD)
    return {
        "club": club,
        "form": form,
        "owns": owned_clubs(request.user).filter(pk=club.pk).exists(),
        "held": len(expiring_details(club)),
        "signed_up": Application.objects.holding(club).count(),
        "next": upcoming[:_LISTED],
        "count": len(upcoming),
    }
