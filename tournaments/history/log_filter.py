from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _

from tournaments.models import Encounter, Entrant, EntrantPlayer, LogRow, Table, Tournament, User
from tournaments.naming.collation import turkish_order
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import fold
from tournaments.people.domain.aliases import NAME_COLUMNS

from .log_actions import LogKind, PlayLog

CONSOLE = "console"
MAX_MATCHES = 20
LONGEST_SEARCH = 80


@dataclass(frozen=True)
class FilterChoice:
    value: str
    name: str
    chosen: bool


class LogFilter:
    def __init__(self, tournament: Tournament, query: QueryDict, *, play: PlayLog) -> None:
        self.tournament, self.play = tournament, play
        self.who, self.table = query.get("who", ""), query.get("table", "")
        self.kind = next((kind for kind in LogKind if kind.value == query.get("kind", "")), None)
        self.search = one_line(query.get("q", ""))[:LONGEST_SEARCH]

    @property
    def active(self) -> bool:
        return bool(self.kind or self.search or self._person_condition or self._selected_table)

    def rows(self) -> QuerySet[LogRow]:
        """Return matching rows, newest first; unknown values are ignored."""
        rows = LogRow.objects.filter(self._tournament_condition)
        if self.kind is not None:
            rows = rows.filter(action__in=self.play.actions_of(self.kind))
        if self._person_condition is not None:
            rows = rows.filter(self._person_condition)
        if self._selected_table is not None:
            rows = rows.filter(_table_condition(self._selected_table))
        if self.search:
            rows = rows.filter(self._search_condition())
        return rows.order_by("-pk")

    @property
    def kind_choices(self) -> list[FilterChoice]:
        return [FilterChoice(kind.value, str(kind.label), kind is self.kind) for kind in LogKind]

    @property
    def table_choices(self) -> list[FilterChoice]:
        return [
            FilterChoice(
                str(table.number),
                _("Table %(number)s") % {"number": table.number},
                self.table == str(table.number),
            )
            for table in self._tables
        ]

    @property
    def people(self) -> list[FilterChoice]:
        return [FilterChoice(key, name, key == self.who) for key, (name, _rows) in self._people.items()]

    @cached_property
    def _tournament_condition(self) -> Q:
        """Match the tournament's rows, and changes of its players' names in the club since it was created."""
        own = Q(tournament=self.tournament)
        club = LogRow.objects.filter(club=self.tournament.club_id, tournament=None, action__in=NAME_COLUMNS)
        subjects = dict(club.filter(at__gte=self.tournament.created_at).values_list("pk", "subject"))
        if not subjects:
            return own
        seated = EntrantPlayer.objects.filter(entrant__tournament=self.tournament)
        renamed_players = seated.filter(
            Q(player__public_id__in=subjects.values()) | Q(player__same_as__public_id__in=subjects.values())
        )
        ids = renamed_players.values_list("player__public_id", "player__same_as__public_id")
        people = {str(public_id) for pair in ids for public_id in pair}
        return own | Q(pk__in=[pk for pk, subject in subjects.items() if subject in people])

    @cached_property
    def _tables(self) -> Sequence[Table]:
        return list(self.tournament.tables.order_by("number"))

    @property
    def _selected_table(self) -> Table | None:
        return next((table for table in self._tables if str(table.number) == self.table), None)

    @property
    def _person_condition(self) -> Q | None:
        person = self._people.get(self.who)
        return person and person[1]

    @cached_property
    def _people(self) -> dict[str, tuple[str, Q]]:
        """Return name and condition of users and table keepers, by a hash, and always of the console."""
        rows = LogRow.objects.filter(self._tournament_condition)
        users = User.objects.filter(pk__in=rows.exclude(user=None).values("user"))
        keepers = set(rows.exclude(keeper=None).values_list("keeper__name", flat=True))
        people = {
            self._person_key("user", user.pk): (user.name, Q(user=user))
            for user in sorted(users, key=lambda user: (turkish_order(user.name), user.pk))
        }
        people |= {
            self._person_key("keeper", name): (_("%(name)s (table)") % {"name": name}, Q(keeper__name=name))
            for name in sorted(keepers, key=turkish_order)
        }
        nobody = Q(user=None, table_link=None, sides_link=None)
        return people | {CONSOLE: (_("Console"), nobody)}

    def _person_key(self, kind: str, identifier: object) -> str:
        return hashlib.sha256(f"{self.tournament.public_id}:{kind}:{identifier}".encode()).hexdigest()[:12]

    def _search_condition(self) -> Q:
        """Match the text in contents, action, actor's or subject's name."""
        folded_search = fold(self.search)
        matching = Q(before__icontains=self.search) | Q(after__icontains=self.search)
        matching |= Q(
            action__in=[
                action for action, label in self.play.labels.items() if folded_search in fold(str(label))
            ]
        )
        matching |= Q(user__name__icontains=self.search) | Q(keeper__name__icontains=self.search)
        for key in self._subjects_by_name(folded_search):
            matching |= Q(subject=key) | Q(after__contains=key) | Q(before__contains=key)
        return matching

    def _subjects_by_name(self, folded_search: str) -> list[str]:
        """Return public ids of at most MAX_MATCHES entrants, their matching players and encounters.

        An entrant matches by its own or a player's name.
        """
        entrants = Entrant.objects.filter(tournament=self.tournament).prefetch_related("roster__player")
        people = {
            entrant: [row.player for row in entrant.roster.all()] for entrant in entrants.order_by("number")
        }
        matching_entrants = [
            entrant
            for entrant, players in people.items()
            if any(
                folded_search in fold(name)
                for name in (entrant.real_name, *(player.real_name for player in players))
            )
        ][:MAX_MATCHES]
        keys = [str(entrant.public_id) for entrant in matching_entrants]
        keys += [
            str(player.public_id)
            for entrant in matching_entrants
            for player in people[entrant]
            if folded_search in fold(player.real_name)
        ]
        encounter_ids = Encounter.objects.filter(sides__entrant__in=matching_entrants).values_list(
            "public_id", flat=True
        )
        return keys + [str(key) for key in encounter_ids.distinct()[: 10 * MAX_MATCHES]]


def _table_condition(table: Table) -> Q:
    encounters = Encounter.objects.filter(table=table).values_list("public_id", flat=True)
    subjects = [str(table.public_id), *map(str, encounters)]
    return Q(table_link__table=table) | Q(sides_link__table=table) | Q(subject__in=subjects)
