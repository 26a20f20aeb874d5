"""Who was asked about lately, and for how long that is known."""

from __future__ import annotations

from uuid import uuid4

from scoring.live.views import strips
from scoring.live.views.strips import Asked

HERE, ELSEWHERE = uuid4(), uuid4()
NAMES = [uuid4() for _one in range(4)]


def test_each_tournament_has_its_own():
    asked = Asked()
    asked.note(HERE, NAMES[:2])
    asked.note(ELSEWHERE, NAMES[2:3])
    assert asked.lately(HERE) == set(NAMES[:2])
    assert asked.lately(ELSEWHERE) == {NAMES[2]}


def test_the_oldest_are_forgotten_when_there_are_many(monkeypatch):
    monkeypatch.setattr(strips, "MOST", 2)
    asked = Asked()
    for name in (*NAMES[:2], NAMES[0], NAMES[3]):
        asked.note(HERE, [name])
    assert asked.lately(HERE) == {NAMES[0], NAMES[3]}


def test_so_are_those_about_whom_nobody_asks_any_more(monkeypatch):
    asked = Asked()
    asked.note(HERE, NAMES)
    monkeypatch.setattr(strips, "LATELY", 0.0)
    assert not asked.lately(HERE)
