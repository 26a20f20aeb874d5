"""The actor of an act: a user, a table's phone, a side's phone, or a program at the console."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import SidesLink, TableLink, User


@dataclass(frozen=True)
class Actor:
    """At most one of `user`, `table_link` and `sides_link`; the console has none.

    `device` is the user agent of the phone or program, `device_id` the random name that the site gave a
    browser; `keeper_id` is the keeper as whom it keeps the table of its link, now or until another device
    took over.
    """

    user: User | None = None
    table_link: TableLink | None = None
    sides_link: SidesLink | None = None
    keeper_id: int | None = None
    device: str = ""
    device_id: str = ""


CONSOLE = Actor(device="console")

APPLICANT = Actor(device="sign-up")
"""A person who signs up without an account."""
