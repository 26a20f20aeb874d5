"""Who reads, for scripts to put in on pages that are the same for everybody."""

from __future__ import annotations

from uuid import UUID

from django.http import JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access import NOBODY, Visitor, is_member
from tournaments.web.http import PageRequest


@never_cache
@require_safe
def reader(request: PageRequest) -> JsonResponse:
    """What was left to be told to him, and whether he is of the staff of `?tournament=`, or of `?club=`."""
    told = render_to_string("_messages.html", request=request)
    return JsonResponse({"told": told.strip(), "staff": _is_staff(request)})


def _is_staff(request: PageRequest) -> bool:
    return is_member(
        request.user, tournament=_id(request.GET.get("tournament")), club=_id(request.GET.get("club"))
    )


def _id(said: str | None) -> UUID | None:
    try:
        return UUID(said or "")
    except ValueError:
        return None


def asks_as_staff(request: PageRequest) -> bool:
    """Whether a page is asked for as the staff sees it (`?as=staff`); it then looks at who asks."""
    return request.GET.get("as") == "staff"


def who_looks(request: PageRequest) -> Visitor:
    """For whom a page is made that shows the staff more: nobody in particular, unless asked for as theirs."""
    return request.user if asks_as_staff(request) else NOBODY
