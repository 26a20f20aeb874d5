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
from tests.pages.page_parser import read
from tests.scoring.live.page_counters import HTMX, address, encounter_address, statements, text
from tests.scoring.stage_flows import DOUBLE, ELIMINATION, drawn_flow, play_ready, ready_encounters
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Tournament
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change
from tournaments.sentences import untranslated
from tournaments.stages.stage_settings import StageSettings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

KEPT = 'data-test="kept"'
BEST_OF_THREE = StageSettings("knockout", best_of=3, hands=3, third_place=True)


def page(client: Client, tournament: Tournament, query: str = "", **headers: str) -> str:
    return text(client.get(english(address("bracket", tournament) + query), headers={**headers}))


def winner_of(encounter: Encounter) -> Entrant:
    encounter.refresh_from_db()
    entrant = encounter.sides.get(letter=encounter.winner).entrant
    assert entrant is not None
    return entrant


def trail_of(client: Client, tournament: Tournament, entrant: Entrant) -> str:
    content = page(client, tournament, f"?path={entrant.public_id}")
    return content.partition('id="trail"')[2].partition("</section>")[0]


def box(page: str, tie: str) -> str:
    return page[page.index(f'id="{tie}"') :].partition("</li>")[0]


def classes(page: str, tie: str) -> list[str]:
    match = re.search(r'class="([^"]*)"', box(page, tie))
    return match.group(1).split() if match else []


def test_link_marks_the_path_of_an_entrant_without_a_script(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=4)
    first = ready_encounters(tournament)[0]
    play_encounter(first)
    entrant = winner_of(first)
    content = page(client, tournament, f"?path={entrant.public_id}")
    assert "path-out" in classes(content, "tie-1-main-1-1")
    assert "path-in" in classes(content, "tie-1-main-2-1")
    assert "through" not in classes(content, "tie-1-main-1-2")
    assert content.count('title="Show path" aria-current="true"') == 2
    assert f'data-path="{entrant.number}"' in content
    assert f'<title translate="no">{entrant.name} · Bracket' in content


def test_path_is_described_in_words(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=4)
    first, second = ready_encounters(tournament)
    play_encounter(first)
    entrant = winner_of(first)
    trail = trail_of(client, tournament, entrant)
    final = encounters_of(tournament)[-1]
    assert re.findall(r'<li><a href="([^"]+)"', trail) == [encounter_address(first), encounter_address(final)]
    assert (
        f'<a href="{address("entrants", tournament)}{entrant.public_id}/" translate="no">{entrant.name}</a>'
        in trail
    )
    assert trail.count('class="badge ok"') == 1
    assert "Winner of semi-final 2" in trail
    play_hand(second)
    assert second.table
    assert f"Winner of table {second.table.number}" in trail_of(client, tournament, entrant)


def test_marked_name_links_to_the_unmarked_bracket(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=4)
    entrant = tournament.entrants.get(number=1)
    content = page(client, tournament, f"?path={entrant.public_id}")
    assert f'href="{address("bracket", tournament)}" title="Show path" aria-current="true"' in content
    assert f"?path={entrant.public_id}" not in content.partition('class="bk')[2]


@pytest.mark.parametrize(
    "query",
    ["?path=", "?path=nobody", "?path=23c2f877-60c7-484c-9e4c-1311f10d94ee", "?section=99", "?section=x"],
)
def test_unknown_parameters_are_ignored(client: Client, query):
    answer = client.get(address("bracket", drawn_flow(ELIMINATION, pairs=4)) + query)
    assert answer.status_code == 200
    assert 'id="trail"' not in text(answer)


def test_live_update_keeps_the_path(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=4)
    entrant = tournament.entrants.get(number=1)
    content = page(client, tournament, f"?path={entrant.public_id}", **HTMX)
    assert content.lstrip().startswith('<div id="live"')
    assert f"path={entrant.public_id}&amp;seen=" in content
    assert 'id="trail"' in content


def test_names_for_phones_are_in_a_list_of_all_entrants(client: Client):
    content = page(client, drawn_flow(ELIMINATION, pairs=5))
    assert content.count("<option") == 6


def test_every_box_links_its_encounter(client: Client):
    tournament = drawn_flow(BEST_OF_THREE, pairs=8)
    content = page(client, tournament)
    for encounter in encounters_of(tournament):
        assert f'href="/en/e/{encounter.public_id}/"' in content


def test_matches_are_side_by_side_with_the_current_one_marked(client: Client):
    tournament = drawn_flow(BEST_OF_THREE, pairs=4)
    encounter = ready_encounters(tournament)[0]
    for _hand in range(4):
        play_hand(encounter)
    tie_box = box(page(client, tournament), "tie-1-main-1-1")
    assert ">hand 2<" in tie_box
    assert tie_box.count('class="p w"') == 1
    assert tie_box.count('class="p cur"') == 2


def test_bye_and_third_place_are_labelled(client: Client):
    content = page(client, drawn_flow(BEST_OF_THREE, pairs=5))
    assert '<span class="bye-word" aria-hidden="true">bye</span>' in content
    third = (
        box(content, "tie-1-third-3-1")
        if 'id="tie-1-third-3-1"' in content
        else box(content, "tie-1-third-1-1")
    )
    assert third.count('class="feed"') == 2


def test_finished_bracket_shows_its_champion(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=2)
    play_ready(tournament)
    tournament.refresh_from_db()
    assert tournament.champion
    crown = page(client, tournament).partition('class="crown"')[2].partition("</p>")[0]
    own_page = f"{address('entrants', tournament)}{tournament.champion.public_id}/"
    assert f'<a href="{own_page}" translate="no">{tournament.champion.name}</a>' in crown


def test_withdrawn_entrant_is_labelled(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=4)
    entrant = ready_encounters(tournament)[0].sides.get(letter="A").entrant
    assert entrant is not None
    departures.withdraw(entrant=entrant, results=LeaverResults.KEPT, change=Change(CONSOLE, NOW))
    tie_box = box(page(client, tournament), "tie-1-main-1-1")
    assert '<em class="gone">' in tie_box
    assert 'data-test="walkover"' in tie_box


def test_double_walkover_is_labelled(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=4)
    walkovers.record_double_walkover(encounter=ready_encounters(tournament)[0], change=Change(CONSOLE, NOW))
    assert 'data-test="lost-by-both"' in box(page(client, tournament), "tie-1-main-1-1")


def test_reopened_encounter_is_labelled(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=4)
    encounter = ready_encounters(tournament)[0]
    play_encounter(encounter)
    encounter.refresh_from_db()
    reopening.reopen_encounter(encounter=encounter, reason="Yanlış el", change=Change(CONSOLE, NOW))
    assert 'data-test="reopened"' in box(page(client, tournament), "tie-1-main-1-1")


def test_later_play_kept_after_a_correction_is_labelled(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=4)
    play_ready(tournament)
    (final,) = ready_encounters(tournament)
    play_hand(final)
    assert KEPT not in page(client, tournament)
    semi = encounters_of(tournament)[0]
    for deal in (1, 2, 3):
        correct(semi, report(finisher="B1", points=(90, 90)), deal=deal, keep_later_play=True)
    content = page(client, tournament)
    assert KEPT in box(content, "tie-1-main-2-1")
    assert KEPT not in box(content, "tie-1-main-1-1")


def test_tables_of_four_mark_a_players_path(client: Client):
    tournament = singles_tournament(players=9)
    encounter = ready_encounters(tournament)[0]
    play_table(encounter, 40, 0, 20, 60)
    player = encounter.sides.get(letter="B").entrant
    assert player is not None
    content = page(client, tournament, f"?path={player.public_id}")
    assert content.count(" through") == 1
    response = client.get(address("bracket", tournament) + f"?path={player.public_id}")
    steps = response.context["bracket_path"].steps
    assert [step.own_slot.place for step in steps if step.tie.listing.decided] == [1]


@pytest.mark.release
@pytest.mark.postgres
def test_bracket_takes_the_same_queries_for_4_and_64(client: Client):
    few, many = drawn_flow(ELIMINATION, pairs=4), drawn_flow(ELIMINATION, pairs=64)
    play_encounter(ready_encounters(few)[0])
    play_encounter(ready_encounters(many)[0])
    of_many = address("bracket", many) + f"?path={many.entrants.get(number=1).public_id}"
    assert statements(client, of_many) == statements(client, address("bracket", few))


@pytest.mark.parametrize("query", ["", "?section=2", "?section=last"])
def test_large_bracket_has_sections(client: Client, query):
    tournament = drawn_flow(ELIMINATION, pairs=33)
    content = page(client, tournament, query)
    assert content.count('href="?section=') == 6
    ties = len(re.findall(r'id="tie-', content))
    assert ties == {"": 63, "?section=2": 15, "?section=last": 7}[query]


def test_changing_the_section_keeps_the_path(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=33)
    entrant = tournament.entrants.get(number=1)
    content = page(client, tournament, f"?path={entrant.public_id}")
    assert content.count(f"&amp;path={entrant.public_id}") == 6


def test_undrawn_bracket_shows_places_in_lower_case(client: Client):
    content = page(client, drawn_tournament(pairs=16, groups=4))
    assert 'data-test="projected"' in content
    assert '<span class="sd">A1</span>' in content
    assert ">?<" not in content
    assert " ample" not in content


def test_box_is_one_phrase_without_repetition(client: Client):
    tournament = drawn_flow(BEST_OF_THREE, pairs=4)
    first, second = ready_encounters(tournament)
    play_encounter(first)
    play_hand(second)
    content = page(client, tournament)
    names = [
        [untranslated(str(side.entrant)) for side in encounter.sides.all()] for encounter in (first, second)
    ]
    assert (
        f"Semi-final 1: {names[0][0]} 2, {names[0][1]} 0. Points of each match: −303 : +210; −303 : +210. "
        f"{names[0][0]} won" in content
    )
    assert re.search(rf"Semi-final 2: {names[1][0]} 0, {names[1][1]} 0. .*Table \d. hand 2", content)
    for prefix in ("s", "ps", "tie-header", "i-won"):
        assert content.count(f'class="{prefix}"') == content.count(f'class="{prefix}" aria-hidden="true"') > 0


@pytest.mark.parametrize("stages", [(BEST_OF_THREE,), (DOUBLE,)])
def test_bracket_page_is_strict_html(client: Client, stages):
    tournament = drawn_flow(*stages, pairs=11)
    play_ready(tournament)
    entrant = tournament.entrants.get(number=1)
    content = page(client, tournament, f"?path={entrant.public_id}")
    assert read(content, whole=True).faults == []
