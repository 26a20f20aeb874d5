import json
from dataclasses import replace

import pytest
from hypothesis import given, settings

from rules.standings.statements import Code, Statement
from rules.standings.steps import STEPS
from rules.standings.tiebreaks import rank_group
from tests.rules.standings.qualification.test_requirements import last_rounds
from tests.rules.standings.qualification.test_status import look
from tests.rules.standings.test_tiebreaks import groups, in_words

WIN = Statement(Code.WIN)
ABOVE = Statement(Code.ABOVE, step="average", entrants=("a",), figures=(2390, 903), scale=6)
STATEMENTS = {
    Code.ABOVE: ABOVE,
    Code.BELOW: replace(ABOVE, code=Code.BELOW, others=2, scale=0),
    Code.NEEDS: Statement(Code.NEEDS, (WIN, Statement(Code.OTHER_RESULTS))),
    Code.ENOUGH: Statement(Code.ENOUGH, (WIN,)),
    Code.OTHER_RESULTS: Statement(Code.OTHER_RESULTS),
    Code.WHILE: Statement(Code.WHILE, (WIN, Statement(Code.DOES_NOT_WIN, entrants=("b",)))),
    Code.IF: Statement(Code.IF, (Statement(Code.THROUGH), Statement(Code.DOES_NOT_WIN, entrants=("b",)))),
    Code.THEN: Statement(Code.THEN, (WIN, Statement(Code.LEVEL, entrants=("b", "c")))),
    Code.ALL: Statement(Code.ALL, (Statement(Code.DOES_NOT_WIN, entrants=("b",)),) * 2),
    Code.ANY: Statement(Code.ANY, (WIN, Statement(Code.DEFEAT))),
    Code.ANY_RESULT: Statement(Code.ANY_RESULT),
    Code.WIN: WIN,
    Code.WIN_BY: Statement(Code.WIN_BY, scores=((2, 0), (2, 1))),
    Code.DEFEAT: Statement(Code.DEFEAT),
    Code.DEFEAT_BY: Statement(Code.DEFEAT_BY, scores=((1, 2),)),
    Code.DOES_NOT_WIN: Statement(Code.DOES_NOT_WIN, entrants=("b",)),
    Code.DOES_NOT_WIN_BY: Statement(Code.DOES_NOT_WIN_BY, entrants=("b",), scores=((2, 0),)),
    Code.WINS_BY: Statement(Code.WINS_BY, entrants=("b",), scores=((2, 0),)),
    Code.ENDS_BY: Statement(Code.ENDS_BY, entrants=("b", "c"), scores=((2, 1),)),
    Code.DECIDED: Statement(Code.DECIDED, step="average", entrants=("b",)),
    Code.LEVEL: Statement(Code.LEVEL, entrants=("b",)),
    Code.THROUGH: Statement(Code.THROUGH),
}


def through_json(statement):
    return Statement.from_json(json.loads(json.dumps(statement.to_json())))


@pytest.mark.parametrize("code", Code)
def test_every_statement_is_read_as_it_was_written(code):
    statement = STATEMENTS[code]
    assert statement.code is code
    assert through_json(statement) == statement


@pytest.mark.parametrize("code", Code)
def test_every_statement_has_words_in_each_language(code):
    turkish, english = in_words(STATEMENTS[code])
    assert turkish
    assert english
    assert turkish != english
    # Words are a template for names: see `standings_tables.py` of `scoring`.
    assert not {"%", "{", "}"} & {*turkish, *english}


def test_no_step_has_a_percent_sign_in_its_phrase():
    assert not any("%" in phrase for step in STEPS.values() for phrase in (step.phrase.tr, step.phrase.en))


@given(groups())
def test_reasons_are_read_as_they_were_written(group):
    entrants, results = group
    for place in rank_group(entrants, results, None):
        assert [through_json(reason) for reason in place.reasons] == list(place.reasons)


@settings(deadline=None)
@given(last_rounds())
def test_requirements_are_read_as_they_were_written(last_round):
    names, records, places = last_round
    for outlook in look(names, records, places=places).values():
        if outlook.requirements:
            statement = outlook.requirements.statement
            assert through_json(statement) == statement
            assert {*statement.mentioned} <= {*names}


def test_mentioned_entrants_are_those_of_all_parts():
    others = Statement(Code.ALL, (STATEMENTS[Code.DOES_NOT_WIN], STATEMENTS[Code.ENDS_BY]))
    assert Statement(Code.NEEDS, (Statement(Code.WHILE, (WIN, others)),)).mentioned == ["b", "b", "c"]
