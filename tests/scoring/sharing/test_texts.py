from __future__ import annotations

import html
import re
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules.standings.steps import STEPS
from scoring.officials.domain import ties
from scoring.officials.domain.tie_scopes import GroupTieScope
from scoring.play import walkovers
from scoring.setup.domain import cancellation
from scoring.sharing import queries
from tests.factories import (
    LEAGUE,
    NOW,
    MembershipFactory,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
    play_table,
    report,
    singles_tournament,
)
from tests.languages import english, path_in_language
from tests.scoring.live.page_counters import begin, play_groups, refresh
from tests.scoring.officials.domain.official_actions import (
    members,
    record_walkover,
    tied_and_clear_group,
)
from tests.scoring.queries.test_final_ranking import play_out
from tests.scoring.stage_flows import ELIMINATION, drawn_flow
from tournaments.enums import NameDisplay, SideLetter, Visibility
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament
from tournaments.people.domain import public_names
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


def address(tournament: Tournament, language: str = "en") -> str:
    return path_in_language(reverse("scoring:share_texts", args=[tournament.public_id]), language)


def texts(client: Client, tournament: Tournament, language: str = "en") -> dict[str, str]:
    page = client.get(address(tournament, language)).content.decode()
    areas = re.findall(r'<textarea[^>]*aria-labelledby="text-(\w+)"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    return {key: html.unescape(content).strip("\n") for key, content in areas}


def test_message_before_the_draw_has_time_place_and_entries(client: Client):
    messages = texts(client, tournament := open_tournament(pairs=3))
    assert list(messages) == ["evening"]
    assert messages["evening"].splitlines() == [
        "Güz Kupası",
        "21–22 November 2026 · Kulüp salonu",
        "Entered so far: 3 pairs",
        "",
        f"http://testserver{english(reverse('scoring:tournament', args=[tournament.public_id]))}",
    ]


def test_pairings_are_listed_by_table(client: Client):
    tournament = drawn_tournament(pairs=8, groups=2, tables=2)
    lines = texts(client, tournament)["tables"].splitlines()
    assert lines[:3] == ["Güz Kupası · Who plays where", "Group stage · Round 1", ""]
    first = [encounter for encounter in encounters_of(tournament) if encounter.round == 1]
    assert len(lines) == 3 + len(first) + 2
    starts = [line.partition(" (")[0] for line in lines[3:7]]
    assert starts == ["Table 1", "Table 1, then", "Table 2", "Table 2, then"]
    names = [side.entrant.name for encounter in first for side in encounter.sides_in_order if side.entrant]
    assert all(name in "\n".join(lines) for name in names)
    assert lines[-1].endswith(english(reverse("scoring:tables", args=[tournament.public_id])))


def test_results_have_the_score_and_how_it_was_decided(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    first, second, *_later = encounters_of(tournament)
    play_encounter(first)
    walkovers.record_walkover(
        encounter=second, winner=SideLetter.B, reason="Gelmedi", change=Change(CONSOLE, NOW)
    )
    message = texts(client, tournament)["results"]
    first_name, second_name = (side.entrant.name for side in first.sides_in_order if side.entrant)
    assert re.search(rf"^{first_name} 1–0 {second_name} \([−\d]+ : \+[\d]+\)$", message, re.MULTILINE)
    assert "(walkover)" in message
    assert "Gelmedi" not in message


def test_round_without_results_keeps_those_of_the_round_before(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    for encounter in [each for each in encounters_of(tournament) if each.round == 1]:
        play_encounter(encounter)
    messages = texts(client, tournament)
    assert "Round 2" in messages["tables"]
    assert "Round 1" in messages["results"]


@pytest.mark.release
def test_results_of_a_bracket_begin_with_the_final_and_name_the_rounds_before(client: Client):
    tournament = drawn_flow(ELIMINATION, pairs=8)
    play_out(tournament)
    lines = texts(client, tournament)["results"].splitlines()
    titles = [line for line in lines if line in ("Final", "Semi-finals", "Quarter-finals")]
    assert titles == ["Final", "Semi-finals", "Quarter-finals"]
    assert sum("1–0" in line for line in lines) == 7


def test_standings_have_places_figures_and_sort_direction(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    play_encounter(encounters_of(tournament)[0])
    refresh(tournament)
    lines = texts(client, tournament)["standings"].splitlines()
    assert re.fullmatch(r"1\. .+: 1 of 1 won · Average \+[\d,]+", lines[3])
    assert "Average: highest first" in lines
    assert not [
        line for line in lines if line.startswith("Group A")
    ]  # A single group has no name of its own.


def test_standings_show_the_figure_of_each_tie_break_that_separated_entrants(client: Client):
    order = ("encounters_won", "opponents_strength", "fewest_infractions", "average", "most_finishes", "lot")
    stage = replace(LEAGUE[0], tie_breaks=order)
    tournament = drawn_tournament(pairs=4, groups=1, stages=(stage,))
    first, second, *_later = encounters_of(tournament)
    play_encounter(first)
    for fouls in (1, 0, 0):
        play_hand(second, report(fouls=fouls))
    refresh(tournament)
    figures = standings_figures(client, tournament)
    infractions = [STEPS["fewest_infractions"].name.en + f" {count}" for count in (0, 1)]
    assert [row[1:-1] for row in figures.values()] == [
        infractions[:1],
        infractions[1:],
        [],
        [],
    ]
    assert all(row[-1].startswith(STEPS["average"].name.en) for row in figures.values())


def standings_figures(client: Client, tournament: Tournament) -> dict[str, list[str]]:
    """Return each line's figures by name, in order."""
    lines = texts(client, tournament)["standings"].splitlines()
    rows = [re.fullmatch(r"\d+\. (.+?): (.+)", line) for line in lines]
    return {row[1]: row[2].split(" · ") for row in rows if row}


def test_standings_show_who_won_the_extra_encounter(client: Client):
    tied, _clear = tied_and_clear_group()
    _first, winner, loser = members(tied)
    ties.add_extra_encounter(group=tied, entrants=[winner, loser], change=Change(CONSOLE, NOW))
    tournament = tied.stage.tournament
    refresh(tournament)
    extra = STEPS["extra_encounter"].name.en
    assert extra not in str(standings_figures(client, tournament))
    ready = tied.encounters.order_by("pk").last()
    assert ready is not None
    record_walkover(ready, SideLetter(ready.sides.get(entrant=winner).letter))
    refresh(tournament)
    figures = standings_figures(client, tournament)
    assert [figures[entrant.name][-1] for entrant in (winner, loser)] == [f"{extra} 1", f"{extra} 0"]


def test_standings_say_who_is_above_by_lot(client: Client):
    tied, _clear = tied_and_clear_group()
    _first, second, third = members(tied)
    phrase = STEPS["lot"].phrase.en
    tournament = tied.stage.tournament
    refresh(tournament)
    assert phrase not in texts(client, tournament)["standings"]
    ties.record_lot(scope=GroupTieScope(tied), order=[third, second], change=Change(CONSOLE, NOW))
    refresh(tournament)
    lines = texts(client, tournament)["standings"].splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(f"2. {third.name}"))
    assert second.name in lines[at + 1]
    assert lines[at + 1].endswith(phrase)


def test_standings_list_entrants_before_a_table_is_computed(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    tournament.stages.get().standings.all().delete()
    lines = texts(client, tournament)["standings"].splitlines()
    assert lines[3].startswith("– ")


@pytest.mark.release
def test_final_ranking_comes_first_after_the_end(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    play_groups(tournament)
    tournament.refresh_from_db()
    messages = texts(client, tournament)
    assert list(messages) == ["ranking", "results", "standings", "evening"]
    assert tournament.champion is not None
    assert f"1. {tournament.champion.name}" in messages["ranking"]
    assert f"Champion: {tournament.champion.name}" in messages["evening"]


def test_tables_of_four_are_listed(client: Client):
    tournament = singles_tournament()
    message = texts(client, tournament)["tables"]
    encounter = encounters_of(tournament)[0]
    line = next(line for line in message.splitlines() if line.startswith("Table 1"))
    assert [side.entrant.name in line for side in encounter.sides_in_order if side.entrant] == [True] * 4
    play_table(encounter, 0, 30, 40, 50)
    result = texts(client, tournament)["results"]
    assert re.search(r"1\. .+ \(.+\), 2\. .+ \(.+\), 3\. ", result)


def test_cancelled_tournament_sends_nobody_to_a_table(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1)
    begin(tournament)
    cancellation.cancel(tournament=tournament, reason="Su bastı", by=CONSOLE, at=NOW)
    messages = texts(client, tournament)
    assert "tables" not in messages
    assert "Cancelled: Su bastı" in messages["evening"]


def test_names_are_public_names(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1, stages=LEAGUE)
    player = tournament.entrants.get(number=1).players.get(name="Ayşe Işık1")
    tournament.entrants.filter(number=1).update(name="Ayşe Işık1 ve Can")
    public_names.choose_public_names(
        tournament=tournament,
        choices={player: NameDisplay.HIDDEN},
        by=CONSOLE,
        at=NOW,
    )
    content = "\n".join(texts(client, tournament).values())
    assert "A. I." in content
    assert "Işık1" not in content


def test_message_and_link_have_the_language_of_the_reader(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1)
    turkish, english_ = texts(client, tournament, "tr"), texts(client, tournament)
    assert "Masa 1" in turkish["tables"]
    assert "Table 1" in english_["tables"]
    assert "/en/" in english_["tables"]
    assert "/en/" not in turkish["tables"]


def test_whatsapp_gets_the_same_text(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1)
    page = client.get(address(tournament)).content.decode()
    links = [html.unescape(link) for link in re.findall(r'href="(https://wa\.me/[^"]+)"', page)]
    assert [parse_qs(urlsplit(link).query)["text"][0] for link in links] == list(
        texts(client, tournament).values()
    )


def test_draft_is_for_staff_only(client: Client):
    tournament = open_tournament(visibility=Visibility.DRAFT)
    assert client.get(address(tournament)).status_code == 404


def test_unchanged_page_is_304(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1)
    answer = client.get(address(tournament))
    again = client.get(address(tournament), headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_large_field_is_cut(client: Client, monkeypatch):
    monkeypatch.setattr(queries, "MAX_ROWS", 4)
    tournament = drawn_tournament(pairs=12, groups=2)
    for encounter in [each for each in encounters_of(tournament) if each.round == 1][:5]:
        play_encounter(encounter)
    refresh(tournament)
    messages = texts(client, tournament)
    assert messages["results"].splitlines()[-3] == "… and 1 more"
    assert messages["standings"].count("… and 4 more") == 2
    assert sum(line.startswith("Table") for line in messages["tables"].splitlines()) == 1
    monkeypatch.setattr(queries, "MAX_ROWS", 1)
    assert "… and 1 more group" in texts(client, tournament)["standings"]


@pytest.mark.release
def test_page_takes_the_same_queries_for_few_and_many(client: Client):
    def query_count(pairs: int) -> int:
        tournament = drawn_tournament(pairs=pairs, groups=1, stages=LEAGUE)
        play_encounter(encounters_of(tournament)[0])
        with CaptureQueriesContext(connection) as statements:
            assert client.get(address(tournament)).status_code == 200
        return len(statements)

    assert query_count(4) == query_count(24)


def test_organizer_pages_lead_to_sharing_and_that_to_the_texts(client: Client):
    tournament = drawn_tournament(pairs=4, groups=1)
    share = english(reverse("scoring:share", args=[tournament.public_id]))
    assert f'href="{address(tournament)}"' in client.get(share).content.decode()
    client.force_login(MembershipFactory.create(club=tournament.club).user)
    for name in ("scoring:room_overview", "scoring:files"):
        page = client.get(english(reverse(name, args=[tournament.public_id]))).content.decode()
        assert f'href="{share}"' in page
