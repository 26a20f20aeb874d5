from __future__ import annotations

from django.utils.translation import gettext as _


def new_password(*, name: str, link: str) -> tuple[str, str]:
    return _("A new password for Istaka"), _(
        "Hello %(name)s,\n\n"
        "somebody, you I hope, asked for a new password for your account. Choose it here, within an hour:\n\n"
        "%(link)s\n\n"
        "The link works once. If it wasn't you, do nothing: your password stays as it is."
    ) % {"name": name, "link": link}


def prove_email(*, name: str, link: str) -> tuple[str, str]:
    """Write to the new address."""
    return _("Your new e-mail for Istaka"), _(
        "Hello %(name)s,\n\n"
        "from now on you want to sign in with this e-mail. Confirm it here, within an hour:\n\n"
        "%(link)s\n\n"
        "If it wasn't you, do nothing: then this e-mail is not used."
    ) % {"name": name, "link": link}


def email_has_account() -> tuple[str, str]:
    return _("Your e-mail for Istaka"), _(
        "Hello,\n\n"
        "somebody wanted to use this e-mail for another account of Istaka. It has one already, so nothing "
        "was changed. If it was you, sign in with this e-mail; if you don't know the password any more, "
        "choose “Forgotten password” there."
    )


def email_changed(*, name: str) -> tuple[str, str]:
    """Write to the old address."""
    return _("Your e-mail for Istaka was changed"), _(
        "Hello %(name)s,\n\n"
        "your account has another e-mail since a moment ago; this one signs in no more. If it wasn't you, "
        "tell an owner of your club, or whoever runs the server, at once."
    ) % {"name": name}
