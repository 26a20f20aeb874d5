from __future__ import annotations

import pytest

from scoring.ledger import refusals
from scoring.ledger.seating import seating_token
from scoring.models import EntrySeat
from scoring.play import recording
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
    report,
)
from tests.module_fixtures import module_fixture
from tournaments.enums import TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, LogRow, Player, Tournament
from tournaments.play import substitutes
from tournaments.play.leaving_play import TournamentIsOver
from tournaments.refusals import PhoneInName

pytestmark = pytest.mark.django_db


@module_fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament(pairs=6, groups=2))[0]


def own(encounter: Encounter) -> Entrant:
    entrant = encounter.sides.get(letter="A").entrant
    assert entrant is not None
    return entrant


def players(entrant: Entrant) -> list[Player]:
    return [row.player for row in entrant.roster.select_related("player").order_by("place")]


def substitute(entrant: Entrant, leaves: Player, comes: str) -> Player:
    return substitutes.substitute(entrant=entrant, old_player=leaves, new_name=comes, by=CONSOLE, at=NOW)


def seated(encounter: Encounter, deal: int) -> Player:
    return EntrySeat.objects.get(
        seat="A1", entry__current_of__match__encounter=encounter, entry__current_of__deal=deal
    ).player


def test_played_hands_stay_with_their_players(encounter):
    first, second = players(own(encounter))
    play_hand(encounter)
    comes = substitute(own(encounter), first, "  Deniz   Ak ")
    assert comes.name == "Deniz Ak"
    assert players(own(encounter)) == [comes, second]
    play_hand(encounter)
    assert (seated(encounter, 1), seated(encounter, 2)) == (first, comes)


def test_corrected_hand_stays_with_its_players(encounter):
    first, _second = players(own(encounter))
    play_hand(encounter)
    substitute(own(encounter), first, "Deniz Ak")
    correct(encounter, report(points=(1, 2)))
    assert seated(encounter, 1) == first


def test_hand_entered_with_the_previous_player_is_refused(encounter):
    seats = {
        f"{side.letter}{place}": str(player.public_id)
        for side in encounter.sides.all()
        for place, player in enumerate(players(side.entrant), start=1)
    }
    substitute(own(encounter), players(own(encounter))[0], "Deniz Ak")
    with pytest.raises(refusals.SeatingChanged):
        recording.record_hand(
            encounter=encounter,
            match=1,
            deal=1,
            report=report(),
            entry_key="old",
            by=CONSOLE,
            at=NOW,
            seating=seating_token(seats),
        )


def test_second_substitution_undoes_the_first(encounter):
    first, second = players(own(encounter))
    comes = substitute(own(encounter), first, "Deniz Ak")
    assert substitute(own(encounter), comes, first.name) == first
    assert players(own(encounter)) == [first, second]
    assert LogRow.objects.filter(action="player_substituted").count() == 2


def test_nobody_plays_twice(encounter):
    first, second = players(own(encounter))
    other = players(encounter.sides.get(letter="B").entrant)[0]
    for name in (second.name, other.name, other.name.upper()):
        with pytest.raises(substitutes.PlaysAlready):
            substitute(own(encounter), first, name)
    with pytest.raises(substitutes.NotOnThisSide):
        substitute(own(encounter), other, "Deniz Ak")


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "\u200b"])
def test_substitute_needs_a_name(encounter, name):
    with pytest.raises(substitutes.SubstituteUnnamed):
        substitute(own(encounter), players(own(encounter))[0], name)


def test_phone_number_is_not_part_of_a_substitutes_name(encounter):
    with pytest.raises(PhoneInName):
        substitute(own(encounter), players(own(encounter))[0], "Deniz Ak 0532 111 22 33")


def test_substitution_is_refused_before_the_draw_and_after_the_end(encounter):
    entrant = open_tournament(pairs=2).entrants.earliest("pk")
    with pytest.raises(substitutes.EntriesAreOpen):
        substitute(entrant, players(entrant)[0], "Deniz Ak")
    Tournament.objects.update(state=TournamentState.FINISHED)
    with pytest.raises(TournamentIsOver):
        substitute(own(encounter), players(own(encounter))[0], "Deniz Ak")
    play_encounter(encounter)
