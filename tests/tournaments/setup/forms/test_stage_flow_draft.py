"""What the buttons of the stages page do to a chain that is being typed."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from django.utils import translation

from rules.games import game_of
from rules.games.game import Game
from rules.standings.steps import SWISS_ORDER
from tournaments.setup.forms.entrant_kind_switch import suited, told
from tournaments.setup.forms.stage_flow_draft import Drafts, changed, draft_of, keeping_drawn, read_drafts
from tournaments.stages.stage_settings import (
    USUAL_GAME,
    FeedSettings,
    Length,
    StageSettings,
    groups_then_knockout,
    usual_order,
)

CHAIN = (
    *groups_then_knockout(Length(1, 11), Length(3, 11)),
    StageSettings("double", 1, 7, name="Teselli", feeds=(FeedSettings(1, 3, 4), FeedSettings(2, 2, 2))),
)
DRAFTS = tuple(draft_of(stage) for stage in CHAIN)


def press(act: str, drafts: Drafts = DRAFTS, *, fixed: int = 0, step: str = "") -> Drafts:
    return changed(drafts, act, {"s1-tie-add": step}, fixed=fixed, length=Length(3, 9))


def kinds(drafts: Drafts) -> list[str]:
    return [draft.kind for draft in drafts]


def sources(drafts: Drafts) -> list[list[int]]:
    return [[feed["source"] for feed in draft.feeds] for draft in drafts]


def sent(chain: tuple[StageSettings, ...]) -> dict[str, Any]:
    """A chain as a browser sends it."""
    data: dict[str, Any] = {"stages": str(len(chain))}
    for number, stage in enumerate(chain, start=1):
        draft, prefix = draft_of(stage), f"s{number}"
        data[f"{prefix}-was"] = stage.kind
        data[f"{prefix}-feeds"] = str(len(stage.feeds))
        for name, value in draft.typed.items():
            if isinstance(value, bool):
                data[f"{prefix}-{name}-asked"] = "1"
            if value is not False:
                data[f"{prefix}-{name}"] = str(value)
        data[f"{prefix}-tie"] = list(draft.tie_breaks)
        for count, feed in enumerate(stage.feeds, start=1):
            for name in ("source", "first_rank", "last_rank", "best"):
                value = getattr(feed, name)
                data[f"{prefix}f{count}-{name}"] = "" if value is None else str(value)
    return data


def read(data: dict[str, Any], entering: str = "pairs", game: Game[Any, Any] = USUAL_GAME) -> Drafts:
    query = QueryDict(mutable=True)
    for name, value in data.items():
        query.setlist(name, value if isinstance(value, list) else [value])
    return suited(read_drafts(query, game), entering, game)


def test_what_a_browser_sends_is_read_as_it_was_shown():
    got = read(sent(CHAIN))
    assert kinds(got) == ["groups", "knockout", "double"]
    assert [draft.tie_breaks for draft in got] == [draft.tie_breaks for draft in DRAFTS]
    assert got[2].typed["name"] == "Teselli"
    assert [feed["first_rank"] for feed in got[2].feeds] == ["3", "2"]
    assert [draft.typed["draws_itself"] for draft in got] == [True, True, True]


def test_a_box_that_was_not_asked_for_is_as_usual_and_one_that_was_may_be_empty():
    data = sent(CHAIN)
    del data["s3-reset_final"], data["s2-draws_itself-asked"], data["s2-draws_itself"]
    got = read(data)
    assert not got[2].typed["reset_final"]
    assert got[1].typed["draws_itself"]


def test_another_format_brings_its_own_order_unless_the_old_one_was_arranged():
    data = {**sent(CHAIN), "s1-kind": "swiss"}
    assert (*read(data)[0].tie_breaks, "lot") == SWISS_ORDER
    assert read({**data, "s1-tie": ["average"]})[0].tie_breaks == ("average",)


def test_singles_have_tables_of_four_and_pairs_have_not():
    assert kinds(read(sent(CHAIN), "singles")) == ["fours", "tables", "tables"]
    assert {draft.typed["best_of"] for draft in read(sent(CHAIN), "singles")} == {1}
    assert kinds(read({**sent(CHAIN), "s1-kind": "tables"})) == ["knockout", "knockout", "double"]


@pytest.mark.parametrize("count", ["", "-1", "x", "9" * 5000])
def test_a_senseless_count_reads_nothing(count):
    assert read({**sent(CHAIN), "stages": count}) == ()


def test_no_more_than_eight_stages_are_read():
    assert len(read({"stages": "400"})) == 8


def test_a_stage_is_added_with_the_first_two_of_the_last():
    added = press("add")
    assert kinds(added) == ["groups", "knockout", "double", "knockout"]
    assert added[3].typed["best_of"] == 3
    assert added[3].feeds == ({"source": 3, "first_rank": 1, "last_rank": 2, "best": ""},)
    assert len(press("add", DRAFTS + DRAFTS + DRAFTS[:2])) == 8


def test_to_a_table_of_four_four_go_on():
    singles = press("add", (draft_of(StageSettings("tables", 1, 11)),))
    assert kinds(singles) == ["tables", "tables"]
    assert singles[1].feeds[0]["last_rank"] == 4


def test_a_stage_that_moves_takes_its_sources_along():
    moved = press("s3.up")
    assert kinds(moved) == ["groups", "double", "knockout"]
    assert sources(moved) == [[], [1, 3], [1]]
    assert press("s2.down") == moved


def test_with_a_stage_goes_what_it_sent_on():
    assert sources(press("s2.remove")) == [[], [1]]
    assert sources(press("s1.remove")) == [[], [1]]
    assert len(press("s1.remove", DRAFTS[:1])) == 1


def test_stages_up_to_the_last_drawn_one_keep_their_places():
    for act in ("s1.remove", "s1.up", "s1.down", "s2.up"):
        assert press(act, fixed=1) == DRAFTS
    assert kinds(press("s3.up", fixed=1)) == ["groups", "double", "knockout"]


def test_one_more_source_begins_where_the_last_ended():
    feeds = press("s3.feed")[2].feeds
    assert feeds[2] == {"source": 2, "first_rank": 3, "last_rank": 4, "best": ""}
    assert len(press("s3.unfeed.1")[2].feeds) == 1
    assert press("s3.unfeed.9") == DRAFTS


LEAGUE = (draft_of(StageSettings("groups", 1, 11, tie_breaks=("a", "b", "c", "lot"))),)


def order(act: str, step: str = "") -> tuple[str, ...]:
    return press(act, LEAGUE, step=step)[0].tie_breaks


@pytest.mark.parametrize(
    ("act", "wanted"),
    [
        ("s1.tie.b.up", "bac"),
        ("s1.tie.a.up", "abc"),
        ("s1.tie.b.down", "acb"),
        ("s1.tie.c.down", "abc"),
        ("s1.tie.b.out", "ac"),
        ("s1.tie.x.up", "abc"),
    ],
)
def test_steps_move_up_and_down_and_out(act, wanted):
    assert order(act) == tuple(wanted)


def test_a_step_is_added_once_and_the_lot_never():
    assert order("s1.tie-in", step="average") == ("a", "b", "c", "average")
    assert press("s1.tie-in", step="average") == DRAFTS
    for step in ("lot", "darts", ""):
        assert order("s1.tie-in", step=step) == ("a", "b", "c")


@pytest.mark.parametrize(
    "act", ["", "show", "s0.remove", "s9.up", "sx.feed", "s1", "s1.fly", "s1.tie.a.fly.b"]
)
def test_anything_else_changes_nothing(act):
    assert press(act) == DRAFTS


def test_of_a_drawn_stage_only_the_name_is_taken():
    typed = read({**sent(CHAIN), "s1-hands": "3", "s1-name": "Cuma", "s1-tie": [], "s2-hands": "3"})
    kept = keeping_drawn(typed, CHAIN, {1})
    assert (kept[0].typed["hands"], kept[0].typed["name"]) == (11, "Cuma")
    assert kept[0].tie_breaks == DRAFTS[0].tie_breaks
    assert kept[1].typed["hands"] == "3"


OKEY = game_of("okey-countdown")
OPEN = (StageSettings("groups", 1, None, tie_breaks=usual_order("groups", OKEY)),)


def test_no_limit_of_hands_is_sent_as_a_word_and_shown_so_again():
    got = read(sent(OPEN), game=OKEY)
    assert got[0].typed["hands"] == draft_of(OPEN[0]).typed["hands"] == "open"


@pytest.mark.parametrize("kind", ["swiss", "knockout", "double"])
def test_another_format_has_the_order_that_is_usual_in_the_game(kind):
    got = read({**sent(OPEN), "s1-kind": kind}, game=OKEY)
    assert got[0].tie_breaks == usual_order(kind, OKEY)[:-1]
    assert "fewest_infractions" not in got[0].tie_breaks


def test_singles_instead_of_pairs_keep_the_length_and_have_the_order_of_the_game():
    [switched] = read(sent(OPEN), "singles", OKEY)
    assert (switched.kind, switched.typed["hands"]) == ("fours", "open")
    assert switched.tie_breaks == ("penalties_a_hand", "most_finishes")
    with translation.override("en"):
        changes = told((switched,), "singles", OKEY)
    assert [(one.was, one.now) for one in changes] == [
        ("Group stage · single match · from 20 points", "Swiss in fours · single match · from 20 points")
    ]
