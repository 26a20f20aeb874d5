"""Stored texts use “⟦ ⟧” to refer to people by id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from tournaments.naming.names import without_brackets


class NameMarksMiddleware:
    """Only once the view is resolved: some views take files."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Callable[..., HttpResponse], *_: Any) -> None:
        if request.method == "POST":
            data = request.POST
            if any(without_brackets(value) != value for _name, values in data.lists() for value in values):
                request.POST = _clean(data)  # type: ignore[assignment]


def _clean(data: QueryDict) -> QueryDict:
    clean = data.copy()
    for name, values in data.lists():
        clean.setlist(name, [without_brackets(value) for value in values])
    clean._mutable = False  # noqa: SLF001 - as in every request
    return clean
