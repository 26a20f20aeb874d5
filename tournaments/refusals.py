"""The base of every refusal of the domain."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refused(Exception):  # noqa: N818 - a refusal is no fault
    """Something was asked for that can't be done now. Nothing was changed.

    `code` is stable and for programs; `message` is for people, in the language of the moment.
    """

    code: ClassVar[str]
    template: ClassVar[str | Promise]

    def __init__(self, **details: Any) -> None:
        super().__init__(self.code)
        self.details = details

    @property
    def message(self) -> str:
        return str(self.template) % self.details

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class GoneMeanwhile(Refused):
    """Another request removed a row between the view's query and the lock.

    Where a view doesn't show it, the middleware answers 404 with this message.
    """

    code = "gone_meanwhile"
    template = _("Somebody else removed this a moment ago. Reload the page.")
