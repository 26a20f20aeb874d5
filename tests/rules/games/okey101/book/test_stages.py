from dataclasses import replace

import pytest

from rules.games.okey101.rulesets import PRESETS
from rules.localized_text import Text
from rules.rulebook import rule_book
from rules.standings.stage_plans import Format, StagePlan
from rules.standings.steps import DEFAULT_STEPS

PAIRS = PRESETS["101-pairs"]
GROUPS = StagePlan(Text("Gruplar", "Groups"), 1, 11, 2, DEFAULT_STEPS, Format.GROUPS)
KNOCKOUT = StagePlan(Text("Eleme", "Knock-out"), 3, 9)


def stage_sentences(*stages, rules=PAIRS, singles=False):
    (chapter,) = [
        candidate for candidate in rule_book(rules, stages, singles=singles) if candidate.id == "matches"
    ]
    return {
        sentence.number: sentence
        for sentence in chapter.sentences
        if sentence.number < "11.2" or sentence.number[4:5] in "ab"
    }


def test_each_of_several_stages_has_its_letter_and_name():
    by_number = stage_sentences(GROUPS, KNOCKOUT)
    assert by_number["11.1a"].text.en == "Groups: A match is 11 hands, and all are played."
    assert by_number["11.2a"].text.en == "Groups: An encounter is a single match."
    assert by_number["11.1b"].text.tr == "Eleme: Bir maç 9 eldir ve hepsi oynanır."
    assert by_number["11.2b"].text.en.startswith("Knock-out: An encounter is best of 3: 2 wins take it")
    assert (by_number["11.1a"].key, by_number["11.1b"].key) == ("hands_per_match", "hands_per_match-b")
    assert "encounters won, match difference, average" in by_number["11.5a"].text.en


def test_single_stage_has_no_letter_and_name():
    assert stage_sentences(GROUPS)["11.3"].text.en == "In a group, all meet each other once."


@pytest.mark.parametrize(
    ("plan", "number", "turkish", "english"),
    [
        (GROUPS, 3, "Grupta herkes birbiriyle bir kez karşılaşır.", "In a group, all meet each other once."),
        (GROUPS, 4, "İlk ikisi üst tura çıkar.", "The first two advance."),
        (
            replace(GROUPS, meetings=2),
            3,
            "Grupta herkes birbiriyle iki kez karşılaşır.",
            "In a group, all meet each other twice.",
        ),
        (replace(GROUPS, advance=1), 4, "İlk sıradaki üst tura çıkar.", "The first advances."),
        (replace(GROUPS, advance=3), 4, "İlk 3 üst tura çıkar.", "The first 3 advance."),
        (replace(GROUPS, advance=0), 4, "Sonuncuya kadar sıralanır.", "All places are ranked."),
        (
            replace(GROUPS, advance=0, decides_champion=True),
            4,
            "Birinci şampiyondur.",
            "The first is the champion.",
        ),
        (
            replace(GROUPS, best_placed=4),
            4,
            "İlk ikisi üst tura çıkar, 3. sıradakilerin en iyi 4 tanesi de.",
            "The first two advance, and the best 4 of those in place 3 across groups.",
        ),
        (replace(GROUPS, format=Format.SWISS, rounds=5), 7, "5 tur oynanır.", "5 rounds are played."),
        (
            replace(GROUPS, format=Format.FOURS),
            7,
            "Tur sayısı katılana göredir: 5–8 için 3, 9–16 için 4, 17–32 için 5, 33–64 için 6.",
            "Rounds depend on the number of entrants: 3 for 5–8, 4 for 9–16, 5 for 17–32, 6 for 33–64.",
        ),
        (KNOCKOUT, 3, "Kaybeden elenir.", "The loser is out."),
        (
            replace(KNOCKOUT, third_place=True),
            10,
            "Yarı finalde kaybedenler üçüncülük için karşılaşır.",
            "The losers of the semi-finals meet for third place.",
        ),
        (
            replace(KNOCKOUT, format=Format.DOUBLE),
            3,
            "İki kez kaybeden elenir.",
            "An entrant who loses twice is out.",
        ),
        (
            replace(KNOCKOUT, format=Format.DOUBLE),
            13,
            "Büyük finali kaybedenler tablosundan gelen kazanırsa ikinci bir final oynanır.",
            "If the winner of the losers’ bracket wins the grand final, a second one is played.",
        ),
        (
            replace(KNOCKOUT, format=Format.DOUBLE, reset_final=False),
            13,
            "Büyük final tek karşılaşmadır.",
            "The grand final is a single encounter.",
        ),
        (
            replace(KNOCKOUT, format=Format.TABLES),
            3,
            "Her masada dört kişi kendi adına oynar.",
            "Four play at a table, everyone for themselves.",
        ),
    ],
)
def test_every_format_is_described(plan, number, turkish, english):
    assert stage_sentences(plan)[f"11.{number}"].text == Text(turkish, english)


def test_table_of_four_plays_one_match():
    assert "11.2" not in stage_sentences(replace(KNOCKOUT, format=Format.TABLES), singles=True)
    assert "11.2" in stage_sentences(KNOCKOUT)


@pytest.mark.parametrize(
    ("hands", "best_of", "sources"),
    [(11, 3, ["S0 XI", "S0 XI"]), (7, 1, ["S0", "house rule"]), (4, 5, ["house rule", "house rule"])],
)
def test_length_without_a_source_is_the_tournaments(hands, best_of, sources):
    by_number = stage_sentences(replace(KNOCKOUT, hands_per_match=hands, best_of=best_of))
    assert [by_number[number].source for number in ("11.1", "11.2")] == sources


def test_qualification_is_stated_and_round_robin_is_chosen():
    by_number = stage_sentences(GROUPS)
    assert (by_number["11.3"].source, by_number["11.4"].source) == ("chosen", "S0 XI")
    assert stage_sentences(KNOCKOUT)["11.3"].source == "S0 XI"


def test_time_up_is_described_for_stages_that_use_it():
    def bells(stage):
        (chapter,) = [candidate for candidate in rule_book(PAIRS, (stage,)) if candidate.id == "matches"]
        return [sentence for sentence in chapter.sentences if sentence.key.startswith("bell")]

    assert bells(KNOCKOUT) == []
    on_bells = bells(replace(KNOCKOUT, least_hands=4))
    assert [item.number for item in on_bells] == [f"11.{number}" for number in (*range(14, 21), 43)]
    assert "at least 4 scored hands" in on_bells[1].text.en
    assert "en az 4 eli" in on_bells[1].text.tr
    assert {item.source for item in on_bells} == {"chosen"}
    (length,) = [
        item.text
        for item in stage_sentences(replace(KNOCKOUT, least_hands=4)).values()
        if item.number == "11.1"
    ]
    assert length.en == "A match is 9 hands, all played unless the bell rings first."
    assert length.tr == "Bir maç 9 eldir; zil daha önce çalmazsa hepsi oynanır."
    fours = bells(replace(KNOCKOUT, format=Format.FOURS, least_hands=4))
    assert [item.key for item in fours] == [
        "bell",
        "bell-enough",
        "bell-too-short",
        "bell-places",
        "bell-hand",
    ]
    at_four = bells(replace(KNOCKOUT, format=Format.TABLES, least_hands=4))
    assert [item.key for item in at_four][-2:] == ["bell-places", "bell-hand"]
    assert len(at_four) == 6


def test_repeated_comparison_is_described_only_for_steps_among_the_tied():
    other_steps = tuple(step for step in DEFAULT_STEPS if step.id != "head_to_head")
    assert "11.6" in stage_sentences(GROUPS)
    assert {"11.5", "11.6"} & set(stage_sentences(replace(GROUPS, steps=other_steps))) == {"11.5"}
