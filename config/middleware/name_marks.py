"""The brackets in which stored texts name people by ids can't be typed by anybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from tournaments.naming.names import without_brackets


class NameMarksMiddleware:
    """Takes “⟦” and “⟧” out of all that is sent, before a page reads it: what is in them is looked up.

    Not before it is known which page that is: of some a file is taken, and cells lose them as they are read.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Callable[..., HttpResponse], *_: Any) -> None:
        if request.method == "POST":
            sent = request.POST
            if any(without_brackets(value) != value for _name, values in sent.lists() for value in values):
                request.POST = _clean(sent)  # type: ignore[assignment]


def _clean(sent: QueryDict) -> QueryDict:
    clean = sent.copy()
    for name, values in sent.lists():
        clean.setlist(name, [without_brackets(value) for value in values])
    clean._mutable = False  # noqa: SLF001 - as every QueryDict of a request is
    return clean
