import json

import pytest

from tests.forked_scripts import Scripts
from tests.parts import query_plans
from tests.processes import environment, manage
from tests.services import postgres_database

pytestmark = pytest.mark.release


def test_frequent_queries_do_not_scan_all_hands():
    with postgres_database() as url:
        environ = environment(DATABASE_URL=url)
        manage("migrate", "--verbosity=0", environ=environ)
        scripts = Scripts(environ)
        output = json.loads(scripts.run(query_plans.__name__))
        scripts.close()
    assert output["hands"] > 99_000
    assert len(output["scans"]) >= 10
    assert output["kept"] >= 3
    assert {caller: statements for caller, statements in output["scans"].items() if statements} == {}
