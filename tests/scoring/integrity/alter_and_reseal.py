"""Simulate an attacker with database and code: alter rows and compute every seal again."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import groupby
from typing import Any

from django.db import connection

from scoring import triggers
from scoring.ledger.sealing import seal_entry
from scoring.models import Entry, EntrySeat
from tournaments.log import audit_log, seals
from tournaments.models import LogRow, Tournament


def alter_and_reseal(tournament: Tournament, act: Callable[[Tournament], object]) -> None:
    connection.check_constraints()  # PostgreSQL can't alter a table with pending constraints.
    triggers.remove(connection)
    act(tournament)
    _seal_hands(tournament)
    _seal_log(tournament)
    connection.check_constraints()
    triggers.install(connection)


def _seal_hands(tournament: Tournament) -> None:
    entries = Entry.objects.filter(hand__match__encounter__stage__tournament=tournament)
    loaded = entries.select_related("hand__match", "rule_book").order_by("hand__match", "pk")
    for match, of_match in groupby(loaded, key=lambda entry: entry.hand.match):
        previous = ""
        for entry in of_match:
            seats = list(entry.seats.select_related("player"))
            entry.previous_hash = previous
            entry.hash = previous = seal_entry(
                entry,
                match=str(match.public_id),
                deal=entry.hand.deal,
                rule_book=entry.rule_book.digest,
                seats=seats,
                players={seat.seat: str(seat.player.public_id) for seat in seats},
            )
            entry.save(update_fields=["previous_hash", "hash"])


def _seal_log(tournament: Tournament) -> None:
    previous = ""
    for row in tournament.log.order_by("pk"):
        row.texts_digest, row.previous_hash = audit_log.digest_of_texts(row.before, row.after), previous
        row.hash = previous = seals.seal(previous, audit_log.sealed_log_facts(row))
        row.save(update_fields=["texts_digest", "previous_hash", "hash"])


def add_points(entry: Entry, seat: str, points: int) -> None:
    lines = json.loads(entry.lines)
    next(line for line in lines if line["seat"] in (seat, seat[0]))["points"] += points
    Entry.objects.filter(pk=entry.pk).update(lines=json.dumps(lines))
    row = EntrySeat.objects.get(entry=entry, seat=seat)
    EntrySeat.objects.filter(pk=row.pk).update(points=row.points + points)
    log_row = log_row_of(entry)
    after = json.loads(log_row.after)
    after["totals"][seat[0]] += points
    LogRow.objects.filter(pk=log_row.pk).update(after=json.dumps(after))


def log_row_of(entry: Entry) -> LogRow:
    return LogRow.objects.get(after__contains=str(entry.public_id))


def delete_version(entry: Entry) -> None:
    for seat in entry.seats.all():
        seat.seat_events.all().delete()
    entry.seats.all().delete()
    hand = entry.hand
    hand.current = hand.entries.exclude(pk=entry.pk).order_by("-pk").first()
    hand.save(update_fields=["current"])
    entry.delete()


def with_lines(entry: Entry, **changes: Any) -> str:
    first, *other_lines = json.loads(entry.lines)
    return json.dumps([first | changes, *other_lines])
