from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from config.demo import accounts, confirmations, demo_tournaments
from tournaments.enums import EncounterState
from tournaments.languages import default_path
from tournaments.log.actor import Actor
from tournaments.models import Club, TableLink


class Command(BaseCommand):
    help = "Fill an empty database with the demo's club; print its accounts and a table link."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--address", default="http://localhost:8000", help="base address of the pages")

    def handle(self, *_: Any, address: str, **__: Any) -> None:
        if not Club.objects.exists():
            self.stderr.write("Creating the demo; this takes some seconds …")
            create_demo()
        elif not Club.objects.filter(name=accounts.CLUB).exists():
            raise CommandError("This database has another club; the demo needs an empty one.")
        self.greet(address)

    def greet(self, address: str) -> None:
        file = accounts.accounts_file()
        if not file.exists():
            self.stderr.write(f"{file} is gone; `manage.py changepassword E-MAIL` sets a password.")
        for account in accounts.read_accounts(file):
            self.stdout.write(f"  {account.role:12} {account.email:28} {account.password}")
        if link := link_of_table_in_play():
            path = default_path("scoring:open_table", link.token)
            self.stdout.write(f"  table {link.table.number:<6} {address}{path}")


@transaction.atomic
def create_demo() -> None:
    """Create the demo club, a file of its accounts, and four tournaments; the caller refuses other clubs."""
    now = timezone.localtime()  # the tournaments' days are the club's days
    club, created_accounts = accounts.create_demo_club(at=now)
    accounts.write_accounts(created_accounts, accounts.accounts_file())
    by = Actor(user=accounts.organizer_of(club), device="demo")
    demo_tournaments.finished_okey_tournament(club=club, by=by, at=now)
    demo_tournaments.finished_tournament(club=club, by=by, at=now)
    evening = demo_tournaments.tournament_in_play(club=club, by=by, at=now)
    confirmations.confirm_matches(evening, at=now)
    confirmations.ask_referee(evening, at=now)
    demo_tournaments.tournament_open_for_entries(club=club, by=by, at=now)


def link_of_table_in_play() -> TableLink | None:
    playing = TableLink.objects.filter(
        revoked_at=None,
        table__tournament__club__name=accounts.CLUB,
        table__encounters__state=EncounterState.PLAYING,
    )
    return playing.select_related("table").order_by("table__number", "pk").first()
