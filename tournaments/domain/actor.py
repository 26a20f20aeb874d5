"""Who acts: a person who signed in, a table's phone, or a program at the console."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import TableLink, User


@dataclass(frozen=True)
class Actor:
    """At most one of `user` and `table_link`; neither is the console. `device` names the phone or program."""

    user: User | None = None
    table_link: TableLink | None = None
    device: str = ""


CONSOLE = Actor(device="console")
