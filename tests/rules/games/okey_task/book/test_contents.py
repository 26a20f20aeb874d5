import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey_task.book.cases import describe_meld, opening_example
from rules.games.okey_task.book.contents import BOOK
from rules.games.okey_task.book.play_context import BookContext
from rules.games.okey_task.book.switches import SWITCHES
from rules.games.okey_task.infractions import JOKER_EXCHANGED
from rules.games.okey_task.line_sources import LINE_SOURCES
from rules.games.okey_task.problems import OWN_ERROR_CODES
from rules.games.okey_task.rulesets import PRESETS
from rules.games.okey_task.tasks import Task
from rules.localized_text import Text
from rules.sources import HOUSE_RULE
from rules.standings.stage_plans import Format, StagePlan

RULES = PRESETS["okey-task"]
FREE = replace(RULES, infractions={})
DEAR = replace(RULES, infractions={JOKER_EXCHANGED: 100})
GROUPS = StagePlan(Text("Gruplar", "Groups"), 3, 5, 2, format=Format.GROUPS)
TABLES = replace(GROUPS, best_of=1, format=Format.TABLES)
OF_ANOTHER = re.compile(
    r"\b101|\bbaraj|katla|\bdevam(?! ed)|elden bit|threshold|multipl|seven pairs", re.IGNORECASE
)
CODES = {
    *OWN_ERROR_CODES,
    "empty_rack_without_finish",
    "finish_without_finisher",
    "finisher_has_tiles",
    "finisher_missing",
    "finisher_not_opened",
    "impossible_tiles",
    "malformed_hand",
    "missing_seat",
    "negative_value",
    "rack_out_of_range",
    "unknown_infraction",
    "unknown_seat",
}
"""Every error and warning of the game except for an unknown rule set, which pages can't have."""


def cited(rules=RULES, *stages, **how):
    return {item.key: item for chapter in BOOK.write(rules, stages, **how) for item in chapter.citable_rules}


@pytest.mark.parametrize("singles", [False, True])
def test_every_score_line_error_and_warning_has_its_sentence(singles):
    by_name = BOOK.references(RULES, singles=singles)
    assert set(LINE_SOURCES) | CODES <= set(by_name)
    assert CODES - {"joker_exchanged_without_opening"} <= set(BOOK.references(FREE, singles=singles))
    assert not BOOK.for_singles(RULES)


def test_nothing_of_another_game_is_mentioned():
    for singles in (False, True):
        for item in cited(RULES, GROUPS, singles=singles).values():
            assert not OF_ANOTHER.search(item.text.tr + " " + item.text.en), item.text


@given(st.sampled_from([{}, {JOKER_EXCHANGED: 7}]), st.integers(1, 99), st.booleans())
def test_every_rule_set_has_a_book_whose_cases_are_decided(infractions, hands, singles):
    rules = replace(RULES, id="ours", infractions=infractions, hands_per_match=hands)
    assert all(item.text.tr for item in cited(rules, GROUPS, singles=singles).values())


@pytest.mark.parametrize(
    ("rules", "key", "source", "result"),
    [
        (RULES, "finisher", "S3", "A1: 0"),
        (RULES, "rack", "S3", "B1: 27"),
        (RULES, "unopened", "S3", "B1: 27"),
        (RULES, "deck-each", "S3", "B1: 27"),
        (RULES, "partner-pays", "chosen", "A2: 9"),
        (RULES, "joker-left", "chosen", "B1: 7"),
        (RULES, "infractions", "S3", "B1: 62"),
        (DEAR, "infractions", HOUSE_RULE, "B1: 112"),
        (FREE, "infractions", HOUSE_RULE, "B1: 12"),
        (RULES, "finish-kinds", "chosen", None),
        (RULES, "joker-each", "chosen", None),
        (RULES, "task-with-jokers", "S3", "It opens."),
        (RULES, "task-keeps-one", "S3", "It does not open."),
        (RULES, "task-pairs", "S3", "It opens."),
        (RULES, "tasks-apart", "S3", "It does not open."),
        (RULES, "match-won", "chosen", "Won by A."),
        (RULES, "level", "chosen", "Another hand is played."),
        (RULES, "false-finish", "chosen", None),
        (RULES, "starter-at-right", "S4, inherited", None),
    ],
)
def test_sentence_has_its_source_and_the_result_of_its_case(rules, key, source, result):
    item = cited(rules)[key]
    assert item.source == source
    assert (item.case is None) if result is None else item.case.result.en == result


def test_table_has_every_task_with_its_number_of_tiles():
    tiles = {task: cited()[f"task.{task}"].cells[2].en for task in Task}
    assert tiles == {
        Task.KUT_3: "3",
        Task.SERI_3: "3",
        Task.KUT_4: "4",
        Task.SERI_4: "4",
        Task.SERI_5: "5",
        Task.KUT_3_X2: "6",
        Task.SERI_3_X2: "6",
        Task.KUT_3_SERI_3: "6",
        Task.KUT_4_X2: "8",
        Task.SERI_4_X2: "8",
        Task.KUT_4_SERI_4: "8",
        Task.CIFT: "8",
    }
    mixed_task = cited()["task.kut_4_seri_4"]
    assert mixed_task.text.tr == "Küt 4 + seri 4: 4 taşlık küt ve 4 taşlık seri, 8 taş."
    assert mixed_task.text.en == "Set of 4 + run of 4: a set of 4 and a run of 4, 8 tiles."
    assert cited()["task.cift"].cells[1].tr == "en az 4 çift"


def test_joker_without_cost_needs_no_sentence():
    assert not {"joker-of-an-opener", "joker-laid-later", "joker-partner", "joker-finisher"} & set(
        cited(FREE)
    )
    assert "joker-partner" not in cited(singles=True)


def test_tiles_are_read_by_the_engine():
    assert describe_meld(["r12", "r13", "r1"]).en == "Run."
    assert describe_meld(["k13", "k1", "k2"]).en == describe_meld(["r9", "r8"]).en == "Not a meld."
    assert describe_meld(["r12", "*", "k12"]).en == "Set."
    assert describe_meld(["r9", "*"]).en == "Pair."
    opening_case = opening_example(Task.SERI_3, "r5 * r7 k1")(BookContext(RULES))
    assert opening_case.description == Text(
        "kırmızı 5, joker, kırmızı 7, siyah 1", "red 5, joker, red 7, black 1"
    )


def test_match_has_the_length_of_its_stage():
    sentence = cited(RULES, GROUPS)["hands_per_match"]
    assert (sentence.number, sentence.source, sentence.text.en) == (
        "9.1",
        "chosen",
        "A match is 5 hands, and all are played.",
    )
    assert SWITCHES["hands_per_match"].choice_for(1).name.en == "1 hand"
    assert SWITCHES["infractions"].choice_for({}).name.en == "No penalty points"
    assert "best_of" not in cited(RULES, TABLES, singles=True)


def test_only_a_bare_book_covers_both_pairs_and_singles():
    assert {"match-won", "table-order"} <= set(cited())
    assert "table-order" not in cited(RULES, GROUPS, protest=15)
    assert "match-won" not in cited(RULES, TABLES, singles=True, protest=15)


DISPUTES = {
    "anybody-may-take": "took the discard out of turn",
    "two-want-it": "two want one discard",
    "joker-exchange": "a joker is taken from the table",
    "joker-laid-later": "a joker laid later is taken",
    "joker-partner": "the partner took the joker",
    "task-exactly": "more tiles than the task asks",
    "task-keeps-one": "nothing left to throw",
    "opening-alone": "adding in the turn of opening",
    "one-move": "two moves in one turn",
    "several-melds": "tiles to a run and to a set in one turn",
    "exchange-not-when-opening": "a joker is exchanged in the turn of opening",
    "joker-unnamed": "a joker was laid without a word",
    "joker-each": "both jokers were exchanged",
    "next-declines": "the discard was grabbed before the next player had decided",
    "last-discard": "the discard was taken out of turn when the deck was empty",
    "nothing-to-a-pair": "a tile is added to a pair",
    "pairs-later": "pairs in a later turn",
    "task-differs": "the table has another task than the phone",
    "talking": "signals",
    "slow-play": "somebody plays very slowly",
    "corrected-later": "a slip is found after all have confirmed",
    "level-for-the-title": "two are level for first place",
    "deck-each": "nobody finishes",
    "false-finish": "a wrong finish",
    "level": "level at the end",
    "level-at-the-cut": "second and third of four are level",
    "unopened": "has not opened",
    "four-players": "one of the four is missing",
}


def test_every_dispute_is_asked_and_answered():
    led_to = {
        key
        for group in BOOK.answered_situations(BOOK.write(RULES)).values()
        for situation in group
        for key in situation.answers
    }
    assert set(DISPUTES) <= led_to
    all_situations = [situation for group in BOOK.situations.values() for situation in group]
    assert len({situation.question.tr for situation in all_situations}) == len(all_situations)
    assert {key for situation in all_situations for key in situation.answers} <= set(cited()) | {
        "hands_per_match",
        "needless-corrected",
    }
