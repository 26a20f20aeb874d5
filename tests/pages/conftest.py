from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.pages.pseudo import pseudo_locale
from tests.pages.typed import retype_everything
from tests.pages.visits import Shown, Visits


@pytest.fixture(scope="session")
def shown(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[Shown]:
    with django_db_blocker.unblock(), transaction.atomic():
        visits = Visits()
        retype_everything()
        with pseudo_locale():
            answers = list(visits.all())
        transaction.set_rollback(True)
    return answers


@pytest.fixture(scope="session")
def answers(shown: list[Shown]) -> Callable[[str], list[Shown]]:
    def of(name: str) -> list[Shown]:
        own = [answer for answer in shown if answer.name == name]
        return list({answer.body: answer for answer in reversed(own)}.values())

    return of
