"""What a module's tests share: rows that are made once, and found as they were made by each of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import deepcopy

import pytest
from pytest_django import DjangoDbBlocker


def kept(make: Callable[..., object]) -> Callable[..., object]:
    """Decorate a fixture that puts rows into the database: they are made once for all tests of the module.

    Each test is handed a copy of what `make` returned, and its own transaction ends where it began. The rows
    are there for every test of the module, in whatever order they run, whether it asks for them or not. What
    `make` itself asks for must be kept, too.
    """
    name, needed = make.__name__, list(inspect.signature(make).parameters)

    @pytest.fixture(scope="module", autouse=True, name=kept_name(name))
    def once(request: pytest.FixtureRequest, made_once: None, django_db_blocker: DjangoDbBlocker) -> object:
        given = {one: request.getfixturevalue(kept_name(one)) for one in needed}
        with django_db_blocker.unblock():
            return make(**given)

    @pytest.fixture(name=name)
    def fresh(request: pytest.FixtureRequest) -> object:
        return deepcopy(request.getfixturevalue(kept_name(name)))

    make.__globals__[kept_name(name)] = once
    return fresh


def kept_name(name: str) -> str:
    """The name under which the module's own fixture goes."""
    return f"kept_{name}"
