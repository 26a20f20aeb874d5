from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given

from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.rulesets import PRESETS, SWITCH_NAMES, RuleSet
from rules.games.okey101.switches import OkeyLeft
from scoring.ledger.rulebooks import rules_of
from scoring.officials.domain import amendments
from scoring.play.later_play import LaterPlayChoice
from scoring.rulebook.views.ruleset_differences import list_changed_rules
from tests.factories import (
    LEAGUE,
    NOW,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_hand,
    report,
    singles_tournament,
)
from tests.languages import path_in_language
from tests.rules.games.okey101.test_rulesets import rule_sets
from tests.scoring.live.page_counters import HTMX, TABS, address, begin, encounter_address, statements, text
from tests.scoring.table.table_phones import address as table_address
from tests.scoring.table.table_phones import encounter_at, phone, table_of
from tournaments.enums import Agreement
from tournaments.log.actor import CONSOLE
from tournaments.models import Tournament
from tournaments.setup.domain.tournament_settings import change_tournament, settings_of
from tournaments.stages.stage_settings import Length

pytestmark = pytest.mark.django_db

NOTHING_FOUND = 'data-test="nothing-found"'
CHAPTERS = [
    *("words", "tiles", "melds", "turns", "opening", "laying-off", "finish", "points", "infractions"),
    *("table", "matches"),
]


def read(client: Client, tournament: Tournament, language: str = "en") -> str:
    answer = client.get(path_in_language(address("rules", tournament), language))
    assert answer.status_code == 200
    return text(answer)


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def row_of(page: str, name: str) -> str:
    return next(row for row in map(words, re.findall(r"<tr[^>]*>.*?</tr>", page, re.S)) if name in row)


def other_rules(tournament: Tournament, **changes: Any) -> RuleSet:
    return replace(rules_of(tournament.rule_book), **changes)


def change(tournament: Tournament, **changes: Any) -> None:
    amendments.change_rules(
        tournament=tournament, rules=other_rules(tournament, **changes), by=CONSOLE, at=NOW
    )


def amend_rules(tournament: Tournament, *, reason: str = "Cetvelde yanlış yazılmış", **changes: Any) -> None:
    rules = other_rules(tournament, **changes)
    seen = amendments.preview_amendment(tournament=tournament, rules=rules).state_digest
    amendments.amend_rules(
        tournament=tournament,
        rules=rules,
        reason=reason,
        state_digest=seen,
        later=LaterPlayChoice.ASKS,
        by=CONSOLE,
        at=NOW,
    )


@pytest.mark.release
def test_page_is_public_before_and_after_the_draw(client: Client):
    for tournament in (open_tournament(), drawn_tournament()):
        page = read(client, tournament)
        assert "<b>101 in pairs</b>" in page
        assert re.findall(r'<section class="card chapter[^"]*" id="([\w-]+)"', page) == [
            "situations",
            *CHAPTERS,
            "marks",
        ]


def test_unknown_tournament_is_404(client: Client):
    assert client.get(address("rules", Tournament(public_id=uuid4()))).status_code == 404


def test_page_rejects_post(client: Client):
    assert client.post(address("rules", open_tournament())).status_code == 405


def test_open_page_is_updated_after_an_amendment(client: Client):
    part = text(client.get(address("rules", open_tournament()), headers=HTMX))
    assert part.startswith('<div id="live"')
    assert "<html" not in part


@pytest.mark.release
def test_page_has_both_languages(client: Client):
    tournament = open_tournament()
    assert "Ceza puanları" in read(client, tournament, "tr")
    assert "rehber VI" in read(client, tournament, "tr")
    assert "Penalty points" in read(client, tournament)
    assert "guide VI" in read(client, tournament)


@pytest.mark.release
def test_every_table_of_contents_link_has_a_target(client: Client):
    tournament = drawn_tournament()
    play_hand(encounters_of(tournament)[0])
    amend_rules(tournament, okey_left=OkeyLeft.ONCE)
    page = read(client, tournament)
    contents = page[page.index('class="toc"') : page.index('class="chapters"')]
    leads = re.findall(r'href="#([\w-]+)"', contents)
    assert leads == ["situations", *CHAPTERS, "changes", "marks"]
    assert all(f' id="{lead}"' in page for lead in leads)


def test_page_shows_the_protest_time(client: Client):
    tournament = open_tournament()
    tag = client.get(address("rules", tournament))["ETag"]
    settings = settings_of(tournament).with_common(protest_minutes=40)
    change_tournament(tournament=tournament, settings=settings, by=CONSOLE, at=NOW)
    assert client.get(address("rules", tournament))["ETag"] != tag
    assert "until 40 minutes after the last hand" in read(client, tournament)
    settings = settings.with_common(agreement=Agreement.NOTHING)
    change_tournament(tournament=tournament, settings=settings, by=CONSOLE, at=NOW)
    assert "may be protested until its match is over" in read(client, tournament)


@pytest.mark.release
@pytest.mark.postgres
def test_statements_do_not_grow(client: Client):
    small, large = drawn_tournament(), drawn_tournament(pairs=32, groups=8, tables=16)
    begin(small, 1)
    begin(large, 9)
    assert statements(client, address("rules", small)) == 4
    amend_rules(small, okey_left=OkeyLeft.ONCE)
    amend_rules(large, okey_left=OkeyLeft.ONCE)
    amend_rules(large, okey_left=OkeyLeft.NONE)
    assert statements(client, address("rules", large)) == statements(client, address("rules", small)) == 5


class TestCaching:
    @pytest.mark.postgres
    def test_unchanged_is_304_in_one_statement(self, client: Client):
        url = address("rules", open_tournament())
        first = client.get(url)
        again = client.get(url, headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 304
        assert statements(client, url, {"If-None-Match": first["ETag"]}) == 1

    @pytest.mark.slow
    def test_changed_rules_change_the_etag(self, client: Client):
        tournament = open_tournament()
        url = address("rules", tournament)
        tag = client.get(url)["ETag"]
        change(tournament, okey_left=OkeyLeft.ONCE)
        assert client.get(url, headers={"If-None-Match": tag}).status_code == 200

    def test_page_has_no_token_and_no_cookie(self, client: Client):
        response = client.get(address("rules", open_tournament()))
        assert "csrfmiddlewaretoken" not in text(response)
        assert not response.cookies


class TestChapters:
    def test_direct_finish_has_one_row(self, client: Client):
        row = row_of(read(client, open_tournament()), "Direct finish")
        assert row == "7.34 Direct finish × 2 guide VI −202 +404 — —"

    def test_linked_row_reads_as_a_sentence(self, client: Client):
        quoted = "Direct finish (× 2): −202 for the finisher, +404 for a player who has not opened."
        assert f'<tr class="alone"><td colspan="5">{quoted}</td></tr>' in re.sub(
            r"\s*\n\s*", "", read(client, open_tournament())
        )

    def test_infractions_have_description_amount_and_source(self, client: Client):
        row = row_of(read(client, open_tournament()), "Playable discard Discarded a tile")
        assert row.startswith("9.41 Playable discard")
        assert row.endswith("fits a run or set on the table. guide VII +101")

    @pytest.mark.release
    def test_examples_use_the_rules_of_the_tournament(self, client: Client):
        tournament = open_tournament()
        before = words(read(client, tournament))
        change(tournament, okey_left=OkeyLeft.NONE)
        after = words(read(client, tournament))
        assert "→ B1: +116" in before
        assert "B1 had not opened → B1: +202" in before
        assert "→ B1: +116" not in after

    def test_melds_are_drawn_with_their_validity(self, client: Client):
        page = read(client, open_tournament())
        assert 'class="tile r s"' in page
        assert "valid: Set, 36; the okey stands for blue 12." in words(page)
        assert "not valid: Set" not in words(page)
        assert "not valid: A run ends at 13" in words(page)

    def test_melds_name_their_indicator(self, client: Client):
        page_text = words(read(client, open_tournament()))
        assert "The indicator is blue 5 here, the okey blue 6." in page_text
        assert "The indicator (blue 5) can&#x27;t be in a pair." in page_text

    def test_each_stage_shows_its_length(self, client: Client):
        page = read(client, drawn_tournament(groups_best_of=3))
        assert "Group stage: A match is 3 hands" in page
        assert "Group stage: An encounter is best of 3" in page
        assert "Elimination: An encounter is a single match." in page

    @pytest.mark.release
    @pytest.mark.parametrize("advance", [1, 2])
    def test_every_stage_is_listed_before_the_draw(self, client: Client, advance: int):
        page = read(client, open_tournament(advance=advance))
        assert "Elimination: A match is" in page
        assert ("The first two advance." in page) == (advance == 2)

    def test_league_mentions_no_knockout(self, client: Client):
        page = read(client, drawn_tournament(pairs=4, groups=1, stages=LEAGUE))
        assert "The first is the champion." in page
        assert "Elimination:" not in page

    def test_group_order_is_that_of_the_stage(self, client: Client):
        tournament = drawn_tournament()
        tournament.stages.update(tie_breaks=["average", "lot"])
        assert "decided, in turn, by: average and lot." in read(client, tournament)


class TestMarks:
    def test_unsourced_rules_are_marked(self, client: Client):
        page = read(client, open_tournament())
        cap = page[page.index("have no cap.") :]
        assert '<span class="badge">Istaka&#x27;s choice</span>' in cap[: cap.index("</li>")]

    def test_own_rules_are_marked_and_counted(self, client: Client):
        tournament = open_tournament()
        change(tournament, unopened_cap=404, infractions={"okey_discard": 202})
        page = read(client, tournament)
        assert "<b>101 in pairs</b>, with 11 changes made by this tournament" in page
        cap = page[page.index("is 404 at most.") :]
        assert (
            cap[: cap.index("</li>")]
            .strip()
            .endswith('<span class="badge warn">this tournament&#x27;s choice</span>')
        )
        assert "this tournament&#x27;s choice +202" in words(page)

    @pytest.mark.release
    def test_legend_explains_the_marks_on_the_page(self, client: Client):
        usual = Length(best_of=3, hands=11)
        tournament = open_tournament(groups=usual, knockout=usual)
        legend = words(read(client, tournament).partition('id="marks"')[2])
        assert "guide this rule set’s own source 101 Okey: the complete guide to the rules" in legend
        assert "Wikipedia Wikipedia, article Okey" in legend
        assert "…, adopted" in legend
        assert "Istaka chose." in legend
        assert "… says otherwise" in legend
        assert "Set by this tournament" not in legend
        change(tournament, okey_left=OkeyLeft.ONCE)
        assert "this tournament&#x27;s choice Set by this tournament" in words(
            read(client, tournament).partition('id="marks"')[2]
        )

    def test_other_rule_set_names_its_source(self, client: Client):
        legend = words(read(client, open_tournament(rule_set_id="101-rising")).partition('id="marks"')[2])
        assert "okey.gg this rule set’s own source How to Play 101" in legend

    def test_contradicting_source_is_quoted_below_the_sentence(self, client: Client):
        page = read(client, open_tournament())
        sentence = page[page.index('id="m2-8"') :]
        page_text = words(sentence[: sentence.index("</li>")])
        assert "guide I: The guide gives a false okey the indicator’s value." in page_text
        assert page_text.endswith("guide I says otherwise")

    def test_source_with_an_address_is_linked(self, client: Client):
        assert 'href="https://en.wikipedia.org/wiki/Okey"' in read(client, open_tournament())


class TestQuoting:
    @pytest.mark.release
    @pytest.mark.parametrize("rule_set_id", PRESETS)
    def test_every_number_links_to_its_sentence(self, client: Client, rule_set_id: str):
        page = read(client, drawn_tournament(rule_set_id=rule_set_id))
        chapters = page[page.index('class="chapters"') :]
        anchors = re.findall(r'<(?:li|tr) id="(m\d+-\w+)"', chapters)
        numbers = re.findall(r'<(?:li|tr) id="m\d+-\w+".*?<a class="no" href="#(m\d+-\w+)">', chapters, re.S)
        assert len(anchors) > 190
        assert len(set(anchors)) == len(anchors)
        assert numbers == anchors

    def test_every_situation_links_to_sentences(self, client: Client):
        page = read(client, open_tournament())
        questions = page[page.index('id="situations"') : page.index('id="words"')]
        leads = set(re.findall(r'href="#([\w-]+)"', questions))
        assert len(leads) > 80
        assert all(f' id="{lead}"' in page for lead in leads)

    @pytest.mark.release
    def test_print_names_tournament_rule_set_version_and_day(self, client: Client):
        tournament = drawn_tournament()
        running = words(read(client, tournament).partition('class="running"')[2].partition("</div>")[0])
        assert f"{tournament.name} · 101 in pairs, version 1 · text 1 · as of" in running
        play_hand(encounters_of(tournament)[0])
        amend_rules(tournament, okey_left=OkeyLeft.ONCE)
        running = words(read(client, tournament).partition('class="running"')[2].partition("</div>")[0])
        assert "· amended 21 November 2026, 22:00 · as of" in running

    @pytest.mark.release
    def test_singles_have_their_own_book(self, client: Client):
        pairs, singles = (
            words(read(client, tournament, "tr")) for tournament in (open_tournament(), singles_tournament())
        )
        for partners in ("1.22 Eş:", "Eşlerden biri biterse", "Eşler oyun sırasında birbirine"):
            assert partners in pairs
            assert partners not in singles


class TestSearch:
    def search_text(self, client: Client, tournament: Tournament, words: str, language: str = "tr") -> str:
        response = client.get(path_in_language(address("rules", tournament), language), {"q": words})
        assert response.status_code == 200
        return text(response)

    @pytest.mark.release
    def test_search_lists_only_matches(self, client: Client):
        tournament = open_tournament()
        page = self.search_text(client, tournament, "islek")
        whole = address("rules", tournament)
        assert f'<a class="no" href="{whole}#m9-11">9.11</a>' in page
        assert "“İşlek” sözü, sıradaki taş çektikten sonra söylendi." in words(page)
        assert 'class="toc"' not in page
        assert f'href="{whole}"' in page

    def test_questions_come_before_sentences(self, client: Client):
        page = self.search_text(client, open_tournament(), "iki taş çektim")
        assert page.index('class="situations"') < page.index('class="articles"')

    def test_search_input_is_kept_and_escaped(self, client: Client):
        page = self.search_text(client, open_tournament(), "<b>okey", "en")
        assert 'value="&lt;b&gt;okey"' in page
        assert "<b>okey" not in page

    def test_empty_result_suggests_what_to_do(self, client: Client):
        tournament = open_tournament()
        page = self.search_text(client, tournament, "xyzzy", "en")
        assert "“xyzzy”" in page.partition('id="found-title"')[2].partition("</h3>")[0]
        assert NOTHING_FOUND in page
        assert NOTHING_FOUND not in self.search_text(client, tournament, "okey", "en")

    def test_blank_search_shows_the_whole_book(self, client: Client):
        assert 'class="toc"' in self.search_text(client, open_tournament(), "   ")

    def test_open_page_keeps_its_results(self, client: Client):
        url = address("rules", open_tournament())
        part = text(client.get(f"{url}?q=okey", headers=HTMX))
        assert "found-title" in part
        assert "q=okey" in part


class TestChanges:
    def test_unchanged_rules_have_no_changes_chapter(self, client: Client):
        assert 'id="changes"' not in read(client, open_tournament())

    def test_changes_before_the_first_hand_are_not_listed(self, client: Client):
        tournament = open_tournament()
        change(tournament, okey_left=OkeyLeft.ONCE)
        assert 'id="changes"' not in read(client, tournament)

    @pytest.mark.release
    def test_amendment_is_listed_with_reason_and_changed_hands(self, client: Client):
        tournament = drawn_tournament()
        play_hand(encounters_of(tournament)[0], report(fouls=1))
        amend_rules(tournament, infractions={"okey_discard": 202}, reason="<b>Yanlış</b>")
        page = read(client, tournament)
        page_text = words(page.partition('id="changes-title"')[2])
        assert "21 November 2026, 22:00" in page_text  # in the club's time zone
        assert "amended after the first hand" in page_text
        assert "Okey discarded 101 now: 202" in page_text
        assert "Playable discard 101 now: no penalty" in page_text
        assert "1 hand was rescored." in page_text
        assert "“&lt;b&gt;Yanlış&lt;/b&gt;”" in page

    @pytest.mark.release
    def test_an_amendment_that_changes_no_hand_says_so(self, client: Client):
        tournament = drawn_tournament()
        play_hand(encounters_of(tournament)[0])
        amend_rules(tournament, okey_left=OkeyLeft.ONCE)
        assert "The hands played so far keep their scores." in read(client, tournament)

    @pytest.mark.release
    def test_the_newest_comes_first(self, client: Client):
        tournament = drawn_tournament()
        play_hand(encounters_of(tournament)[0])
        amend_rules(tournament, okey_left=OkeyLeft.ONCE)
        tournament.refresh_from_db()
        amend_rules(tournament, unopened_cap=404)
        changes_html = read(client, tournament).partition('id="changes-title"')[2]
        assert changes_html.index("404 at most") < changes_html.index("101, however many")


@pytest.mark.slow
@given(rule_sets)
def test_every_change_of_a_switch_has_a_label(rules: RuleSet):
    was, now = PRESETS["101-pairs"].to_dict(), rules.to_dict()
    switches = {name: [was[name], now[name]] for name in SWITCH_NAMES if was[name] != now[name]}
    changes = list_changed_rules(switches, SWITCHES)
    assert {SWITCHES[name].name for name in switches if name != "infractions"} <= {
        change.name for change in changes
    }
    assert all(change.before != change.after for change in changes)


class TestLinks:
    @pytest.mark.release
    def test_every_tab_links_to_the_rules(self, client: Client):
        tournament = drawn_tournament()
        link = f'href="{address("rules", tournament)}"'
        assert [page for page in TABS if link not in text(client.get(address(page, tournament)))] == []

    def test_each_score_line_links_to_its_sentence(self, client: Client):
        tournament = drawn_tournament()
        encounter = encounters_of(tournament)[0]
        play_hand(encounter, report(fouls=1))
        page = text(client.get(encounter_address(encounter)))
        rules = address("rules", tournament)
        assert f'<a class="cite" href="{rules}#m8-5">Kural 8.5</a>' in page
        assert f'<a class="cite" href="{rules}#m9-42">Kural 9.42</a>' in page
        assert f'<a href="{rules}">' in page

    @pytest.mark.release
    @pytest.mark.parametrize("name", ["table", "enter_hand", "table_seats"])
    def test_table_page_opens_the_rules_in_a_new_tab(self, name: str):
        tournament = drawn_tournament()
        table = table_of(tournament)
        play_hand(encounter_at(table))
        page = text(phone(table).get(table_address(name, table)))
        link = re.search(rf'<a href="{re.escape(address("rules", tournament))}"[^>]*>', page)
        assert link
        assert 'target="_blank"' in link.group()


def test_table_without_an_encounter_links_to_the_rules():
    tournament = drawn_tournament(pairs=4, groups=1, tables=4)
    table = table_of(tournament, 4)
    page = text(phone(table).get(reverse("scoring:table", args=[table.public_id])))
    assert address("rules", tournament) in page


def test_time_up_rule_is_shown_for_stages_with_a_bell(client: Client):
    tournament = open_tournament(stages=(replace(LEAGUE[0], time_up="bell", least_hands=2),))
    assert "at least 2 scored hands" in read(client, tournament)
    assert "the bell rings" not in read(client, open_tournament(stages=LEAGUE))
