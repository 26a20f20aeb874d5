from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import override

from rules.book.text_changes import TEXT_VERSION
from rules.localized_text import Text
from rules.rulebook import for_singles, rule_book, situations
from rules.rulesets import RuleSet
from rules.sentences import Chapter, CitableRule, Reason, Situation
from rules.sources import AGAINST, CHOSEN, HOUSE_RULE, INHERITED, SOURCES, Source
from rules.standings.stage_plans import Format, StagePlan
from rules.standings.steps import steps_by_ids
from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.queries.tournament_context import StageContext, TournamentContext
from tournaments.enums import Agreement, TimeUp
from tournaments.models import Tournament
from tournaments.stages.stage_names import number_duplicates, stage_name


@dataclass(frozen=True)
class AnsweredSituation:
    """Most direct answer first."""

    question: Text
    answers: Sequence[CitableRule]


@dataclass(frozen=True)
class ChapterSituations:
    chapter: Chapter
    questions: Sequence[AnsweredSituation]


@dataclass(frozen=True)
class Book:
    rules: RuleSet
    chapters: Sequence[Chapter]
    situations: Sequence[ChapterSituations]
    source_marks: frozenset[str]
    text_version: int = TEXT_VERSION

    @property
    def sources(self) -> dict[str, Source]:
        return {
            code: source
            for code, source in SOURCES.items()
            if any(code in mark for mark in self.source_marks)
        }

    @property
    def sources_with_chapters(self) -> frozenset[str]:
        return frozenset(code for code in SOURCES if any(f"{code} " in mark for mark in self.source_marks))

    @property
    def reads_older_text(self) -> bool:
        return self.text_version < TEXT_VERSION

    @property
    def reasons(self) -> dict[Reason, list[CitableRule]]:
        """With the chosen sentences, in their order."""
        rules_by_reason: dict[Reason, list[CitableRule]] = {}
        for chapter in self.chapters:
            for cited in chapter.citable_rules:
                if cited.reason:
                    rules_by_reason.setdefault(cited.reason, []).append(cited)
        return rules_by_reason

    @property
    def has_inherited_rules(self) -> bool:
        return any(mark.endswith(INHERITED) for mark in self.source_marks)

    @property
    def has_chosen_rules(self) -> bool:
        return any(mark.startswith(CHOSEN) for mark in self.source_marks)

    @property
    def has_contradictions(self) -> bool:
        return any(AGAINST in mark for mark in self.source_marks)

    @property
    def has_house_rules(self) -> bool:
        return HOUSE_RULE in self.source_marks


def tournament_rule_book(context: TournamentContext) -> Book:
    rules = rules_of(context.tournament.rule_book)
    game = game_of_rules(rules)
    plans, protest = list(_plans(context, timed=game.ends_at is None)), _protest_minutes(context.tournament)
    version = context.tournament.book_text
    chapters = rule_book(rules, plans, singles=context.singles, protest=protest, text_version=version)
    return _book(rules, chapters, version)


def default_book(rules: RuleSet) -> Book:
    return _book(rules, rule_book(rules, singles=for_singles(rules)))


def _book(rules: RuleSet, chapters: Sequence[Chapter], text_version: int = TEXT_VERSION) -> Book:
    return Book(
        rules=rules,
        chapters=chapters,
        situations=list(situations_by_topic(rules, chapters)),
        source_marks=frozenset(cited.source for chapter in chapters for cited in chapter.citable_rules),
        text_version=text_version,
    )


def situations_by_topic(rules: RuleSet, chapters: Sequence[Chapter]) -> Iterator[ChapterSituations]:
    """Yield answered situations by chapter, without chapters that have none."""
    by_key: dict[str, CitableRule] = {}
    for chapter in chapters:
        for cited in chapter.citable_rules:
            by_key.setdefault(cited.key, cited)
    by_id = {chapter.id: chapter for chapter in chapters}
    for about, questions in situations(rules, chapters).items():
        if questions:
            yield ChapterSituations(
                by_id[about], [_answer_situation(situation, by_key) for situation in questions]
            )


def _answer_situation(situation: Situation, by_key: Mapping[str, CitableRule]) -> AnsweredSituation:
    return AnsweredSituation(situation.question, [by_key[key] for key in situation.answers])


def _protest_minutes(tournament: Tournament) -> int:
    """Return 0 without confirmation."""
    return 0 if tournament.agreement == Agreement.NOTHING else tournament.protest_minutes


def _plans(context: TournamentContext, *, timed: bool) -> Iterator[StagePlan]:
    names = _names(context)
    crowned = _find_main_stage(context)
    for stage in context.stages:
        yield _stage_plan(stage, names[stage.stage.pk], crowns=stage is crowned, timed=timed)


def _find_main_stage(context: TournamentContext) -> StageContext:
    """Return the stage whose winner is champion."""
    last = context.stages[0]
    while next_feed := next((feed for feed in last.feeds_out if feed.first_rank == 1), None):
        last = context.stage(next_feed.stage_id)
    return last


def _names(context: TournamentContext) -> dict[int, Text]:
    by_language = {}
    for language in ("tr", "en"):
        with override(language):
            by_language[language] = number_duplicates([stage_name(stage.stage) for stage in context.stages])
    return {
        stage.stage.pk: Text(tr, en)
        for stage, tr, en in zip(context.stages, by_language["tr"], by_language["en"], strict=True)
    }


def _stage_plan(context: StageContext, name: Text, *, crowns: bool, timed: bool) -> StagePlan:
    """`crowns`: it decides the champion; `timed`: the bell can end its matches."""
    stage = context.stage
    return StagePlan(
        name=name,
        best_of=stage.best_of,
        hands_per_match=stage.hands_per_match,
        advance=0 if context.last else context.advance,
        steps=steps_by_ids(stage.tie_breaks) if stage.has_standings else (),
        format=Format(stage.kind),
        decides_champion=crowns,
        best_placed=context.best.best or 0 if context.best else 0,
        meetings=stage.meetings,
        rounds=stage.rounds,
        third_place=stage.third_place,
        reset_final=stage.reset_final,
        least_hands=stage.least_hands if timed and stage.time_up != TimeUp.OFF else 0,
    )
