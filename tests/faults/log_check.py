from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tests.faults.phones import Phone
from tests.forked_scripts import Scripts

PEOPLE = """
import json
from scoring.models import Entry
from tournaments.models import Keeper, Player
names = [*Player.objects.values_list("name", flat=True), *Keeper.objects.values_list("name", flat=True)]
entries = [str(one) for one in Entry.objects.values_list("public_id", flat=True)]
print(json.dumps({"entries": entries, "names": names}))
"""


def check_log(log: Path, scripts: Scripts, phones: Sequence[Phone]) -> None:
    """Check that a log in JSON has no names and no secrets; a line cut short by a kill is skipped."""
    lines = log.read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
    known = json.loads(scripts.run("tests.snippet", PEOPLE))
    entries = {entry for line in records for entry in line.get("entries", ())}
    assert len(entries & set(known["entries"])) >= len(phones)
    secrets = {*known["names"], *(phone.keeper.token for phone in phones)}
    assert len(secrets) > len(phones)
    assert [line for line in lines if any(secret in line for secret in secrets)] == []
