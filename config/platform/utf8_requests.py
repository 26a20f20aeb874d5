"""Requests as they are read here: in UTF-8, whatever they say about themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import BadRequest
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils.http import parse_header_parameters

UTF_8 = ("utf-8", "utf8")


class Utf8Request(HttpRequest):
    """Forms of ours are sent in UTF-8; what says that it is in anything else is refused where it is read.

    A kind that can't be read at all is none.
    """

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        try:
            self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except ValueError:
            self.content_type, self.content_params = "", {}

    def _load_post_and_files(self) -> None:
        said = (self.content_params or {}).get("charset", "").lower()
        if said and said not in UTF_8:
            self._mark_post_parse_error()  # type: ignore[attr-defined]
            raise BadRequest("Forms are read in UTF-8.")
        super()._load_post_and_files()


class Utf8ASGIRequest(Utf8Request, ASGIRequest):
    """What the servers hand to the pages."""
