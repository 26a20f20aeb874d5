"""How a side's phone opens its table: the second QR code, or the short code typed."""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.sides.forms import CodeForm
from scoring.sides.views.at_sides import code_not_valid, remember_sides_link
from tournaments import access
from tournaments.models import SidesLink
from tournaments.views import attempts
from tournaments.views.http import PageRequest, see_other

# Players mistype, and a whole hall may share one address; even so a code can't be guessed in an evening.
FREE_MISTAKES = 20
GUESSED = "short code"


@require_safe
def open_sides(request: PageRequest, token: str) -> HttpResponse:
    """The address in the second code: give the phone its cookie, and send it on without the token."""
    try:
        link = access.sides_link_by_token_or_404(token)
    except Http404 as gone:
        return code_not_valid(request, gone)
    return _enter(link)


@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: PageRequest) -> HttpResponse:
    """Ask for a table's short code; after many wrong ones ask for patience too."""
    if request.method != "POST":
        return render(request, "scoring/sides/code.html", {"form": CodeForm()})
    form, now, address = CodeForm(request.POST), timezone.now(), attempts.address_of(request)
    wait = attempts.seconds_to_wait(what=GUESSED, address=address, at=now, free=FREE_MISTAKES)
    if wait:
        form.add_error("code", _patience(wait))
        return render(request, "scoring/sides/code.html", {"form": form}, status=HTTPStatus.TOO_MANY_REQUESTS)
    if form.is_valid():
        try:
            return _enter(access.sides_link_by_short_code_or_404(form.cleaned_data["code"]))
        except access.CodesEnded as gone:
            return code_not_valid(request, gone)
        except Http404:
            attempts.remember_failure(what=GUESSED, address=address, at=now)
            form.add_error("code", _("No table has this code. Look at the sheet on your table again."))
    return render(request, "scoring/sides/code.html", {"form": form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _enter(link: SidesLink) -> HttpResponse:
    response = see_other("scoring:sides", link.table.public_id)
    remember_sides_link(response, link)
    response.headers["Cache-Control"] = "no-store"
    return response


def _patience(seconds: int) -> str:
    return ngettext(
        "Too many wrong codes. Try again in %(seconds)s second.",
        "Too many wrong codes. Try again in %(seconds)s seconds.",
        seconds,
    ) % {"seconds": seconds}
