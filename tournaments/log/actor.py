from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import SidesLink, TableLink, User


@dataclass(frozen=True)
class Actor:
    """One of `user`, `table_link` and `sides_link`, or none for the console.

    `device`: user agent; `device_id`: the browser's random name; `keeper_id`: its keeper, current or former.
    """

    user: User | None = None
    table_link: TableLink | None = None
    sides_link: SidesLink | None = None
    keeper_id: int | None = None
    device: str = ""
    device_id: str = ""


CONSOLE = Actor(device="console")

APPLICANT = Actor(device="sign-up")
"""A person without an account."""
