from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import owned_club_or_404
from tournaments.clubs.domain import change_club, profile_of
from tournaments.clubs.forms import ClubForm, LogoForm
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

PAGE = "tournaments/clubs/profile.html"


@require_http_methods(["GET", "HEAD", "POST"])
def club(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Show the form; POST stores name, address, colour, time zone, 422 if refused. Owners only."""
    owned = owned_club_or_404(request.user, club_id)
    present = profile_of(owned)
    form = ClubForm(request.POST if request.method == "POST" else None, initial=present)
    context = {"club": owned, "form": form, "logo_form": LogoForm()}
    if not form.is_bound:
        return render(request, PAGE, context)
    if not form.is_valid():
        return render_refusal(request, PAGE, context)
    try:
        change_club(club=owned, **form.cleaned_data, seen=present, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, PAGE, context)
    messages.success(request, form.with_merged(_("The club is saved.")))
    return see_other("tournaments:club", owned.public_id)
