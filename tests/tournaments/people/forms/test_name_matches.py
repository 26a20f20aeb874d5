"""Whom a typed name may mean, and what counts as an answer."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from tournaments.people.domain.known_people import Known
from tournaments.people.forms.name_matches import Question, question

ALI = Known(uuid4(), "Ali Kaya", ("Ali Kya",), 3)
LIKE = Known(uuid4(), "Ali Kara", (), 1, exact=False)
WAS = ("Ali Kaja", uuid4())


def asked(name: str, known: list[Known], **more: Any) -> Question:
    found = question("who_1", name, known, **more)
    assert found is not None
    return found


def chosen(one: Question) -> UUID | None:
    assert one.chosen is not None
    return one.chosen.key


def test_who_can_only_be_new_is_not_asked_about():
    assert question("who_1", "Ali Kaya", []) is None


def test_the_only_one_of_the_name_is_usual_and_one_who_is_like_it_is_not():
    exact, like = (asked("Ali Kaya", [one]) for one in (ALI, LIKE))
    assert chosen(exact) == ALI.key
    assert like.chosen is None
    assert exact.answer is like.answer is None


def test_an_answer_to_another_name_is_none():
    another = asked("Ali Kaya", [ALI]).choices[-1].value
    again, other = (asked(name, [ALI], given=another) for name in ("ALİ KAYA", "Veli Ay"))
    assert again.answer is not None
    assert again.answer.key is None
    assert other.answer is None


def test_who_stood_there_may_be_meant_under_a_corrected_name():
    near, far = (asked(name, [], was=WAS) for name in ("Ali Kaya", "Veli Demir"))
    assert [choice.key for choice in near.choices] == [WAS[1], None]
    assert chosen(near) == WAS[1]
    assert far.chosen is None


def test_in_a_long_list_every_name_is_settled_until_it_is_answered():
    for known, key in (([ALI], ALI.key), ([ALI, LIKE], ALI.key), ([LIKE], None)):
        assert chosen(asked("Ali Kaya", known, settled=True)) == key
