"""They read nothing of the request: it may be the cause."""

from __future__ import annotations

import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from config.errors.unavailable_response import unavailable_response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Also a session that can't be saved."""
    return unavailable_response(request, exception) or HttpResponse(
        render_to_string("400.html"), status=HTTPStatus.BAD_REQUEST
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=HTTPStatus.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """Also for database faults inside middleware."""
    response = unavailable_response(request, sys.exc_info()[1])
    return response or HttpResponse(render_to_string("500.html"), status=HTTPStatus.INTERNAL_SERVER_ERROR)
