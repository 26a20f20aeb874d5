import re
from dataclasses import replace
from enum import StrEnum
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey101.amounts import LINE_SOURCES
from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.switches import (
    DoubleOkeyWithPairs,
    FalseOkeyValue,
    MultiplierRule,
    NobodyOpened,
    OkeyLeft,
)
from rules.localized_text import Text
from rules.rulebook import references, rule_book
from rules.sources import HOUSE_RULE
from rules.standings.stage_plans import Format, StagePlan
from rules.standings.steps import DEFAULT_STEPS
from rules.validation import ERROR_CODES, WARNING_CODES
from tests.rules.games.okey101.test_rulesets import rule_sets

PAIRS, RISING, ROUNDS = PRESETS.values()
GROUPS = StagePlan(Text("Gruplar", "Groups"), 1, 11, 2, DEFAULT_STEPS, Format.GROUPS)
KNOCKOUT = StagePlan(Text("Eleme", "Knock-out"), 3, 9)
STAGES = (GROUPS, KNOCKOUT)
BOOKS = [(rules, singles) for rules in PRESETS.values() for singles in (False, True)]
EVERY_BOOK = pytest.mark.parametrize(
    ("rules", "singles"), BOOKS, ids=lambda value: getattr(value, "id", str(value))
)


def cited(rules, *stages, singles=False):
    book = rule_book(rules, stages, singles=singles)
    return {item.key: item for chapter in book for item in chapter.citable_rules}


def sentences(rules, *stages, singles=False):
    book = rule_book(rules, stages, singles=singles)
    return {sentence.key: sentence for chapter in book for sentence in chapter.sentences}


def english(rules, key, **how):
    return sentences(rules, **how)[key].text.en


def other_values(rules, switch):
    listed = [choice.value for choice in switch.listed_choices]
    return [value for value in (*listed, *switch.samples) if value != getattr(rules, switch.field)]


VARIED = [
    replace(rules, **{name: value})
    for rules in PRESETS.values()
    for name, switch in SWITCHES.items()
    for value in other_values(rules, switch)
]
"""Every preset with one switch on every other value."""


def test_sentence_refers_only_to_numbers_in_its_book():
    reference = re.compile(r"\b\d{1,2}\.\d{1,2}\b")
    for rules, singles in (*BOOKS, *product(VARIED, (False, True))):
        items = {item.number: item for item in cited(rules, singles=singles).values()}
        for item in items.values():
            referenced = {
                number for words in (item.text.tr, item.text.en) for number in reference.findall(words)
            }
            assert referenced <= items.keys() - {item.number}, item.text.en
    assert any(reference.search(item.text.en) for item in items.values())


@given(rule_sets, st.booleans())
def test_every_rule_set_has_a_book_whose_cases_are_decided(rules, singles):
    rules = replace(rules, id="101-pairs")
    book = rule_book(rules, STAGES, singles=singles)
    assert [chapter.number for chapter in book] == list(range(1, 12))
    for item in sentences(rules, singles=singles).values():
        assert item.case is None or item.case.result.en


@pytest.mark.parametrize("rules", VARIED, ids=lambda rules: f"{rules.id} {next(iter(rules.changes))}")
def test_figure_in_a_sentence_is_the_result_of_its_case(rules):
    by_key = sentences(rules)
    for key in ("finisher", "unopened"):
        figure = re.search(r"[−\d,]+\d", by_key[key].text.en)
        assert figure
        assert by_key[key].case.result.en.endswith(figure[0]) or by_key[key].case.result.en.endswith(
            f"+{figure[0]}"
        )


def test_every_message_of_the_engine_has_its_sentence():
    no_readers = {"unknown_rule_set"}
    """Only the commands for other programs report it: a page uses its tournament's rules."""
    for rules, singles in BOOKS:
        references_by_name = references(rules, singles=singles)
        lines = set(LINE_SOURCES) - ({"partner_cancelled"} if singles or rules is ROUNDS else set())
        assert lines <= set(references_by_name)
        assert {f"infraction.{code}" for code in rules.infractions} <= set(references_by_name)
        codes = (set(ERROR_CODES) | set(WARNING_CODES)) - no_readers
        missing = codes - set(references_by_name)
        free = {"direct_finish_with_pairs", "pairs_finish_needs_open_series", "empty_rack_without_finish"}
        expected = free - {"direct_finish_with_pairs"} if rules is RISING else set()
        exceptions = {"pairs_finish_with_double_okey"} if not rules.double_okey else set()
        assert missing == expected | exceptions


def test_wrong_meld_is_charged_if_listed():
    assert "charged as “Invalid meld”" in english(PAIRS, "wrong-meld-taken-back")
    assert "charged" not in english(RISING, "wrong-meld-taken-back")


def test_repetition_after_a_warning_refers_to_chapter_11():
    assert "lost the encounter" in english(PAIRS, "goes-on-after-a-warning")
    assert "last at their table" in english(ROUNDS, "goes-on-after-a-warning", singles=True)


def test_reference_leads_to_its_sentence():
    reference = references(PAIRS)["infraction.okey_discard"]
    assert (reference.number, reference.anchor) == ("9.42", "m9-42")
    assert references(PAIRS)["pairs_finish_needs_open_series"].number == "7.10"
    assert "partner_cancelled" not in references(PAIRS, singles=True)


def test_singles_book_mentions_no_partner_and_no_pair():
    for rules in PRESETS.values():
        for item in cited(rules, replace(GROUPS, format=Format.TABLES), singles=True).values():
            texts = item.cells if hasattr(item, "cells") else [item.text]
            if getattr(item, "case", None):
                texts = [*texts, item.case.description, item.case.result]
            for text in texts:
                assert not re.search(r"\bpartner|\bA2|\bB2", text.en), (item.number, text.en)
                assert not re.search(r"\bEş|eşi (dâhil|A2)|[Ee]şler|eşine|\bA2|\bB2", text.tr), text.tr


def test_against_names_what_the_own_source_says_otherwise():
    def against(rules):
        return {item.key: item.against.place for item in cited(rules).values() if item.against}

    assert against(PAIRS) == {
        "false_okey_value": "S0 I",
        "false-okey-left": "S0 I",
        "pairs-share-colours": "S0 II",
        "saying-pairs": "S0 III",
        "taken-unused": "S0 III",
        "two-thrown": "S0 VII",
        "direct-after-others": "S0 VIII",
        "discarded-out-of-turn": "S0 VII",
        "others-sit": "S0 I",
    }
    assert set(against(RISING)) == {"finish-direct-pairs", "finish-direct-pairs-okey", "three-in-a-row"}
    assert set(against(RISING).values()) == {"S2"}
    assert set(against(ROUNDS).values()) == {"S4"}
    assert cited(PAIRS)["false_okey_value"].source == "S4, against S0 I"
    assert cited(PAIRS)["pairs-share-colours"].source == "chosen, against S0 II"


def test_rule_of_the_own_source_is_no_house_rule():
    rules = replace(PAIRS, false_okey_value=FalseOkeyValue.INDICATOR)
    assert rules.changes == {"false_okey_value"}
    assert cited(rules)["false_okey_value"].source == "S0 I"


def test_changed_switch_is_marked_in_every_sentence():
    rules = replace(PAIRS, nobody_opened=NobodyOpened.REPLAY)
    assert [key for key, item in cited(rules).items() if item.source == HOUSE_RULE] == ["nobody_opened"]
    returned = replace(RISING, infractions={**RISING.infractions, "side_tile_returned": 101})
    assert cited(returned)["side-tile-returned"].source == HOUSE_RULE
    assert "that is an infraction" in english(returned, "side-tile-returned")
    free = {code: 101 for code in PAIRS.infractions if code != "side_tile_returned"}
    assert "without a penalty" in english(replace(PAIRS, infractions=free), "side-tile-returned")


@pytest.mark.parametrize(
    ("rules", "returned", "limit", "ending", "starts"),
    [
        (PAIRS, "an infraction", "two tiles a turn", "S0 V", "to the dealer’s right"),
        (RISING, "without a penalty", "Three tiles", "S2", "to the dealer’s right"),
        (ROUNDS, "without a penalty", None, "S4", "and begins"),
    ],
    ids=PRESETS,
)
def test_each_book_follows_its_own_source(rules, returned, limit, ending, starts):
    by_key = sentences(rules)
    assert returned in by_key["side-tile-returned"].text.en
    assert ("count-first" in by_key) is (
        returned == "an infraction"
    )  # Elsewhere a player may count on their rack first.
    assert limit in by_key["at-most"].text.en if limit else "at-most" not in by_key
    assert by_key["ending"].source == ending
    assert starts in by_key["starter"].text.en


def table(rules, chapter, **how):
    (rows,) = [
        candidate.table.rows
        for candidate in rule_book(rules, **how)
        if candidate.id == chapter and candidate.table
    ]
    return {row.cells[0].en: [cell.en for cell in row.cells[1:]] for row in rows}


def test_table_of_finishes_is_computed_by_the_engine():
    assert table(PAIRS, "finish") == {
        "Plain finish": ["× 1", "−101", "+202", "+10", "+20"],
        "Okey finish": ["× 2", "−202", "+404", "+20", "+40"],
        "Pairs finish": ["× 2", "−202", "+404", "+20", "+40"],
        "Direct finish": ["× 2", "−202", "+404", "—", "—"],
        "Double okey finish": ["× 4", "−404", "+808", "+40", "+80"],
        "Direct, with the okey": ["× 4", "−404", "+808", "—", "—"],
        "Pairs, with the okey": ["× 4", "−404", "+808", "+40", "+80"],
        "Direct, with the double okey": ["× 8", "−808", "+1,616", "—", "—"],
    }
    assert table(PAIRS, "finish", singles=True) == table(PAIRS, "finish")


def test_row_is_cited_as_a_sentence_with_its_figures():
    rising = cited(RISING)
    assert rising["finish-pairs-okey"].text == Text(
        "Çiftten, okeyle (× 4): bitene −404, açmayana +808, seri açıp elinde 10 puan kalana +40, "
        "çift açıp elinde 10 puan kalana +80.",
        "Pairs, with the okey (× 4): −404 for the finisher, +808 for a player who has not opened, "
        "+40 for 10 left after opening with series, +80 for 10 left after opening with pairs.",
    )
    assert rising["finish-direct-pairs"].text.en == (
        "Direct, with pairs (× 4): −404 for the finisher, +808 for a player who has not opened."
    )
    assert rising["infraction.invalid_opening"].text.tr == (
        "El açma hatası (+101): Baraja ulaşmadan ya da yeterli çift olmadan el açtı."
    )


def test_protest_time_is_the_tournaments():
    def english_sentences(protest):
        (table,) = [chapter for chapter in rule_book(PAIRS, protest=protest) if chapter.id == "table"]
        return {sentence.number: sentence.text.en for sentence in table.sentences}

    assert english_sentences(15)["10.14"].startswith(
        "A hand may be protested until 15 minutes after the last hand"
    )
    assert english_sentences(0)["10.14"] == "A hand may be protested until its match is over."
    assert "10.27" not in english_sentences(0)
    assert english_sentences(None)["10.14"].endswith("that the organizer sets.")


def test_table_of_finishes_follows_the_switches():
    rounds = table(ROUNDS, "finish")
    assert "Double okey finish" not in rounds
    assert table(RISING, "finish")["Direct, with pairs"] == ["× 4", "−404", "+808", "—", "—"]
    allowed = replace(PAIRS, double_okey_with_pairs=DoubleOkeyWithPairs.PRODUCT)
    assert table(allowed, "finish")["Pairs, with the double okey"] == ["× 8", "−808", "+1,616", "+80", "+160"]
    capped = replace(PAIRS, unopened_cap=404, multiplier=MultiplierRule.HIGHEST)
    assert table(capped, "finish")["Direct, with the double okey"][:3] == ["× 4", "−404", "+404"]


def test_every_finish_has_its_own_source():
    def sources(rules):
        return {
            key.removeprefix("finish-"): item.source
            for key, item in cited(rules).items()
            if key.startswith("finish-")
        }

    assert set(sources(PAIRS).values()) == {"S0 VI"}
    assert sources(ROUNDS)["pairs-okey"] == "S0 VI, inherited"
    assert sources(RISING)["direct-okey"] == "S4, inherited"
    assert sources(RISING)["direct-pairs"] == "chosen, against S2"
    assert sources(RISING)["direct-pairs-okey"] == "chosen, against S2"
    assert set(sources(replace(ROUNDS, multiplier=MultiplierRule.HIGHEST)).values()) == {"S4", HOUSE_RULE}


def test_infractions_have_amounts_and_sources():
    rules = replace(RISING, infractions={"okey_discard": 50, "okey_lost_from_meld": 101})
    (rows,) = [
        chapter.table.rows for chapter in rule_book(rules) if chapter.id == "infractions" and chapter.table
    ]
    assert [(row.cells[0], row.cells[2].en, row.source) for row in rows] == [
        (INFRACTIONS["okey_discard"].name, "+50", HOUSE_RULE),
        (INFRACTIONS["okey_lost_from_meld"].name, "+101", "S2"),
    ]
    foreign = replace(PAIRS, infractions={"okey_lost_from_meld": 101})
    assert cited(foreign)["infraction.okey_lost_from_meld"].source == HOUSE_RULE


def test_book_without_infractions_says_so():
    (chapter,) = [
        chapter for chapter in rule_book(replace(PAIRS, infractions={})) if chapter.id == "infractions"
    ]
    assert [sentence.text.en for sentence in chapter.sentences] == ["No infraction is charged."]
    assert chapter.table is None


def test_missing_okey_penalty_needs_no_sentence():
    by_key = sentences(replace(PAIRS, okey_left=OkeyLeft.NONE))
    assert not {"okey_left_multiplied", "okey_left_when_unopened"} & set(by_key)
    assert by_key["two-okeys-left"].text.en == "An okey left on the rack costs nothing."


def test_wrong_finish_is_charged_as_a_listed_infraction():
    assert english(PAIRS, "false-finish").endswith("charged as “Invalid meld”.")
    none = replace(PAIRS, infractions={"okey_discard": 101})
    for rules in (none, RISING, ROUNDS):
        assert "the meld is not charged, but 5.10 applies" in english(rules, "false-finish")


def test_deadline_until_the_count_covers_charged_infractions_only():
    uncalled = replace(PAIRS, playable_must_be_called=False)
    by_okey_left = {
        charged: english(
            replace(uncalled, infractions=dict.fromkeys(charged, 101)), "playable-until-the-count"
        )
        for charged in (("playable_discard",), ("playable_discard", "okey_discard"))
    }
    assert ["okey" in text for text in by_okey_left.values()] == [False, True]


def test_melds_are_read_by_the_engine():
    def reads(rules):
        (chapter,) = [chapter for chapter in rule_book(rules) if chapter.id == "melds"]
        assert chapter.melds_note == Text(
            "Bu örneklerde gösterge mavi 5, okey mavi 6.", "The indicator is blue 5 here, the okey blue 6."
        )
        return {" ".join(meld.tiles): (meld.valid, meld.reading.en) for meld in chapter.melds}

    assert reads(PAIRS)["r12 b6 k12"] == (True, "Set, 36; the okey stands for blue 12.")
    assert reads(PAIRS)["r12 r13 r1"] == (False, "A run ends at 13: 12-13-1 is not a run, 1 is only low.")
    assert reads(PAIRS)["* r6 y6"] == (True, "Set, 18.")
    assert reads(PAIRS)["y4 y4"] == (True, "Pair.")
    assert reads(PAIRS)["r9 b5"] == (False, "red 9 and blue 5 are not the same tile.")
    assert reads(PAIRS)["b6 b5"] == (False, "The indicator (blue 5) can't be in a pair.")
    assert reads(RISING)["r9 b5"] == (True, "Pair; the indicator stands for red 9.")


def test_every_option_of_a_switch_is_an_enum_value_or_made():
    for name, switch in SWITCHES.items():
        kind = type(getattr(PAIRS, name))
        assert issubclass(kind, StrEnum | bool) or switch.create_choice
