"""What is answered while the database can't be asked or written to: not now, and when to try again."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from config.errors.faults import find_fault
from config.platform.postgresql.pool import DatabaseUnreachable

logger = logging.getLogger(__name__)

RETRY_AFTER_SECONDS: Final = 10
"""After so long one may ask again. A table's phone does so by itself."""


def unavailable_response(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """The answer to who asked while the database can't be used, and a line in the log; None for other errors.

    It asks the database for nothing, not even who it is that reads.
    """
    fault = find_fault(error)
    if fault is None:
        return None
    if not isinstance(getattr(error, "__cause__", None), DatabaseUnreachable):  # already logged
        logger.error("%s (%s)", fault.value, error)
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        said = {"state": "not_now", "reasons": [_("Nothing can be saved right now. Try again in a moment.")]}
        answer: HttpResponse = JsonResponse(said, status=HTTPStatus.SERVICE_UNAVAILABLE)
    else:
        answer = HttpResponse(render_to_string("503.html"), status=HTTPStatus.SERVICE_UNAVAILABLE)
    answer.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    answer.headers["Cache-Control"] = "no-store"
    return answer
