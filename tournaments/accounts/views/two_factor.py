from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.accounts.domain import two_factor
from tournaments.accounts.domain.link_codes import format_code
from tournaments.accounts.forms import PasswordForm, SecondCodeForm, SecondStepForm
from tournaments.languages import restrict_cookie
from tournaments.limits.attempts import TooManyAttempts
from tournaments.models import User
from tournaments.web.client import remember_signing_in
from tournaments.web.http import PageRequest, SeeOther, actor_of, ask_to_wait, render_refusal, see_other
from tournaments.web.qr import qr_svg
from tournaments.web.return_links import requested_next_page

from . import signed_values
from .account_page import signed_in_user
from .credentials import act_after_password
from .sessions import open_session

PAGE: Final = "tournaments/accounts/two_factor.html"
CODE_PAGE: Final = "tournaments/accounts/sign_in_code.html"
_SECRET_SESSION_KEY: Final = "second_step_secret"  # noqa: S105 - a session key
_CODES_SESSION_KEY: Final = "recovery_codes"
COOKIE: Final = "istaka_second_step"
SALT: Final = "tournaments.second-step"
COOKIE_LIFETIME_SECONDS: Final = 600
"""Time to type the code after the password."""


@sensitive_post_parameters("password", "code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def own_second_step(request: PageRequest) -> HttpResponse:
    """GET shows the page; POST turns two-step sign-in on by password and code, 422 if one is wrong.

    The next page shows recovery codes once.
    """
    user = signed_in_user(request)
    form = SecondStepForm(request.POST if request.method == "POST" else None)

    def turn_on() -> HttpResponse:
        code = form.cleaned_data["code"]
        codes = two_factor.turn_on(user=user, secret=_pending_secret(request), code=code, at=timezone.now())
        request.session.pop(_SECRET_SESSION_KEY, None)
        request.session[_CODES_SESSION_KEY] = codes
        messages.success(request, _("Two-step sign-in is on. From now on you are asked for a code."))
        return see_other("tournaments:two_factor")

    return act_after_password(request, _two_factor_page_context(request, form=form), page=PAGE, act=turn_on)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def second_step_off(request: PageRequest) -> HttpResponse:
    """POST checks the password and turns two-step sign-in off; GET redirects to its page."""
    if request.method != "POST":
        return see_other("tournaments:two_factor")

    def turn_off() -> HttpResponse:
        two_factor.turn_off(user=signed_in_user(request), by=actor_of(request), at=timezone.now())
        messages.success(request, _("Two-step sign-in is off now. The password alone signs you in."))
        return see_other("tournaments:account")

    form = PasswordForm(request.POST, auto_id="off_%s")
    return act_after_password(
        request, _two_factor_page_context(request, form=form, off_form=form), page=PAGE, act=turn_off
    )


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def recovery_codes(request: PageRequest) -> HttpResponse:
    """POST checks the password and replaces recovery codes.

    The two-step page, where GET redirects, shows them once.
    """
    if request.method != "POST":
        return see_other("tournaments:two_factor")

    def renew_codes() -> HttpResponse:
        request.session[_CODES_SESSION_KEY] = two_factor.renew_codes(
            user=signed_in_user(request), at=timezone.now()
        )
        return see_other("tournaments:two_factor")

    form = PasswordForm(request.POST, auto_id="codes_%s")
    return act_after_password(
        request, _two_factor_page_context(request, form=form, codes_form=form), page=PAGE, act=renew_codes
    )


@sensitive_post_parameters("code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_code(request: PageRequest) -> HttpResponse:
    """GET shows the form; POST signs in and goes to `next`, 422 for a wrong code, 429 after many.

    Redirect to sign-in without a valid cookie.
    """
    user = _user_from_cookie(request)
    if user is None:
        return see_other("tournaments:sign_in")
    target = requested_next_page(request)
    form = SecondCodeForm(request.POST if request.method == "POST" else None)
    context = {"form": form, "next": target}
    if not form.is_bound:
        return render(request, CODE_PAGE, context)
    if not form.is_valid():
        return render_refusal(request, CODE_PAGE, context)
    try:
        two_factor.confirm_code(user=user, code=form.cleaned_data["code"], at=timezone.now())
    except TooManyAttempts as wait:
        form.add_error("code", wait.message)
        return ask_to_wait(request, CODE_PAGE, context, wait)
    except two_factor.WrongCode as refusal:
        form.add_error("code", refusal.message)
        return render_refusal(request, CODE_PAGE, context)
    open_session(request, user)
    response = SeeOther(target or reverse("tournaments:dashboard"))
    remember_signing_in(response, user.email)
    _set_cookie(response, "", seconds=0)
    return response


def ask_for_code(user: User, target: str) -> HttpResponse:
    """Redirect to the code's page, `target` in the query; a signed cookie proves the password was given."""
    query = f"?{urlencode({'next': target})}" if target else ""
    response = SeeOther(reverse("tournaments:sign_in_code") + query)
    _set_cookie(
        response,
        signed_values.dump([user.pk, _password_tag(user)], salt=SALT),
        seconds=COOKIE_LIFETIME_SECONDS,
    )
    return response


def _set_cookie(response: HttpResponse, value: str, *, seconds: int) -> None:
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(COOKIE, value, max_age=seconds, secure=secure, httponly=True, samesite="Lax")
    restrict_cookie(response, COOKIE, "tournaments:sign_in")


def _user_from_cookie(request: PageRequest) -> User | None:
    """Return None if the cookie is invalid, the password has changed, account or second step are off."""
    try:
        key, password_tag = signed_values.load(
            request.COOKIES.get(COOKIE, ""), salt=SALT, seconds=COOKIE_LIFETIME_SECONDS
        )
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=key, is_active=True, second_step__isnull=False).first()
    return user if user is not None and constant_time_compare(password_tag, _password_tag(user)) else None


def _password_tag(user: User) -> str:
    """It changes with the password."""
    return salted_hmac(SALT, user.password, algorithm="sha256").hexdigest()


def _pending_secret(request: PageRequest) -> str:
    secret: str = request.session.setdefault(_SECRET_SESSION_KEY, two_factor.new_secret())
    return secret


def _two_factor_page_context(request: PageRequest, **more: Any) -> dict[str, Any]:
    """Add new recovery codes once, on GET.

    Without a second step, add the secret and QR code to turn it on.
    """
    user = signed_in_user(request)
    second_factor = two_factor.for_user(user=user)
    codes = (
        [format_code(code) for code in request.session.pop(_CODES_SESSION_KEY, [])]
        if request.method == "GET"
        else []
    )
    context: dict[str, Any] = {
        "second_factor": second_factor,
        "codes": codes,
        "unused_code_count": two_factor.count_unused_codes(user=user) if second_factor else 0,
        "off_form": PasswordForm(auto_id="off_%s"),
        "codes_form": PasswordForm(auto_id="codes_%s"),
    }
    if second_factor is None:
        secret = _pending_secret(request)
        address = two_factor.provisioning_uri(user=user, secret=secret)
        context |= {"secret": format_code(secret), "address": address, "qr": qr_svg(address)}
    return {**context, **more}
