from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.test import Client

from tournaments.languages import path_in_language

__all__ = ["LanguageClient", "english", "path_in_language"]


def english(address: str) -> str:
    return path_in_language(address, "en")


class LanguageClient(Client):
    """A client that opens pages in one language, whatever language an address is in.

    Redirects are followed as given.
    """

    def __init__(self, language: str, **options: Any) -> None:
        super().__init__(**options)
        self.language = language
        self._led = False

    def generic(self, method: str, path: Any, *args: Any, **options: Any) -> Any:
        address = str(path) if self._led else path_in_language(str(path), self.language)
        return super().generic(method, address, *args, **options)

    def _handle_redirects(self, response: HttpResponse, *args: Any, **options: Any) -> Any:
        self._led = True
        try:
            return super()._handle_redirects(response, *args, **options)  # type: ignore[misc]
        finally:
            self._led = False
