from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.log.audit_log import is_withheld
from tournaments.models import Encounter, Entrant, Keeper, LogRow, Table
from tournaments.naming.names import join_sides
from tournaments.people.domain.logged_names import real_names, with_names
from tournaments.signup.domain.applications import APPLICANT_ACTOR
from tournaments.web.user_agents import device_kind

from .log_actions import LogKind, PlayLog, RowValues
from .log_values import Change, combine_values, list_changes

_CREATION: Final = "tournament_created"


@dataclass(frozen=True)
class LogEntry:
    """`changes`: where there was a before, for a new tournament and for a `decision`."""

    row: LogRow
    who: str
    what: str
    detail: str
    history: str = ""
    changes: Sequence[Change] = ()
    decision: bool = False


def describe_rows(rows: Sequence[LogRow], *, play: PlayLog) -> list[LogEntry]:
    """Return an entry per row, with at most six more queries.

    The caller selects each row's user, keeper and links with their tables.
    """
    ids = {identifier for row in rows if (identifier := _parse_uuid(row.subject))}
    subjects = {**_encounter_names(ids), **_table_names(ids)}
    names = _RowNames(real_names(rows), _entrant_names(rows), _keeper_names(rows))
    labels, decisions = play.labels, play.actions_of(LogKind.DECISIONS)
    entries = []
    for row in rows:
        changes = _read_changes(row, names, play)
        has_table = row.before or row.action in decisions or row.action == _CREATION
        entries.append(
            LogEntry(
                row,
                _actor_with_device(row),
                str(labels.get(row.action, row.action)),
                _describe_details(row, subjects, changes),
                play.history_url(row, _parse_json(row.after)) if row.subject in subjects else "",
                changes if has_table else (),
                row.action in decisions,
            )
        )
    return entries


@dataclass(frozen=True)
class _RowNames:
    """People by club and public id, entrants by public id, keepers by primary key."""

    people: Mapping[int | None, Mapping[str, str]]
    entrants: Mapping[str, str]
    keepers: Mapping[int, str]


def _read_changes(row: LogRow, names: _RowNames, play: PlayLog) -> list[Change]:
    """Return no changes of an imported row that can't be described; others raise."""
    try:
        before, after = (_read_values(text, row, names) for text in (row.before, row.after))
        return list_changes(*play.word_values(before, after), names.entrants)
    except (LookupError, TypeError, ValueError, AttributeError):
        if row.origin is None:
            raise
        return []


def _read_values(text: str, row: LogRow, names: _RowNames) -> RowValues:
    values = with_names(_parse_json(text), names.people[row.club_id])
    if "keeper" in values:
        values["keeper"] = names.keepers.get(values["keeper"], "")
    return combine_values(values)


def _describe_details(row: LogRow, subjects: Mapping[str, str], changes: Sequence[Change]) -> str:
    """Return subject and details, "" without either; a withheld row says so."""
    shown = [change.sentence for change in changes if change.sentence and _is_shown(row.action, change)]
    details = "; ".join(shown)
    if is_withheld(row):
        details = _("the archive it came from has no more details")
    return ", ".join(filter(None, [subjects.get(row.subject, ""), details]))


def _is_shown(action: str, change: Change) -> bool:
    """A new tournament's settings are only in the table of changes, and its name again only if changed."""
    if action == _CREATION:
        return change.key == "name"
    return action != "tournament_changed" or change.key != "name" or change.before != change.after


def _actor_with_device(row: LogRow) -> str:
    device = device_kind(row.device)
    return f"{_actor_name(row)} ({device})" if device else _actor_name(row)


def _actor_name(row: LogRow) -> str:
    """Name the user, the table with its keeper, or else the row's source."""
    if row.user is not None:
        return row.user.name
    if row.table_link is not None:
        table = _("Table %(number)s") % {"number": row.table_link.table.number}
        return f"{table}, {row.keeper.name}" if row.keeper is not None else table
    if row.sides_link is not None:
        return _("Table %(number)s, a player’s phone") % {"number": row.sides_link.table.number}
    if row.device == APPLICANT_ACTOR.device:
        return _("Sign-up page")
    return _("From an archive") if row.origin else _("Console")


def _encounter_names(ids: Iterable[UUID]) -> dict[str, str]:
    encounters = Encounter.objects.filter(public_id__in=ids).prefetch_related("sides__entrant")
    return {
        str(encounter.public_id): join_sides(
            side.entrant.real_name if side.entrant else "?" for side in encounter.sides_in_order
        )
        for encounter in encounters
    }


def _table_names(ids: Iterable[UUID]) -> dict[str, str]:
    rows = Table.objects.filter(public_id__in=ids).values_list("public_id", "number")
    return {str(public_id): _("Table %(number)s") % {"number": number} for public_id, number in rows}


def _entrant_names(rows: Iterable[LogRow]) -> dict[str, str]:
    """Return the entrants of tournaments with a lot, which stores an order of ids."""
    tournament_ids = [row.tournament_id for row in rows if row.action == "lot_recorded"]
    entrants = Entrant.objects.filter(tournament__in=tournament_ids) if tournament_ids else ()
    return {str(entrant.public_id): entrant.real_name for entrant in entrants}


def _keeper_names(rows: Iterable[LogRow]) -> dict[int, str]:
    texts = (text for row in rows if row.action == "keeper_named" for text in (row.before, row.after))
    ids = {_parse_json(text)["keeper"] for text in texts if text}
    return dict(Keeper.objects.filter(pk__in=ids).values_list("pk", "name")) if ids else {}


def _parse_json(text: str) -> RowValues:
    loaded: RowValues = json.loads(text) if text else {}
    return loaded


def _parse_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
