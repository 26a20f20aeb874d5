from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.accounts.domain import own_account, password_check
from tournaments.accounts.domain.close_account import close, solely_owned_clubs
from tournaments.accounts.forms import NewEmailForm, OwnPasswordForm, PasswordForm
from tournaments.limits.attempts import TooBusy, TooManyAttempts
from tournaments.mail import outbox
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, ask_to_wait, render_refusal, see_other

from .account_page import signed_in_user
from .sessions import renew_session

CHANGE_PAGE: Final = "tournaments/accounts/password.html"
EMAIL_PAGE: Final = "tournaments/accounts/email.html"
CLOSE_PAGE: Final = "tournaments/accounts/close.html"


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def password(request: PageRequest) -> HttpResponse:
    """GET shows the form; POST checks the old password, stores the new one, signs out other browsers."""
    user = signed_in_user(request)
    form = OwnPasswordForm(user, request.POST if request.method == "POST" else None)

    def change_password() -> HttpResponse:
        key = request.session.session_key or ""
        own_account.change_password(
            user=user, password=form.cleaned_data["new_password1"], current_key=key, at=timezone.now()
        )
        renew_session(request, user)
        messages.success(request, _("Your password is changed. Other browsers are signed out."))
        return see_other("tournaments:account")

    return act_after_password(
        request, {"form": form}, page=CHANGE_PAGE, act=change_password, field="old_password"
    )


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def own_email(request: PageRequest) -> HttpResponse:
    """GET shows the form; POST checks the password, changes the email, signs out other browsers.

    With mail set up, it only sends a confirmation link.
    """
    user = signed_in_user(request)
    form = NewEmailForm(request.POST if request.method == "POST" else None)

    def change_email() -> HttpResponse:
        email = form.cleaned_data["email"]
        key = request.session.session_key or ""
        if own_account.change_email(
            user=user,
            email=email,
            confirmation_link=email_confirmation_link,
            current_key=key,
            at=timezone.now(),
        ):
            text = _("Your e-mail is changed. Sign in with it from now on. Other browsers are signed out.")
            messages.success(request, text)
        else:
            template = _("A link is on its way to %(email)s. Your e-mail changes once you open it.")
            messages.success(request, template % {"email": email})
        return see_other("tournaments:account")

    context = {"form": form, "by_mail": outbox.is_set_up()}
    return act_after_password(request, context, page=EMAIL_PAGE, act=change_email)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def close_account(request: PageRequest) -> HttpResponse:
    """GET asks; POST checks the password, closes and signs out; 422 for the last owner of a club."""
    user = signed_in_user(request)
    form = PasswordForm(request.POST if request.method == "POST" else None)

    def close_and_sign_out() -> HttpResponse:
        close(user=user, at=timezone.now())
        request.session.flush()
        messages.success(request, _("Your account is closed."))
        return see_other("scoring:tournaments")

    context = {"form": form, "owned_alone": solely_owned_clubs(user=user)}
    return act_after_password(request, context, page=CLOSE_PAGE, act=close_and_sign_out)


def email_confirmation_link(code: str) -> str:
    return f"{settings.PUBLIC_ADDRESS}{reverse('tournaments:confirm_email', args=[code])}"


def act_after_password(
    request: PageRequest,
    context: dict[str, Any],
    *,
    page: str,
    act: Callable[[], HttpResponse],
    field: str = "password",
) -> HttpResponse:
    """Return `act()` if the form in `context` is valid and the password in its `field` right.

    Else render `page` with errors and refusals, also of `act`: 422; 429 or 503 with Retry-After.
    """
    form: forms.Form = context["form"]
    if not form.is_bound:
        return render(request, page, context)
    if not form.is_valid():
        return render_refusal(request, page, context)
    try:
        password_check.confirm_password(
            user=signed_in_user(request), password=form.cleaned_data[field], at=timezone.now()
        )
    except (TooManyAttempts, TooBusy) as wait:
        form.add_error(field, wait.message)
        return ask_to_wait(request, page, context, wait)
    except password_check.WrongOldPassword as wrong_password:
        form.add_error(field, wrong_password.message)
        return render_refusal(request, page, context)
    try:
        return act()
    except TooManyAttempts as wait:
        form.add_error(None, wait.message)
        return ask_to_wait(request, page, context, wait)
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, page, context)
