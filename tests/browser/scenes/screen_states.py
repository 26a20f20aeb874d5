from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from scoring.play import round_clock
from scoring.screen import domain
from tests.factories import (
    LEAGUE,
    NOW,
    drawn_tournament,
    encounters_of,
    first_stage,
    open_tournament,
    play_encounter,
    play_hand,
    play_table,
    report,
    singles_report,
    singles_tournament,
)
from tournaments.draws.domain import draw
from tournaments.draws.domain.compute_draw import DrawChoices
from tournaments.draws.domain.draw_preview import entrants_of_stage, preview_draw
from tournaments.enums import EncounterState
from tournaments.formats.drawing import Method
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, GroupPlace, Tournament
from tournaments.stages.stage_settings import StageSettings

LONG = "Karşıyakalıhüseyinoğullarıyıldırımsporluemekliler ve Çok Uzun Adlı Bir Takım"
DOUBLE_BARRELLED = "Karaosmanoğlu – Büyükyılmaz"
SURNAMES = (
    *("Kula", "Varol", "Erdem", "Akın", "Demirci", "Sezer", "Öztürk", "Işık"),
    *("Güler", "Çetin", "Şahin", "Yalçın", "Bulut", "Aydın", "Koç", "Ünal"),
)


def set_entrant_names(tournament: Tournament, *, long: bool = False) -> Tournament:
    """Name entrants realistically by drawn position; with `long`, half have the longest allowed names."""
    drawn = GroupPlace.objects.filter(group__stage__tournament=tournament)
    in_groups = drawn.order_by("group__stage__position", "group__position", "position")
    places = {pk: at for at, pk in enumerate(dict.fromkeys(in_groups.values_list("entrant", flat=True)))}
    for entrant in tournament.entrants.order_by("number"):
        turn = places.get(entrant.pk, (entrant.number or 0) - 1)
        pair = (SURNAMES[turn % 16], SURNAMES[(turn // 16 * 5 + turn * 7 + 3) % 16])
        names = {1: f"{LONG} {turn}", 3: f"{DOUBLE_BARRELLED} {turn}"} if long else {}
        entrant.name = names.get(turn % 4, " – ".join(pair))
        entrant.save(update_fields=["name"])
    return tournament


def knocked_out(kind: str, pairs: int, *, best_of: int = 1, third: bool = False) -> Tournament:
    stages = (StageSettings(kind, best_of=best_of, hands=3, third_place=third),)
    tournament = open_tournament(pairs=pairs, stages=stages, tables=16)
    tournament.entrants.update(seed=F("number"))
    stage, chosen = first_stage(tournament), DrawChoices(Method.MANUAL, "101", 1)
    looked_at = preview_draw(stage, entrants_of_stage(stage), chosen).digest
    draw.draw_stage(stage=stage, choices=chosen, previewed_digest=looked_at, by=CONSOLE, at=NOW)
    return tournament


def ready(tournament: Tournament) -> list[Encounter]:
    states = (EncounterState.READY, EncounterState.PLAYING)
    return [encounter for encounter in encounters_of(tournament) if encounter.state in states]


def encounters_at_tables(tournament: Tournament) -> list[Encounter]:
    return list({encounter.table_id: encounter for encounter in reversed(ready(tournament))}.values())[::-1]


def play_hand_everywhere(tournament: Tournament) -> Tournament:
    for encounter in encounters_at_tables(tournament):
        play_hand(encounter, at=timezone.now())
    return tournament


def begin_round(tournament: Tournament) -> Tournament:
    for number, encounter in enumerate(encounters_at_tables(tournament)):
        if number % 3 == 0:
            play_encounter(encounter)
        else:
            play_hand(encounter, report(finisher="B1"))
    return tournament


def play_rounds(tournament: Tournament, rounds: int = 99) -> Tournament:
    """Play every playable encounter for a number of rounds; by default up to the champion."""
    numbers = {encounter.pk: number for number, encounter in enumerate(encounters_of(tournament), 1)}
    while rounds and (waiting := ready(tournament)):
        rounds -= 1
        for encounter in waiting:
            number = numbers[encounter.pk]
            play_encounter(encounter, "AB"[number % 2], points=(30 + number % 17, 40))
    tournament.refresh_from_db()
    return tournament


def open_with_five_pairs() -> Tournament:
    return open_tournament(pairs=5, name="Yılbaşı Turnuvası", venue="Yediveren Lokali, büyük salon, üst kat")


def drawn() -> Tournament:
    return set_entrant_names(drawn_tournament(pairs=16, groups=4, tables=8))


def with_long_names() -> Tournament:
    tournament = set_entrant_names(drawn_tournament(pairs=32, groups=8, tables=16), long=True)
    play_hand_everywhere(tournament)
    domain.post_notice(
        tournament=tournament, text="Çay molası 15 dakika", until=None, by=CONSOLE, at=timezone.now()
    )
    return timed(tournament, "Üçüncü tur")


def tournament_with_tables(tables: int) -> Tournament:
    groups = max(1, tables // 2)
    tournament = set_entrant_names(
        drawn_tournament(pairs=max(4, tables * 2), groups=groups, tables=tables, groups_best_of=3)
    )
    for turn, encounter in enumerate(encounters_at_tables(tournament)):
        for _hand in range(1 + turn % 4):
            play_hand(encounter, report(finisher="AB"[turn % 2] + "1"))
    return tournament


def timed(tournament: Tournament, title: str) -> Tournament:
    plan = round_clock.ClockPlan(title=title, minutes=50)
    begun = timezone.now() - timedelta(minutes=12)
    round_clock.start_clock(tournament=tournament, plan=plan, by=CONSOLE, at=begun)
    return tournament


def league(pairs: int, *, long: bool = False) -> Tournament:
    tournament = set_entrant_names(
        drawn_tournament(pairs=pairs, groups=1, tables=3, stages=LEAGUE), long=long
    )
    return play_hand_everywhere(tournament)


def between(*, long: bool = False) -> Tournament:
    tournament = set_entrant_names(knocked_out("knockout", 4, best_of=3, third=True), long=long)
    for turn, encounter in enumerate(ready(tournament)):
        for _hand in range(3 + turn):
            play_hand(encounter, report(finisher="AB"[turn % 2] + "1"))
    return tournament


def swiss() -> Tournament:
    tournament = open_tournament(pairs=24, stages=(StageSettings("swiss", best_of=1, hands=3),), tables=12)
    stage, chosen = first_stage(tournament), DrawChoices(Method.RANDOM, "101", 1)
    looked_at = preview_draw(stage, entrants_of_stage(stage), chosen).digest
    draw.draw_stage(stage=stage, choices=chosen, previewed_digest=looked_at, by=CONSOLE, at=NOW)
    return begin_round(set_entrant_names(tournament))


def singles(players: int, *, long: bool = False) -> Tournament:
    tournament = singles_tournament(players=players, tables=16)
    if long:
        set_entrant_names(tournament, long=True)
    for encounter in encounters_of(tournament)[:16]:
        play_hand(encounter, singles_report(30, 0, 20, 10))
    return tournament


def played_tables(tournament: Tournament) -> Tournament:
    for encounter in ready(tournament):
        play_table(encounter, 30, 0, 20, 10)
    tournament.refresh_from_db()
    return tournament


def finished_knockout() -> Tournament:
    return play_rounds(set_entrant_names(knocked_out("knockout", 16, best_of=3, third=True), long=True))


def done_long() -> Tournament:
    tournament = finished_knockout()
    for entrant in tournament.entrants.order_by("number"):
        entrant.name = f"{LONG} {100 + (entrant.number or 0)}"
        entrant.save(update_fields=["name"])
    return timed(tournament, "Ödül töreni")


def before_long() -> Tournament:
    return open_tournament(name=f"{LONG} 2026 Yılı Sonbahar Kupası ve Ödül Töreni", venue=f"{LONG}, {LONG}")


STATES: Mapping[str, Callable[[], Tournament]] = {
    "before": open_with_five_pairs,
    "before_long": before_long,
    "drawn": drawn,
    "groups": with_long_names,
    "one_table": lambda: tournament_with_tables(1),
    "two_tables": lambda: tournament_with_tables(2),
    "four_tables": lambda: tournament_with_tables(4),
    "eight_tables": lambda: timed(tournament_with_tables(8), "2. tur"),
    "sixteen_tables": lambda: tournament_with_tables(16),
    "three": lambda: league(3),
    "four": lambda: league(4, long=True),
    "seven": lambda: league(7),
    "twenty_four": lambda: league(24),
    "swiss": swiss,
    "between": between,
    "between_long": lambda: timed(between(long=True), "Yarı finaller"),
    "eight": lambda: begin_round(set_entrant_names(knocked_out("knockout", 8))),
    "sixteen": lambda: begin_round(set_entrant_names(knocked_out("knockout", 16), long=True)),
    "bracket": lambda: begin_round(set_entrant_names(knocked_out("knockout", 64))),
    "double": lambda: begin_round(play_rounds(set_entrant_names(knocked_out("double", 16)), 1)),
    "double_long": lambda: begin_round(
        play_rounds(set_entrant_names(knocked_out("double", 32), long=True), 2)
    ),
    "singles": lambda: timed(singles(64), "1. tur"),
    "singles_long": lambda: singles(16, long=True),
    "final": lambda: play_hand_everywhere(
        play_rounds(set_entrant_names(knocked_out("knockout", 4, best_of=3)), 1)
    ),
    "done": finished_knockout,
    "done_long": done_long,
    "done_singles": lambda: played_tables(singles(4)),
    "done_league": lambda: play_rounds(league(4)),
}
"""Each state by name."""
