from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID, uuid4

from tournaments.people.domain.known_people import KnownPerson
from tournaments.people.forms.name_matches import PersonQuestion, build_question, describe_person

ALI = KnownPerson(uuid4(), "Ali Kaya", ("Ali Kya",), 3)
SIMILAR = KnownPerson(uuid4(), "Ali Kara", (), 1, is_exact=False)
PREVIOUS = ("Ali Kaja", uuid4())


def name_question(name: str, known: list[KnownPerson], **more: Any) -> PersonQuestion:
    asked_question = build_question("who_1", name, known, **more)
    assert asked_question is not None
    return asked_question


def chosen(question: PersonQuestion) -> UUID | None:
    assert question.chosen is not None
    return question.chosen.key


def test_new_name_asks_nothing():
    assert build_question("who_1", "Ali Kaya", []) is None


def test_single_exact_match_is_preselected_and_similar_one_is_not():
    exact, similar = (name_question("Ali Kaya", [person]) for person in (ALI, SIMILAR))
    assert chosen(exact) == ALI.key
    assert similar.chosen is None
    assert exact.answer is similar.answer is None


def test_answer_to_another_name_is_ignored():
    another = name_question("Ali Kaya", [ALI]).choices[-1].value
    again, other = (name_question(name, [ALI], posted=another) for name in ("ALİ KAYA", "Veli Ay"))
    assert again.answer is not None
    assert again.answer.key is None
    assert other.answer is None


def test_previous_person_is_offered_as_a_correction():
    near, far = (name_question(name, [], previous=PREVIOUS) for name in ("Ali Kaya", "Veli Demir"))
    assert [choice.key for choice in near.choices] == [PREVIOUS[1], None]
    assert chosen(near) == PREVIOUS[1]
    assert far.chosen is None


def test_long_list_preselects_every_answer():
    for known, key in (([ALI], ALI.key), ([ALI, SIMILAR], ALI.key), ([SIMILAR], None)):
        assert chosen(name_question("Ali Kaya", known, preselect=True)) == key


NAMESAKES = [
    KnownPerson(uuid4(), "Ali Kaya", (), 1, partners=("Ece Su",)),
    KnownPerson(uuid4(), "Ali Kaya", (), 9, partners=("Can Öz", "Su Ak")),
]


def test_namesake_who_has_played_with_the_partner_is_preselected():
    for preselect in (False, True):
        question = name_question("Ali Kaya", NAMESAKES, beside=["Ali Kaya", "SU AK"], preselect=preselect)
        assert chosen(question) == NAMESAKES[1].key
    assert name_question("Ali Kaya", NAMESAKES, beside=["Nil Ay"]).chosen is None
    assert chosen(name_question("Ali Kaya", NAMESAKES, beside=["Nil Ay"], preselect=True)) == NAMESAKES[0].key


def test_question_has_namesakes_if_only_details_tell_them_apart():
    assert name_question("Ali Kaya", NAMESAKES).has_namesakes
    assert not name_question("Ali Kaya", NAMESAKES[:1]).has_namesakes


def test_known_details_of_namesakes_are_described():
    person = KnownPerson(
        uuid4(),
        "Ali Kaya",
        ("Ali Kya",),
        3,
        last_tournament_day=date(2026, 9, 11),
        partners=("Can Öz", "Su Ak", "Ece Er"),
        club="Kordon",
        phone="0532 111 45 67",
    )
    described = describe_person(person)
    for detail in ("3", "2026", "Can Öz, Su Ak", "Kordon", "45\u00a067", "Ali Kya"):
        assert detail in described
    assert not any(hidden in described for hidden in ("Ece Er", "0532"))
    assert '<span translate="no">Kordon</span>' in described.html
    assert describe_person(KnownPerson(uuid4(), "Ali Kaya", (), 0)).count("·") == 0
