"""Signing in and out."""

from __future__ import annotations

from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain import signing_in
from tournaments.domain.accounts import second_step
from tournaments.domain.tries import TooManyTries
from tournaments.forms.account import SignInForm

from .account.opened import open_session
from .account.passkeys import asked_to_sign_in
from .account.second_step import ask_for_code
from .back import came_from
from .devices import client_of, name_device, remember_signing_in, signed_in_before
from .http import PageRequest, SeeOther, ask_to_wait, refuse, see_other


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: PageRequest) -> HttpResponse:
    """Ask for e-mail and password; after a few failures ask for patience too.

    Who is signed in is led on: without a script public pages show everybody the way here.
    """
    target = came_from(request)
    if request.method != "POST":
        if request.user.is_authenticated:
            return SeeOther(target or reverse("tournaments:desk"))
        context = {"form": SignInForm(), "next": target, **asked_to_sign_in(request)}
        response: HttpResponse = render(request, "tournaments/sign_in.html", context)
        name_device(request, response)
        return response
    form = SignInForm(request.POST)
    context = {"form": form, "next": target, **asked_to_sign_in(request)}
    if not form.is_valid():
        return refuse(request, "tournaments/sign_in.html", context)
    typed, client = form.cleaned_data, client_of(request)
    try:
        user = signing_in.sign_in(
            email=typed["email"],
            password=typed["password"],
            address=client.address,
            device=client.device,
            browser=signed_in_before(request, typed["email"]),
            at=timezone.now(),
        )
    except (TooManyTries, signing_in.TooBusy) as wait:
        form.add_error(None, wait.message)
        return ask_to_wait(request, "tournaments/sign_in.html", context, wait)
    except signing_in.WrongPassword as wrong:
        form.add_error(None, wrong.message)
        return refuse(request, "tournaments/sign_in.html", context)
    if second_step.of(user=user) is not None:
        return ask_for_code(user, target)
    open_session(request, user)
    response = SeeOther(target or reverse("tournaments:desk"))
    remember_signing_in(response, typed["email"])
    return response


@require_POST
def sign_out(request: PageRequest) -> HttpResponse:
    logout(request)
    return see_other("scoring:tournaments")
