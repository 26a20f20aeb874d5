import re

import pytest
from django.test import Client

from scoring.play import walkovers
from tests.factories import (
    LEAGUE,
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
    void_report,
)
from tests.languages import english
from tests.scoring.live.page_counters import (
    address,
    level_tournament,
    overtaken_tournament,
    play_groups,
    text,
)
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament
from tournaments.schedule.change import Change
from tournaments.sentences import untranslated

pytestmark = pytest.mark.django_db

EMPTY_SLOT = re.compile(r'<span class="sd">([^<]*)</span>')


def english_bracket_text(client: Client, tournament: Tournament) -> str:
    return text(client.get(english(address("bracket", tournament))))


def knockout(tournament: Tournament):
    return [encounter for encounter in encounters_of(tournament) if not encounter.group]


def test_undrawn_bracket_shows_who_will_meet(client: Client):
    page = english_bracket_text(client, drawn_tournament())
    assert 'data-test="projected"' in page
    assert EMPTY_SLOT.findall(page)[:2] == ["A1", "B2"]
    assert page.count('class="feed"') == 6


def test_turkish_slot_names_the_awaited_winner(client: Client):
    page = text(client.get(address("bracket", drawn_tournament(pairs=16, groups=4))))
    assert "A grubu birincisi" in page
    assert "Çeyrek final 2 galibi" in page


@pytest.mark.release
def test_slot_names_both_possible_entrants(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    first = knockout(tournament)[0]
    names = [side.entrant.name for side in first.sides.all() if side.entrant]
    page = english_bracket_text(client, tournament)
    assert f"</span><small>{untranslated(names[0])} / {untranslated(names[1])}</small>" in page
    assert 'data-test="projected"' not in page


@pytest.mark.release
def test_decided_tie_fills_the_final(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    semi = knockout(tournament)[0]
    play_encounter(semi)
    semi.refresh_from_db()
    winner = semi.sides.get(letter=semi.winner).entrant
    assert winner
    final = english_bracket_text(client, tournament).partition('id="tie-2-main-2-1"')[2].partition("</li>")[0]
    assert f'data-entrant-number="{winner.number}"' in final
    assert final.count('class="feed"') == 1


@pytest.mark.release
def test_legend_is_not_a_score(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    page = english_bracket_text(client, tournament)
    assert '<b class="under">' in page
    assert 'class="under">+' not in page


@pytest.mark.release
def test_tie_in_play_shows_its_hand(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    play_hand(knockout(tournament)[0])
    assert "hand 2</em>" in english_bracket_text(client, tournament)


@pytest.mark.release
def test_bracket_says_that_it_waits_for_a_lot(client: Client):
    response = client.get(address("bracket", level_tournament()))
    lots = response.context["lots"]
    assert [group.name for group in lots] == ["A", "B"]
    assert all(f'id="lot-{group.stage_id}-{group.position}"' in text(response) for group in lots)


def test_bracket_says_that_it_stays_after_a_group_correction(client: Client):
    tournament, _first, last = overtaken_tournament()
    page = english_bracket_text(client, tournament)
    assert page.count('data-test="changed-order"') == 1
    assert last.name in page


def test_bracket_that_follows_its_groups_has_no_notice(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    followed = english_bracket_text(client, tournament)
    correct(encounters_of(tournament)[0], void_report())
    emptied = english_bracket_text(client, tournament)
    assert ("A1" in EMPTY_SLOT.findall(followed), "A1" in EMPTY_SLOT.findall(emptied)) == (False, True)
    for page in (followed, emptied):
        assert 'data-test="changed-order"' not in page
        assert 'id="lot-' not in page


@pytest.mark.release
def test_walkover_is_labelled(client: Client):
    tournament = drawn_tournament()
    play_groups(tournament)
    walkovers.record_walkover(
        encounter=knockout(tournament)[0], winner=SideLetter.A, change=Change(CONSOLE, NOW)
    )
    assert english_bracket_text(client, tournament).count('data-test="walkover"') == 1


def test_league_has_no_bracket(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    assert client.get(address("bracket", tournament)).status_code == 404
    assert address("bracket", tournament) not in text(client.get(address("tournament", tournament)))


def test_bracket_is_404_before_the_draw(client: Client):
    assert client.get(address("bracket", open_tournament(pairs=8))).status_code == 404
