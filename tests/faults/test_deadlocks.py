from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from scoring.integrity.integrity_checks import verify
from scoring.ledger.seal_verification import verify_club
from scoring.models import Call, Hand
from scoring.officials.domain import amendments, departures, late_entries
from scoring.play import reopening, undo_hand, walkovers
from scoring.play.calls import call_referee, close_call
from scoring.play.later_play import LaterPlayChoice, apply_with_later_play
from scoring.standings import standings_cache
from tests.factories import (
    NOW,
    correct,
    encounters_of,
    first_stage,
    open_tournament,
    play_hand,
    play_of,
    report,
)
from tests.faults.test_name_races import FULL, INITIAL, anonymizing, choosing, enter, named_tournament
from tests.faults.test_races import at_once, flat
from tests.run_sweeps import sweep_one
from tournaments.enums import STANDINGS_KINDS, SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Player, Stage, Table, Tournament
from tournaments.people.domain import rosters
from tournaments.play import substitutes
from tournaments.play.leaving_play import LeaverResults
from tournaments.refusals import Refused
from tournaments.schedule.change import Change
from tournaments.setup.domain import tournament_settings
from tournaments.tables.domain import keepers, move_encounter, table_changes, tables

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]

PEOPLE, ROUNDS = 6, 1
BY: dict[str, Any] = {"by": CONSOLE, "at": NOW}


@dataclass(frozen=True)
class RandomTarget:
    chance: Random
    tournament: Tournament
    encounter: Encounter
    table: Table
    pair: Entrant
    player: Player
    name: str

    def report(self) -> Any:
        return report(finisher=self.chance.choice(("A1", "B1")), points=(self.chance.randrange(1, 90), 7))


def pick_target(dice: Random, tournaments: Sequence[Tournament]) -> RandomTarget:
    tournament = Tournament.objects.get(pk=dice.choice(tournaments).pk)
    encounter = dice.choice(
        [candidate for candidate in encounters_of(tournament) if candidate.group_id is not None]
    )
    pair = dice.choice(list(tournament.entrants.order_by("pk")))
    player = dice.choice(list(pair.players.order_by("pk")))
    table = dice.choice(list(tournament.tables.order_by("pk")))
    return RandomTarget(dice, tournament, encounter, table, pair, player, f"Yeni Gelen{dice.getrandbits(30)}")


def play_on(at: RandomTarget) -> None:
    for _hand in range(3):
        play_hand(at.encounter, at.report())


def take_last_hand_back(at: RandomTarget) -> None:
    deal = play_of(at.encounter).current.next_deal - 1
    undo_hand.take_hand_back(encounter=at.encounter, match=1, deal=deal, entry_key=uuid4().hex, **BY)


def correct_first_hand(at: RandomTarget) -> None:
    hand = at.report()
    apply_with_later_play(
        partial(correct, at.encounter, hand),
        tournament=at.tournament,
        choice=LaterPlayChoice.REOPENS,
        change=Change(**BY),
    )


def amend_rules(at: RandomTarget) -> None:
    rules = flat(at.tournament)
    preview = amendments.preview_amendment(tournament=at.tournament, rules=rules).state_digest
    amendments.amend_rules(
        tournament=at.tournament,
        rules=rules,
        reason="?",
        state_digest=preview,
        later=LaterPlayChoice.STANDS,
        **BY,
    )


def come_late(at: RandomTarget) -> None:
    entry = rosters.ListedEntrant(at.name, (f"{at.name} A", f"{at.name} B"))
    late_entries.add_late(tournament=at.tournament, entry=entry, change=Change(**BY))


def answer(at: RandomTarget) -> None:
    waiting = Call.objects.filter(table__tournament=at.tournament).order_by("pk").first()
    if waiting is not None:
        close_call(call=waiting, answer=f"{at.player.name} haklı", **BY)


def change_venue(at: RandomTarget) -> None:
    settings = tournament_settings.settings_of(at.tournament)
    changed = replace(settings.with_common(venue=at.name), tables=settings.tables + at.chance.choice((0, 1)))
    tournament_settings.change_tournament(tournament=at.tournament, settings=changed, **BY)


def call(at: RandomTarget) -> None:
    by = replace(CONSOLE, device_id=at.name)
    question = f"{at.player.name}?"
    call_referee(table=at.table, encounter=at.encounter, question=question, by=by, at=NOW)


ACTS: Sequence[Callable[[RandomTarget], Any]] = (
    *(play_on,) * 4,
    take_last_hand_back,
    correct_first_hand,
    amend_rules,
    come_late,
    call,
    answer,
    change_venue,
    lambda at: correct(at.encounter, at.report(), keep_later_play=True),
    lambda at: walkovers.record_walkover(encounter=at.encounter, winner=SideLetter.A, change=Change(**BY)),
    lambda at: reopening.reopen_encounter(
        encounter=at.encounter, reason="?", change=Change(**BY, keep_later_play=True)
    ),
    lambda at: departures.withdraw(
        entrant=at.pair, results=LeaverResults.ANNULLED, change=Change(**BY, keep_later_play=True)
    ),
    lambda at: departures.disqualify(
        entrant=at.pair, results=LeaverResults.KEPT, reason="?", next_takes_place=True, change=Change(**BY)
    ),
    lambda at: departures.undo_departure(entrant=at.pair, change=Change(**BY, keep_later_play=True)),
    lambda at: substitutes.substitute(entrant=at.pair, old_player=at.player, new_name=at.name, **BY),
    lambda at: choosing(at.tournament, at.player, at.chance.choice((INITIAL, FULL)))(),
    lambda at: anonymizing(at.player)(),
    lambda at: enter(open_tournament(club=at.tournament.club), at.player.real_name, at.name),
    lambda at: keepers.become_keeper(table=at.table, name=at.name, **BY),
    lambda at: tables.renew_link(table=at.table, **BY),
    lambda at: tables.set_first_dealer(encounter=at.encounter, seat=at.chance.choice(("A1", "B1")), **BY),
    lambda at: move_encounter.move_encounter(encounter=at.encounter, table=at.table, **BY),
    lambda at: move_encounter.take_encounter(encounter=at.encounter, table=at.table, **BY),
    lambda at: table_changes.close_table(table=at.table, **BY),
    lambda at: table_changes.open_table(table=at.table, **BY),
    lambda at: table_changes.add_table(tournament=at.tournament, **BY),
    lambda at: standings_cache.refresh(stage=first_stage(at.tournament), at=NOW),
    lambda at: standings_cache.rebuild(stage=first_stage(at.tournament), at=NOW),
    lambda at: sweep_one(at.tournament.pk, NOW),
)


def run_random_actions(number: int, tournaments: Sequence[Tournament]) -> None:
    dice = Random(number)
    for _round in range(ROUNDS):
        for action in dice.sample(ACTS, len(ACTS)):
            with suppress(Refused):
                action(pick_target(dice, tournaments))


def test_concurrent_actions_never_deadlock():
    first = named_tournament()
    tournaments = [first, named_tournament(first.club)]
    at_once(*(partial(run_random_actions, number, tournaments) for number in range(PEOPLE)))
    assert Hand.objects.exists()
    for stage in Stage.objects.filter(kind__in=STANDINGS_KINDS).select_related("tournament"):
        standings_cache.refresh(stage=stage, at=NOW)
        assert not list(standings_cache.find_differences(stage))
    reports = [*map(verify, tournaments), verify_club(first.club)]
    assert [report.discrepancies for report in reports] == [[], [], []]
