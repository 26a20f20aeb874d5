from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rules.localized_text import Text, join_names
from rules.standings.qualification.search import Contest
from rules.standings.standings_rows import EncounterRecord

MAX_NAMED_SCENARIOS: Final = 3
"""The number of ways in a sentence; there may be more."""

Results = tuple[EncounterRecord, ...]
NameOf = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Condition:
    """An encounter that must end in one of ``results``."""

    results: Results
    ruled_out: Results

    def clause(self, name_of: NameOf) -> Text:
        """Return a clause for after "if" or "while": "Kordon does not win", "Kordon wins 2–0" or scores."""
        sides = self.results[0].sides
        winners, excluded_winners = (
            {result.winner for result in results} for results in (self.results, self.ruled_out)
        )
        if len(excluded_winners) == 1:
            side = excluded_winners.pop() or ""
            score = _scores(self.ruled_out, side) if side in winners else Text("", "")
            return Text(f"{name_of(side)}{score.tr} kazanmazsa", f"{name_of(side)} does not win{score.en}")
        if len(winners) == 1:
            side = winners.pop() or ""
            score = _scores(self.results, side)
            return Text(f"{name_of(side)}{score.tr} kazanırsa", f"{name_of(side)} wins{score.en}")
        score, names = _scores(self.results, sides[0]), " · ".join(map(name_of, sides))
        return Text(f"{names}{score.tr} biterse", f"{names} ends{score.en}")

    def own_result(self, entrant: str) -> Text:
        """Return "a win 2–0", "a win or a defeat 1–2"."""
        if not self.ruled_out:
            return Text("her sonuç", "any result")
        texts = [
            *self._own_texts(Text("galibiyet", "a win"), entrant, won=True),
            *self._own_texts(Text("yenilgi", "a defeat"), entrant, won=False),
        ]
        return Text(" ya da ".join(text.tr for text in texts), " or ".join(text.en for text in texts))

    def _own_texts(self, word: Text, entrant: str, *, won: bool) -> list[Text]:
        matching = [result for result in self.results if (result.winner == entrant) is won]
        if not matching:
            return []
        complete = all((result.winner == entrant) is not won for result in self.ruled_out)
        score = Text("", "") if complete else _scores(matching, entrant)
        return [Text(f"{score.tr} {word.tr}".lstrip(), f"{word.en}{score.en}")]


@dataclass(frozen=True, slots=True)
class QualifyingScenario:
    """Results that qualify; with a ``contest`` a step then decides against level rivals."""

    own: Condition | None
    others: tuple[Condition, ...]
    contest: Contest | None

    @property
    def is_enough(self) -> bool:
        return self.own is not None and not self.others and self.contest is None

    def phrase(self, entrant: str, name_of: NameOf) -> Text:
        """Return a phrase, "a defeat while Kordon does not win", then the contest, if any.

        Without an own encounter it is "through if Kordon wins".
        """
        other_texts = [condition.clause(name_of) for condition in self.others]
        conditions = Text(
            " ve ".join(text.tr for text in other_texts), " and ".join(text.en for text in other_texts)
        )
        if self.own is None:
            return self._without_own(conditions, name_of)
        own_text = self.own.own_result(entrant)
        contest = _contest_text(self.contest, name_of) if self.contest else None
        return Text(
            own_text.tr
            + (f", {conditions.tr}" if other_texts else "")
            + (f", sonra {contest.tr}" if contest else ""),
            own_text.en
            + (f" while {conditions.en}" if other_texts else "")
            + (f", then {contest.en}" if contest else ""),
        )

    def _without_own(self, conditions: Text, name_of: NameOf) -> Text:
        verb = _contest_text(self.contest, name_of) if self.contest else Text("üst tura çıkar", "through")
        if not self.others:
            return verb
        return Text(f"{verb.tr}, {conditions.tr}", f"{verb.en} if {conditions.en}")


@dataclass(frozen=True, slots=True)
class Requirements:
    entrant: str
    scenarios: tuple[QualifyingScenario, ...]

    def sentence(self, name_of: NameOf) -> Text:
        """Return the first MAX_NAMED_SCENARIOS scenarios, and whether there are others, capitalized.

        A single own result without other conditions "is enough".
        """
        texts = [scenario.phrase(self.entrant, name_of) for scenario in self.scenarios[:MAX_NAMED_SCENARIOS]]
        if len(self.scenarios) == 1 and self.scenarios[0].is_enough:
            return Text(_capitalize(f"{texts[0].tr} yeter"), _capitalize(f"{texts[0].en} is enough"))
        if len(self.scenarios) > MAX_NAMED_SCENARIOS:
            texts.append(Text("başka sonuçlar denk gelirse", "other results that fit"))
        return Text(
            _capitalize("; ya da ".join(text.tr for text in texts)),
            _capitalize("; or ".join(text.en for text in texts)),
        )


def _scores(results: Sequence[EncounterRecord], side: str) -> Text:
    """Return scores from a side's view: " 2–0 or 2–1"."""
    index = results[0].sides.index(side)
    scores = [f"{result.matches_won[index]}–{result.matches_won[1 - index]}" for result in results]
    return Text(f" {' ya da '.join(scores)}", f" {' or '.join(scores)}")


def _contest_text(contest: Contest, name_of: NameOf) -> Text:
    names = [name_of(entrant) for entrant in contest.rivals]
    turkish, english = join_names(names, "tr"), join_names(names, "en")
    if contest.step is None:
        return Text(f"eşit kalır ({turkish} ile)", f"level with {english}")
    phrase = contest.step.phrase
    return Text(f"{phrase.tr} belirlenir ({turkish} karşısında)", f"decided {phrase.en} against {english}")


def _capitalize(sentence: str) -> str:
    """Capitalize; no sentence begins with i, special in Turkish."""
    return sentence[:1].upper() + sentence[1:]
