from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Q

from scoring.history import PLAY_LOG
from scoring.statistics.player_statistics import PlayerView, read_player
from tournaments.access import Visitor
from tournaments.enums import Visibility
from tournaments.history.log_sentences import LogEntry, describe_rows
from tournaments.models import Application, LogRow, Player
from tournaments.naming.names import fold
from tournaments.people.domain.contact_details import ContactDetails, details_of


@dataclass(frozen=True)
class PersonApplication:
    """Not certain if only the name links it."""

    application: Application
    is_certain: bool


@dataclass(frozen=True)
class PersonLogRow:
    """`detail` is blank if the row is about others, whose names may be hidden."""

    entry: LogEntry
    detail: str


@dataclass(frozen=True)
class PersonData:
    """Includes aliases; of others only public data."""

    player: Player
    aliases: Sequence[Player]
    contact_details: ContactDetails
    applications: Sequence[PersonApplication]
    player_view: PlayerView
    log: Sequence[PersonLogRow]


def read_person(player: Player, user: Visitor) -> PersonData:
    """Read a person, who is no alias; the user limits only appearances, to tournaments they may see."""
    rows = list(Player.objects.of_person(player).order_by("pk"))
    aliases = [row for row in rows if row != player]
    return PersonData(
        player=player,
        aliases=aliases,
        contact_details=details_of(player),
        applications=_read_applications(rows),
        player_view=read_player(player.public_id, user),
        log=_read_log_rows(rows),
    )


def _read_applications(rows: Sequence[Player]) -> list[PersonApplication]:
    """Return sign-ups of the person's entrants (certain), and those without entrant that name the person.

    Newest first, without forgotten ones or erased tournaments.
    """
    names = {fold(name) for row in rows for name in (row.real_name, row.own_name) if name}
    applications = Application.objects.filter(tournament__club=rows[0].club_id, forgotten_at=None)
    existing = applications.exclude(tournament__visibility=Visibility.ERASED)
    own_keys = set(existing.filter(entrant__roster__player__in=rows).values_list("pk", flat=True))
    chosen = existing.filter(Q(pk__in=own_keys) | Q(entrant=None)).select_related("tournament", "joined_to")
    return [
        PersonApplication(application, is_certain=application.pk in own_keys)
        for application in chosen.order_by("-signed_up_at", "-pk")
        if application.pk in own_keys or names & {fold(name) for name in application.players}
    ]


def _read_log_rows(rows: Collection[Player]) -> list[PersonLogRow]:
    """Return log rows about or naming a person, newest first, without erased tournaments."""
    keys = [str(row.public_id) for row in rows]
    about = Q(subject__in=keys)
    for key in keys:
        about |= Q(before__contains=key) | Q(after__contains=key)
    rows_found = LogRow.objects.filter(about, club=next(iter(rows)).club_id)
    rows_found = rows_found.exclude(tournament__visibility=Visibility.ERASED).order_by("-pk")
    related = rows_found.select_related(
        "user", "table_link__table", "sides_link__table", "keeper", "tournament"
    )
    entries = describe_rows(list(related), play=PLAY_LOG)
    return [PersonLogRow(entry, entry.detail if entry.row.subject in keys else "") for entry in entries]
