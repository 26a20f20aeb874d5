"""An evening of each Okey game for screenshots: `python docs/okey_evenings.py`.

Hands are random but reproducible; the evening stops in its third round. Prints the paths of its pages as
JSON.
"""

import json
import os
import random
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import django

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from rules.games import game_of  # noqa: E402
from rules.games.okey_task.tasks import Task  # noqa: E402
from rules.seats import SEATS_PAIRS  # noqa: E402
from scoring.ledger.encounter_state import read_play  # noqa: E402
from scoring.ledger.rulebooks import rules_of  # noqa: E402
from scoring.play import recording  # noqa: E402
from scoring.standings import standings_cache  # noqa: E402
from tournaments.draws.domain import draw  # noqa: E402
from tournaments.entrants.domain import entry_list  # noqa: E402
from tournaments.enums import Visibility  # noqa: E402
from tournaments.log.actor import Actor  # noqa: E402
from tournaments.models import Club, Encounter, Table  # noqa: E402
from tournaments.setup.domain import tournament_settings  # noqa: E402
from tournaments.setup.domain.tournament_settings import TournamentSettings  # noqa: E402
from tournaments.stages.stage_settings import Length, groups_then_knockout  # noqa: E402
from tournaments.tables.domain import tables  # noqa: E402
from tournaments.tables.domain.tables import current_encounter  # noqa: E402

Hand = dict[str, Any]

PICTURES_ACTOR: Final = Actor(device="pictures")
TIME_BETWEEN_HANDS: Final = timedelta(seconds=75)
"""Time between two hands with four tables in play."""
STARTED_AGO: Final = timedelta(minutes=115)
ROUNDS: Final = 2
"""Rounds that are finished."""
HANDS_IN_PLAY: Final = (2, 4, 3, 1)
"""Hands at each table where the evening stops."""
PAIRS: Final = (
    ("Ayten Koç", "Rauf Tekin"),
    ("Leyla Soylu", "Hasan Bilir"),
    ("Hale Ertan", "Sevim Doğan"),
    ("Yusuf Kara", "Meral Uslu"),
    ("İlhan Toprak", "Gönül Çetin"),
    ("Orhan Bulut", "Pınar Ateş"),
    ("Şule Korkmaz", "Faruk Özen"),
    ("Hülya Demir", "Sami Yalçın"),
)


def happens_once_in(times: int, chance: random.Random) -> bool:
    return chance.randrange(times) == 0


def random_okey_hand(chance: random.Random, *, run: int) -> Hand:
    """`run` weighs how often a one-colour run finishes."""
    indicator = {"indicator_shown_by": chance.choice(SEATS_PAIRS)} if happens_once_in(5, chance) else {}
    seats: Hand = {"seats": {seat: {} for seat in SEATS_PAIRS}}
    if happens_once_in(16, chance):
        return {"outcome": "deck_exhausted"} | seats | indicator
    (hand,) = chance.choices(("groups", "pairs", "one_colour_run"), (30, 6, run))
    (last,) = chance.choices(("plain", "okey"), (4, 1))
    finish = {"hand": hand, "last_tile": last}
    return (
        {"outcome": "finished", "finisher": chance.choice(SEATS_PAIRS), "finish": finish} | seats | indicator
    )


def random_task_hand(chance: random.Random) -> Hand:
    task = chance.choice(list(Task))
    finisher = chance.choice(SEATS_PAIRS)
    opening = "pairs" if task is Task.CIFT else "series"
    seats = {seat: _random_seat(chance, opening) for seat in SEATS_PAIRS} | {finisher: {"opening": opening}}
    return {"outcome": "finished", "finisher": finisher, "task": task.value, "seats": seats}


def _random_seat(chance: random.Random, opening: str) -> Hand:
    if happens_once_in(3, chance):
        return {"opening": "none", "rack": {"points": chance.randint(58, 112)}}
    exchanged = [{"code": "joker_exchanged", "count": 1}] if happens_once_in(12, chance) else []
    return {"opening": opening, "rack": {"points": chance.randint(4, 46)}, "infractions": exchanged}


EVENINGS: Final[dict[str, tuple[str, int | None, Callable[[random.Random], Hand]]]] = {
    "okey-countdown": ("Perşembe Okeyi", None, lambda chance: random_okey_hand(chance, run=1)),
    "okey-standard": ("Salı Okeyi", None, lambda chance: random_okey_hand(chance, run=0)),
    "okey-task": ("Görev Gecesi", 5, random_task_hand),
}
"""By rule set: the evening's name, hands per match, and a random hand."""


class Evening:
    def __init__(self, rule_set: str, club: Club) -> None:
        name, hands, self.hand = EVENINGS[rule_set]
        self.rule_set, self.chance = rule_set, random.Random(rule_set)
        self.now = timezone.localtime() - STARTED_AGO
        stages = groups_then_knockout(Length(best_of=1, hands=hands), Length(best_of=3, hands=hands))
        day, venue = self.now.date(), "Yediveren Lokali, büyük salon"
        settings = TournamentSettings(name, day, day, tables=4, stages=stages).with_common(venue=venue)
        self.tournament = tournament_settings.create_tournament(
            club=club,
            settings=settings,
            rule_set_id=rule_set,
            visibility=Visibility.PUBLIC,
            by=PICTURES_ACTOR,
            at=self.now,
        )

    def play(self) -> dict[str, str]:
        """Return the paths of its pages."""
        for players in PAIRS:
            called = " & ".join(player.split()[0] for player in players)
            entry_list.add_entrant(
                tournament=self.tournament, name=called, players=players, by=PICTURES_ACTOR, at=self.now
            )
        draw.draw_groups(tournament=self.tournament, groups=2, seed="istaka", by=PICTURES_ACTOR, at=self.now)
        decided = [finished for _round in range(ROUNDS) for finished in self.play_round()]
        playing = self.at_tables()
        for number in range(max(HANDS_IN_PLAY)):
            for encounter, hands in zip(playing, HANDS_IN_PLAY, strict=True):
                if number < hands:
                    self.play_hand(encounter)
        for stage in self.tournament.stages.all():
            standings_cache.refresh(stage=stage, at=self.now)
        return self.paths(max(decided, key=self.hands_of), playing[1].table)

    def play_round(self) -> list[Encounter]:
        met = self.at_tables()
        while playing := [encounter for encounter in met if encounter.winner is None]:
            for encounter in playing:
                self.play_hand(encounter)
        for encounter in met:
            tables.call_next_encounter(encounter=encounter, by=PICTURES_ACTOR, at=self.now)
        return met

    def at_tables(self) -> list[Encounter]:
        on = (current_encounter(table) for table in self.tournament.tables.order_by("number"))
        return [encounter for encounter in on if encounter is not None]

    def play_hand(self, encounter: Encounter) -> None:
        self.now += TIME_BETWEEN_HANDS
        current = read_play(encounter, rules_of(self.tournament.rule_book)).current
        recording.record_hand(
            encounter=encounter,
            match=current.number,
            deal=current.next_deal,
            report=game_of(self.rule_set).parse_report(self.hand(self.chance)),
            entry_key=uuid4().hex,
            by=PICTURES_ACTOR,
            at=self.now,
        )
        encounter.refresh_from_db()

    def hands_of(self, encounter: Encounter) -> int:
        return sum(match.hands.count() for match in encounter.matches.all())

    def paths(self, decided: Encounter, table: Table | None) -> dict[str, str]:
        assert table is not None
        here = [self.tournament.public_id]
        return {
            "encounter": reverse("scoring:encounter", args=[decided.public_id]),
            "tv": reverse("scoring:tv", args=here),
            "table": reverse("scoring:open_table", args=[table.links.get().token]),
        }


def main() -> None:
    club = Club.objects.create(name="Yediveren Okey Kulübü", created_at=timezone.now())
    json.dump({rule_set: Evening(rule_set, club).play() for rule_set in EVENINGS}, sys.stdout)


if __name__ == "__main__":
    main()
