from __future__ import annotations

from tournaments.formats.pairing import Contender
from tournaments.formats.pairing_faults import Faults, faults_of

FOUR = [Contender(1, met={2: 1}), Contender(2, met={1: 1}), Contender(3, byes=1), Contender(4)]


def test_round_of_new_opponents_has_no_faults():
    assert faults_of([(1, 3), (2, 4)], FOUR) == Faults()


def test_unpaired_contender_is_missing():
    assert faults_of([(1, 3)], FOUR) == Faults(missing=(2, 4))


def test_contender_in_two_pairs_is_twice():
    assert faults_of([(1, 3), (1, 4), (2, None)], FOUR) == Faults(twice=(1,))


def test_contender_against_itself_is_twice():
    assert faults_of([(1, 1), (2, 3), (4, None)], FOUR) == Faults(twice=(1,))


def test_contender_not_in_play_is_a_stranger():
    assert faults_of([(1, 3), (2, 4), (9, None), (8, 9)], FOUR) == Faults(strangers=(9, 8), twice=(9,))


def test_pair_that_met_before_is_a_repeat():
    assert faults_of([(2, 1), (3, 4)], FOUR) == Faults(repeats=((2, 1),))


def test_bye_is_a_second_one_while_somebody_had_fewer():
    assert faults_of([(1, 4), (2, None), (3, None)], FOUR) == Faults(second_byes=(3,))


def test_bye_is_no_second_one_when_everyone_had_one():
    everybody = [Contender(seed, byes=1) for seed in (1, 2, 3)]
    assert faults_of([(1, 2), (3, None)], everybody) == Faults()


def test_nobody_is_missing_when_nobody_plays():
    assert faults_of([], []) == Faults()
