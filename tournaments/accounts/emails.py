from __future__ import annotations

from django.utils.translation import gettext as _


def new_password_email(*, name: str, link: str) -> tuple[str, str]:
    return _("A new password for Istaka"), _(
        "Hello %(name)s,\n\nsomeone, hopefully you, asked for a new password for your account. Choose it "
        "here within an hour:\n\n%(link)s\n\nThe link works once. If it wasn't you, ignore this e-mail: "
        "your password stays the same."
    ) % {"name": name, "link": link}


def confirm_address_email(*, name: str, link: str) -> tuple[str, str]:
    """Write to the new address."""
    return _("Your new e-mail for Istaka"), _(
        "Hello %(name)s,\n\nyou want to sign in with this e-mail from now on. Confirm it here within an "
        "hour:\n\n%(link)s\n\nIf it wasn't you, ignore this e-mail: the address is then not used."
    ) % {"name": name, "link": link}


def address_in_use_email() -> tuple[str, str]:
    return _("Your e-mail for Istaka"), _(
        "Hello,\n\nsomeone tried to use this e-mail for another account of Istaka. It already has one, so "
        "nothing was changed. If it was you, sign in with this e-mail; if you have forgotten the password, "
        "choose “Forgotten password” there."
    )


def address_changed_email(*, name: str) -> tuple[str, str]:
    """Write to the old address."""
    return _("Your e-mail for Istaka was changed"), _(
        "Hello %(name)s,\n\nthe e-mail of your account has just been changed; you can no longer sign in "
        "with this one. If it wasn't you, tell an owner of your club or the person who runs the server at "
        "once."
    ) % {"name": name}
