"""Who acts: a person who signed in, a table's phone, a side's phone, or a program at the console."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import SidesLink, TableLink, User


@dataclass(frozen=True)
class Actor:
    """At most one of `user`, `table_link` and `sides_link`; none is the console.

    `device` is what the phone or program says of itself, `device_id` the random name that we gave a browser;
    `keeper_id` is as whom it keeps the table whose link it holds, now or until somebody took over.
    """

    user: User | None = None
    table_link: TableLink | None = None
    sides_link: SidesLink | None = None
    keeper_id: int | None = None
    device: str = ""
    device_id: str = ""


CONSOLE = Actor(device="console")

APPLICANT = Actor(device="sign-up")
"""A person without an account who signs up."""
