"""What Django's test client asks with."""

from __future__ import annotations

from django.core.handlers.wsgi import WSGIRequest

from config.errors.requests import InUtf8


class AsServed(InUtf8, WSGIRequest):
    """Read as our servers read it, for a client that speaks WSGI."""
