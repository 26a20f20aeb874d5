from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from django.db import IntegrityError, connection
from django.db.models import Count, F, Max, Model, Prefetch

from scoring.enums import EntryKind
from scoring.ledger.seal_verification import UNREADABLE, Discrepancy
from scoring.models import Confirmation, Entry, EntrySeat, EntrySeatEvent, Hand, Match
from tournaments.enums import WALKOVERS
from tournaments.log import audit_log
from tournaments.models import Encounter, EncounterSide, EntrantPlayer, Feed, LogRow, Tournament

GUARDED_MODELS: Final[tuple[type[Model], ...]] = (Entry, EntrySeat, EntrySeatEvent, Confirmation, LogRow)
AWARD_ACTIONS: Final = ("walkover_recorded", "double_walkover_recorded", "places_awarded")
TAKE_BACK_ACTION: Final = "walkover_undone"
WITHHELD_DETAILS: Final[Mapping[str, Any]] = {"texts": "withheld"}
"""Stands in for the log details of a row from an archive without its texts."""
LoggedAwards = Mapping[str, tuple[str, Mapping[str, Any]]]
"""The last logged walkover of an encounter, by its public id."""


def broken_invariants(tournament: Tournament) -> Iterator[Discrepancy]:
    yield from _feed_cycles(tournament)
    yield from _numbering_gaps(tournament)
    yield from _sides_played_by_others(tournament)
    yield from _unlogged_walkovers(tournament)


def orphaned_rows() -> list[Discrepancy]:
    """Return rows that refer to missing rows; PostgreSQL has none."""
    if connection.vendor != "sqlite":
        return []
    try:
        connection.check_constraints()
    except IntegrityError as error:
        return [Discrepancy("database", str(error))]
    return []


def truncated_tables() -> list[Discrepancy]:
    """Return tables whose newest rows are gone, by SQLite's sequences; [] on PostgreSQL."""
    if connection.vendor != "sqlite":  # PostgreSQL also uses up numbers for rolled-back rows.
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM sqlite_sequence")
        sequences = dict(cursor.fetchall())
    newest = {model._meta.db_table: _newest_key(model) for model in GUARDED_MODELS}  # noqa: SLF001 - Django documents it
    return [
        Discrepancy(
            table,
            f"its newest rows are gone: {sequences[table]} were numbered, the last has number {last_number}",
        )
        for table, last_number in newest.items()
        if sequences.get(table, 0) > last_number
    ]


def _newest_key(model: type[Model]) -> int:
    rows = model._default_manager  # noqa: SLF001 - Django documents it
    return rows.order_by("-pk").values_list("pk", flat=True).first() or 0


def _feed_cycles(tournament: Tournament) -> Iterator[Discrepancy]:
    feeds = Feed.objects.filter(stage__tournament=tournament, source__position__gte=F("stage__position"))
    for position in feeds.order_by("stage__position").values_list("stage__position", flat=True).distinct():
        yield Discrepancy(f"stage {position}", "is fed by a stage that is not before it")


def _numbering_gaps(tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield gaps in deals and versions (from 1), and matches without hands or before the encounter began.

    Only last deals may be withdrawn.
    """
    matches = Match.objects.filter(encounter__stage__tournament=tournament)
    for public_id in matches.filter(hands=None).values_list("public_id", flat=True):
        yield Discrepancy(f"match {public_id}", "has no hand")
    for public_id in matches.filter(encounter__started_at=None).values_list("public_id", flat=True):
        yield Discrepancy(f"match {public_id}", "is played in an encounter that never began")
    hands = Hand.objects.filter(match__encounter__stage__tournament=tournament)
    counted = hands.order_by("pk").values_list("pk", Count("entries"), Max("entries__version"))
    complete = {pk for pk, versions, newest in counted if versions == newest}
    loaded = hands.select_related("match", "current").order_by("match", "deal")
    for match, dealt in groupby(loaded, key=lambda hand: hand.match):
        deals = list(dealt)
        if [hand.deal for hand in deals] != [*range(1, len(deals) + 1)]:
            yield Discrepancy(f"match {match.public_id}", "lacks a deal")
        active = [hand.deal for hand in deals if hand.current and hand.current.kind != EntryKind.WITHDRAWAL]
        if active != [*range(1, len(active) + 1)]:
            yield Discrepancy(f"match {match.public_id}", "had a deal taken back before later ones")
        for hand in deals:
            if hand.current is None or hand.pk not in complete:
                yield Discrepancy(f"match {match.public_id}, deal {hand.deal}", "lacks a version")


def _sides_played_by_others(tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield sides whose current hands seat a player outside the roster, unless it had a substitute."""
    encounters = Encounter.objects.not_annulled().filter(stage__tournament=tournament)
    sides = EncounterSide.objects.filter(encounter__in=encounters).select_related("entrant")
    of_side = {(side.encounter_id, side.letter): side.entrant for side in sides.order_by("pk")}
    rosters: defaultdict[int, set[int]] = defaultdict(set)
    for row in EntrantPlayer.objects.filter(entrant__tournament=tournament).order_by("pk"):
        rosters[row.entrant_id].add(row.player_id)
    changed = LogRow.objects.filter(tournament=tournament, action="player_substituted")
    substituted = set(changed.values_list("subject", flat=True))
    current = EntrySeat.objects.filter(entry__current_of__match__encounter__in=encounters)
    place = "entry__current_of__match__encounter"
    for pk, public_id, letter, player in (
        current.order_by(place, "side", "player").values_list(place, f"{place}__public_id", "side", "player")
    ).distinct():
        entrant = of_side.get((pk, letter))
        if entrant is None or (
            player not in rosters[entrant.pk] and str(entrant.public_id) not in substituted
        ):
            yield Discrepancy(
                f"encounter {public_id}, side {letter}", "was played by somebody of another entrant"
            )


def _unlogged_walkovers(tournament: Tournament) -> Iterator[Discrepancy]:
    """Walkovers the log lacks or contradicts, unless the loser left."""
    awards = _logged_awards(tournament)
    decided = Encounter.objects.not_annulled().filter(stage__tournament=tournament, decided_by__in=WALKOVERS)
    sides = Prefetch("sides", EncounterSide.objects.select_related("entrant"))
    for encounter in decided.prefetch_related(sides).order_by("pk"):
        if not (_is_logged_award(encounter, awards) or _loser_has_left(encounter)):
            yield Discrepancy(f"encounter {encounter.public_id}", "is a walkover that nobody gave")


def _logged_awards(tournament: Tournament) -> LoggedAwards:
    """Return (action, details) of each encounter's last award or its undoing, by public id.

    The action is blank if the row is unreadable; withheld details are WITHHELD_DETAILS.
    """
    awards: dict[str, tuple[str, Mapping[str, Any]]] = {}
    rows = LogRow.objects.filter(tournament=tournament, action__in=(*AWARD_ACTIONS, TAKE_BACK_ACTION))
    for row in rows.order_by("pk"):
        try:
            details = WITHHELD_DETAILS if audit_log.is_withheld(row) else json.loads(row.after or "{}")
            awards[row.subject] = row.action, details
        except UNREADABLE:  # Its seal reports the unreadable text.
            awards[row.subject] = "", {}
    return awards


def _is_logged_award(encounter: Encounter, awards: LoggedAwards) -> bool:
    action, details = awards.get(str(encounter.public_id), ("", {}))
    winner = details["order"][0] if "order" in details else details.get("winner")
    return action in AWARD_ACTIONS and (details is WITHHELD_DETAILS or winner == encounter.winner)


def _loser_has_left(encounter: Encounter) -> bool:
    return any(
        side.entrant is not None and side.entrant.has_left
        for side in encounter.sides_in_order
        if side.letter != encounter.winner
    )
