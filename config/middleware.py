"""What wraps every view; the order stands in the settings."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.shortcuts import render
from django.utils.cache import has_vary_header, patch_vary_headers

from config.errors.error_pages import not_found
from config.errors.unavailable_response import unavailable_response
from scoring.live.views.live_pages import SharedResponse
from tournaments.refusals import RemovedMeanwhile
from tournaments.web.request_notes import CURRENT_REQUEST

NO_FRAMING: Final = "frame-ancestors 'none'"
SAME_ORIGIN_FRAMING: Final = "frame-ancestors 'self'"
"""For the large screen's preview, with `xframe_options_sameorigin`."""

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        NO_FRAMING,
    )
)


DISABLED_FEATURES: Final = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer"),
    *("microphone", "midi", "payment", "serial", "usb"),
)
"""The phone's own app reads QR codes."""

PERMISSIONS_POLICY: Final = ", ".join(f"{feature}=()" for feature in DISABLED_FEATURES)

COMPRESSED_TYPES: Final = ("text/html", "application/json", "text/javascript", "image/svg+xml")
"""No event streams, sent line by line, nor compressed formats."""

SESSION_HINT_COOKIE: Final = "istaka_known"
"""Scripts then fetch what cached public pages leave out."""


class RouteNameMiddleware:
    """Notes the view for the request's log line: the path may contain a token.

    The outermost middleware, because others may answer in place of the view.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Callable[..., HttpResponse], *_: Any) -> None:
        notes, match = CURRENT_REQUEST.get(), request.resolver_match
        if notes and match:
            notes.route = match.view_name


class SecurityHeadersMiddleware:
    """Own files only, no inline code or device features; cacheable, without nonces."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        framed = response.headers.get("X-Frame-Options") == "SAMEORIGIN"
        policy = CONTENT_SECURITY_POLICY.replace(NO_FRAMING, SAME_ORIGIN_FRAMING if framed else NO_FRAMING)
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response


class CompressionMiddleware:
    """Only for visitors without a session: sizes can reveal secrets (BREACH)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.compress = GZipMiddleware(get_response).process_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(response, SharedResponse):
            return serve_gzip(request, response)
        content_type = response.headers.get("Content-Type", "").partition(";")[0]
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if has_session or content_type not in COMPRESSED_TYPES or response.streaming:
            return response
        return self.compress(request, response)


def serve_gzip(request: HttpRequest, response: SharedResponse) -> SharedResponse:
    patch_vary_headers(response, ["Accept-Encoding"])
    if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        response.content = response.rendered_page.gzipped
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.content))
        if tag := response.headers.get("ETag"):
            response.headers["ETag"] = f"W/{tag}"
    return response


class PrivateCacheMiddleware:
    """Private unless a view allowed caching and no cookie matters.

    The browser keeps the page for its back button, but revalidates it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        cache_control = response.headers.get("Cache-Control", "public")
        if "public" in cache_control and self._depends_on_visitor(response):
            response.headers["Cache-Control"] = "private, no-cache"
        return response

    @staticmethod
    def _depends_on_visitor(response: HttpResponse) -> bool:
        return (
            "Cache-Control" not in response.headers
            or bool(response.cookies)
            or has_vary_header(response, "Cookie")
        )


class SessionHintMiddleware:
    """A cookie reveals that a user is signed in, not which."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Set and delete the hint with the session cookie; users without it also get it, except on errors."""
        response = self.get_response(request)
        session = response.cookies.get(settings.SESSION_COOKIE_NAME)
        if session is not None and not session.value:
            response.delete_cookie(SESSION_HINT_COOKIE, samesite="Lax")
        elif session is not None or (
            response.status_code < HTTPStatus.BAD_REQUEST and self._lacks_cookie(request)
        ):
            age = settings.SESSION_COOKIE_AGE if session is None else session["max-age"] or None
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(SESSION_HINT_COOKIE, "1", max_age=age, secure=secure, samesite="Lax")
        return response

    @staticmethod
    def _lacks_cookie(request: HttpRequest) -> bool:
        """An unread session stays unread."""
        return (
            SESSION_HINT_COOKIE not in request.COOKIES
            and request.session.accessed
            and SESSION_KEY in request.session
        )


class ErrorPagesMiddleware:
    """Pages for a wrong method, a row deleted meanwhile, and a database that is out of reach.

    The innermost middleware, so the pages know user and language.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or not request.accepts("text/html"):
            return response
        page = render(request, "405.html", status=response.status_code)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        unavailable = unavailable_response(request, exception)
        refusal = _removal_behind(exception)
        if unavailable is not None or refusal is None:
            return unavailable
        messages.error(request, refusal.message.html)
        return not_found(request, exception)


def _removal_behind(exception: BaseException | None) -> RemovedMeanwhile | None:
    while exception is not None and not isinstance(exception, RemovedMeanwhile):
        exception = exception.__context__
    return exception
