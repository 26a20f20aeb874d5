"""The bracket for whoever looks for somebody: his way marked, sections, and the words beside a tie."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.officials.domain import departures
from scoring.play import reopening, walkovers
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    play_table,
    report,
    singles_tournament,
)
from tests.languages import english
from tests.pages.reading import read
from tests.scoring.chains import DOUBLE, ELIMINATION, drawn, play_ready, ready
from tests.scoring.live.watching import HTMX, address, statements, text
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Tournament
from tournaments.play.leaving import Results
from tournaments.stages.stage_settings import StageSettings

pytestmark = [pytest.mark.django_db, pytest.mark.english]

BEST_OF_THREE = StageSettings("knockout", best_of=3, hands=3, third_place=True)


def page(client: Client, tournament: Tournament, query: str = "", **headers: str) -> str:
    return text(client.get(english(address("bracket", tournament) + query), headers={**headers}))


def winner_of(encounter: Encounter) -> Entrant:
    encounter.refresh_from_db()
    entrant = encounter.sides.get(letter=encounter.winner).entrant
    assert entrant is not None
    return entrant


def box(said: str, tie: str) -> str:
    """The list item of a tie, by its id."""
    return said[said.index(f'id="{tie}"') :].partition("</li>")[0]


def classes(said: str, tie: str) -> list[str]:
    found = re.search(r'class="([^"]*)"', box(said, tie))
    return found.group(1).split() if found else []


def test_without_a_script_a_link_marks_the_way_of_an_entrant(client: Client):
    tournament = drawn(ELIMINATION, pairs=4)
    first = ready(tournament)[0]
    play_encounter(first)
    entrant = winner_of(first)
    said = page(client, tournament, f"?path={entrant.public_id}")
    assert "sends" in classes(said, "tie-1-main-1-1")
    assert "came" in classes(said, "tie-1-main-2-1")
    assert "through" not in classes(said, "tie-1-main-1-2")
    assert said.count('title="Show the way" aria-current="true"') == 2
    assert f'data-path="{entrant.number}"' in said
    assert f"<title>{entrant.name} · Bracket" in said


def test_the_way_is_told_in_words_too(client: Client):
    tournament = drawn(ELIMINATION, pairs=4)
    first, second = ready(tournament)
    play_encounter(first)
    entrant = winner_of(first)
    trail = page(client, tournament, f"?path={entrant.public_id}").partition('id="trail"')[2]
    trail = trail.partition("</section>")[0]
    assert "Semi-final 1" in trail
    assert f'<a href="{address("entrants", tournament)}{entrant.public_id}/">{entrant.name}</a>' in trail
    assert "won" in trail
    assert "Winner of semi-final 2" in trail
    play_hand(second)
    trail = page(client, tournament, f"?path={entrant.public_id}").partition('id="trail"')[2]
    assert f"Winner of table {second.table.number}" in trail.partition("</section>")[0]  # type: ignore[union-attr]


def test_the_name_that_is_marked_leads_back_without_a_mark(client: Client):
    tournament = drawn(ELIMINATION, pairs=4)
    entrant = tournament.entrants.get(number=1)
    said = page(client, tournament, f"?path={entrant.public_id}")
    assert f'href="{address("bracket", tournament)}" title="Show the way" aria-current="true"' in said
    assert f"?path={entrant.public_id}" not in said.partition('class="bk')[2]


@pytest.mark.parametrize(
    "query",
    ["?path=", "?path=nobody", "?path=23c2f877-60c7-484c-9e4c-1311f10d94ee", "?section=99", "?section=x"],
)
def test_what_names_nothing_is_passed_over(client: Client, query):
    answer = client.get(address("bracket", drawn(ELIMINATION, pairs=4)) + query)
    assert answer.status_code == 200
    assert "trail" not in text(answer)


def test_what_follows_by_itself_keeps_the_mark(client: Client):
    tournament = drawn(ELIMINATION, pairs=4)
    entrant = tournament.entrants.get(number=1)
    said = page(client, tournament, f"?path={entrant.public_id}", **HTMX)
    assert said.lstrip().startswith('<div id="live"')
    assert f"path={entrant.public_id}&amp;seen=" in said
    assert "through" in said


def test_names_of_a_phone_are_in_a_list_of_everybody(client: Client):
    said = page(client, drawn(ELIMINATION, pairs=5))
    assert said.count("<option") == 6


def test_every_box_leads_to_its_encounter(client: Client):
    tournament = drawn(BEST_OF_THREE, pairs=8)
    said = page(client, tournament)
    for encounter in encounters_of(tournament):
        assert f'href="/en/e/{encounter.public_id}/"' in said


def test_matches_stand_beside_each_other_with_the_running_one_marked(client: Client):
    tournament = drawn(BEST_OF_THREE, pairs=4)
    one = ready(tournament)[0]
    for _hand in range(4):
        play_hand(one)
    said = box(page(client, tournament), "tie-1-main-1-1")
    assert ">hand 2<" in said
    assert said.count('class="p w"') == 1
    assert said.count('class="p cur"') == 2


def test_a_bye_and_a_third_place_are_named(client: Client):
    said = page(client, drawn(BEST_OF_THREE, pairs=5))
    assert '<span class="bye-word" aria-hidden="true">bye</span>' in said
    third = box(said, "tie-1-third-3-1") if 'id="tie-1-third-3-1"' in said else box(said, "tie-1-third-1-1")
    assert "Loser of semi-final 1" in third
    assert "Match for third place" in third


def test_a_finished_one_shows_its_champion(client: Client):
    tournament = drawn(ELIMINATION, pairs=2)
    play_ready(tournament)
    tournament.refresh_from_db()
    assert tournament.champion
    crown = page(client, tournament).partition('class="crown"')[2].partition("</p>")[0]
    assert "Champion" in crown
    own_page = f"{address('entrants', tournament)}{tournament.champion.public_id}/"
    assert f'<a href="{own_page}">{tournament.champion.name}</a>' in crown


def test_who_withdrew_is_said_to_have(client: Client):
    tournament = drawn(ELIMINATION, pairs=4)
    entrant = ready(tournament)[0].sides.get(letter="A").entrant
    assert entrant is not None
    departures.withdraw(entrant=entrant, results=Results.KEPT, by=CONSOLE, at=NOW)
    said = box(page(client, tournament), "tie-1-main-1-1")
    assert "withdrawn" in said
    assert "walkover" in said


def test_lost_by_both_is_called_so(client: Client):
    tournament = drawn(ELIMINATION, pairs=4)
    walkovers.record_double_walkover(encounter=ready(tournament)[0], by=CONSOLE, at=NOW)
    assert "lost by both" in box(page(client, tournament), "tie-1-main-1-1")


def test_what_was_reopened_is_called_so(client: Client):
    tournament = drawn(ELIMINATION, pairs=4)
    one = ready(tournament)[0]
    play_encounter(one)
    one.refresh_from_db()
    reopening.reopen(encounter=one, reason="Yanlış el", by=CONSOLE, at=NOW)
    assert "reopened" in box(page(client, tournament), "tie-1-main-1-1")


def test_later_play_that_was_let_stand_says_so(client: Client):
    tournament = drawn(ELIMINATION, pairs=4)
    play_ready(tournament)
    (final,) = ready(tournament)
    play_hand(final)
    assert "stands as it was" not in page(client, tournament)
    semi = encounters_of(tournament)[0]
    for deal in (1, 2, 3):
        correct(semi, report(finisher="B1", points=(90, 90)), deal=deal, let_stand=True)
    said = page(client, tournament)
    assert "stands as it was" in box(said, "tie-1-main-2-1")
    assert "stands as it was" not in box(said, "tie-1-main-1-1")


def test_tables_of_four_mark_a_player_too(client: Client):
    tournament = singles_tournament(players=9)
    one = ready(tournament)[0]
    play_table(one, 40, 0, 20, 60)
    player = one.sides.get(letter="B").entrant
    assert player is not None
    said = page(client, tournament, f"?path={player.public_id}")
    assert said.count(" through") == 1
    assert "Place 1" in said.partition('id="trail"')[2].partition("</section>")[0]


@pytest.mark.both_databases
def test_as_many_queries_for_64_as_for_4(client: Client):
    few, many = drawn(ELIMINATION, pairs=4), drawn(ELIMINATION, pairs=64)
    play_encounter(ready(few)[0])
    play_encounter(ready(many)[0])
    of_many = address("bracket", many) + f"?path={many.entrants.get(number=1).public_id}"
    assert statements(client, of_many) == statements(client, address("bracket", few))


@pytest.mark.parametrize("query", ["", "?section=2", "?section=last"])
def test_a_large_one_can_be_looked_at_in_sections(client: Client, query):
    tournament = drawn(ELIMINATION, pairs=33)
    said = page(client, tournament, query)
    assert said.count('href="?section=') == 6
    ties = len(re.findall(r'id="tie-', said))
    assert ties == {"": 63, "?section=2": 15, "?section=last": 7}[query]


def test_another_section_keeps_the_way(client: Client):
    tournament = drawn(ELIMINATION, pairs=33)
    entrant = tournament.entrants.get(number=1)
    said = page(client, tournament, f"?path={entrant.public_id}")
    assert said.count(f"&amp;path={entrant.public_id}") == 6


def test_what_is_not_drawn_yet_says_which_places_meet_without_large_letters(client: Client):
    said = page(client, drawn_tournament(pairs=16, groups=4))
    assert "These will be the encounters:" in said
    assert '<span class="sd">A1</span>' in said
    assert ">?<" not in said
    assert " ample" not in said


def test_a_box_is_one_phrase_and_says_nothing_twice(client: Client):
    tournament = drawn(BEST_OF_THREE, pairs=4)
    first, second = ready(tournament)
    play_encounter(first)
    play_hand(second)
    said = page(client, tournament)
    names = [[str(side.entrant) for side in one.sides.all()] for one in (first, second)]
    assert (
        f"Semi-final 1: {names[0][0]} 2, {names[0][1]} 0. Points of each match: −303 : +210; −303 : +210. "
        f"{names[0][0]} won" in said
    )
    assert re.search(rf"Semi-final 2: {names[1][0]} 0, {names[1][1]} 0. .*Table \d. hand 2", said)
    for shown in ("s", "ps", "hd", "i-won"):
        assert said.count(f'class="{shown}"') == said.count(f'class="{shown}" aria-hidden="true"') > 0


@pytest.mark.parametrize("stages", [(BEST_OF_THREE,), (DOUBLE,)])
def test_it_parses_strictly(client: Client, stages):
    tournament = drawn(*stages, pairs=11)
    play_ready(tournament)
    entrant = tournament.entrants.get(number=1)
    said = page(client, tournament, f"?path={entrant.public_id}")
    assert read(said, whole=True).faults == []
