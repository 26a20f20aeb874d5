from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction

from scoring.models import Hand, Standing
from scoring.officials.domain import late_entries
from scoring.people import domain
from scoring.standings import standings_cache
from tests.factories import NOW, drawn_tournament, encounters_of, first_stage, open_tournament, report
from tests.faults.test_races import at_once, recorder
from tournaments.draws.domain import draw
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameDisplay
from tournaments.live import counters
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Entrant, Player, Tournament
from tournaments.people.domain import anonymization, public_names, renaming
from tournaments.people.domain.merging import AlreadyMerged
from tournaments.people.domain.public_names import NoNameLeft
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.play import substitutes
from tournaments.refusals import Refused
from tournaments.schedule.change import Change

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]

FULL, INITIAL = NameDisplay.FULL, NameDisplay.INITIAL
UNDER_WAY = 0.3
"""Seconds after which a call that doesn't wait has finished; shorter values find fewer races."""


def run_before_commit(first: Callable[[], Any], then: Callable[[], Any]) -> Any:
    """Run `then` after `first` but before its commit, and return its result."""
    results: list[Any] = []

    def run() -> None:
        try:
            results.append(then())
        except Refused as refusal:
            results.append(refusal)
        finally:
            connection.close()

    other = Thread(target=run)
    with transaction.atomic():
        first()
        other.start()
        other.join(UNDER_WAY)
    other.join()
    return results[0]


def closing(call: Callable[[], Any]) -> Any:
    try:
        return call()
    finally:
        connection.close()


def enter(tournament: Tournament, *players: str, shown: tuple[NameDisplay | None, ...] = ()) -> Entrant:
    name = " – ".join(player.split()[-1] for player in players)
    entry = ListedEntrant(name, players, shown=shown)
    return entry_list.add_entrants(tournament=tournament, entries=[entry], by=CONSOLE, at=NOW)[0]


def choosing(tournament: Tournament, player: Player, shown: NameDisplay) -> Callable[[], list[Player]]:
    return partial(
        public_names.choose_public_names, tournament=tournament, choices={player: shown}, by=CONSOLE, at=NOW
    )


def anonymizing(player: Player) -> Callable[[], domain.AnonymizedPlayer]:
    return partial(domain.make_anonymous, player=player, by=CONSOLE, at=NOW)


def two_tournaments() -> tuple[Tournament, Tournament, Player]:
    first = open_tournament()
    player = enter(first, "Ali Kaya", "Ece Demir").players.get(name="Ali Kaya")
    return first, open_tournament(club=Club.objects.get()), player


def is_name_erased(name: str) -> bool:
    rows = [
        *Player.objects.values_list("name", "full_name"),
        *Entrant.objects.values_list("name", "full_name"),
    ]
    return not any(name in text for row in rows for text in row)


def test_choice_during_anonymization_restores_no_name():
    tournament, _other, player = two_tournaments()
    outcome = run_before_commit(anonymizing(player), choosing(tournament, player, FULL))
    assert isinstance(outcome, NoNameLeft)
    player.refresh_from_db()
    assert (player.name, player.full_name) == ("#1", "")
    assert is_name_erased("Kaya")


def test_entry_during_anonymization_creates_another_person():
    _first, other, player = two_tournaments()
    outcome = run_before_commit(
        anonymizing(player), lambda: enter(other, "Ali Kaya", "Can Öz", shown=(FULL, None))
    )
    assert isinstance(outcome, Entrant)
    assert player not in outcome.players.all()
    player.refresh_from_db()
    assert (player.name, player.full_name) == ("#1", "")


def test_name_correction_during_anonymization_restores_no_name():
    _first, _other, player = two_tournaments()
    outcome = run_before_commit(
        anonymizing(player),
        partial(renaming.rename_person, player=player, name="Ali Kara", by=CONSOLE, at=NOW),
    )
    assert isinstance(outcome, NoNameLeft)
    assert is_name_erased("Kara")


def test_concurrent_merges_leave_one_person_who_gets_new_entries():
    _first, other, ali = two_tournaments()
    alias = Player.objects.create(club=ali.club, name="Ali Kya")
    joining_them = partial(domain.merge, alias=alias, person=ali, by=CONSOLE, at=NOW)
    outcome = run_before_commit(
        joining_them, partial(domain.merge, alias=ali, person=alias, by=CONSOLE, at=NOW)
    )
    assert isinstance(outcome, AlreadyMerged)
    assert list(Player.objects.exclude(same_as=None)) == [alias]
    third = Player.objects.create(club=ali.club, name="Ali Ka")
    outcome = run_before_commit(
        partial(domain.merge, alias=third, person=ali, by=CONSOLE, at=NOW),
        lambda: enter(other, "Ali Ka", "Can Öz"),
    )
    assert outcome.players.contains(ali)


def test_concurrent_choices_in_two_tournaments_apply_in_a_third():
    first, second, ali = two_tournaments()
    ece = Player.objects.get(name="Ece Demir")
    enter(second, "Ece Demir", "Can Öz")
    third = open_tournament(club=first.club)
    pair = enter(third, "Ali Kaya", "Ece Demir")
    run_before_commit(choosing(first, ali, INITIAL), choosing(second, ece, INITIAL))
    pair.refresh_from_db()
    assert (pair.name, pair.full_name) == ("Ali K. – Ece D.", "Kaya – Demir")


def test_substitute_being_anonymized_is_not_named():
    tournament = drawn_tournament(pairs=4, groups=1)
    club = tournament.club
    comes = enter(open_tournament(club=club), "Ali Kaya", "Ece Demir").players.get(name="Ali Kaya")
    own = tournament.entrants.order_by("number")[0]
    leaves = own.players.order_by("rosters__place")[0]
    substitute = partial(
        substitutes.substitute, entrant=own, old_player=leaves, new_name="Ali Kaya", by=CONSOLE, at=NOW
    )
    outcome = run_before_commit(anonymizing(comes), substitute)
    assert isinstance(outcome, Player)
    assert outcome != comes


def named_tournament(club: Club | None = None) -> Tournament:
    tournament = open_tournament(club=club)
    for surname in ("Kaya", "Demir", "Çelik", "Şahin"):
        enter(tournament, f"Ali {surname}", f"Ece {surname}oğlu")
    draw.draw_groups(tournament=tournament, groups=1, seed="101", by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize("taken", ["chosen", "anonymous"])
@pytest.mark.parametrize("written", [Hand, Standing])
def test_hand_during_anonymization_is_stored(written, taken):
    tournament = named_tournament()
    encounter = encounters_of(tournament)[0]
    pair = encounter.sides.all()[0].entrant
    assert pair is not None
    player = pair.players.order_by("rosters__place")[0]
    take = choosing(tournament, player, INITIAL) if taken == "chosen" else anonymizing(player)
    if written is Hand:
        run_before_commit(recorder(encounter, 1, report(), "first"), take)
    else:
        run_before_commit(partial(standings_cache.rebuild, stage=encounter.stage, at=NOW), take)
    pair.refresh_from_db()
    assert player.surname not in pair.name.split()
    assert written.objects.exists()


def test_standings_during_pending_anonymization_are_locked_with_the_others(monkeypatch):
    tournament = named_tournament()
    player = tournament.entrants.order_by("number")[0].players.order_by("rosters__place")[0]
    rebuild = partial(standings_cache.rebuild, stage=first_stage(tournament), at=NOW)
    erase = anonymization.erase_player
    rebuilt: list[Future[None]] = []

    def erase_meanwhile(**who: Any) -> anonymization.ErasureResult:
        rebuilt.append(pool.submit(closing, rebuild))
        wait(rebuilt, timeout=UNDER_WAY)
        return erase(**who)

    monkeypatch.setattr(anonymization, "erase_player", erase_meanwhile)
    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic():
            counters.notify(tournament)
            pending = pool.submit(closing, anonymizing(player))
            wait([pending], timeout=UNDER_WAY)
            rebuild()
        assert pending.result().player == player
        [done] = rebuilt
        assert done.result() is None


def test_concurrent_hands_choices_entries_and_anonymization_finish():
    tournament = drawn_tournament(pairs=6, groups=2)
    other = open_tournament(club=tournament.club)
    encounter = encounters_of(tournament)[0]
    sides = [side.entrant for side in encounter.sides.order_by("letter") if side.entrant]
    players = [player for side in sides for player in side.players.order_by("rosters__place")]
    late = ListedEntrant("Geç – Gelen", ("Ada Geç", "Ege Gelen"))
    outcomes = at_once(
        recorder(encounter, 1, report(), "first"),
        choosing(tournament, players[0], INITIAL),
        choosing(other, players[1], INITIAL),
        anonymizing(players[2]),
        partial(late_entries.add_late, tournament=tournament, entry=late, change=Change(CONSOLE, NOW)),
        lambda: enter(other, players[3].name, "Can Öz", shown=(INITIAL, None)),
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert Player.objects.exclude(full_name="").count() == 3
