from __future__ import annotations

from typing import Any

from django.core.handlers.wsgi import WSGIRequest

from config.platform.django_handler import is_readable_content_type


class ServerRequest(WSGIRequest):
    """A request as our server passes it on, for a client that speaks WSGI."""

    def __init__(self, environ: dict[str, Any]) -> None:
        if not is_readable_content_type(environ.get("CONTENT_TYPE", "")):
            environ = {**environ, "CONTENT_TYPE": ""}
        super().__init__(environ)
