from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.confirmation.forms import CodeForm
from scoring.confirmation.views.side_access import remember_sides_link, render_invalid_code
from tournaments import access
from tournaments.limits import attempts, guess_limits
from tournaments.models import SidesLink
from tournaments.web.client import client_of, ensure_device_cookie
from tournaments.web.http import PageRequest, ask_to_wait, render_refusal, see_other

MAX_GUESSES_PER_DAY = 10_000
"""Attempts per day for the codes of all tables; a wrong code does not say which table it is for."""


@require_safe
def open_sides(request: PageRequest, token: str) -> HttpResponse:
    try:
        link = access.sides_link_by_token_or_404(token)
    except Http404 as error:
        return render_invalid_code(request, error)
    return _open_with_link(link)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: PageRequest) -> HttpResponse:
    """Ask for a short code; POST sets its table's cookie and redirects to that table's page for players.

    Wrong codes get 422, or 429 over the limit, for which only they count; ended ones 404 with an explanation.
    """
    if request.method != "POST":
        response = render(request, "scoring/confirmation/enter_code.html", {"form": CodeForm()})
        ensure_device_cookie(request, response)
        return response
    form = CodeForm(request.POST)
    if not form.is_valid():
        return render_refusal(request, "scoring/confirmation/enter_code.html", {"form": form})
    site_budget = guess_limits.global_budget("short code", MAX_GUESSES_PER_DAY)
    guesses = [*client_of(request).budgets("short code"), site_budget]
    try:
        attempts.count_attempt(*guesses, at=timezone.now())
        link = access.sides_link_by_short_code_or_404(form.cleaned_data["code"])
    except attempts.TooManyAttempts as wait:
        form.add_error("code", wait.message)
        return ask_to_wait(request, "scoring/confirmation/enter_code.html", {"form": form}, wait)
    except access.CodesEnded as error:
        attempts.refund_attempt(*guesses)
        return render_invalid_code(request, error)
    except Http404:
        form.add_error("code", _("No table has this code. Check the sheet on your table."))
        return render_refusal(request, "scoring/confirmation/enter_code.html", {"form": form})
    attempts.refund_attempt(*guesses)
    return _open_with_link(link)


def _open_with_link(link: SidesLink) -> HttpResponse:
    response = see_other("scoring:side_page", link.table.public_id)
    remember_sides_link(response, link)
    response.headers["Cache-Control"] = "no-store"
    return response
