"""The path may contain a token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.web.request_notes import CURRENT_REQUEST


class RouteNameMiddleware:
    """The outermost middleware, because others may answer in place of the view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Callable[..., HttpResponse], *_: Any) -> None:
        notes, match = CURRENT_REQUEST.get(), request.resolver_match
        if notes and match:
            notes.route = match.view_name
