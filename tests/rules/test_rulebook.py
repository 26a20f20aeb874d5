"""The rule book: complete in both languages, and its figures are the engine's."""

import re
from dataclasses import replace
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey101.infractions import INFRACTIONS
from rules.games.okey101.problems import find_errors
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import PRESETS, SWITCH_NAMES
from rules.games.okey101.score import score_hand
from rules.games.okey101.switches import (
    DoubleOkeyWithPairs,
    MultiplierRule,
    NobodyOpened,
    OkeyLeft,
    PartnerCancels,
)
from rules.hands import Opening
from rules.rulebook.book import Format, StagePlan, rule_book
from rules.games.okey101.book.examples import HandExample, hand_example
from rules.games.okey101.book.switches import SWITCHES
from rules.games.okey101.book.telling import tell_hand
from rules.sources import HOUSE_RULE, SOURCES
from rules.standings.steps import DEFAULT_STEPS
from rules.text import Text
from tests.rules.builders import FOUR_NONE, FOUR_PAIRS, PAIRS, SERIES, deck_empty, finished, fouled
from tests.rules.games.okey101.test_rulesets import rule_sets

EVERY_PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
GROUPS = StagePlan(Text("Gruplar", "Groups"), 1, 11, 2, DEFAULT_STEPS, Format.GROUPS)
KNOCKOUT = StagePlan(Text("Eleme", "Knock-out"), 3, 9)


def chapters(rules, *stages):
    return {chapter.id: chapter for chapter in rule_book(rules, stages or (GROUPS, KNOCKOUT))}


def sentences(rules, chapter, language="en"):
    return [article.text.in_language(language) for article in chapters(rules)[chapter].articles]


def table(rules, chapter):
    rows = chapters(rules)[chapter].table.rows
    return {row.cells[0].en: [cell.en for cell in row.cells[1:]] for row in rows}


def every_text(rules):
    for chapter in rule_book(rules, (GROUPS, KNOCKOUT)):
        yield chapter.title
        yield from (article.text for article in chapter.articles)
        yield from (meld.reads for meld in chapter.melds)
        yield from (example.told for example in chapter.examples)
        if chapter.table:
            yield from chapter.table.heads
            yield from (row.cells[0] for row in chapter.table.rows)


@EVERY_PRESET
def test_every_sentence_stands_in_both_languages(rules):
    for text in every_text(rules):
        assert text.tr
        assert text.en
        assert text.tr != text.en


@EVERY_PRESET
def test_every_article_has_a_source_or_the_mark_chosen(rules):
    for chapter in rule_book(rules, (GROUPS, KNOCKOUT)):
        for article in chapter.articles:
            mark = article.source.split()[0].rstrip(",")
            assert article.source in ("chosen", HOUSE_RULE) or mark in SOURCES


@EVERY_PRESET
def test_every_switch_stands_in_the_book(rules):
    told = {
        article.switch for chapter in rule_book(rules, (GROUPS, KNOCKOUT)) for article in chapter.articles
    }
    silent = {"double_okey_with_pairs"} if not rules.double_okey else set()
    assert told - {None} == set(SWITCH_NAMES) - {"hands_per_match", "best_of", "infractions"} - silent


@given(rule_sets)
def test_every_rule_set_has_a_book_whose_examples_are_scored(rules):
    book = rule_book(rules, (GROUPS, KNOCKOUT))
    assert len(book) == 8
    assert all(switch.compare(rules) for switch in SWITCHES.values())
    assert all(example.show(rules).lines for chapter in book for example in chapter.examples)


def test_sentences_follow_switches_that_others_decide():
    pairs = PRESETS["101-pairs"]
    allowed = replace(pairs, double_okey_with_pairs=DoubleOkeyWithPairs.PRODUCT)
    assert any(
        told.startswith("But with both okeys, a pairs opener") for told in sentences(allowed, "finish")
    )
    everything = replace(pairs, partner_cancels=PartnerCancels.EVERYTHING)
    assert sentences(everything, "infractions")[0].startswith("Infractions are charged to the finisher too")
    rising = PRESETS["101-rising"]
    fined = replace(rising, infractions={**rising.infractions, "side_tile_returned": 101})
    assert any("he can’t put it back" in told for told in sentences(fined, "opening"))


def test_where_there_are_no_infractions_the_book_says_just_that():
    chapter = chapters(replace(PRESETS["101-pairs"], infractions={}))["infractions"]
    assert [article.text.en for article in chapter.articles] == ["No infraction is charged."]
    assert chapter.table is None


def test_no_sentence_names_an_amount_that_a_switch_changes():
    """202 under a cap, or 4 where nothing is multiplied, would be false."""
    for switch in SWITCHES.values():
        for choice in switch.listed:
            assert not {"202", "404"} & set(re.findall(r"\d+", choice.rule.tr + choice.rule.en))


def test_the_table_of_finishes_is_the_engines():
    assert table(PRESETS["101-pairs"], "finish") == {
        "Plain finish": ["× 1", "−101", "+202", "+10", "+20"],
        "Okey finish": ["× 2", "−202", "+404", "+20", "+40"],
        "Pairs finish": ["× 2", "−202", "+404", "+20", "+40"],
        "Direct finish": ["× 2", "−202", "+404", "—", "—"],
        "Both okeys (devam)": ["× 4", "−404", "+808", "+40", "+80"],
        "Direct, with the okey": ["× 4", "−404", "+808", "—", "—"],
        "Pairs, with the okey": ["× 4", "−404", "+808", "+40", "+80"],
        "Direct, both okeys": ["× 8", "−808", "+1,616", "—", "—"],
    }


def test_the_table_of_finishes_follows_the_switches():
    rounds = table(PRESETS["101-rounds"], "finish")
    assert "Both okeys (devam)" not in rounds
    assert "Direct, both okeys" not in rounds
    allowed = replace(PRESETS["101-pairs"], double_okey_with_pairs=DoubleOkeyWithPairs.PRODUCT)
    assert table(allowed, "finish")["Pairs, both okeys"] == ["× 8", "−808", "+1,616", "+80", "+160"]
    capped = replace(PRESETS["101-pairs"], unopened_cap=404, multiplier=MultiplierRule.HIGHEST)
    assert table(capped, "finish")["Direct, both okeys"][:3] == ["× 4", "−404", "+404"]


def test_the_infractions_have_their_amounts_and_sources():
    rules = replace(PRESETS["101-rising"], infractions={"okey_discard": 50, "okey_lost_from_meld": 101})
    rows = chapters(rules)["infractions"].table.rows
    assert [row.cells[2].en for row in rows] == ["+50", "+101"]
    assert [row.source for row in rows] == [HOUSE_RULE, "S2"]
    assert [row.cells[0] for row in rows] == [
        INFRACTIONS["okey_discard"].name,
        INFRACTIONS["okey_lost_from_meld"].name,
    ]


def test_an_infraction_that_the_preset_does_not_know_is_a_house_rule():
    rules = replace(PRESETS["101-pairs"], infractions={"okey_lost_from_meld": 101})
    assert [row.source for row in chapters(rules)["infractions"].table.rows] == [HOUSE_RULE]


def test_a_changed_switch_is_marked_in_the_book():
    rules = replace(PRESETS["101-pairs"], nobody_opened=NobodyOpened.REPLAY)
    marked = [
        a.switch for chapter in rule_book(rules, ()) for a in chapter.articles if a.source == HOUSE_RULE
    ]
    assert marked == ["nobody_opened"]


def test_stages_tell_their_own_lengths():
    told = sentences(PRESETS["101-pairs"], "matches")
    assert told[0].startswith("Groups: A match is 11 hands;")
    assert told[1] == "Groups: An encounter is a single match."
    assert told[2] == "In a group everybody meets once; the first two advance."
    assert "encounters won, match difference, average" in told[3]
    assert told[4].startswith("Knock-out: A match is 9 hands;")
    assert told[5].startswith("Knock-out: An encounter is best of 3: 2 wins take it")


def test_who_goes_on_follows_the_stages():
    rules = PRESETS["101-pairs"]
    first = chapters(rules, replace(GROUPS, advance=1), KNOCKOUT)["matches"].articles[2].text
    assert first.en == "In a group everybody meets once; the first advances."
    assert first.tr.endswith("ilk sıradaki üst tura çıkar.")
    only = chapters(rules, replace(GROUPS, advance=0, crowns=True))["matches"].articles[2].text
    assert only.en == "In a group everybody meets once; the first is champion."
    assert only.tr.endswith("birinci şampiyondur.")


@pytest.mark.parametrize(
    ("plan", "said", "soyle"),
    [
        (
            replace(GROUPS, meetings=2, advance=3),
            "In a group everybody meets twice; the first 3 advance.",
            "Grupta herkes birbiriyle iki kez karşılaşır, ilk 3 üst tura çıkar.",
        ),
        (
            replace(GROUPS, best=4),
            "the first two advance, and of those in place 3 the best 4 across groups.",
            "ilk ikisi üst tura çıkar, 3. sıradakilerin en iyi 4 tanesi de üst tura çıkar.",
        ),
        (replace(GROUPS, advance=0), "all are ranked to the last.", "sonuncuya kadar sıralanır."),
        (
            replace(GROUPS, format=Format.SWISS, rounds=5),
            "5 rounds are played, the first two advance.",
            "5 tur oynanır, ilk ikisi üst tura çıkar.",
        ),
        (
            replace(GROUPS, format=Format.SWISS),
            "as many rounds are played as a knock-out of as many would have",
            "katılanların sayısı kaç elemeyi gerektiriyorsa o kadar tur oynanır",
        ),
        (
            replace(GROUPS, format=Format.FOURS, rounds=5),
            "everybody plays 5 rounds, the first two advance.",
            "herkes 5 tur oynar, ilk ikisi üst tura çıkar.",
        ),
        (
            replace(GROUPS, format=Format.FOURS),
            "everybody plays as many rounds as a knock-out of as many would have",
            "herkes, katılanların sayısı kaç elemeyi gerektiriyorsa o kadar tur oynar",
        ),
        (KNOCKOUT, "Knock-out: Whoever loses is out;", "Eleme: Kaybeden elenir;"),
        (
            replace(KNOCKOUT, third_place=True),
            "The losers of the semi-finals meet for third place.",
            "Yarı finalde kaybedenler üçüncülük için karşılaşır.",
        ),
        (
            replace(KNOCKOUT, format=Format.DOUBLE),
            "if the one from the losers’ bracket wins the grand final, a second one is played.",
            "büyük finali kaybedenler tablosundan gelen kazanırsa ikinci bir final oynanır.",
        ),
        (
            replace(KNOCKOUT, format=Format.DOUBLE, reset_final=False),
            "the grand final is a single encounter.",
            "büyük final tek karşılaşmadır.",
        ),
        (
            replace(KNOCKOUT, format=Format.TABLES),
            "Four play at a table, each for himself;",
            "Her masada dört kişi kendisi için oynar;",
        ),
    ],
)
def test_every_format_is_told(plan, said, soyle):
    texts = [article.text for article in chapters(PRESETS["101-pairs"], plan)["matches"].articles]
    assert any(said in text.en for text in texts)
    assert any(soyle in text.tr for text in texts)


def test_the_order_of_a_swiss_system_is_that_of_its_table():
    texts = [
        article.text.en
        for article in chapters(PRESETS["101-pairs"], replace(GROUPS, format=Format.SWISS))[
            "matches"
        ].articles
    ]
    assert any(
        text.startswith("The order of the table is decided by, in turn: encounters won") for text in texts
    )


@pytest.mark.parametrize(
    ("hands", "best_of", "sources"),
    [
        (11, 3, ["S0 XI", "S0 XI"]),
        (7, 1, ["S0", "house rule"]),
        (4, 5, ["house rule", "house rule"]),
    ],
)
def test_a_length_that_no_source_states_is_a_house_rule(hands, best_of, sources):
    plan = replace(KNOCKOUT, hands_per_match=hands, best_of=best_of)
    told = chapters(PRESETS["101-pairs"], plan)["matches"].articles
    assert [article.source for article in told[:2]] == sources


@pytest.mark.parametrize(
    ("rule_set", "taken", "limit"),
    [
        ("101-pairs", "can’t put it back", "two tiles a turn at most"),
        ("101-rising", "without a fine", "Three tiles at most"),
        ("101-rounds", "without a fine", None),
    ],
)
def test_where_the_sources_disagree_each_book_follows_its_own(rule_set, taken, limit):
    told = sentences(PRESETS[rule_set], "opening")
    assert any(taken in sentence for sentence in told if "discard" in sentence)
    assert any(limit in sentence for sentence in told) if limit else not any("at most" in s for s in told)


def test_how_a_hand_ends_is_told_as_its_source_says():
    sources = {name: chapters(rules)["finish"].articles[0].source for name, rules in PRESETS.items()}
    assert sources == {"101-pairs": "S0 V", "101-rising": "S2", "101-rounds": "S4"}


def test_an_okey_penalty_that_does_not_exist_needs_no_further_words():
    rules = replace(PRESETS["101-pairs"], okey_left=OkeyLeft.NONE)
    told = {article.switch for article in chapters(rules)["points"].articles}
    assert not told & {"okey_left_multiplied", "okey_left_when_unopened"}


def test_melds_are_read_by_the_engine():
    read_by = chapters(PRESETS["101-pairs"])["melds"].melds_read_by
    assert read_by == Text(
        "Bu örneklerde gösterge mavi 5, okey mavi 6.", "The indicator is blue 5 here, the okey blue 6."
    )
    reads = {
        " ".join(meld.tiles): (meld.valid, meld.reads.en)
        for meld in chapters(PRESETS["101-pairs"])["melds"].melds
    }
    assert reads["r12 b6 k12"] == (True, "Set, 36; the okey stands for blue 12.")
    assert reads["r12 r13 r1"] == (False, "A run ends at 13: 12-13-1 is none, 1 is only low.")
    assert reads["* r6 y6"] == (True, "Set, 18.")
    assert reads["y4 y4"] == (True, "Pair.")
    assert reads["r9 b5"] == (False, "The indicator (blue 5) can't be in a pair.")
    rising = {" ".join(meld.tiles): meld.reads.en for meld in chapters(PRESETS["101-rising"])["melds"].melds}
    assert rising["r9 b5"] == "Pair; the indicator stands for red 9."


class TestSwitches:
    def test_every_value_can_be_chosen(self):
        for name, switch in SWITCHES.items():
            kind = type(getattr(PRESETS["101-pairs"], name))
            listed = {choice.value for choice in switch.listed}
            if issubclass(kind, StrEnum | bool):
                assert listed == (set(kind) if issubclass(kind, StrEnum) else {True, False})
            else:
                assert switch.made

    def test_the_default_stands_first(self):
        for name, switch in SWITCHES.items():
            assert switch.compare(PRESETS["101-pairs"])[0].chosen, name

    @EVERY_PRESET
    def test_one_choice_is_made_and_the_others_differ_in_that_alone(self, rules):
        for name, switch in SWITCHES.items():
            compared = switch.compare(rules)
            assert sum(one.chosen for one in compared) == 1
            for one in compared:
                assert getattr(one.rules, name) == one.choice.value
                assert replace(one.rules, **{name: getattr(rules, name)}) == rules

    def test_examples_show_what_each_choice_does(self):
        """Every choice has an example that comes out otherwise than under each other choice."""
        rules = PRESETS["101-pairs"]
        for name, switch in SWITCHES.items():
            compared = switch.compare(rules)
            assert len(compared) > 1, name
            shown = [tuple(shape(example.show(one.rules)) for example in switch.examples) for one in compared]
            assert len(set(shown)) == len(shown), name

    def test_words_are_complete(self):
        for switch in SWITCHES.values():
            choices = [one.choice for one in switch.compare(PRESETS["101-pairs"])]
            texts = [switch.name, switch.explains, *(example.told for example in switch.examples)]
            texts += [text for choice in choices for text in (choice.name, choice.rule)]
            assert all(text.tr and text.en and text.tr != text.en for text in texts)
            assert len({choice.rule.tr for choice in choices}) == len(choices)

    def test_a_value_that_is_not_listed_is_compared_too(self):
        cap = SWITCHES["unopened_cap"]
        assert [one.choice.value for one in cap.compare(PRESETS["101-pairs"])] == [None, 404]
        assert [one.choice.value for one in cap.compare(replace(PRESETS["101-pairs"], unopened_cap=300))] == [
            None,
            300,
        ]
        assert cap.named(1200).rule.tr.startswith("Açmama cezasının üst sınırı 1.200;")

    def test_infractions_are_compared_with_the_presets(self):
        switch = SWITCHES["infractions"]
        alone = switch.compare(PRESETS["101-pairs"])
        assert [one.choice.name.en for one in alone] == ["10 infractions: 101", "11 infractions: 50"]
        none = switch.compare(replace(PRESETS["101-pairs"], infractions={}))
        assert [one.chosen for one in none] == [False, True]
        assert none[1].choice.name.en == "None"
        assert none[1].choice.rule.en == "No infraction is charged."
        two = switch.named({"okey_discard": 101, "invalid_meld": 50}).rule
        assert two.en == "Charged (50 and 101): Okey discarded and Invalid meld."

    def test_a_single_hand_is_one(self):
        switch = SWITCHES["hands_per_match"]
        assert switch.named(1).name.en == "1 hand"
        assert switch.named(5).name.en == "5 hands"


def shape(shown):
    return (tuple(shown.seats.items()), shown.verdict)


class TestExamples:
    def test_a_hand_is_scored_by_the_engine(self):
        hand = finished(B1="none")
        shown = hand_example(hand).show(PRESETS["101-pairs"])
        score = score_hand(parse_report(hand), PRESETS["101-pairs"])
        assert (shown.seats, shown.sides, shown.lines) == (score.by_seat(), score.by_side(), score.lines)
        assert shown.verdict is None

    def test_a_hand_is_fitted_to_the_rules_that_show_it(self):
        hand = hand_example(finished(B1=fouled((SERIES, 9), playable_discard=2)))
        assert hand.fitted(PRESETS["101-pairs"]) == hand
        other = hand.fitted(replace(PRESETS["101-pairs"], infractions={"invalid_meld": 50}))
        assert "was fined 2 times for “invalid meld”" in other.told.en
        assert "fined" not in hand.fitted(replace(PRESETS["101-pairs"], infractions={})).told.en
        faces = hand.fitted(replace(PRESETS["101-pairs"], okey_face_counts=True))
        assert faces.told.en.startswith("The indicator is blue 5.")

    @given(rule_sets)
    def test_only_the_examples_about_finishes_that_some_rules_refuse_can_be_refused(self, rules):
        for switch in SWITCHES.values():
            for example in switch.examples:
                fitted = example.fitted(rules)
                if isinstance(fitted, HandExample) and not switch.field.startswith(("double_okey", "ending")):
                    assert find_errors(fitted.report, rules) == []

    def test_a_refused_hand_says_why(self):
        shown = hand_example(finished(last="double_okey")).show(PRESETS["101-rounds"])
        assert shown.verdict
        assert shown.verdict.en == "This rule set knows no finish with both okeys."
        assert not shown.lines

    def test_a_void_hand_says_so(self):
        shown = hand_example(deck_empty(**FOUR_PAIRS) | {"outcome": "all_opened_pairs"}).show(
            PRESETS["101-pairs"]
        )
        assert shown.verdict
        assert shown.verdict.en == "All four opened with pairs: the hand is void and played again"


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        (
            finished(A2="none", B1=(SERIES, 9, 1)),
            "A1 finished. B1 opened with series and has 9 points and 1 okey left.",
        ),
        (finished(direct=True, last="okey"), "A1 finished directly by throwing the okey."),
        (finished(A1=PAIRS, last="double_okey"), "A1 finished with pairs by throwing both okeys."),
        (deck_empty(**FOUR_NONE), "The deck ran out, nobody finished. A1 did not open. B1 did not open."),
        (
            deck_empty(**FOUR_NONE | {"A1": (SERIES, 3, 2)}),
            "The deck ran out, nobody finished. A1 opened with series and has 3 points and 2 okeys left.",
        ),
        (deck_empty(**FOUR_PAIRS) | {"outcome": "all_opened_pairs"}, "All four opened with pairs."),
        (
            deck_empty(**FOUR_NONE | {"A1": fouled("none", okey_discard=1, playable_discard=2)}),
            (
                "The deck ran out, nobody finished. A1 did not open, was fined for “okey discarded” "
                "and was fined 2 times for “playable discard”."
            ),
        ),
        (
            finished(B1=(SERIES, ["*", "r7"])),
            "A1 finished. B1 opened with series and has false okey and red 7 left.",
        ),
    ],
)
def test_a_hand_is_told_in_words(hand, told):
    assert tell_hand(parse_report(hand)).en.startswith(told)


def test_a_hand_is_told_in_turkish():
    hand = finished(
        A1=fouled(PAIRS, okey_discard=1), last="okey", B1=(SERIES, 30, 1), A2="none", B2=(PAIRS, 8)
    )
    assert tell_hand(parse_report(hand)).tr == (
        "A1 çift açıp okey atarak bitti. A1 “Okey atma” hatası yaptı. "
        "B1 seri açtı ve elinde 30 sayı ve 1 okey kaldı. A2 açmadı. B2 çift açtı ve elinde 8 sayı kaldı."
    )
    direct = tell_hand(parse_report(finished(direct=True, last="double_okey"))).tr
    assert direct.startswith("A1 elden iki okeyi atarak bitti.")
    assert tell_hand(parse_report(finished())).tr.startswith("A1 bitti.")


@given(st.sampled_from(list(Opening)))
def test_an_example_names_its_indicator(opening):
    example = HandExample(parse_report(deck_empty(**FOUR_NONE | {"A1": opening.value}) | {"indicator": "r7"}))
    assert example.told.en.startswith("The indicator is red 7. The deck ran out")
    assert example.told.tr.startswith("Gösterge kırmızı 7. Deste bitti")
