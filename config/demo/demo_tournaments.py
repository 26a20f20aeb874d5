"""Replayed from recorded evenings."""

import json
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings

from scoring.evening_replay import Replay
from scoring.standings import standings_cache
from tournaments.entrants.domain import entry_list
from tournaments.enums import STANDINGS_KINDS, Visibility
from tournaments.log.actor import Actor
from tournaments.models import Club, Tournament
from tournaments.setup.domain import tournament_settings
from tournaments.setup.domain.tournament_settings import TournamentSettings
from tournaments.stages.stage_settings import Length, groups_then_knockout

Event = dict[str, Any]

EVENINGS: Path = settings.BASE_DIR / "tests" / "data" / "evenings"
VENUE = "Yediveren Lokali, büyük salon"
TIME_BETWEEN_EVENTS = timedelta(seconds=40)  # a hand takes five minutes, and eight tables play at once
HAND_DURATION = timedelta(minutes=5)
TABLES = 8
ENCOUNTERS_PLAYED = 12  # of the evening in play
HANDS_IN_PLAY = (3, 7, 9, 12)  # at the tables in play
PAIRS_ENTERED = 6


def finished_tournament(*, club: Club, by: Actor, at: datetime) -> Tournament:
    return replay_events("Güz Kupası", events_of("small_8"), club=club, by=by, until=at - timedelta(days=14))


def finished_okey_tournament(*, club: Club, by: Actor, at: datetime) -> Tournament:
    return replay_events("Cuma Okeyi", events_of("friday_8"), club=club, by=by, until=at - timedelta(days=21))


def tournament_in_play(*, club: Club, by: Actor, at: datetime) -> Tournament:
    timed = schedule_at_tables(cut_off_events(events_of("club_16")))
    events, before = [event for _ago, event in timed], [ago for ago, _event in timed]
    return replay_events("Kasım Kupası", events, club=club, by=by, until=at, before=before)


def tournament_open_for_entries(*, club: Club, by: Actor, at: datetime) -> Tournament:
    """Create an undrawn public tournament, in two weeks, of PAIRS_ENTERED pairs."""
    day = (at + timedelta(days=14)).date()
    stages = groups_then_knockout(Length(best_of=1, hands=11), Length(best_of=3, hands=11))
    announced = TournamentSettings(
        name="Yılbaşı Turnuvası",
        first_day=day,
        last_day=day + timedelta(days=1),
        tables=6,
        stages=stages,
    ).with_common(venue=VENUE, begins=time(10), ends=time(18), doors=time(9, 30))
    tournament = tournament_settings.create_tournament(
        club=club, settings=announced, visibility=Visibility.PUBLIC, by=by, at=at
    )
    pairs = [event for event in events_of("club_16") if event["event"] == "entrant"]
    for pair in pairs[:PAIRS_ENTERED]:
        entry_list.add_entrant(
            tournament=tournament, name=pair["name"], players=pair["players"], by=by, at=at
        )
    return tournament


def events_of(evening: str) -> list[Event]:
    lines = (EVENINGS / f"{evening}.jsonl").read_text(encoding="utf-8").splitlines()
    return [name_entrant(json.loads(line)) for line in lines]


def name_entrant(event: Event) -> Event:
    if event["event"] != "entrant":
        return event
    return {**event, "name": " & ".join(player.split()[0] for player in event["players"])}


def cut_off_events(events: list[Event]) -> list[Event]:
    """Keep events of no encounter and of the first ENCOUNTERS_PLAYED.

    Each number in HANDS_IN_PLAY is how many hands one of the next encounters keeps; the others are dropped.
    """
    encounters = list(dict.fromkeys(tuple(event["encounter"]) for event in events if "encounter" in event))
    tournament_in_play = encounters[ENCOUNTERS_PLAYED : ENCOUNTERS_PLAYED + len(HANDS_IN_PLAY)]
    remaining_hands = Counter(dict(zip(tournament_in_play, HANDS_IN_PLAY, strict=True)))
    shortened = []
    for event in events:
        encounter = tuple(event.get("encounter", ()))
        if not encounter or encounter in encounters[:ENCOUNTERS_PLAYED]:
            shortened.append(event)
        elif event["event"] == "hand" and remaining_hands[encounter] > 0:
            remaining_hands[encounter] -= 1
            shortened.append(event)
    return shortened


def schedule_at_tables(events: list[Event]) -> list[tuple[timedelta, Event]]:
    """Return (time before the end, event), oldest first: events of no encounter, then play at TABLES tables.

    Takes what `cut_off_events` returns.
    """
    events_by_encounter: dict[tuple[Any, ...], list[Event]] = {}
    for event in events:
        events_by_encounter.setdefault(tuple(event.get("encounter", ())), []).append(event)
    before_play = events_by_encounter.pop((), [])
    encounters = list(events_by_encounter.values())
    timed: list[tuple[timedelta, Event]] = []
    for wave in (encounters[ENCOUNTERS_PLAYED:], encounters[TABLES:ENCOUNTERS_PLAYED], encounters[:TABLES]):
        ended = max((before_end for before_end, _event in timed), default=timedelta())
        for table, lines in enumerate(wave):
            pace, last = HAND_DURATION * (23 + table % 4) / 25, ended + timedelta(minutes=1 + table)
            timed += [(last + pace * remaining, event) for remaining, event in enumerate(reversed(lines))]
    timed.sort(key=lambda timed_event: timed_event[0], reverse=True)
    begun = timed[0][0] + HAND_DURATION
    return [*((begun, event) for event in before_play), *timed]


def replay_events(
    name: str,
    events: list[Event],
    *,
    club: Club,
    by: Actor,
    until: datetime,
    before: Sequence[timedelta] | None = None,
) -> Tournament:
    """Replay as a tournament with this `name`; also set venue and start, and compute the standings.

    Each event happens its `before` earlier than `until`, else they are TIME_BETWEEN_EVENTS apart.
    """
    times_before = before or [TIME_BETWEEN_EVENTS * remaining for remaining in range(len(events) + 1, 1, -1)]
    now = until
    replay = Replay(clock=lambda: now, club=club, by=by)
    for event, earlier in zip(events, times_before, strict=True):
        now = until - earlier
        renamed = {**event, "name": name} if event["event"] == "tournament" else event
        replay.play_line(json.dumps(renamed))
    assert replay.tournament is not None, "an evening begins with its tournament"
    begins = (until - times_before[0]).astimezone(ZoneInfo(club.time_zone)).time().replace(minute=0, second=0)
    settings_now = tournament_settings.settings_of(replay.tournament).with_common(venue=VENUE, begins=begins)
    tournament_settings.change_tournament(
        tournament=replay.tournament, settings=settings_now, by=by, at=until
    )
    for stage in replay.tournament.stages.filter(kind__in=STANDINGS_KINDS):
        standings_cache.refresh(stage=stage, at=until)
    replay.close()
    return replay.tournament
