"""What an entrant needs in the last round to be among the first, in as few words as are true.

For each result of its own that changes anything, the results of others that are needed with it
are covered by conditions, one on each encounter that matters.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.standings.qualification.search import Contest
from rules.standings.standings_rows import EncounterRecord
from rules.text import Text, enumerated

MOST_SAID: Final = 3
"""A sentence names so many ways; there may be more."""

Results = tuple[EncounterRecord, ...]
NameOf = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Condition:
    """An encounter that must end in one of ``results`` and in none of those ``ruled_out``."""

    results: Results
    ruled_out: Results

    def sentence(self, name_of: NameOf) -> Text:
        """Say it by who must not win, else by who must, else by the scores."""
        sides = self.results[0].sides
        wanted, unwanted = ({one.winner for one in some} for some in (self.results, self.ruled_out))
        if len(unwanted) == 1:
            side = unwanted.pop() or ""
            score = _scores(self.ruled_out, side) if side in wanted else Text("", "")
            return Text(f"{name_of(side)}{score.tr} kazanmazsa", f"{name_of(side)} does not win{score.en}")
        if len(wanted) == 1:
            side = wanted.pop() or ""
            score = _scores(self.results, side)
            return Text(f"{name_of(side)}{score.tr} kazanırsa", f"{name_of(side)} wins{score.en}")
        score, both = _scores(self.results, sides[0]), " · ".join(map(name_of, sides))
        return Text(f"{both}{score.tr} biterse", f"{both} ends{score.en}")

    def own_result(self, entrant: str) -> Text:
        """Say it of the own encounter: "a win 2–0", "a win or a defeat 1–2"."""
        if not self.ruled_out:
            return Text("her sonuç", "any result")
        parts = [
            *self._own(Text("galibiyet", "a win"), entrant, won=True),
            *self._own(Text("yenilgi", "a defeat"), entrant, won=False),
        ]
        return Text(" ya da ".join(part.tr for part in parts), " or ".join(part.en for part in parts))

    def _own(self, word: Text, entrant: str, *, won: bool) -> list[Text]:
        wanted = [result for result in self.results if (result.winner == entrant) is won]
        if not wanted:
            return []
        whole = all((result.winner == entrant) is not won for result in self.ruled_out)
        score = Text("", "") if whole else _scores(wanted, entrant)
        return [Text(f"{score.tr} {word.tr}".lstrip(), f"{word.en}{score.en}")]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to go on: the own result, if an encounter is left, with those of others.

    With a ``contest`` these leave it level with rivals, whom a step of hands or a lot must part.
    """

    own: Condition | None
    others: tuple[Condition, ...]
    contest: Contest | None

    @property
    def enough(self) -> bool:
        """Whether the own result alone suffices."""
        return self.own is not None and not self.others and self.contest is None

    def sentence(self, entrant: str, name_of: NameOf) -> Text:
        """Say it without a capital: "a defeat while Kordon does not win"."""
        others = [condition.sentence(name_of) for condition in self.others]
        conditions = Text(" ve ".join(one.tr for one in others), " and ".join(one.en for one in others))
        if self.own is None:
            return self._without_own(conditions, name_of)
        own = self.own.own_result(entrant)
        contest = _decided(self.contest, name_of) if self.contest else None
        return Text(
            own.tr + (f", {conditions.tr}" if others else "") + (f", sonra {contest.tr}" if contest else ""),
            own.en
            + (f" while {conditions.en}" if others else "")
            + (f", then {contest.en}" if contest else ""),
        )

    def _without_own(self, conditions: Text, name_of: NameOf) -> Text:
        verb = _decided(self.contest, name_of) if self.contest else Text("üst tura çıkar", "through")
        if not self.others:
            return verb
        return Text(f"{verb.tr}, {conditions.tr}", f"{verb.en} if {conditions.en}")


@dataclass(frozen=True, slots=True)
class Needs:
    """All ways in which an entrant goes on by the results of a last round."""

    entrant: str
    ways: tuple[Way, ...]

    def sentence(self, name_of: NameOf) -> Text:
        """Say the first of them: "A win, or a defeat while Kordon does not win"."""
        said = [way.sentence(self.entrant, name_of) for way in self.ways[:MOST_SAID]]
        if len(self.ways) == 1 and self.ways[0].enough:
            return Text(_capital(f"{said[0].tr} yeter"), _capital(f"{said[0].en} is enough"))
        if len(self.ways) > MOST_SAID:
            said.append(Text("başka sonuçlar denk gelirse", "other results that fit"))
        return Text(
            _capital("; ya da ".join(one.tr for one in said)), _capital("; or ".join(one.en for one in said))
        )


def _scores(results: Sequence[EncounterRecord], side: str) -> Text:
    """Write scores as a side has them, with a space before: " 2–0 or 2–1"."""
    me = results[0].sides.index(side)
    scores = [f"{result.matches_won[me]}–{result.matches_won[1 - me]}" for result in results]
    return Text(f" {' ya da '.join(scores)}", f" {' or '.join(scores)}")


def _decided(contest: Contest, name_of: NameOf) -> Text:
    """Say what will decide: "decided by average against Kordon"."""
    names = [name_of(entrant) for entrant in contest.rivals]
    turkish, english = enumerated(names, "tr"), enumerated(names, "en")
    if contest.step is None:
        return Text(f"eşit kalır ({turkish} ile)", f"level with {english}")
    phrase = contest.step.phrase
    return Text(f"{phrase.tr} belirlenir ({turkish} karşısında)", f"decided {phrase.en} against {english}")


def _capital(sentence: str) -> str:
    """Begin a sentence large; none of our words begins with an i, of which Turkish has two."""
    return sentence[:1].upper() + sentence[1:]
