from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournaments.web.http import PageRequest
from tournaments.web.return_links import referring_page

_HIDDEN_FIELDS: Final = {"csrfmiddlewaretoken", "next"}
_TOKEN: Final = re.compile(r"[0-9A-Za-z_+/=:.-]{16,}")
"""Values such as tokens, which nobody typed."""


class ExpiredSessionMiddleware:
    def __init__(self, get_response: Callable[[PageRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PageRequest) -> HttpResponse:
        """For signed-out visitors of organizer pages turn a 404 of GET into a redirect to sign-in.

        A POST gets a 403 page with the typed text; htmx keeps its 404.
        """
        response = self.get_response(request)
        if response.status_code != HTTPStatus.NOT_FOUND or not _needs_sign_in(request):
            return response
        if request.method in ("GET", "HEAD"):
            return redirect(reverse("tournaments:sign_in", query={"next": request.get_full_path()}))
        context = {
            "typed_text": _typed_text(request),
            "return_url": referring_page(request) or reverse("tournaments:dashboard"),
        }
        return render(
            request, "tournaments/accounts/expired_session.html", context, status=HTTPStatus.FORBIDDEN
        )


def _needs_sign_in(request: PageRequest) -> bool:
    return (
        request.path.startswith(reverse("tournaments:dashboard"))
        and not request.htmx
        and request.accepts("text/html")
        and not request.user.is_authenticated
    )


def _typed_text(request: PageRequest) -> str:
    return "\n".join(
        value
        for name, values in request.POST.lists()
        for value in values
        if name not in _HIDDEN_FIELDS and value.strip() and not _TOKEN.fullmatch(value)
    )
