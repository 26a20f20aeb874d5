from __future__ import annotations

from tournaments.formats.pairing import Contender
from tournaments.formats.pairing_faults import PairingFaults, find_pairing_faults

FOUR = [
    Contender(1, meeting_counts={2: 1}),
    Contender(2, meeting_counts={1: 1}),
    Contender(3, byes=1),
    Contender(4),
]


def test_round_of_new_opponents_has_no_faults():
    assert find_pairing_faults([(1, 3), (2, 4)], FOUR) == PairingFaults()


def test_unpaired_contender_is_missing():
    assert find_pairing_faults([(1, 3)], FOUR) == PairingFaults(missing=(2, 4))


def test_contender_in_two_pairs_is_twice():
    assert find_pairing_faults([(1, 3), (1, 4), (2, None)], FOUR) == PairingFaults(paired_twice=(1,))


def test_contender_against_itself_is_twice():
    assert find_pairing_faults([(1, 1), (2, 3), (4, None)], FOUR) == PairingFaults(paired_twice=(1,))


def test_contender_not_in_play_is_a_stranger():
    assert find_pairing_faults([(1, 3), (2, 4), (9, None), (8, 9)], FOUR) == PairingFaults(
        not_in_play=(9, 8), paired_twice=(9,)
    )


def test_pair_that_met_before_is_a_repeat():
    assert find_pairing_faults([(2, 1), (3, 4)], FOUR) == PairingFaults(repeats=((2, 1),))


def test_bye_is_a_repeat_while_another_entrant_had_fewer():
    assert find_pairing_faults([(1, 4), (2, None), (3, None)], FOUR) == PairingFaults(second_byes=(3,))


def test_bye_is_no_repeat_when_every_entrant_had_one():
    everybody = [Contender(seed, byes=1) for seed in (1, 2, 3)]
    assert find_pairing_faults([(1, 2), (3, None)], everybody) == PairingFaults()


def test_nobody_is_missing_when_nobody_plays():
    assert find_pairing_faults([], []) == PairingFaults()
