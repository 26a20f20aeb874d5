"""Browsers support passkeys over https and on localhost."""

from __future__ import annotations

import ipaddress
import time
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.accounts.domain import passkeys
from tournaments.accounts.forms import PasskeyForm, PasswordForm, SignInForm
from tournaments.limits.attempts import TooManyAttempts
from tournaments.refusals import Refused
from tournaments.web.client import client_of, remember_signing_in
from tournaments.web.http import PageRequest, SeeOther, ask_to_wait, render_refusal, see_other
from tournaments.web.return_links import requested_next_page
from tournaments.web.user_agents import browser_kind, device_kind

from . import signed_values
from .account_page import posted_id, signed_in_user
from .credentials import act_after_password
from .sessions import open_session

PAGE: Final = "tournaments/accounts/passkeys.html"
SIGN_IN_PAGE: Final = "tournaments/accounts/sign_in.html"
_STATE_KEY: Final = "passkey_asked"
_EXPIRY_KEY: Final = "passkey_until"
STATE_LIFETIME_SECONDS: Final = 300
"""Time to add a passkey after the password, and to sign in after opening the page."""
SALT: Final = "tournaments.passkey"


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def own_passkeys(request: PageRequest) -> HttpResponse:
    """GET lists the passkeys; POST of the right password allows adding one, else as `act_after_password`."""

    def allow_adding() -> HttpResponse:
        request.session[_EXPIRY_KEY] = int(time.time()) + STATE_LIFETIME_SECONDS
        return see_other("tournaments:own_passkeys")

    form = PasswordForm(request.POST if request.method == "POST" else None)
    return act_after_password(
        request, _passkeys_page_context(request, form=form), page=PAGE, act=allow_adding
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def add_passkey(request: PageRequest) -> HttpResponse:
    """Store the posted passkey and end the password's confirmation; 422 if refused or without a challenge.

    Redirects to the passkeys on GET, or without relying party or recently confirmed password.
    """
    relying_party = relying_party_of(request)
    if request.method != "POST" or relying_party is None or not _may_add(request):
        return see_other("tournaments:own_passkeys")
    form = PasskeyForm(request.POST)
    state = request.session.pop(_STATE_KEY, None)
    if not form.is_valid() or state is None:
        return render_refusal(request, PAGE, _passkeys_page_context(request, make_form=form))
    try:
        passkeys.finish_registration(
            user=signed_in_user(request),
            name=form.cleaned_data["name"],
            answer=form.cleaned_data["answer"],
            state=state,
            relying_party=relying_party,
            at=timezone.now(),
        )
    except Refused as refusal:
        return render_refusal(request, PAGE, _passkeys_page_context(request, refusal=refusal, make_form=form))
    del request.session[_EXPIRY_KEY]
    messages.success(request, _("The passkey is saved. You can sign in with it from now on."))
    return see_other("tournaments:own_passkeys")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def remove_passkey(request: PageRequest) -> HttpResponse:
    """Remove the posted `passkey`, 422 if refused; GET redirects to the passkeys."""
    if request.method != "POST":
        return see_other("tournaments:own_passkeys")
    try:
        public_id = posted_id(request, "passkey")
        passkeys.remove(user=signed_in_user(request), public_id=public_id, at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, PAGE, _passkeys_page_context(request, refusal=refusal))
    messages.success(request, _("The passkey is removed. Delete it on the device, too."))
    return see_other("tournaments:own_passkeys")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_passkey(request: PageRequest) -> HttpResponse:
    """Sign in without second step; 422 for an old challenge or refused passkey, 429 after many attempts.

    GET redirects to sign-in.
    """
    relying_party = relying_party_of(request)
    if request.method != "POST" or relying_party is None:
        return see_other("tournaments:sign_in")
    target = requested_next_page(request)
    context = {"form": SignInForm(), "next": target, **sign_in_challenge(request)}
    client = client_of(request)
    try:
        state = signed_values.load(request.POST.get("state", ""), salt=SALT, seconds=STATE_LIFETIME_SECONDS)
        user = passkeys.sign_in(
            answer=request.POST.get("answer", ""),
            state=state,
            relying_party=relying_party,
            address=client.address,
            device=client.device,
            at=timezone.now(),
        )
    except signing.BadSignature:
        return render_refusal(
            request, SIGN_IN_PAGE, {**context, "passkey_error": _("That took too long. Try again.")}
        )
    except TooManyAttempts as wait:
        return ask_to_wait(request, SIGN_IN_PAGE, {**context, "passkey_error": wait.message}, wait)
    except Refused as refusal:
        return render_refusal(request, SIGN_IN_PAGE, {**context, "passkey_error": refusal.message})
    open_session(request, user)
    response = SeeOther(target or reverse("tournaments:dashboard"))
    remember_signing_in(response, user.email)
    return response


def sign_in_challenge(request: PageRequest) -> dict[str, str]:
    relying_party = relying_party_of(request)
    if relying_party is None:
        return {}
    challenge = passkeys.begin_sign_in(relying_party=relying_party)
    return {
        "passkey_options": challenge.options,
        "passkey_state": signed_values.dump(challenge.state, salt=SALT),
    }


def relying_party_of(request: PageRequest) -> passkeys.RelyingParty | None:
    """Return this site's host as relying party.

    None over plain http (except localhost), for an IP address or without a host name.
    """
    host = request.get_host().rpartition("]")[2].partition(":")[0]
    if not host or not (request.is_secure() or host == "localhost"):
        return None
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return passkeys.RelyingParty(host, f"{request.scheme}://{request.get_host()}")
    return None


def _may_add(request: PageRequest) -> bool:
    until: float = request.session.get(_EXPIRY_KEY, 0)
    return 0 < until - time.time() <= STATE_LIFETIME_SECONDS


def _passkeys_page_context(request: PageRequest, **more: Any) -> dict[str, Any]:
    """Add `passkey_options`, `make_form`, and store a challenge, if site and recent password allow it."""
    user = signed_in_user(request)
    relying_party = relying_party_of(request)
    context: dict[str, Any] = {
        "passkeys": passkeys.for_user(user=user),
        "passkeys_supported": relying_party is not None,
        "form": PasswordForm(),
    }
    if relying_party is not None and _may_add(request):
        challenge = passkeys.begin_registration(user=user, relying_party=relying_party)
        request.session[_STATE_KEY] = challenge.state
        user_agent = request.headers.get("User-Agent", "")
        name = " · ".join(filter(None, (device_kind(user_agent), browser_kind(user_agent))))
        context |= {"passkey_options": challenge.options, "make_form": PasskeyForm(initial={"name": name})}
    return {**context, **more}
