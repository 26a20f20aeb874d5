from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import owned_club_or_404
from tournaments.clubs.domain import profile_of, remove_logo, set_logo
from tournaments.clubs.forms import ClubForm, LogoForm
from tournaments.refusals import Refused
from tournaments.spreadsheets.errors import FileProblem
from tournaments.spreadsheets.forms import FILE_PROBLEM_TEXTS
from tournaments.uploads.sandbox.account_slots import Busy, account_slot
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other, takes_file

PAGE = "tournaments/clubs/profile.html"


@takes_file
@require_http_methods(["GET", "HEAD", "POST"])
def change_logo(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Store the posted `logo`, or delete it with `remove`; 422 if refused or while too many files are read.

    GET redirects to the club. Owners only.
    """
    club = owned_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("tournaments:club", club.public_id)
    if "remove" in request.POST:
        remove_logo(club=club, by=actor_of(request), at=timezone.now())
        messages.success(request, _("The logo is removed."))
        return see_other("tournaments:club", club.public_id)
    form = LogoForm(request.POST, request.FILES)
    context = {"club": club, "form": ClubForm(initial=profile_of(club)), "logo_form": form}
    if not form.is_valid():
        return render_refusal(request, PAGE, context)
    try:
        content = form.cleaned_data["logo"].read()
        with account_slot(request.user.pk):
            set_logo(club=club, content=content, by=actor_of(request), at=timezone.now())
    except Busy:
        form.add_error("logo", FILE_PROBLEM_TEXTS[FileProblem.BUSY])
        return render_refusal(request, PAGE, context)
    except Refused as refusal:
        form.add_error("logo", refusal.message)
        return render_refusal(request, PAGE, context)
    messages.success(request, _("The logo is saved."))
    return see_other("tournaments:club", club.public_id)
