from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirectBase
from django.shortcuts import render, resolve_url
from django_htmx.middleware import HtmxDetails

from tournaments.limits.attempts import TooBusy, TooManyAttempts
from tournaments.log.actor import Actor
from tournaments.models import User


class PageRequest(HttpRequest):
    user: User | AnonymousUser
    htmx: HtmxDetails


class SeeOther(HttpResponseRedirectBase):
    status_code = HTTPStatus.SEE_OTHER


View = TypeVar("View", bound=Callable[..., HttpResponse])


def takes_file(view: View) -> View:
    """Other views skip uploads."""
    view.takes_file = True  # type: ignore[attr-defined] # the mark
    return view


def see_other(to: str, *args: Any, **kwargs: Any) -> SeeOther:
    return SeeOther(resolve_url(to, *args, **kwargs))


def actor_of(request: PageRequest) -> Actor:
    return Actor(user=request.user if isinstance(request.user, User) else None)


def render_refusal(request: PageRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The view must answer GET too, for a reload or a change of language."""
    return render(request, template, context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def ask_to_wait(
    request: PageRequest, template: str, context: dict[str, Any], refusal: TooManyAttempts | TooBusy
) -> HttpResponse:
    too_many = isinstance(refusal, TooManyAttempts)
    status = HTTPStatus.TOO_MANY_REQUESTS if too_many else HTTPStatus.SERVICE_UNAVAILABLE
    response = render(request, template, context, status=status)
    response.headers["Retry-After"] = str(refusal.seconds)
    return response
