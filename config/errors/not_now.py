"""What is answered while the database can't be asked or written to: not now, and when to try again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from config.errors.faults import fault_behind
from config.postgresql.pool import Away

logger = logging.getLogger(__name__)

SECONDS: Final = 10
"""After so long one may ask again. A table's phone does so by itself."""


class NotNow:
    """Middleware: where a view met a database that can't be used now, this says it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return not_now(request, exception)


def not_now(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """The answer to who asked while the database can't be used, and a line in the log; None for other errors.

    It asks the database for nothing, not even who it is that reads.
    """
    fault = fault_behind(error)
    if fault is None:
        return None
    if not isinstance(getattr(error, "__cause__", None), Away):  # the pool has told that, once for all
        logger.error("%s (%s)", fault.value, error)
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        said = {"state": "not_now", "reasons": [_("Nothing can be saved right now. Try again in a moment.")]}
        answer: HttpResponse = JsonResponse(said, status=HTTPStatus.SERVICE_UNAVAILABLE)
    else:
        answer = HttpResponse(render_to_string("503.html"), status=HTTPStatus.SERVICE_UNAVAILABLE)
    answer.headers["Retry-After"] = str(SECONDS)
    answer.headers["Cache-Control"] = "no-store"
    return answer
