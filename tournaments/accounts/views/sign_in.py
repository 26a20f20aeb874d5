from __future__ import annotations

from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.accounts.domain import password_check, two_factor
from tournaments.accounts.forms import SignInForm
from tournaments.limits.attempts import TooBusy, TooManyAttempts
from tournaments.web.client import client_of, ensure_device_cookie, known_browser_name, remember_signing_in
from tournaments.web.http import PageRequest, SeeOther, ask_to_wait, render_refusal, see_other
from tournaments.web.return_links import requested_next_page

from .passkeys import sign_in_challenge
from .sessions import open_session
from .two_factor import ask_for_code


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: PageRequest) -> HttpResponse:
    """Check the password; with a second step, ask for its code.

    422 if wrong, 429 after many attempts, 503 if too busy. A signed-in user is redirected: cached public
    pages link here for everybody.
    """
    target = requested_next_page(request)
    if request.method != "POST":
        if request.user.is_authenticated:
            return SeeOther(target or reverse("tournaments:dashboard"))
        context = {"form": SignInForm(), "next": target, **sign_in_challenge(request)}
        response: HttpResponse = render(request, "tournaments/accounts/sign_in.html", context)
        ensure_device_cookie(request, response)
        return response
    form = SignInForm(request.POST)
    context = {"form": form, "next": target, **sign_in_challenge(request)}
    if not form.is_valid():
        return render_refusal(request, "tournaments/accounts/sign_in.html", context)
    credentials, client = form.cleaned_data, client_of(request)
    try:
        user = password_check.sign_in(
            email=credentials["email"],
            password=credentials["password"],
            address=client.address,
            device=client.device,
            browser=known_browser_name(request, credentials["email"]),
            at=timezone.now(),
        )
    except (TooManyAttempts, TooBusy) as wait:
        form.add_error(None, wait.message)
        return ask_to_wait(request, "tournaments/accounts/sign_in.html", context, wait)
    except password_check.WrongPassword as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, "tournaments/accounts/sign_in.html", context)
    if two_factor.for_user(user=user) is not None:
        return ask_for_code(user, target)
    open_session(request, user)
    response = SeeOther(target or reverse("tournaments:dashboard"))
    remember_signing_in(response, credentials["email"])
    return response


@require_POST
def sign_out(request: PageRequest) -> HttpResponse:
    logout(request)
    return see_other("scoring:tournaments")
