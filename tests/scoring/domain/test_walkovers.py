"""Walkovers credit what was needed and nothing else; lots part whom the criteria can't."""

from __future__ import annotations

import json

import pytest

from scoring.domain import ledger, refusals, walkovers
from scoring.domain.ranking import RankedEntrant, rank_group
from scoring.models import Entry, Match
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
    void_report,
)
from tournaments.domain.actor import CONSOLE, Actor
from tournaments.domain.progress import LaterPlayRestsOnIt
from tournaments.enums import DecidedBy, EncounterState, SideLetter, StageKind
from tournaments.models import Encounter, Entrant, Group, LogRow, Stage, TableLink, Tournament

pytestmark = pytest.mark.django_db


def record_walkover(encounter: Encounter, winner: SideLetter = SideLetter.A, **extra) -> None:
    walkovers.record_walkover(encounter=encounter, winner=winner, by=CONSOLE, at=NOW, **extra)
    encounter.refresh_from_db()


def take_back(encounter: Encounter, **extra) -> None:
    walkovers.take_walkover_back(encounter=encounter, by=CONSOLE, at=NOW, **extra)
    encounter.refresh_from_db()


def record_lot(group: Group, order: list[Entrant]) -> None:
    walkovers.record_lot(group=group, order=order, by=CONSOLE, at=NOW)


def standing_of(encounter: Encounter, letter: str) -> RankedEntrant:
    assert encounter.group is not None
    entrant = encounter.sides.get(letter=letter).entrant
    return next(ranked for ranked in rank_group(encounter.group) if ranked.entrant == entrant)


def figures(encounter: Encounter, letter: str) -> tuple[int, ...]:
    row = standing_of(encounter, letter).row
    return (
        row.encounters_played,
        row.encounters_won,
        row.matches_won,
        row.matches_lost,
        row.penalties,
        row.opponents_penalties,
        row.infractions,
    )


def first_encounter(**changes) -> Encounter:
    return encounters_of(drawn_tournament(pairs=6, groups=2, **changes))[0]


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3)])
def test_the_winner_is_credited_the_matches_it_needed_and_no_hands(best_of, needed):
    encounter = first_encounter(groups_best_of=best_of)
    record_walkover(encounter, SideLetter.B)
    assert (encounter.state, encounter.winner) == (EncounterState.DECIDED, "B")
    assert (encounter.decided_by, encounter.decided_at) == (DecidedBy.WALKOVER, NOW)
    assert dict(encounter.sides.values_list("letter", "wins")) == {"A": 0, "B": needed}
    assert figures(encounter, "B") == (1, 1, needed, 0, 0, 0, 0)
    assert figures(encounter, "A") == (1, 0, 0, needed, 0, 0, 0)
    assert standing_of(encounter, "B").row.average == 0
    assert not Match.objects.exists()


def test_hands_that_were_played_stay_in_the_log_and_count_nowhere():
    encounter = first_encounter(groups_best_of=3)
    for winner in "AABB":  # a match for A and a hand of the next
        play_hand(encounter, report(finisher=f"{winner}1", points=(50, 60), fouls=2))
    encounter.refresh_from_db()
    record_walkover(encounter, SideLetter.B)
    assert Entry.objects.count() == 4
    assert set(Match.objects.values_list("counts", flat=True)) == {False}
    assert figures(encounter, "A") == (1, 0, 0, 2, 0, 0, 0)
    assert figures(encounter, "B") == (1, 1, 2, 0, 0, 0, 0)


def test_a_walkover_says_who_gave_it_and_to_whom():
    encounter = first_encounter()
    tournament = encounter.stage.tournament
    counter = Tournament.objects.get(pk=tournament.pk).counter
    version = Stage.objects.get(pk=encounter.stage_id).ledger_version
    link = TableLink.objects.earliest("pk")
    walkovers.record_walkover(
        encounter=encounter, winner=SideLetter.B, by=Actor(table_link=link, device="d"), at=NOW
    )
    row = LogRow.objects.get(action="walkover_recorded")
    assert (json.loads(row.after), row.subject) == ({"winner": "B"}, str(encounter.public_id))
    assert (row.table_link, row.device, row.tournament) == (link, "d", tournament)
    assert Tournament.objects.get(pk=tournament.pk).counter == counter + 1
    assert Stage.objects.get(pk=encounter.stage_id).ledger_version == version + 1


def test_an_encounter_whose_sides_are_not_known_has_no_walkover():
    tournament = drawn_tournament()
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    final = encounters_of(tournament)[-1]
    with pytest.raises(refusals.EncounterNotReady):
        record_walkover(final)
    final.refresh_from_db()
    assert final.state == EncounterState.PENDING


def test_a_decided_encounter_has_no_walkover():
    encounter = first_encounter()
    play_encounter(encounter)
    with pytest.raises(refusals.EncounterIsDecided):
        record_walkover(encounter, SideLetter.B)
    assert encounter.winner == "A"


def test_a_walkover_is_not_given_twice():
    encounter = first_encounter()
    record_walkover(encounter)
    with pytest.raises(refusals.EncounterIsDecided):
        record_walkover(encounter, SideLetter.B)
    assert LogRow.objects.filter(action="walkover_recorded").count() == 1


def test_after_a_walkover_no_hand_is_taken_or_corrected():
    encounter = first_encounter()
    play_hand(encounter)
    encounter.refresh_from_db()
    record_walkover(encounter)
    with pytest.raises(refusals.EncounterIsDecided):
        ledger.record_hand(
            encounter=encounter, match=1, deal=2, report=report(), entry_key="late", by=CONSOLE, at=NOW
        )
    with pytest.raises(refusals.DecidedByWalkover):
        correct(encounter, void_report())
    assert Entry.objects.count() == 1


def test_taken_back_an_encounter_without_hands_is_ready_again():
    encounter = first_encounter()
    record_walkover(encounter)
    take_back(encounter)
    assert (encounter.state, encounter.winner, encounter.decided_by) == (EncounterState.READY, None, None)
    assert (encounter.decided_at, encounter.left_table_at) == (None, None)
    assert set(encounter.sides.values_list("wins", flat=True)) == {None}
    assert figures(encounter, "A") == (0, 0, 0, 0, 0, 0, 0)
    play_encounter(encounter, "B")
    assert encounter.winner == "B"


def test_taken_back_an_encounter_goes_on_with_the_hands_it_had():
    encounter = first_encounter(groups_best_of=3)
    for _hand in range(4):
        play_hand(encounter, report(points=(50, 60)))
    encounter.refresh_from_db()
    before = figures(encounter, "A")
    record_walkover(encounter, SideLetter.B)
    take_back(encounter)
    assert (encounter.state, encounter.winner) == (EncounterState.PLAYING, None)
    assert dict(encounter.sides.values_list("letter", "wins")) == {"A": 1, "B": 0}
    assert figures(encounter, "A") == before == (0, 0, 1, 0, -404, 440, 0)
    assert set(Match.objects.values_list("counts", flat=True)) == {True}
    play_hand(encounter)
    play_hand(encounter)
    encounter.refresh_from_db()
    assert encounter.winner == "A"


def test_only_a_walkover_is_taken_back():
    encounter = first_encounter()
    with pytest.raises(walkovers.NoWalkoverToTakeBack):
        take_back(encounter)
    play_encounter(encounter)
    with pytest.raises(walkovers.NoWalkoverToTakeBack):
        take_back(encounter)
    assert encounter.winner == "A"


def groups_of(tournament: Tournament) -> list[Group]:
    return list(
        Group.objects.filter(stage__tournament=tournament).select_related("stage").order_by("position")
    )


def by_walkover(group: Group, *, cycle: int = 0) -> None:
    """Earlier places win, but the last `cycle` of the group beat each other round in a circle."""
    places = {place.entrant_id: place.position for place in group.places.all()}
    first_of_cycle = len(places) - cycle
    for encounter in group.encounters.all():
        sides = {side.letter: places[side.entrant_id or 0] for side in encounter.sides.all()}
        low = min(sides, key=lambda letter: sides[letter])
        high = "A" if low == "B" else "B"
        apart = sides[high] - sides[low]
        turned = cycle and sides[low] >= first_of_cycle and apart == cycle - 1
        record_walkover(encounter, SideLetter(high if turned else low))


def members(group: Group) -> list[Entrant]:
    return [place.entrant for place in group.places.select_related("entrant").order_by("position")]


def ranks(group: Group) -> dict[str, int | None]:
    return dict(group.places.order_by("position").values_list("entrant__name", "rank"))


def knockout(tournament: Tournament) -> list[Encounter]:
    return [encounter for encounter in encounters_of(tournament) if encounter.group is None]


def test_a_tie_among_those_who_advance_waits_for_a_lot_and_then_the_knockout_goes_on():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied, clear = groups_of(tournament)
    by_walkover(clear)
    by_walkover(tied, cycle=3)
    assert {ranked.tied for ranked in rank_group(tied)} == {True}
    assert set(ranks(tied).values()) == {None}
    assert knockout(tournament) == []
    one, two, three = members(tied)
    record_lot(tied, [three, one, two])
    assert ranks(tied) == {one.name: 2, two.name: 3, three.name: 1}
    semis = knockout(tournament)[:2]
    first = {side.letter: side.entrant for side in semis[0].sides.all()}
    assert first == {"A": three, "B": members(clear)[1]}
    recorded = json.loads(LogRow.objects.get(action="lot_recorded").after)
    assert recorded == {"order": [str(entrant.public_id) for entrant in (three, one, two)]}


def test_a_lot_names_all_who_are_level():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied, clear = groups_of(tournament)
    by_walkover(tied, cycle=3)
    one, two, _three = members(tied)
    for order in ([], [one, two], [*members(clear)]):
        with pytest.raises(walkovers.LotIncomplete) as refusal:
            record_lot(tied, order)
        assert refusal.value.details["names"].count(",") == 2
    tied.refresh_from_db()
    assert (tied.lot, set(ranks(tied).values())) == ([], {None})


def test_a_lot_is_not_needed_while_a_group_is_open_or_when_nobody_is_level():
    tournament = drawn_tournament(pairs=6, groups=2)
    open_group, clear = groups_of(tournament)
    by_walkover(clear)
    version = Stage.objects.get(tournament=tournament, kind=StageKind.GROUPS).ledger_version
    for group in (open_group, clear):
        with pytest.raises(walkovers.LotNotNeeded):
            record_lot(group, members(group))
    assert Stage.objects.get(tournament=tournament, kind=StageKind.GROUPS).ledger_version == version


def test_a_lot_is_drawn_once():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied = groups_of(tournament)[0]
    by_walkover(tied, cycle=3)
    record_lot(tied, members(tied))
    with pytest.raises(walkovers.LotNotNeeded):
        record_lot(tied, members(tied)[::-1])
    assert list(ranks(tied).values()) == [1, 2, 3]


def test_a_tie_among_those_who_go_home_does_not_keep_the_knockout_waiting():
    tournament = drawn_tournament(pairs=8, groups=2, advance=1)
    tied, clear = groups_of(tournament)
    by_walkover(clear)
    by_walkover(tied, cycle=3)
    assert list(ranks(tied).values()) == [1, 2, 2, 2]
    (final,) = knockout(tournament)
    assert {side.entrant for side in final.sides.all()} == {members(tied)[0], members(clear)[0]}
    home = members(tied)[1:]
    record_lot(tied, home[::-1])
    assert list(ranks(tied).values()) == [1, 4, 3, 2]
    assert len(knockout(tournament)) == 1


def test_a_tie_across_the_line_waits_for_a_lot():
    tournament = drawn_tournament(pairs=8, groups=2, advance=2)
    tied, clear = groups_of(tournament)
    by_walkover(clear)
    by_walkover(tied, cycle=3)
    assert set(ranks(tied).values()) == {None}
    assert knockout(tournament) == []


def test_a_lot_that_is_no_longer_needed_has_no_say():
    tournament = drawn_tournament(pairs=6, groups=2)
    tied = groups_of(tournament)[0]
    by_walkover(tied, cycle=3)
    one, two, three = members(tied)
    record_lot(tied, [three, two, one])
    (between_first_and_last,) = (
        encounter
        for encounter in tied.encounters.all()
        if {side.entrant for side in encounter.sides.all()} == {one, three}
    )
    take_back(between_first_and_last)
    assert set(ranks(tied).values()) == {None}
    letter = between_first_and_last.sides.get(entrant=one).letter
    record_walkover(between_first_and_last, SideLetter(letter))
    assert list(ranks(tied).values()) == [1, 2, 3]


def test_only_one_group_its_lot_names_the_champion():
    tournament = drawn_tournament(pairs=4, groups=1)
    (group,) = groups_of(tournament)
    by_walkover(group, cycle=3)
    tournament.refresh_from_db()
    assert tournament.champion == members(group)[0]
    assert list(ranks(group).values()) == [1, 2, 2, 2]


def test_a_walkover_that_later_play_rests_on_needs_a_decision_to_be_taken_back():
    tournament = drawn_tournament(pairs=6, groups=2)
    for group in groups_of(tournament):
        by_walkover(group)
    semi = knockout(tournament)[0]
    play_hand(semi)
    standing = [side.entrant for side in semi.sides.order_by("letter")]
    encounter = groups_of(tournament)[0].encounters.earliest("pk")
    with pytest.raises(LaterPlayRestsOnIt) as refusal:
        take_back(encounter)
    assert refusal.value.encounters == [semi]
    encounter.refresh_from_db()
    assert encounter.decided_by == DecidedBy.WALKOVER
    take_back(encounter, let_stand=True)
    assert encounter.state == EncounterState.READY
    assert [side.entrant for side in semi.sides.order_by("letter")] == standing


def test_a_lot_after_later_play_was_let_stand_leaves_that_play_alone():
    tournament = drawn_tournament(pairs=6, groups=2)
    for group in groups_of(tournament):
        by_walkover(group)
    semi = knockout(tournament)[0]
    play_hand(semi)
    tied = groups_of(tournament)[0]
    one, two, three = members(tied)
    assert semi.sides.get(letter="A").entrant == one
    encounter = next(e for e in tied.encounters.all() if {s.entrant for s in e.sides.all()} == {one, three})
    take_back(encounter, let_stand=True)
    record_walkover(encounter, SideLetter(encounter.sides.get(entrant=three).letter), let_stand=True)
    record_lot(tied, [three, two, one])
    assert list(ranks(tied).values()) == [3, 2, 1]
    assert semi.sides.get(letter="A").entrant == one


def test_a_later_lot_leaves_an_earlier_one_its_say():
    tournament = drawn_tournament(pairs=12, groups=2, advance=2)
    tied, _clear = groups_of(tournament)
    by_walkover(tied, cycle=3)
    home = members(tied)[3:]
    record_lot(tied, home[::-1])
    first, _second, third = (entrant.pk for entrant in members(tied)[:3])
    turned = next(
        encounter
        for encounter in tied.encounters.all()
        if {side.entrant_id for side in encounter.sides.all()} == {first, third}
    )
    take_back(turned)
    record_walkover(turned, SideLetter(turned.sides.get(entrant=third).letter))
    record_lot(tied, members(tied)[:3])
    assert list(ranks(tied).values()) == [1, 2, 3, 6, 5, 4]
