from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import BadRequest
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from django.utils.http import parse_header_parameters

UTF_8 = ("utf-8", "utf8")


class Utf8Request(HttpRequest):
    """Raise BadRequest for another charset. An invalid content type counts as none."""

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        try:
            self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except ValueError:
            self.content_type, self.content_params = "", {}

    def _load_post_and_files(self) -> None:
        charset = (self.content_params or {}).get("charset", "").lower()
        if charset and charset not in UTF_8:
            self._mark_post_parse_error()  # type: ignore[attr-defined]
            raise BadRequest("Forms are read in UTF-8.")
        super()._load_post_and_files()


class Utf8ASGIRequest(Utf8Request, ASGIRequest):
    pass
