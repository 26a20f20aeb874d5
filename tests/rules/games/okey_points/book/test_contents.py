import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey_points.book.cases import one_colour_example
from rules.games.okey_points.book.contents import BOOK
from rules.games.okey_points.book.play_context import BookContext
from rules.games.okey_points.book.switches import SWITCHES
from rules.games.okey_points.finishes import PRICE_CODES
from rules.games.okey_points.line_sources import FINISH, LINE_SOURCES
from rules.games.okey_points.problems import OWN_ERROR_CODES
from rules.games.okey_points.rulesets import PRESETS, OneColourDoubles
from rules.localized_text import Text
from rules.sources import HOUSE_RULE
from rules.standings.stage_plans import Format, StagePlan
from tests.rules.games.okey_points.test_rulesets import rule_sets

COUNTDOWN, STANDARD = PRESETS.values()
BOTH = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
TABLES = StagePlan(Text("Masalar", "Tables"), 1, None, 2, format=Format.TABLES)
GROUPS = StagePlan(Text("Gruplar", "Groups"), 3, None, 2, format=Format.GROUPS)
OF_101 = re.compile(
    r"\b101|\bbaraj|açış|\bişle[kny]|katla|\bdevam(?! ed)|threshold|playable|lay(ing)? off|opening",
    re.IGNORECASE,
)
CODES = {
    *OWN_ERROR_CODES,
    "double_okey_not_in_rule_set",
    "finish_without_finisher",
    "finisher_missing",
    "malformed_hand",
    "missing_seat",
    "negative_value",
    "unknown_seat",
}
"""Every error code of the game except for an unknown rule set, which pages can't have."""


def cited(rules, *stages, **how):
    return {item.key: item for chapter in BOOK.write(rules, stages, **how) for item in chapter.citable_rules}


def case(rules, key, **how):
    return cited(rules, **how)[key].case.result.en


@BOTH
@pytest.mark.parametrize("singles", [False, True])
def test_every_score_line_and_error_has_its_sentence(rules, singles):
    doubling = replace(rules, one_colour_doubles=OneColourDoubles.YES) if rules is STANDARD else rules
    by_name = BOOK.references(doubling, singles=singles)
    assert set(LINE_SOURCES) | {FINISH + price for price in PRICE_CODES} | CODES <= set(by_name)


@BOTH
def test_nothing_of_another_game_is_mentioned(rules):
    for singles in (False, True):
        for item in cited(rules, GROUPS, singles=singles).values():
            assert not OF_101.search(item.text.tr + " " + item.text.en), item.text


@given(rule_sets, st.booleans())
def test_every_rule_set_has_a_book_whose_cases_are_decided(rules, singles):
    assert all(item.text.tr for item in cited(rules, GROUPS, singles=singles).values())


@pytest.mark.parametrize("value", OneColourDoubles)
def test_one_colour_doubles_by_switch(value):
    rules = replace(STANDARD, one_colour_doubles=value)
    doubles = value is not OneColourDoubles.NO
    assert case(rules, "one_colour_doubles") == ("B: 4" if doubles else "B: 2")
    assert ("one-colour-pairs" in cited(rules)) is doubles
    if doubles:
        assert case(rules, "one-colour-pairs") == "B: 8"
        assert case(rules, "one-colour-okeys") == "It is of one colour."


@pytest.mark.parametrize(
    ("rules", "key", "source", "result"),
    [
        (COUNTDOWN, "nobody_finished", "S1", "B: 1"),
        (STANDARD, "nobody_finished", "S4", "B: 0"),
        (replace(STANDARD, nobody_finished=2), "nobody_finished", HOUSE_RULE, "B: 2"),
        (COUNTDOWN, "indicator_spares_below", "S1", "B pays 0 for the indicator."),
        (STANDARD, "indicator_spares_below", "S4", "B pays 1 for the indicator."),
        (replace(COUNTDOWN, indicator_spares_below=2), "indicator_spares_below", HOUSE_RULE, "B pays 1"),
        (COUNTDOWN, "indicator_shown", "S1", "B pays 1 for the indicator."),
        (replace(COUNTDOWN, indicator_shown=False), "indicator_shown", HOUSE_RULE, "The indicator is not"),
        (COUNTDOWN, "side-once", "S4, inherited", "A: 0, B: 2"),
        (COUNTDOWN, "shown-until", "S4, against S1", None),
        (COUNTDOWN, "shown-by-the-starter", "chosen, against S1", None),
        (STANDARD, "shown-then-finish", "chosen", "B: 3"),
        (COUNTDOWN, "false-okey-not-wild", "S4, inherited", "Not a meld."),
        (
            STANDARD,
            "long-run",
            "chosen, against S4",
            "It wins: with the run of one colour; it may count with",
        ),
        (STANDARD, "shown-until", "S4", None),
        (COUNTDOWN, "four-players", "S1", None),
        (STANDARD, "four-players", "S1, against S4", None),
        (COUNTDOWN, "match-won", "S4, inherited", "Won by B."),
        (COUNTDOWN, "shown-without-finish", "chosen", "B: 2"),
        (COUNTDOWN, "two-win", "S4, inherited", "Won by C and B."),
        (COUNTDOWN, "level", "chosen", "Another hand is played."),
        (COUNTDOWN, "false-finish", "chosen", None),
        (COUNTDOWN, "all-in-melds", "S1", "It does not win."),
        (COUNTDOWN, "seven-pairs", "S1", "It wins: with seven pairs."),
    ],
)
def test_sentence_has_its_source_and_the_result_of_its_case(rules, key, source, result):
    item = cited(rules)[key]
    assert item.source == source
    assert (item.case is None) if result is None else item.case.result.en.startswith(result)


def test_table_has_prices_with_their_sources():
    def prices(rules):
        rows = {key: item for key, item in cited(rules).items() if key.startswith(FINISH)}
        return {key.removeprefix(FINISH): (item.cells[2].en, item.source) for key, item in rows.items()}

    assert prices(COUNTDOWN) == {
        "groups": ("2", "S1"),
        "groups_okey": ("4", "S1"),
        "pairs": ("8", "S1"),
        "pairs_okey": ("12", "S1"),
        "one_colour_run": ("16", "S1"),
        "one_colour_run_okey": ("20", "S1"),
    }
    assert prices(STANDARD)["pairs_okey"] == ("8", "chosen")
    assert prices(STANDARD)["one_colour_run"] == ("2", "chosen")
    changed = replace(COUNTDOWN, finishes={**COUNTDOWN.finishes, "pairs": 4})
    assert prices(changed)["pairs"] == ("4", HOUSE_RULE)


def test_run_of_one_colour_may_have_its_price():
    assert "price of its own" in cited(COUNTDOWN)["long-run"].text.en
    assert "counts as a finish with runs" in cited(STANDARD)["long-run"].text.en


def test_match_goes_on_to_zero_points_or_its_limit():
    sentence = cited(COUNTDOWN, GROUPS)["hands_per_match"]
    assert (sentence.number, sentence.source) == ("9.1", "S1")
    assert "no set number of hands" in sentence.text.en
    limited = cited(COUNTDOWN, replace(GROUPS, hands_per_match=9))["hands_per_match"]
    assert "after hand 9 at the latest" in limited.text.en
    assert limited.source == HOUSE_RULE
    assert SWITCHES["hands_per_match"].choice_for(1).name.en == "At most 1 hand"
    assert "best_of" not in cited(COUNTDOWN, TABLES, singles=True)
    assert SWITCHES["best_of"].choice_for(7).rule.en.startswith("An encounter is best of 7: 4 wins")


def test_only_a_bare_book_covers_both_pairs_and_singles():
    bare, pairs = cited(COUNTDOWN), cited(COUNTDOWN, GROUPS, protest=15)
    singles = cited(COUNTDOWN, TABLES, singles=True, protest=15)
    assert {"two-win", "match-won", "side-once"} <= set(bare)
    assert "two-win" not in pairs
    assert "match-won" not in singles
    assert singles["word-side"].text.en == "Side: in singles each player is a side."
    assert not BOOK.for_singles(COUNTDOWN)


@pytest.mark.parametrize(
    ("protest", "sentence"),
    [(None, "for the time after it that"), (0, "until its match is over"), (15, "until 15 minutes after")],
)
def test_protest_time_is_the_tournaments(protest, sentence):
    book = cited(COUNTDOWN, GROUPS, protest=protest)
    assert sentence in book["protest"].text.en
    assert ("protest-confirmed" in book) is (protest != 0)


def test_tiles_are_read_by_the_engine():
    mixed = one_colour_example("", "", "r1 r2 r3 r4 r5 r6 r7 r8 r9 k10 k11 k12 k13 b6")(
        BookContext(COUNTDOWN)
    )
    assert mixed.result.en == "It is not of one colour."
    (melds,) = [chapter for chapter in BOOK.write(COUNTDOWN) if chapter.id == "melds"]
    by_tiles = {" ".join(item.tiles): (item.valid, item.reading.en) for item in melds.melds}
    assert by_tiles["r12 r13 r1"] == (True, "Run.")
    assert by_tiles["k13 k1 k2"] == (False, "Not a meld.")
    assert by_tiles["r12 b6 k12"] == (True, "Set.")
    assert by_tiles["r9 b6"] == (True, "Pair.")


DISPUTES = {
    "okey-of-13": "the indicator is a 13",
    "one-ends-it": "13-1-2",
    "starter": "who begins",
    "deck-empty": "the deck is empty",
    "last-discard": "the deck is empty, the last discard is wanted by the next",
    "last-stack": "the indicator’s stack is the last",
    "stacks-counted": "the die shows more than the stacks at hand",
    "tile-counted": "from where the tiles of a stack are counted",
    "dealt-in-stacks": "how stacks are dealt",
    "without-stacks": "no stacks were made",
    "racks-hidden": "another’s tiles are seen",
    "four-players": "one of the four is missing",
    "seven-pairs": "finish by pairs",
    "with-okey": "finish with the okey",
    "okey-in-a-meld": "the okey stands in a meld at the finish",
    "as-shown": "the tiles make pairs and melds",
    "false-finish": "a wrong finish",
    "false-finish-measure": "what a wrong finish costs",
    "as-arranged": "the rack was shown badly arranged",
    "taken-out-of-turn": "the side tile was taken out of turn",
    "shown-goes-back": "what becomes of the tile that was shown",
    "shown-by-the-starter": "until when the starter shows the indicator",
    "slow-play": "somebody plays very slowly",
    "after-a-warning": "partners signal a second time",
    "corrected-later": "a slip is found after all have confirmed",
    "extra-hands-count": "whether hands at 0 : 0 count",
    "extra-hands-for-all": "who has no points left in a tie",
    "level-for-the-title": "two are level for first place",
    "break": "a break",
    "substitute": "somebody plays for another",
    "two-claims": "two claim the finish",
    "nobody_finished": "nobody finishes",
    "shown-late": "the indicator is shown too late",
    "shown-ends-nothing": "the indicator takes the last points",
    "match-ends": "the match's end",
    "level": "level at the end",
    "level-at-the-cut": "second and third of four are level",
    "nobody-leaves-early": "one has no points left",
    "un-ended": "a correction changes the end of the match",
    "later-hands": "a correction changes who is spared",
    "okey-discarded": "an okey was thrown by mistake",
    "racks-not-counted": "an okey was left",
}


@BOTH
def test_every_dispute_is_asked_and_answered(rules):
    book = BOOK.write(rules)
    led_to = {
        key
        for group in BOOK.answered_situations(book).values()
        for situation in group
        for key in situation.answers
    }
    assert set(DISPUTES) <= led_to
    questions = [situation.question for group in BOOK.situations.values() for situation in group]
    assert len({question.tr for question in questions}) == len(questions)
    keys = set(cited(replace(STANDARD, one_colour_doubles=OneColourDoubles.YES))) | {
        "hands_per_match",
        "needless-corrected",
    }
    assert {
        key for group in BOOK.situations.values() for situation in group for key in situation.answers
    } - keys <= {"whose-points"}
