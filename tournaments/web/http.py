"""What the organizer's views ask of a request, and how they answer."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirectBase
from django.shortcuts import render, resolve_url
from django_htmx.middleware import HtmxDetails

from tournaments.limits.attempts import TooBusy, TooManyTries
from tournaments.log.actor import Actor
from tournaments.models import User


class PageRequest(HttpRequest):
    """A request as it comes through our middleware."""

    user: User | AnonymousUser
    htmx: HtmxDetails


class SeeOther(HttpResponseRedirectBase):
    """After a POST that changed something: a page to look at, which can be loaded again."""

    status_code = HTTPStatus.SEE_OTHER


View = TypeVar("View", bound=Callable[..., HttpResponse])


def takes_file(view: View) -> View:
    """Mark a view to which a file may be sent; elsewhere files are read past."""
    view.takes_file = True  # type: ignore[attr-defined] # functions bear what they are marked with
    return view


def see_other(to: str, *args: Any, **kwargs: Any) -> SeeOther:
    return SeeOther(resolve_url(to, *args, **kwargs))


def actor_of(request: PageRequest) -> Actor:
    return Actor(user=request.user if isinstance(request.user, User) else None)


def refuse(request: PageRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The page again with what was typed and what is wrong with it; nothing was stored.

    Its address is asked for by GET when it is loaded again or its language is changed: whoever refuses
    answers GET too, if only with the way back.
    """
    return render(request, template, context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def ask_to_wait(
    request: PageRequest, template: str, context: dict[str, Any], why: TooManyTries | TooBusy
) -> HttpResponse:
    """The page again with what was typed, for who may try again later; a program is told when."""
    tried = isinstance(why, TooManyTries)
    status = HTTPStatus.TOO_MANY_REQUESTS if tried else HTTPStatus.SERVICE_UNAVAILABLE
    response = render(request, template, context, status=status)
    response.headers["Retry-After"] = str(why.seconds)
    return response
