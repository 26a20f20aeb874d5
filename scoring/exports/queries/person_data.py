"""Everything that a club keeps of one person, for him who asks for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Q

from scoring.history import WORDS
from scoring.statistics.player_statistics import PlayerView, read_player
from tournaments.access import Visitor
from tournaments.enums import Visibility
from tournaments.history.log_sentences import LogEntry, described
from tournaments.models import Application, LogRow, Player
from tournaments.naming.names import fold
from tournaments.people.domain.contact_details import Kept, kept_of


@dataclass(frozen=True)
class SignedUp:
    """An application in which he is named; not `sure` where nothing but the name says that it is his."""

    application: Application
    sure: bool


@dataclass(frozen=True)
class Told:
    """A row of the log about him.

    `detail` is blank where it tells of others too, whose names may be hidden from him.
    """

    entry: LogEntry
    detail: str


@dataclass(frozen=True)
class KeptOfPerson:
    """A person with all aliases: names, card, sign-ups, what he played with its figures, rows of the log.

    Of others it holds what everybody reads of them, and no more.
    """

    player: Player
    aliases: Sequence[Player]
    card: Kept
    signed_up: Sequence[SignedUp]
    played: PlayerView
    log: Sequence[Told]


def read_person(player: Player, user: Visitor) -> KeptOfPerson:
    """What is kept of a person, who is nobody's alias, as far as the user may look at it."""
    rows = list(Player.objects.of_person(player).order_by("pk"))
    aliases = [row for row in rows if row != player]
    return KeptOfPerson(
        player=player,
        aliases=aliases,
        card=kept_of(player),
        signed_up=_signed_up(rows),
        played=read_player(player.public_id, user),
        log=_told(rows),
    )


def _signed_up(rows: Sequence[Player]) -> list[SignedUp]:
    """His applications: those of his entrants, and those on no list that bear one of his names."""
    names = {fold(name) for row in rows for name in (row.real_name, row.own_name) if name}
    applications = Application.objects.filter(tournament__club=rows[0].club_id, forgotten_at=None)
    standing = applications.exclude(tournament__visibility=Visibility.ERASED)
    own = set(standing.filter(entrant__roster__player__in=rows).values_list("pk", flat=True))
    asked = standing.filter(Q(pk__in=own) | Q(entrant=None)).select_related("tournament", "joined_to")
    return [
        SignedUp(one, sure=one.pk in own)
        for one in asked.order_by("-signed_up_at", "-pk")
        if one.pk in own or names & {fold(name) for name in one.players}
    ]


def _told(rows: Collection[Player]) -> list[Told]:
    keys = [str(row.public_id) for row in rows]
    about = Q(subject__in=keys)
    for key in keys:
        about |= Q(before__contains=key) | Q(after__contains=key)
    found = LogRow.objects.filter(about, club=next(iter(rows)).club_id)
    found = found.exclude(tournament__visibility=Visibility.ERASED).order_by("-pk")
    related = found.select_related("user", "table_link__table", "sides_link__table", "keeper", "tournament")
    entries = described(list(related), play=WORDS)
    return [Told(entry, entry.detail if entry.row.subject in keys else "") for entry in entries]
