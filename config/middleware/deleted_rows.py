from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from config.errors.error_pages import not_found
from tournaments.refusals import RemovedMeanwhile


class DeletedRowsMiddleware:
    """Turn an unhandled RemovedMeanwhile into a 404 page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        refusal = _refusal_behind(exception)
        if refusal is None:
            return None
        messages.error(request, refusal.message.html)
        return not_found(request, exception)


def _refusal_behind(exception: BaseException | None) -> RemovedMeanwhile | None:
    while exception is not None and not isinstance(exception, RemovedMeanwhile):
        exception = exception.__context__
    return exception
