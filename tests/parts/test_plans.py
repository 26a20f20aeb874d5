"""How PostgreSQL finds what is asked for most in a large tournament: by an index."""

import json

import pytest

from tests.parts import plans
from tests.processes import environment, manage
from tests.scripts import Scripts
from tests.services import postgres_database

pytestmark = [pytest.mark.processes, pytest.mark.thorough]


def test_nothing_that_is_asked_all_evening_reads_all_hands():
    with postgres_database() as url:
        environ = environment(DATABASE_URL=url)
        manage("migrate", "--verbosity=0", environ=environ)
        scripts = Scripts(environ)
        told = json.loads(scripts.run(plans.__name__))
        scripts.close()
    assert told["hands"] > 99_000
    assert len(told["scans"]) >= 10
    assert told["kept"] >= 3
    assert {who: found for who, found in told["scans"].items() if found} == {}
