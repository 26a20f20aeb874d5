from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.confirmation.forms import CodeForm
from scoring.confirmation.views.side_access import code_not_valid, remember_sides_link
from tournaments import access
from tournaments.limits import attempts, guessing
from tournaments.models import SidesLink
from tournaments.web.client import client_of, ensure_device_cookie
from tournaments.web.http import PageRequest, ask_to_wait, refuse, see_other

MAX_GUESSES_PER_DAY = 10_000
"""Attempts per day for the codes of all tables; a wrong code does not say which table it is for."""


@require_safe
def open_sides(request: PageRequest, token: str) -> HttpResponse:
    try:
        link = access.sides_link_by_token_or_404(token)
    except Http404 as error:
        return code_not_valid(request, error)
    return _admit(link)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: PageRequest) -> HttpResponse:
    if request.method != "POST":
        response = render(request, "scoring/confirmation/code.html", {"form": CodeForm()})
        ensure_device_cookie(request, response)
        return response
    form = CodeForm(request.POST)
    if not form.is_valid():
        return refuse(request, "scoring/confirmation/code.html", {"form": form})
    site_budget = guessing.global_budget("short code", MAX_GUESSES_PER_DAY)
    guesses = [*client_of(request).budgets("short code"), site_budget]
    try:
        attempts.count_attempt(*guesses, at=timezone.now())
        link = access.sides_link_by_short_code_or_404(form.cleaned_data["code"])
    except attempts.TooManyAttempts as wait:
        form.add_error("code", wait.message)
        return ask_to_wait(request, "scoring/confirmation/code.html", {"form": form}, wait)
    except access.CodesEnded as error:
        attempts.give_back(*guesses)
        return code_not_valid(request, error)
    except Http404:
        form.add_error("code", _("No table has this code. Check the sheet on your table."))
        return refuse(request, "scoring/confirmation/code.html", {"form": form})
    attempts.give_back(*guesses)
    return _admit(link)


def _admit(link: SidesLink) -> HttpResponse:
    response = see_other("scoring:sides", link.table.public_id)
    remember_sides_link(response, link)
    response.headers["Cache-Control"] = "no-store"
    return response
