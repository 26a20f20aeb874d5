from dataclasses import replace

import pytest

from rules.games.okey101.book.situations import SITUATIONS
from rules.games.okey101.rulesets import PRESETS
from rules.localized_text import Text
from rules.rulebook import rule_book, situations
from rules.standings.stage_plans import Format, StagePlan
from rules.standings.steps import DEFAULT_STEPS

STAGE = StagePlan(Text("Gruplar", "Groups"), 3, 11, 2, format=Format.GROUPS)
TABLES = replace(STAGE, best_of=1, format=Format.TABLES)
FOURS = replace(TABLES, format=Format.FOURS, rounds=4, steps=DEFAULT_STEPS)
PLAYED = {
    "pairs": (PRESETS["101-pairs"], False, STAGE),
    "rising": (PRESETS["101-rising"], False, STAGE),
    "rounds": (PRESETS["101-rounds"], False, STAGE),
    "singles": (PRESETS["101-rounds"], True, TABLES),
    "fours": (PRESETS["101-rounds"], True, FOURS),
}
BOOKS = {
    name: rule_book(rules, (stage,), singles=singles) for name, (rules, singles, stage) in PLAYED.items()
}
EVERYWHERE = ("pairs", "rising", "rounds", "singles")
IN_PAIRS = EVERYWHERE[:3]


def situations_in(book):
    return situations(PRESETS["101-pairs"], book)


DISPUTES = {
    "a finish with pairs and the okey: who pays what?": ("7.37", EVERYWHERE),
    "his partner finished, and he had an okey discard": ("9.3", ("pairs", "rising")),
    "my partner has opened, I open short": ("5.6", IN_PAIRS),
    "a short opening: fix it, or take it up?": ("5.11", EVERYWHERE),
    "drew two tiles": ("4.16", EVERYWHERE),
    "had opened, took the discard, did not use it": ("4.12", EVERYWHERE),
    "said pairs, took the discard, did not open": ("4.13", EVERYWHERE),
    "put the discard back and did not open: one 101 or two?": ("4.36", ("pairs",)),
    "put the discard back and did not open": ("4.8", EVERYWHERE),
    "took the discard and can't open": ("4.35", ("pairs",)),
    "kept the side tile": ("4.34", EVERYWHERE),
    "one act under two names": ("9.5", EVERYWHERE),
    "a new meld in a later turn": ("5.16", EVERYWHERE),
    "more pairs in a later turn": ("5.17", EVERYWHERE),
    "96 and a tile laid off": ("5.18", EVERYWHERE),
    "opened with series, lays pairs": ("5.19", EVERYWHERE),
    "a wrong meld, the rest reaches 101": ("5.20", EVERYWHERE),
    "lays off out of turn": ("6.19", EVERYWHERE),
    "called by the thrower's partner": ("9.20", ("pairs", "rising")),
    "taken before it was called": ("9.23", ("pairs", "rising")),
    "discarded without drawing": ("4.28", EVERYWHERE),
    "forgot to discard": ("4.29", EVERYWHERE),
    "the wrong player began": ("4.30", EVERYWHERE),
    "unopened when the deck ran out": ("7.27", EVERYWHERE),
    "an infraction named too late": ("9.8", EVERYWHERE),
    "first place at the last table is level": ("11.31", ("singles",)),
    "he made up his opening before the turn ended": ("5.23", ("rising", "rounds", "singles")),
    "kept the side tile and threw another": ("4.46", EVERYWHERE),
    "threw the side tile itself": ("4.47", EVERYWHERE),
    "put the side tile back, no deck left": ("4.45", EVERYWHERE),
    "discarded out of turn": ("4.48", EVERYWHERE),
    "a tile of the deck is seen": ("4.49", EVERYWHERE),
    "what becomes of a false okey turned as the indicator": ("2.18", EVERYWHERE),
    "the value of an opening is in dispute": ("5.31", ("rising",)),
    "four tiles added to his own run while opening": ("5.30", ("rising",)),
    "three at once on one run, or two?": ("6.32", ("rising",)),
    "an unopened player laid off": ("6.27", EVERYWHERE),
    "the okey first, the opening after": ("6.28", EVERYWHERE),
    "an okey out of a pair of two": ("6.29", EVERYWHERE),
    "until when may the last tile be taken back": ("6.30", EVERYWHERE),
    "took the okey out of their own meld": ("6.31", ("rising",)),
    "called at the same time": ("9.28", ("pairs", "rising")),
    "called with the wrong colour": ("9.29", ("pairs", "rising")),
    "the tile of an okey on the table was thrown": ("9.30", EVERYWHERE),
    "what should go back was noticed late": ("9.26", EVERYWHERE),
    "the hand was over when it was named": ("9.27", EVERYWHERE),
    "equal dice": ("10.42", EVERYWHERE),
    "a tile is missing from the game": ("10.43", EVERYWHERE),
    "threw two last okeys": ("7.45", ("rising", "rounds", "singles")),
    "an okey laid last in a meld": ("7.44", ("rising",)),
    "gathered up and put the side tile back: one 101 or two?": ("5.33", ("pairs",)),
    "an old meld proves to be wrong": ("5.34", EVERYWHERE),
    "gathered up a short opening in the same turn": ("5.35", ("rising", "rounds", "singles")),
    "laid off after discarding": ("6.33", EVERYWHERE),
    "a tile that does not fit the meld": ("6.34", EVERYWHERE),
    "where several tiles taken back go": ("6.36", EVERYWHERE),
    "does he draw for the tile on the indicator?": ("2.19", ("rising",)),
    "the twin in a pair, taken like an okey": ("2.20", ("rising",)),
    "an infraction out of turn": ("9.31", EVERYWHERE),
    "finished with 85 after his partner had opened": ("7.46", EVERYWHERE),
    "a hand corrected when the next encounter has begun": ("10.44", EVERYWHERE),
    "lifted the side tile and dropped it at once": ("4.50", EVERYWHERE),
    "a tile slipped face up": ("4.51", EVERYWHERE),
    "“short!” while a player was still laying": ("5.37", ("pairs",)),
    "a tile laid off on an opening that went back": ("5.36", EVERYWHERE),
    "the value was announced wrongly": ("5.38", ("rising",)),
    "the okey of a meld laid after the opening": ("6.37", ("rising",)),
    "a spectator named an infraction": ("9.33", EVERYWHERE),
    "the last discard of the hand was playable": ("9.32", ("pairs", "rising")),
    "who deals a hand that is dealt again": ("10.45", EVERYWHERE),
    "the opponents do not come": ("11.32", IN_PAIRS),
    "neither team comes": ("11.33", IN_PAIRS),
    "one of four leaves in the middle": ("11.34", ("singles",)),
    "one of four leaves before the table begins": ("11.41", ("singles",)),
    "a short opening gathered up, and el açma hatası as well?": ("5.13", ("pairs",)),
    "a wrong meld makes the sum short: two fouls?": ("5.14", ("pairs",)),
    "an okey thrown by mistake fits a meld: two fouls?": ("9.19", EVERYWHERE),
    "işlek called after the next player drew": ("9.13", ("pairs", "rising")),
    "called by the thrower himself": ("9.12", ("pairs", "rising")),
    "need it be called at all?": ("9.11", EVERYWHERE),
    "the next player takes the playable tile": ("9.15", EVERYWHERE),
    "the thrower wants the tile back, all have seen it": ("4.25", EVERYWHERE),
    "the finishing tile is playable": ("9.17", EVERYWHERE),
    "a playable discard, only pairs on the table": ("9.16", EVERYWHERE),
    "the last tile of the deck is thrown: may the next take it and finish?": ("4.20", EVERYWHERE),
    "two claim the finish": ("7.23", EVERYWHERE),
    "a shown finish has a wrong meld": ("7.24", EVERYWHERE),
    "it is found at the count": ("7.26", EVERYWHERE),
    "laid the last three, nothing to throw": ("7.2", ("pairs", "rounds", "singles")),
    "laid the last three where none need be thrown": ("7.1", ("rising",)),
    "and what does he do next turn?": ("7.3", ("pairs", "rounds", "singles")),
    "a direct finish, the partner had opened": ("7.5", EVERYWHERE),
    "a finish at one go worth 90, others had opened": ("7.8", ("pairs",)),
    "a direct finish worth less than 101": ("7.6", EVERYWHERE),
    "a pairs opener finishes, only his partner has a series": ("7.12", ("pairs", "rounds")),
    "eleven pairs at once": ("7.9", EVERYWHERE),
    "a pairs opener lays off three tiles": ("6.3", ("pairs", "rising")),
    "what becomes of the third": ("6.4", ("pairs", "rising")),
    "may I lay my pair on a pairs opener?": ("6.5", EVERYWHERE),
    "lay off on my own partner's meld": ("6.2", EVERYWHERE),
    "moved my last laid-off tile": ("6.21", EVERYWHERE),
    "an okey out of a set with two places open": ("6.14", EVERYWHERE),
    "take the table's okey to reach 101": ("6.15", EVERYWHERE),
    "my indicator: show it, score for it?": ("2.10", EVERYWHERE),
    "a false okey: the indicator's or the okey's value?": ("2.8", EVERYWHERE),
    "a false okey on the rack": ("8.17", EVERYWHERE),
    "the unopened partner of the finisher has two okeys": ("8.9", ("pairs", "rising")),
    "what a partner's finish does not wipe out": ("8.10", IN_PAIRS),
    "an okey finish, an opponent claims both okeys": ("2.13", EVERYWHERE),
    "talking": ("10.16", EVERYWHERE),
    "signalling": ("10.17", IN_PAIRS),
    "looking through discards": ("4.23", EVERYWHERE),
    "who deals after a void hand": ("10.8", EVERYWHERE),
    "who deals in match 2": ("10.9", IN_PAIRS),
    "a rack mixed before it was counted": ("10.13", EVERYWHERE),
    "a wrong count found two hands later": ("10.14", EVERYWHERE),
    "level for third place at a table of four": ("11.24", ("singles",)),
    "level where two advance": ("11.23", ("singles",)),
    "a level match": ("11.22", IN_PAIRS),
    "something that is not on the list": ("9.6", EVERYWHERE),
    "threw two tiles at once": ("4.37", EVERYWHERE),
    "opened without the side tile that he took": ("4.38", EVERYWHERE),
    "opened out of turn": ("5.24", EVERYWHERE),
    "what becomes of a tile laid off out of turn": ("6.22", EVERYWHERE),
    "a third tile on a pair": ("6.23", EVERYWHERE),
    "took an okey with a wrong tile": ("6.24", EVERYWHERE),
    "threw the last tile face up": ("7.42", ("pairs", "rounds", "singles")),
    "saw a neighbour's tiles": ("10.28", EVERYWHERE),
    "looked at a neighbour's tiles": ("10.29", EVERYWHERE),
    "a spectator spoke": ("10.30", EVERYWHERE),
    "a tile on the floor after the hand": ("10.31", EVERYWHERE),
    "a wrong number of tiles after the hand": ("10.32", EVERYWHERE),
    "ill, and nobody replaces him": ("10.33", EVERYWHERE),
    "hands of a substitute who was not entered": ("10.34", EVERYWHERE),
    "a break": ("10.35", EVERYWHERE),
    "the referee must decide": ("10.21", EVERYWHERE),
    "one of two tiles thrown at once was called": ("4.41", ("pairs", "rising")),
    "what the other of the two costs": ("4.42", EVERYWHERE),
    "let go of a tile and took it back": ("4.43", EVERYWHERE),
    "how a missing tile is put right": ("4.44", EVERYWHERE),
    "opened without the side tile, has not thrown": ("4.39", EVERYWHERE),
    "opened without the side tile and threw another": ("4.40", ("pairs",)),
    "pairs and runs in one opening": ("5.26", EVERYWHERE),
    "what stays of a mixed opening": ("5.27", EVERYWHERE),
    "two wrong melds in one opening": ("5.28", ("pairs",)),
    "an opening that fell short, and the next one's threshold": ("5.29", ("rising",)),
    "90 at one go, others had opened, the threshold rises": ("5.7", ("rising",)),
    "the okey that was taken had been laid off by another": ("6.25", ("rising",)),
    "the okey was put back: is its loss still charged?": ("6.26", ("rising",)),
    "the indicator's twin laid down, and opened with series": ("2.15", ("rising",)),
    "the twin was never used": ("2.16", ("rising",)),
    "the starter's twin of the indicator": ("2.17", ("rising",)),
    "a spectator calls a playable tile": ("9.24", ("pairs", "rising")),
    "a playable tile noticed at the count": ("9.25", ("rounds", "singles")),
    "who corrects a hand": ("10.36", EVERYWHERE),
    "all had confirmed the wrong hand": ("10.37", EVERYWHERE),
    "the finisher had a tile too few": ("10.38", EVERYWHERE),
    "slow play": ("10.39", EVERYWHERE),
    "feeding an opponent": ("10.40", EVERYWHERE),
    "the referee plays at the table": ("10.41", EVERYWHERE),
    "out at the same place of two tables": ("11.44", ("singles",)),
    "tables played unequal numbers of hands": ("11.45", ("fours",)),
    "the number is not a multiple of four": ("11.8", ("singles", "fours")),
}
"""The question, the number of the answering sentence, and the books it applies to."""


@pytest.mark.parametrize("question", DISPUTES)
def test_dispute_has_its_sentence_and_a_question_that_leads_to_it(question):
    number, subject = DISPUTES[question]
    for name in subject:
        sentences = {item.number: item.key for chapter in BOOKS[name] for item in chapter.citable_rules}
        assert number in sentences, name
        led_to = {
            key
            for group in situations_in(BOOKS[name]).values()
            for situation in group
            for key in situation.answers
        }
        assert sentences[number] in led_to, name


@pytest.mark.parametrize("name", BOOKS)
def test_every_situation_is_answered_by_the_books_sentences(name):
    keys = {item.key for chapter in BOOKS[name] for item in chapter.citable_rules}
    by_chapter = situations_in(BOOKS[name])
    assert set(by_chapter) <= {chapter.id for chapter in BOOKS[name]}
    for answered in (situation for group in by_chapter.values() for situation in group):
        assert answered.answers
        assert set(answered.answers) <= keys


def test_every_answer_is_in_some_book():
    rules = [
        replace(preset, double_okey=both, rising_threshold=rising, indicator_in_pairs=rising)
        for preset in PRESETS.values()
        for rising, both in ((False, False), (True, True))
    ]
    stages = (
        (replace(STAGE, best_of=3, least_hands=5), False),
        (replace(TABLES, least_hands=5), True),
        (FOURS, True),
    )
    books = [
        rule_book(varied_rules, (stage,), singles=single)
        for varied_rules in rules
        for stage, single in stages
    ]
    keys = {item.key for book in books for chapter in book for item in chapter.citable_rules}
    all_situations = [situation for group in SITUATIONS.values() for situation in group]
    assert {key for situation in all_situations for key in situation.answers} <= keys
    assert len({situation.question.tr for situation in all_situations}) == len(all_situations)
    assert all(situation.question.tr != situation.question.en for situation in all_situations)


def test_time_up_is_answered_where_the_bell_may_ring():
    timed = rule_book(PRESETS["101-pairs"], (replace(STAGE, least_hands=5),))
    numbers = {item.key: item.number for chapter in timed for item in chapter.citable_rules}
    (found_situation,) = [
        situation
        for situation in situations_in(timed)["matches"]
        if situation.question.en.startswith("Time is up")
    ]
    assert [numbers[key] for key in found_situation.answers][:3] == ["11.15", "11.17", "11.14"]
    (found_situation,) = [
        situation
        for situation in situations_in(timed)["matches"]
        if situation.question.en.startswith("The bell rang")
    ]
    assert [numbers[key] for key in found_situation.answers] == ["11.43", "11.14"]
    (found_situation,) = [
        situation
        for situation in situations_in(BOOKS["pairs"])["matches"]
        if situation.question.en.startswith("Time is up")
    ]
    assert found_situation.answers == ("hands_per_match",)


LEADS = {
    ("pairs", "A player said “pairs”"): ["4.13", "4.8", "4.35"],
    ("singles", "A player said “pairs”"): ["4.13", "4.8"],
    ("rising", "The side tile was put back"): ["4.8"],
    ("pairs", "A meld is wrong and the sum short"): ["5.14", "9.5"],
    ("rising", "A meld is wrong and the sum short"): ["9.43", "9.6"],
    ("singles", "A short opening was gathered up"): ["9.43", "9.6"],
    ("rising", "A player made up a short opening"): ["5.23", "5.8", "5.11"],
    ("singles", "A pairs opener laid off three"): ["6.20", "6.7"],
    ("singles", "How many tiles may be laid off"): ["6.20"],
    ("rising", "How many tiles may be laid off"): ["6.3"],
    ("singles", "Who deals in a new match"): ["10.6"],
}
"""Questions with different answers by book, by their first words, and the numbers they lead to."""


@pytest.mark.parametrize(("name", "question"), LEADS)
def test_question_leads_to_its_answer_in_each_book(name, question):
    numbers = {item.key: item.number for chapter in BOOKS[name] for item in chapter.citable_rules}
    in_book = [situation for group in situations_in(BOOKS[name]).values() for situation in group]
    (matching,) = [situation for situation in in_book if situation.question.en.startswith(question)]
    assert [numbers[key] for key in matching.answers] == LEADS[name, question]


def test_needed_series_is_not_asked_where_none_is_needed():
    questions = [
        situation.question.en for group in situations_in(BOOKS["rising"]).values() for situation in group
    ]
    assert not any("only the partner has opened with series" in question for question in questions)


def test_time_up_is_answered_for_every_stage():
    timed = replace(STAGE, least_hands=5)
    for stages, numbers in (
        ((timed, STAGE), ["11.15a", "11.17a", "11.1a", "11.1b"]),
        ((STAGE, timed), ["11.15b", "11.17b", "11.1a", "11.1b"]),
    ):
        book = rule_book(PRESETS["101-pairs"], stages)
        number_of = {item.key: item.number for chapter in book for item in chapter.citable_rules}
        (time_up,) = [
            situation
            for situation in situations_in(book)["matches"]
            if situation.question.en.startswith("Time is up")
        ]
        answered = [number_of[key] for key in time_up.answers]
        assert [*answered[:2], *answered[-2:]] == numbers


def test_questions_about_partners_are_not_asked_of_singles():
    by_book = {
        name: {situation.question.en for group in situations_in(book).values() for situation in group}
        for name, book in BOOKS.items()
    }
    assert "May I lay off on my partner’s meld?" in by_book["rounds"] - by_book["singles"]
    assert not any("partner" in question for question in by_book["singles"])
