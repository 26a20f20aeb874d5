"""`manage.py serve` on Windows, which can't replace a process, and its warnings."""

from __future__ import annotations

import shutil
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.db import connection

from config.management.commands import serve
from config.platform.processes.ports import bind_error
from tests.processes import environment, free_port, migrated_file, running, wait_for, wait_until_answers

ON_WINDOWS = """
import sys
import django
django.setup()
from config.management.commands import serve
sys.platform = "win32"
serve.exec_supervisor("127.0.0.1", int(sys.argv[1]), serve.server_environment("", int(sys.argv[1])))
"""


@pytest.mark.slow
def test_server_on_windows_ends_with_the_command_however_it_ends(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    database = shutil.copyfile(migrated_file(), tmp_path / "club.sqlite3")
    environ = environment(DATABASE_URL=f"sqlite:///{database}", DJANGO_SETTINGS_MODULE="config.settings")
    command = [sys.executable, "-c", ON_WINDOWS, str(port)]
    with log.open("wb") as output, running(command, environ=environ, output=output) as process:
        wait_until_answers(port, process=process, log=log)
        process.kill()
        wait_for(lambda: not bind_error("127.0.0.1", port), "the server outlives the command")


@pytest.mark.django_db
def test_a_foreign_trigger_is_named_at_start():
    output = StringIO()
    command = serve.Command(stderr=output)
    command.warn_of_foreign_schema()
    assert output.getvalue() == ""
    with connection.cursor() as cursor:
        cursor.execute("CREATE VIEW old_hands AS SELECT * FROM scoring_hand")
    command.warn_of_foreign_schema()
    assert "view old_hands" in output.getvalue()
