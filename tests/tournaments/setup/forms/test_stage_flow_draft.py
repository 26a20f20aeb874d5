from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from django.utils import translation

from rules.games import game_of
from rules.games.game import Game
from rules.standings.steps import SWISS_ORDER
from tournaments.setup.forms.entrant_kind_switch import convert_to_kind, describe_switch
from tournaments.setup.forms.stage_flow_draft import (
    Drafts,
    apply_action,
    draft_of,
    read_drafts,
    with_drawn_stages,
)
from tournaments.stages.stage_settings import (
    USUAL_GAME,
    FeedSettings,
    Length,
    StageSettings,
    groups_then_knockout,
    usual_tie_breaks,
)

CHAIN = (
    *groups_then_knockout(Length(1, 11), Length(3, 11)),
    StageSettings("double", 1, 7, name="Teselli", feeds=(FeedSettings(1, 3, 4), FeedSettings(2, 2, 2))),
)
DRAFTS = tuple(draft_of(stage) for stage in CHAIN)


def press(act: str, drafts: Drafts = DRAFTS, *, fixed: int = 0, step: str = "") -> Drafts:
    return apply_action(drafts, act, {"s1-tie-add": step}, fixed=fixed, length=Length(3, 9))


def kinds(drafts: Drafts) -> list[str]:
    return [draft.kind for draft in drafts]


def sources(drafts: Drafts) -> list[list[int]]:
    return [[feed["source"] for feed in draft.feeds] for draft in drafts]


def stages_form_data(chain: tuple[StageSettings, ...]) -> dict[str, Any]:
    data: dict[str, Any] = {"stages": str(len(chain))}
    for number, stage in enumerate(chain, start=1):
        draft, prefix = draft_of(stage), f"s{number}"
        data[f"{prefix}-was"] = stage.kind
        data[f"{prefix}-feeds"] = str(len(stage.feeds))
        for name, value in draft.typed_values.items():
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
    return convert_to_kind(read_drafts(query, game), entering, game)


def test_submitted_stages_equal_the_shown_ones():
    result = read(stages_form_data(CHAIN))
    assert kinds(result) == ["groups", "knockout", "double"]
    assert [draft.tie_breaks for draft in result] == [draft.tie_breaks for draft in DRAFTS]
    assert result[2].typed_values["name"] == "Teselli"
    assert [feed["first_rank"] for feed in result[2].feeds] == ["3", "2"]
    assert [draft.typed_values["draws_itself"] for draft in result] == [True, True, True]


def test_missing_checkbox_gets_its_default_and_unticked_is_false():
    data = stages_form_data(CHAIN)
    del data["s3-reset_final"], data["s2-draws_itself-asked"], data["s2-draws_itself"]
    result = read(data)
    assert not result[2].typed_values["reset_final"]
    assert result[1].typed_values["draws_itself"]


def test_new_format_brings_its_tie_breaks_unless_arranged():
    data = {**stages_form_data(CHAIN), "s1-kind": "swiss"}
    assert (*read(data)[0].tie_breaks, "lot") == SWISS_ORDER
    assert read({**data, "s1-tie": ["average"]})[0].tie_breaks == ("average",)


def test_singles_have_tables_of_four_and_pairs_do_not():
    assert kinds(read(stages_form_data(CHAIN), "singles")) == ["fours", "tables", "tables"]
    assert {draft.typed_values["best_of"] for draft in read(stages_form_data(CHAIN), "singles")} == {1}
    assert kinds(read({**stages_form_data(CHAIN), "s1-kind": "tables"})) == ["knockout", "knockout", "double"]


@pytest.mark.parametrize("count", ["", "-1", "x", "9" * 5000])
def test_invalid_count_reads_nothing(count):
    assert read({**stages_form_data(CHAIN), "stages": count}) == ()


def test_at_most_eight_stages_are_read():
    assert len(read({"stages": "400"})) == 8


def test_added_stage_is_fed_by_the_first_two_of_the_last():
    added = press("add")
    assert kinds(added) == ["groups", "knockout", "double", "knockout"]
    assert added[3].typed_values["best_of"] == 3
    assert added[3].feeds == ({"source": 3, "first_rank": 1, "last_rank": 2, "best": ""},)
    assert len(press("add", DRAFTS + DRAFTS + DRAFTS[:2])) == 8


def test_four_advance_to_an_added_table_of_four():
    singles = press("add", (draft_of(StageSettings("tables", 1, 11)),))
    assert kinds(singles) == ["tables", "tables"]
    assert singles[1].feeds[0]["last_rank"] == 4


def test_moved_stage_keeps_its_sources():
    moved = press("s3.up")
    assert kinds(moved) == ["groups", "double", "knockout"]
    assert sources(moved) == [[], [1, 3], [1]]
    assert press("s2.down") == moved


def test_removed_stage_takes_its_feeds_along():
    assert sources(press("s2.remove")) == [[], [1]]
    assert sources(press("s1.remove")) == [[], [1]]
    assert len(press("s1.remove", DRAFTS[:1])) == 1


def test_stages_up_to_the_last_drawn_one_keep_their_places():
    for action in ("s1.remove", "s1.up", "s1.down", "s2.up"):
        assert press(action, fixed=1) == DRAFTS
    assert kinds(press("s3.up", fixed=1)) == ["groups", "double", "knockout"]


def test_added_feed_starts_after_the_last_one():
    feeds = press("s3.feed")[2].feeds
    assert feeds[2] == {"source": 2, "first_rank": 3, "last_rank": 4, "best": ""}
    assert len(press("s3.remove-feed.1")[2].feeds) == 1
    assert press("s3.remove-feed.9") == DRAFTS


LEAGUE = (draft_of(StageSettings("groups", 1, 11, tie_breaks=("a", "b", "c", "lot"))),)


def order(act: str, step: str = "") -> tuple[str, ...]:
    return press(act, LEAGUE, step=step)[0].tie_breaks


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("s1.tie.b.up", "bac"),
        ("s1.tie.a.up", "abc"),
        ("s1.tie.b.down", "acb"),
        ("s1.tie.c.down", "abc"),
        ("s1.tie.b.out", "ac"),
        ("s1.tie.x.up", "abc"),
    ],
)
def test_tie_breaks_move_up_down_and_out(act, expected):
    assert order(act) == tuple(expected)


def test_tie_break_is_added_once_and_the_lot_never():
    assert order("s1.add-tie-break", step="average") == ("a", "b", "c", "average")
    assert press("s1.add-tie-break", step="average") == DRAFTS
    for step in ("lot", "darts", ""):
        assert order("s1.add-tie-break", step=step) == ("a", "b", "c")


@pytest.mark.parametrize(
    "act", ["", "show", "s0.remove", "s9.up", "sx.feed", "s1", "s1.fly", "s1.tie.a.fly.b"]
)
def test_unknown_actions_change_nothing(act):
    assert press(act) == DRAFTS


def test_only_the_name_of_a_drawn_stage_is_read():
    typed = read(
        {**stages_form_data(CHAIN), "s1-hands": "3", "s1-name": "Cuma", "s1-tie": [], "s2-hands": "3"}
    )
    drafts = with_drawn_stages(typed, CHAIN, {1})
    assert (drafts[0].typed_values["hands"], drafts[0].typed_values["name"]) == (11, "Cuma")
    assert drafts[0].tie_breaks == DRAFTS[0].tie_breaks
    assert drafts[1].typed_values["hands"] == "3"


OKEY = game_of("okey-countdown")
OPEN = (StageSettings("groups", 1, None, tie_breaks=usual_tie_breaks("groups", OKEY)),)


def test_missing_limit_survives_a_round_trip():
    result = read(stages_form_data(OPEN), game=OKEY)
    assert result[0].typed_values["hands"] == draft_of(OPEN[0]).typed_values["hands"] == "open"


@pytest.mark.parametrize("kind", ["swiss", "knockout", "double"])
def test_new_format_has_the_usual_tie_breaks_of_the_game(kind):
    result = read({**stages_form_data(OPEN), "s1-kind": kind}, game=OKEY)
    assert result[0].tie_breaks == usual_tie_breaks(kind, OKEY)[:-1]
    assert "fewest_infractions" not in result[0].tie_breaks


def test_switch_to_singles_keeps_length_and_uses_the_games_tie_breaks():
    [switched] = read(stages_form_data(OPEN), "singles", OKEY)
    assert (switched.kind, switched.typed_values["hands"]) == ("fours", "open")
    assert switched.tie_breaks == ("penalties_a_hand", "most_finishes")
    with translation.override("en"):
        changes = describe_switch((switched,), "singles", OKEY)
    assert [(change.old_format, change.new_format) for change in changes] == [
        ("Group stage · single match · from 20 points", "Swiss in fours · single match · from 20 points")
    ]
