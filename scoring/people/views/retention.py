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

from scoring.people.forms import RetentionForm
from tournaments.access import managed_club_or_404, owned_club_or_404, owned_clubs
from tournaments.models import Application, Club
from tournaments.people.domain import contact_retention
from tournaments.people.domain.contact_retention import ExpiringDetails, expiring_details
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

_PAGE: Final = "scoring/people/retention.html"
_PREVIEW_PERIOD: Final = timedelta(days=92)
_MAX_LISTED: Final = 200


@require_safe
def retention(request: PageRequest, club_id: UUID) -> HttpResponse:
    club = managed_club_or_404(request.user, club_id)
    return render(request, _PAGE, _retention_context(request, club, RetentionForm(initial=_initial(club))))


@require_http_methods(["GET", "HEAD", "POST"])
def set_retention(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Set how many months contact details are kept; redirect to the form's page, also on GET.

    422 if invalid, refused, or details would expire at once without `sure`. 404 unless owner.
    """
    club = owned_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("scoring:contact_retention", club.public_id)
    form = RetentionForm(request.POST, initial=_initial(club))
    if not form.is_valid():
        return render_refusal(request, _PAGE, _retention_context(request, club, form))
    months = form.cleaned_data["months"]
    at_once = _deleted_at_once(club, months)
    if at_once and not form.cleaned_data["sure"]:
        return render_refusal(
            request, _PAGE, _retention_context(request, club, form) | {"expiring_now": at_once}
        )
    try:
        changed = contact_retention.set_retention(
            club=club, months=months, seen=form.initial["months"], by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, _PAGE, _retention_context(request, club, form))
    messages.success(request, form.with_merged(_("Saved.") if changed else _("Nothing had changed.")))
    return see_other("scoring:contact_retention", club.public_id)


def _initial(club: Club) -> dict[str, int]:
    return {"months": club.forget_months}


def _deleted_at_once(club: Club, months: int) -> list[ExpiringDetails]:
    today = timezone.localdate()
    already_due = {card.person.pk for card in expiring_details(club, until=today)}
    shorter = Club.objects.get(pk=club.pk)
    shorter.forget_months = months
    return [card for card in expiring_details(shorter, until=today) if card.person.pk not in already_due]


def _retention_context(request: PageRequest, club: Club, form: RetentionForm) -> dict[str, Any]:
    """Return the form, counts of stored details, count and first deletions in _PREVIEW_PERIOD."""
    upcoming = expiring_details(club, until=timezone.localdate() + _PREVIEW_PERIOD)
    return {
        "club": club,
        "form": form,
        "is_owner": owned_clubs(request.user).filter(pk=club.pk).exists(),
        "stored_count": len(expiring_details(club)),
        "signed_up": Application.objects.with_contact_details(club).count(),
        "next_deletions": upcoming[:_MAX_LISTED],
        "count": len(upcoming),
    }
