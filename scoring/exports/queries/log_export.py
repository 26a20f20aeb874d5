"""The log of a tournament, oldest row first, read in batches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.http import QueryDict
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.history import PLAY_LOG
from tournaments.history.log_filter import LogFilter
from tournaments.history.log_sentences import LogEntry, describe_rows
from tournaments.models import Tournament
from tournaments.spreadsheets.table_writer import Cell, Sheet

AT_ONCE: Final = 500


def log_sheet(tournament: Tournament) -> Sheet:
    heads = [_("Time"), _("Who"), _("What"), _("Details"), _("Before and after")]
    return Sheet(_("Log"), heads, _rows(tournament))


def _rows(tournament: Tournament) -> Iterator[list[Cell]]:
    log_filter = LogFilter(tournament, QueryDict(), play=PLAY_LOG)
    related = log_filter.rows().select_related("user", "table_link__table", "sides_link__table", "keeper")
    rows, last = related.order_by("pk"), 0
    while some := list(rows.filter(pk__gt=last)[:AT_ONCE]):
        for entry in describe_rows(some, play=PLAY_LOG):
            yield [localtime(entry.row.at), entry.who, entry.what, entry.detail, _changes(entry)]
        last = some[-1].pk


def _changes(entry: LogEntry) -> str:
    return "; ".join(
        f"{change.name}: {change.before or '–'} → {change.after or '–'}" for change in entry.changes
    )
