from __future__ import annotations

from uuid import UUID

import pytest
from django import forms
from django.utils import translation

from rules.games.okey101.amounts import LINE_SOURCES
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey_points.rulesets import PRESETS as POINTS_PRESETS
from rules.rulings import RULING
from rules.validation import WARNING_CODES
from scoring.queries.rule_references import cite, errors_with_citations, find_citation, find_citations
from tests.languages import english
from tournaments.enums import EntrantKind
from tournaments.models import RuleBook, Tournament

FOULS = [f"infraction.{code}" for code in PRESETS["101-pairs"].infractions]
PAGE = "/t/00000000-0000-0000-0000-000000000101/rules/"


def tournament(preset: str = "101-pairs", kind: str = EntrantKind.PAIRS) -> Tournament:
    """Return a tournament that is not stored, so that any query for it fails."""
    content = {**PRESETS, **POINTS_PRESETS}[preset].to_json()
    book = RuleBook(digest=f"of {preset}", content=content)
    return Tournament(public_id=UUID(int=0x101), rule_book=book, kind=kind)


def link(rule: str, *, beside: bool = False) -> str:
    with translation.override("en"):
        return cite({"tournament": tournament()}, rule, new_window=beside)


@pytest.mark.parametrize("rule", [*LINE_SOURCES, *FOULS, RULING])
def test_every_line_of_a_score_has_its_sentence(rule: str):
    assert find_citation(tournament(), rule)


@pytest.mark.parametrize("code", WARNING_CODES)
def test_every_warning_has_its_sentence(code: str):
    assert find_citation(tournament(), code)


def test_a_citation_has_number_and_address():
    citation = find_citation(tournament(), "infraction.okey_discard")
    assert citation
    assert (citation.number, citation.address) == ("9.42", f"{PAGE}#m9-42")


def test_book_for_singles_has_no_partners():
    assert find_citation(tournament(), "partner_cancelled")
    assert find_citation(tournament(kind=EntrantKind.SINGLES), "partner_cancelled") is None


def test_unchanged_book_is_cited_without_a_tournament():
    rules = PRESETS["101-rounds"]
    citation = find_citation(rules, "infraction.okey_discard")
    assert citation
    assert (citation.number, citation.address) == ("9.42", "/kurallar/101-rounds/#m9-42")
    assert find_citation(rules, "partner_cancelled") is None
    with translation.override("en"):
        assert "/en/rules/101-rounds/#m8-5" in cite({"tournament": None, "bare_rules": rules}, "rack")
        assert cite({"tournament": tournament(), "bare_rules": rules}, "rack") == link("rack")


def test_a_tournament_of_another_game_cites_its_own_book():
    citation = find_citation(tournament("okey-countdown"), "finish.pairs")
    assert citation
    assert (citation.number, citation.address) == ("6.33", f"{PAGE}#m6-33")
    assert find_citation(tournament("okey-countdown"), "rack") is None
    bare = find_citation(POINTS_PRESETS["okey-standard"], "indicator_spared")
    assert bare
    assert bare.address == "/kurallar/okey-standard/#m7-5"


def test_no_citation_without_book_or_sentence():
    assert find_citation(None, "rack") is None
    assert cite({}, "rack") == ""
    assert cite({"tournament": None}, "rack") == ""
    assert link("required") == ""


def test_link_names_the_rule():
    citation = find_citation(tournament(), "rack")
    assert citation
    assert link("rack") == f'<a class="cite" href="{english(citation.address)}">Rule {citation.number}</a>'
    assert citation.label == f"Kural {citation.number}"


def test_link_beside_a_form_opens_in_a_new_window():
    assert 'target="_blank" rel="noopener"' in link("rack", beside=True)


def test_citations_for_a_script_leave_out_codes_without_sentence():
    with translation.override("en"):
        citations = find_citations(tournament(), ["infraction.okey_discard", "", "required"])
    assert citations == {"infraction.okey_discard": {"words": "Rule 9.42", "address": f"/en{PAGE}#m9-42"}}


class Form(forms.Form):
    field = forms.CharField()


def test_message_is_escaped_and_followed_by_its_rule():
    form = Form({"field": "x"})
    form.add_error("field", forms.ValidationError("<b>1</b>", code="one_act_twice"))
    form.add_error("field", forms.ValidationError("2", code="invalid"))
    with translation.override("en"):
        html = errors_with_citations({"tournament": tournament()}, form["field"].errors)
    assert html == f"&lt;b&gt;1&lt;/b&gt; {link('one_act_twice', beside=True)} 2 "


def test_field_without_errors_has_no_message():
    assert errors_with_citations({}, Form({"field": "x"})["field"].errors) == ""
