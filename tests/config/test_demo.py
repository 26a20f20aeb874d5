"""When the demo is refused; its content is tested where `make run` has filled it."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.demo import accounts
from tests.factories import ClubFactory
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_demo_refuses_a_database_with_clubs() -> None:
    ClubFactory()
    with pytest.raises(CommandError, match="another club"):
        call_command("demo", stdout=io.StringIO(), stderr=io.StringIO())
    assert not Tournament.objects.exists()


def test_no_accounts_without_a_file(tmp_path: Path) -> None:
    assert accounts.read_accounts(tmp_path / "none.json") == []
