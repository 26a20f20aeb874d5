"""Explain the most frequent queries on PostgreSQL with 100,000 hands: `python -m tests.parts.query_plans`.

Prints JSON: statements that would scan a large table of the ledger, by caller.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import django

from config.platform.databases import PREPARE_THRESHOLD

if TYPE_CHECKING:
    from tournaments.models import Tournament

PAIRS, TABLES = 2048, 64
PLAYED = (
    """INSERT INTO scoring_match (public_id, encounter_id, number, winner, counts)
       SELECT gen_random_uuid(), id, number, 'A', true
       FROM tournaments_encounter, generate_series(1, 3) number WHERE state = 'ready' AND (number = 1
         OR id NOT IN (SELECT max(id) FROM tournaments_encounter GROUP BY table_id))""",
    """INSERT INTO scoring_hand (match_id, deal, counts)
       SELECT id, deal, true FROM scoring_match, generate_series(1, 11) deal""",
    """INSERT INTO scoring_entry (public_id, hand_id, version, entry_key, kind, void, report, lines,
         multiplier, rule_book_id, reason, device, received_at, seal_format, previous_hash, hash)
       SELECT gen_random_uuid(), hand.id, 1, hand.id, 'report', false, '{}', '[]',
         1, book.id, '', '', now(), 1, '', ''
       FROM scoring_hand hand, tournaments_rulebook book""",
    """UPDATE scoring_hand SET current_id = entry.id
       FROM scoring_entry entry WHERE hand_id = scoring_hand.id""",
    """INSERT INTO scoring_entryseat (entry_id, seat, side, player_id, opening, points, infractions)
       SELECT entry.id, letter || roster.place, letter, player_id, 'series', 10, 0 FROM scoring_entry entry
       JOIN scoring_hand hand ON hand.id = hand_id JOIN scoring_match match ON match.id = match_id
       JOIN tournaments_encounterside side USING (encounter_id)
       JOIN tournaments_entrantplayer roster USING (entrant_id)""",
    """INSERT INTO scoring_entryseatevent (seat_id, kind, what, times)
       SELECT id, 'opened', 'series', 1 FROM scoring_entryseat""",
    """UPDATE tournaments_encounter SET state = 'decided', winner = 'A', decided_by = 'play',
         started_at = now(), decided_at = now(), left_table_at = now()
       WHERE state = 'ready' AND id NOT IN (SELECT max(id) FROM tournaments_encounter GROUP BY table_id)""",
    """UPDATE tournaments_encounter SET state = 'playing', started_at = now() WHERE state = 'ready'""",
)
"""Three matches of eleven hands in every encounter, but one in those in play, one at each table."""
LARGE = ("scoring_entry", "scoring_entryseat", "scoring_hand", "scoring_match", "scoring_entryseatevent")


def main() -> None:
    from django.db import connection  # noqa: PLC0415

    tournament, hands = create_filled_tournament()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    callers = frequent_queries(tournament)
    for call in callers.values():
        for _time in range(PREPARE_THRESHOLD + 1):
            call()
    kept_plans = plans_kept()
    scans = {caller: full_scans_of(call) for caller, call in callers.items()}
    scans["plans that are kept"] = [plan for plan in kept_plans if scans_large(plan)]
    sys.stdout.write(json.dumps({"hands": hands, "scans": scans, "kept": len(kept_plans)}))


def create_filled_tournament() -> tuple[Tournament, int]:
    """Create the tournament and return it with the number of hands, bypassing the ledger."""
    from django.db import connection  # noqa: PLC0415

    from scoring.models import Hand  # noqa: PLC0415
    from tests.factories import NOW, open_tournament  # noqa: PLC0415
    from tournaments.draws.domain import draw  # noqa: PLC0415
    from tournaments.log.actor import CONSOLE  # noqa: PLC0415
    from tournaments.stages.stage_settings import Length  # noqa: PLC0415

    tournament = open_tournament(pairs=PAIRS, tables=TABLES, groups=Length(best_of=5, hands=11))
    draw.draw_groups(tournament=tournament, groups=PAIRS // 4, seed="101", by=CONSOLE, at=NOW)
    with connection.cursor() as cursor:
        for statement in PLAYED:
            cursor.execute(statement)
    return tournament, Hand.objects.count()


def frequent_queries(tournament: Tournament) -> dict[str, Callable[[], object]]:
    from django.utils import timezone  # noqa: PLC0415

    from scoring.ledger.encounter_state import read_play  # noqa: PLC0415
    from scoring.ledger.rulebooks import rules_of  # noqa: PLC0415
    from scoring.live.queries.counters import (  # noqa: PLC0415
        Kind,
        Topic,
        counter_of,
    )
    from scoring.live.queries.followed_entrant import read_followed_entrant  # noqa: PLC0415
    from scoring.queries.agreement_status import read_encounter_marks  # noqa: PLC0415
    from scoring.queries.encounter_page import read_encounter  # noqa: PLC0415
    from scoring.queries.match_sheets import read_sheets  # noqa: PLC0415
    from scoring.queries.tournament_context import read_tournament_context  # noqa: PLC0415
    from scoring.statistics.entrant_statistics import read_entrant  # noqa: PLC0415
    from scoring.statistics.player_statistics import has_page, read_player  # noqa: PLC0415
    from tournaments.enums import EncounterState  # noqa: PLC0415
    from tournaments.models import Encounter  # noqa: PLC0415

    playing = Encounter.objects.filter(stage__tournament=tournament, state=EncounterState.PLAYING)
    encounter = playing.select_related("stage__tournament__rule_book").order_by("pk")[0]
    assert encounter.table
    entrant = tournament.entrants.order_by("pk")[0]
    player = entrant.players.order_by("pk")[0]
    context, among = read_tournament_context(tournament.public_id), set(playing.values_list("pk", flat=True))
    return {
        **{
            f"counter: {topic.kind}": partial(counter_of, topic)
            for topic in (
                Topic(Kind.TOURNAMENT, tournament.public_id),
                Topic(Kind.ENCOUNTER, encounter.public_id),
                Topic(Kind.ENTRANT, entrant.public_id),
                Topic(Kind.TABLE, encounter.table.public_id),
            )
        },
        "page of a player": lambda: has_page(player.public_id),
        "frame": lambda: read_tournament_context(tournament.public_id),
        "play of an encounter": lambda: read_play(encounter, rules_of(tournament.rule_book)),
        "encounter": lambda: read_encounter(encounter.public_id),
        "sheets": lambda: read_sheets(encounter, [1, 2]),
        "entrant": lambda: read_entrant(context, entrant.public_id),
        "player": lambda: read_player(player.public_id),
        "followed": lambda: read_followed_entrant(tournament, [entrant.public_id]),
        "results that wait": lambda: read_encounter_marks(tournament, at=timezone.now(), encounters=among),
    }


def full_scans_of(ask: Callable[[], object]) -> list[str]:
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    with CaptureQueriesContext(connection) as captured:
        ask()
    return [query["sql"] for query in captured.captured_queries if scans_large(query["sql"])]


def plans_kept() -> list[str]:
    from django.db import connection  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("SET plan_cache_mode = force_generic_plan")
        cursor.execute("SELECT name, cardinality(parameter_types) FROM pg_prepared_statements ORDER BY name")
        statements = cursor.fetchall()
    return [f'EXECUTE "{name}"({", ".join(["NULL"] * values)})' for name, values in statements]


def scans_large(statement: str) -> bool:
    from django.db import connection  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}")
        (plans,) = cursor.fetchone()
    return any(
        node["Node Type"].endswith("Seq Scan") and node["Relation Name"] in LARGE
        for plan in plans
        for node in nodes_of(plan["Plan"])
    )


def nodes_of(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for below in node.get("Plans", ()):
        yield from nodes_of(below)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main()
