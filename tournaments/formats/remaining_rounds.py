from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

Meeting = tuple[int, int]
MOST_STEPS_BACK = 200


def spread_over_rounds(
    meetings: Sequence[Meeting],
    busy_by_round: Mapping[int, Collection[int]],
    *,
    wished: Sequence[int],
    fewest: int = 1,
) -> list[int]:
    """Return each meeting's round, in as few rounds (at least `fewest`) as a short search finds.

    Nobody plays twice in a round, nor in one whose `busy_by_round` holds them. A meeting gets its `wished`
    round where that fits. The same input gives the same rounds.
    """
    for last in count(fewest):
        rounds = _Search(meetings, busy_by_round, last, wished).run()
        if rounds is not None:
            return rounds
    raise AssertionError  # count() doesn't end


@dataclass
class _Search:
    """Backtracks from the meeting with the fewest possible rounds."""

    meetings: Sequence[Meeting]
    busy_by_round: Mapping[int, Collection[int]]
    last: int
    wished: Sequence[int]
    free: defaultdict[int, set[int]] = field(init=False)
    to_play: Counter[int] = field(init=False)
    rounds: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.free = defaultdict(lambda: set(range(1, self.last + 1)))
        for number, players in self.busy_by_round.items():
            for player in players:
                self.free[player].discard(number)
        self.to_play = Counter(player for meeting in self.meetings for player in meeting)

    def run(self) -> list[int] | None:
        """None if it finds nothing: there is nothing, or the search was cut short."""
        if not self._everybody_has_room():
            return None
        steps_back = 0
        stack: list[tuple[int, Iterator[int]]] = []
        while len(self.rounds) < len(self.meetings):
            if len(stack) == len(self.rounds):
                meeting = self._tightest()
                stack.append((meeting, iter(self._choices(meeting))))
            meeting, choices = stack[-1]
            if not any(self._place(meeting, number) for number in choices):
                stack.pop()
                steps_back += 1
                if not stack or steps_back > MOST_STEPS_BACK:
                    return None
                self._take_back(stack[-1][0])
        return [self.rounds[meeting] for meeting in range(len(self.meetings))]

    def _everybody_has_room(self) -> bool:
        usable: defaultdict[int, set[int]] = defaultdict(set)
        for first, second in self.meetings:
            shared = self.free[first] & self.free[second]
            usable[first] |= shared
            usable[second] |= shared
        return all(len(usable[player]) >= left for player, left in self.to_play.items())

    def _tightest(self) -> int:
        def tightness(meeting: int) -> tuple[int, int, int]:
            first, second = self.meetings[meeting]
            shared = len(self.free[first] & self.free[second])
            return shared, -self.to_play[first] - self.to_play[second], meeting

        return min((key for key in range(len(self.meetings)) if key not in self.rounds), key=tightness)

    def _choices(self, meeting: int) -> list[int]:
        first, second = self.meetings[meeting]
        shared = self.free[first] & self.free[second]
        return sorted(shared, key=lambda number: (number != self.wished[meeting], number))

    def _place(self, meeting: int, number: int) -> bool:
        """Return whether both still have room for what they have left; else nothing is placed."""
        self.rounds[meeting] = number
        self._count(meeting, -1)
        if all(len(self.free[player]) >= self.to_play[player] for player in self.meetings[meeting]):
            return True
        self._take_back(meeting)
        return False

    def _take_back(self, meeting: int) -> None:
        self._count(meeting, 1)
        del self.rounds[meeting]

    def _count(self, meeting: int, change: int) -> None:
        for player in self.meetings[meeting]:
            self.to_play[player] += change
            if change < 0:
                self.free[player].discard(self.rounds[meeting])
            else:
                self.free[player].add(self.rounds[meeting])
