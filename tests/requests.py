from __future__ import annotations

from django.core.handlers.wsgi import WSGIRequest

from config.platform.utf8_requests import Utf8Request


class ServerRequest(Utf8Request, WSGIRequest):
    """A request read as our servers read it, for a client that speaks WSGI."""
