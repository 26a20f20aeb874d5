from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from tournaments.accounts.domain import own_account, recovery_links
from tournaments.accounts.domain.link_codes import normalize_code
from tournaments.accounts.forms import AccountCodeForm, ForgottenPasswordForm, NewPasswordForm
from tournaments.enums import AccountLinkKind
from tournaments.limits.attempts import TooManyAttempts
from tournaments.mail import outbox
from tournaments.refusals import Refused
from tournaments.web.client import client_of, ensure_device_cookie
from tournaments.web.http import PageRequest, ask_to_wait, render_refusal, see_other

FORGOTTEN_PAGE: Final = "tournaments/accounts/forgotten_password.html"
NEW_PASSWORD_PAGE: Final = "tournaments/accounts/new_password.html"  # noqa: S105
CONFIRM_EMAIL_PAGE: Final = "tournaments/accounts/confirm_email.html"
NOT_VALID_PAGE: Final = "tournaments/accounts/link_not_valid.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten_password(request: PageRequest) -> HttpResponse:
    """On POST, mail a link if there is an account, and redirect either way; 429 after many requests.

    GET sets the device's cookie. Without mail the page only takes a recovery code.
    """
    form = ForgottenPasswordForm(request.POST if request.method == "POST" else None)
    by_mail = outbox.is_set_up()
    context = {"form": form, "code_form": AccountCodeForm(), "by_mail": by_mail}
    if not form.is_bound or not by_mail:
        response = render(request, FORGOTTEN_PAGE, context)
        ensure_device_cookie(request, response)
        return response
    if not form.is_valid():
        return render_refusal(request, FORGOTTEN_PAGE, context)
    email, client = form.cleaned_data["email"], client_of(request)
    try:
        recovery_links.request_by_mail(
            email=email, address=client.address, device=client.device, at=timezone.now()
        )
    except TooManyAttempts as wait:
        form.add_error(None, _("Too many links were requested. Wait a while, then try again."))
        return ask_to_wait(request, FORGOTTEN_PAGE, context, wait)
    text = _("If there is an account with %(email)s, a link is on its way there. It is valid for an hour.")
    messages.success(request, text % {"email": email})
    return see_other("tournaments:forgotten_password")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_account_code(request: PageRequest) -> HttpResponse:
    """Redirect a valid posted `code` to the new password's page; else 422, never 429.

    GET redirects to `forgotten_password`.
    """
    if request.method != "POST":
        return see_other("tournaments:forgotten_password")
    code_form = AccountCodeForm(request.POST)
    context = {"form": ForgottenPasswordForm(), "code_form": code_form, "by_mail": outbox.is_set_up()}
    if not code_form.is_valid():
        return render_refusal(request, FORGOTTEN_PAGE, context)
    code = normalize_code(code_form.cleaned_data["code"])
    try:
        recovery_links.find_link(code=code, kind=AccountLinkKind.PASSWORD, at=timezone.now())
    except recovery_links.LinkNotValid as refusal:
        code_form.add_error("code", refusal.message)
        return render_refusal(request, FORGOTTEN_PAGE, context)
    return see_other("tournaments:new_password", code)


@sensitive_variables("account_code")
@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: PageRequest, account_code: str) -> HttpResponse:
    """GET shows a form; POST sets the password, ends all sessions, goes to sign-in; 410 for invalid links."""
    try:
        link = recovery_links.find_link(code=account_code, kind=AccountLinkKind.PASSWORD, at=timezone.now())
    except Refused as refusal:
        return _render_invalid_link(request, refusal)
    form = NewPasswordForm(link.user, request.POST if request.method == "POST" else None)
    context = {"form": form}
    if not form.is_bound:
        return render(request, NEW_PASSWORD_PAGE, context)
    if not form.is_valid():
        return render_refusal(request, NEW_PASSWORD_PAGE, context)
    try:
        recovery_links.set_password(link=link, password=form.cleaned_data["new_password1"], at=timezone.now())
    except recovery_links.LinkNotValid as refusal:
        return _render_invalid_link(request, refusal)
    messages.success(request, _("Your new password is set. Sign in with it."))
    return see_other("tournaments:sign_in")


@sensitive_variables("account_code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_email(request: PageRequest, account_code: str) -> HttpResponse:
    """GET asks (mail scanners open links), POST changes the email, ends other sessions.

    410 for an invalid link or address.
    """
    try:
        link = recovery_links.find_link(code=account_code, kind=AccountLinkKind.EMAIL, at=timezone.now())
        if request.method != "POST":
            return render(request, CONFIRM_EMAIL_PAGE)
        current_key = request.session.session_key if request.user == link.user else None
        own_account.confirm_email(link=link, current_key=current_key or "", at=timezone.now())
    except Refused as refusal:
        return _render_invalid_link(request, refusal)
    messages.success(
        request, _("Your e-mail is changed. Sign in with it from now on. Other browsers are signed out.")
    )
    return see_other("tournaments:account" if request.user.is_authenticated else "tournaments:sign_in")


def _render_invalid_link(request: PageRequest, refusal: Refused) -> HttpResponse:
    return render(request, NOT_VALID_PAGE, {"refusal": refusal}, status=HTTPStatus.GONE)
