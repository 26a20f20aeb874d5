from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import deepcopy

import pytest
from pytest_django import DjangoDbBlocker


def module_fixture(make: Callable[..., object]) -> Callable[..., object]:
    """Decorate a fixture that inserts rows: it runs once for the module.

    Each test gets a copy of what `make` returned. The rows exist in every test of the module, requested or
    not. Fixtures that `make` requests must be decorated too.
    """
    name, needed = make.__name__, list(inspect.signature(make).parameters)

    @pytest.fixture(scope="module", autouse=True, name=module_fixture_name(name))
    def once(request: pytest.FixtureRequest, module_rows: None, django_db_blocker: DjangoDbBlocker) -> object:
        fixtures = {name: request.getfixturevalue(module_fixture_name(name)) for name in needed}
        with django_db_blocker.unblock():
            return make(**fixtures)

    @pytest.fixture(name=name)
    def fresh(request: pytest.FixtureRequest) -> object:
        return deepcopy(request.getfixturevalue(module_fixture_name(name)))

    make.__globals__[module_fixture_name(name)] = once
    return fresh


def module_fixture_name(name: str) -> str:
    return f"kept_{name}"
