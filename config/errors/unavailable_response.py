from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from config.errors.database_faults import find_fault

logger = logging.getLogger(__name__)

RETRY_AFTER_SECONDS: Final = 10
"""A table's phone retries by itself."""


def unavailable_response(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """Log a database fault and return a 503 page, or JSON if preferred, with Retry-After; else return None.

    Runs no query.
    """
    fault = find_fault(error)
    if fault is None:
        return None
    logger.error("%s (%s)", fault.value, error)
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        payload = {
            "state": "not_now",
            "reasons": [_("Nothing can be saved right now. Try again in a moment.")],
        }
        response: HttpResponse = JsonResponse(payload, status=HTTPStatus.SERVICE_UNAVAILABLE)
    else:
        response = HttpResponse(render_to_string("503.html"), status=HTTPStatus.SERVICE_UNAVAILABLE)
    response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    response.headers["Cache-Control"] = "no-store"
    return response
