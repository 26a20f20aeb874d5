from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scoring.officials.domain import departures
from scoring.play import reopening, walkovers
from scoring.play.later_play import replace_encounter
from scoring.queries.bracket_links import BracketLinks
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    play_encounter,
    play_hand,
    report,
)
from tests.languages import english
from tests.module_fixtures import module_fixture
from tests.scoring.live.page_counters import encounter_address, play_groups, text
from tests.scoring.officials.domain.official_actions import entrant_at
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change
from tournaments.sentences import untranslated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

ANNULLED = 'data-test="annulled"'


@module_fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def english_encounter_text(client: Client, encounter: Encounter, query: str = "") -> str:
    return text(client.get(english(encounter_address(encounter) + query)))


def bracket_links(response: Any) -> BracketLinks:
    links = response.context["encounter_links"].bracket_links
    assert isinstance(links, BracketLinks)
    return links


@pytest.mark.release
def test_waiting_encounter_names_what_it_waits_for(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    final = encounters_of(tournament)[-1]
    response = client.get(encounter_address(final))
    assert 'data-test="state-waiting"' in text(response)
    sources = bracket_links(response).slot_sources
    assert [source.listing.encounter for source in sources if source.listing] == encounters_of(tournament)[
        -3:-1
    ]


def test_walkover_is_described_and_its_hands_do_not_count(client: Client, encounter: Encounter):
    play_hand(encounter)
    walkovers.record_walkover(encounter=encounter, winner=SideLetter.B, change=Change(CONSOLE, NOW))
    winner = encounter.sides.get(letter="B").entrant
    assert winner
    page = english_encounter_text(client, encounter)
    note = page.partition('data-test="walkover"')[2].partition("</p>")[0]
    assert f"<b>{untranslated(winner.name)}</b>" in note
    assert 'data-test="uncounted-hands"' in page
    assert "0–1" in page


def test_annulled_encounter_links_its_replacement(client: Client):
    tournament = drawn_tournament(pairs=6, groups=2)
    encounter = encounters_of(tournament)[0]
    play_hand(encounter)
    fresh = replace_encounter(encounter.pk, change=Change(CONSOLE, NOW))
    page = text(client.get(encounter_address(encounter)))
    assert ANNULLED in page
    assert encounter_address(fresh) in page
    assert ANNULLED not in text(client.get(encounter_address(fresh)))


def test_encounter_of_a_withdrawn_side_says_that_results_were_annulled(client: Client, encounter: Encounter):
    own_entrant = entrant_at(encounter, "A")
    departures.withdraw(entrant=own_entrant, results=LeaverResults.ANNULLED, change=Change(CONSOLE, NOW))
    response = client.get(encounter_address(encounter))
    assert ANNULLED in text(response)
    assert response.context["replaced_by"] is None
    assert [reason.entrant for reason in response.context["encounter_links"].decision_reasons] == [
        own_entrant
    ]


def test_reopened_encounter_is_labelled(client: Client, encounter: Encounter):
    play_encounter(encounter)
    reopening.reopen_encounter(encounter=encounter, reason="", change=Change(CONSOLE, NOW))
    assert 'data-test="state-reopened"' in english_encounter_text(client, encounter)


@pytest.mark.release
def test_waiting_encounter_links_what_it_waits_for(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    semi, _other, final = encounters_of(tournament)[-3:]
    play_hand(semi)
    response = client.get(english(encounter_address(final)))
    page = text(response)
    assert encounter_address(semi) in page
    assert "hand 2" in page
    assert bracket_links(response).decides_champion


def test_semi_final_says_how_many_group_encounters_are_left(client: Client):
    tournament = drawn_tournament(pairs=6)
    play_groups(tournament)
    semi = encounters_of(tournament)[-3]
    side = semi.sides.get(letter="A")
    assert side.from_group
    side.from_group.encounters.order_by("pk").update(state="ready", winner=None, decided_by=None)
    type(side).objects.filter(pk=side.pk).update(entrant=None)
    Encounter.objects.filter(pk=semi.pk).update(state="pending")
    sources = bracket_links(client.get(encounter_address(semi))).slot_sources
    assert [(source.slot.letter, source.encounters_left) for source in sources] == [("A", 3)]


@pytest.mark.release
def test_semi_final_shows_the_winners_next_encounter(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    first, second, final = encounters_of(tournament)[-3:]
    play_encounter(second)
    response = client.get(encounter_address(first))
    (next_slot,) = bracket_links(response).next_slots
    assert (next_slot.place, next_slot.listing.encounter) == (1, final)
    ways = text(response).partition('id="ways"')[2].partition("</dl>")[0]
    assert encounter_address(final) in ways
    assert entrant_at(second, "A").name in ways


def test_neighbours_of_the_round_are_linked(client: Client):
    first, second, *_others = [
        encounter for encounter in encounters_of(drawn_tournament()) if encounter.round == 1
    ]
    page = english_encounter_text(client, first)
    assert "1 / 4</span>" in page
    assert f'rel="next" href="{encounter_address(second)}"' in page
    assert 'rel="prev"' not in page
    assert f'rel="prev" href="{encounter_address(first)}"' in english_encounter_text(client, second)


@pytest.mark.slow
def test_kept_later_play_names_the_entitled_side(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    semi, other, final = encounters_of(tournament)[-3:]
    play_encounter(semi)
    play_encounter(other)
    play_hand(final)
    previous, rightful = entrant_at(semi, "A"), entrant_at(semi, "B")
    for deal in (1, 2, 3):
        correct(semi, report(finisher="B1", points=(150, 150)), deal=deal, keep_later_play=True)
    for encounter, notices in ((final, ["kept-here"]), (semi, ["kept-next"]), (other, [])):
        response = client.get(encounter_address(encounter))
        assert re.findall('data-test="(kept-[a-z]+)"', text(response)) == notices
    (superseded,) = bracket_links(client.get(encounter_address(final))).superseded_sides
    assert (superseded.rightful_entrant, superseded.side.entrant) == (rightful, previous)
    (next_slot,) = bracket_links(client.get(encounter_address(semi))).next_slots
    assert (next_slot.entrant, next_slot.side.entrant) == (rightful, previous)


def test_reason_of_a_walkover_is_public(client: Client, encounter: Encounter):
    walkovers.record_walkover(
        encounter=encounter, winner=SideLetter.B, reason=" Geç kaldılar ", change=Change(CONSOLE, NOW)
    )
    page = english_encounter_text(client, encounter)
    assert "“Geç kaldılar”" in page
    assert "A walkover: 1–0 without hands, average 0." in page


def test_double_walkover_is_labelled(client: Client, encounter: Encounter):
    walkovers.record_double_walkover(encounter=encounter, reason="Kavga", change=Change(CONSOLE, NOW))
    page = english_encounter_text(client, encounter)
    assert 'data-test="state-lost-by-both"' in page
    assert "“Kavga”" in page.partition('data-test="walkover"')[2].partition("</p>")[0]


def test_disqualification_is_shown_with_its_reason(client: Client):
    tournament = drawn_tournament()
    encounter, later = [encounter for encounter in encounters_of(tournament) if encounter.group][:2]
    play_hand(encounter)
    own_entrant = entrant_at(encounter, "A")
    departures.disqualify(
        entrant=own_entrant, results=LeaverResults.KEPT, reason="Sözlü hakaret", change=Change(CONSOLE, NOW)
    )
    response = client.get(encounter_address(encounter))
    (reason,) = response.context["encounter_links"].decision_reasons
    assert (reason.entrant, reason.disqualified) == (own_entrant, True)
    assert "“Sözlü hakaret”" in text(response)
    assert "“Sözlü hakaret”" not in text(client.get(encounter_address(later)))


def test_reopened_encounter_is_not_shown_as_in_play(client: Client, encounter: Encounter):
    play_encounter(encounter)
    reopening.reopen_encounter(encounter=encounter, reason="Puanlar karışmış", change=Change(CONSOLE, NOW))
    page = english_encounter_text(client, encounter)
    assert 'data-test="state-reopened"' in page
    assert "“Puanlar karışmış”" in page
    assert "hand 4" not in page
    assert 'class="badge live"' not in page


def test_players_are_named(client: Client, encounter: Encounter):
    page = english_encounter_text(client, encounter)
    for side in encounter.sides.all():
        assert all(player.name in page for player in side.players)
