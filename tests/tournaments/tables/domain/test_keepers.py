from __future__ import annotations

from datetime import timedelta

import pytest

from tests.factories import NOW, drawn_tournament
from tests.module_fixtures import module_fixture
from tournaments.access import ANONYMOUS, Device, table_or_404
from tournaments.access.tables import KeeperNameMissing
from tournaments.log.actor import Actor
from tournaments.models import Keeper, LogRow, Table
from tournaments.refusals import PhoneInName
from tournaments.tables.domain import keepers
from tournaments.tables.domain.keepers import KeeperNameTooLong, keeper_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def table() -> Table:
    return drawn_tournament().tables.get(number=1)


def become_keeper(table: Table, name: str = "Nermin", phone: str = "a" * 32, minutes: int = 0) -> Keeper:
    by = Actor(table_link=table.links.get(), device="Android", device_id=phone)
    return keepers.become_keeper(table=table, name=name, by=by, at=NOW + timedelta(minutes=minutes))


def test_first_phone_becomes_the_keeper(table):
    keeper = become_keeper(table, "  Nermin   Aksoy ")
    assert keeper_of(table) == keeper
    assert (keeper.name, keeper.device, keeper.device_id, keeper.since) == (
        "Nermin Aksoy",
        "Android",
        "a" * 32,
        NOW,
    )


def test_takeover_ends_the_previous_keeper(table):
    first = become_keeper(table)
    second = become_keeper(table, "Hasan", "b" * 32, minutes=9)
    first.refresh_from_db()
    assert keeper_of(table) == second
    assert first.ended_at == second.since
    assert LogRow.objects.filter(action="keeper_named").count() == 2


def test_same_phone_and_name_change_nothing(table):
    first = become_keeper(table)
    counter = table.tournament.counter
    assert become_keeper(table, minutes=5) == first
    table.tournament.refresh_from_db()
    assert (Keeper.objects.count(), table.tournament.counter) == (1, counter + 1)


def test_phone_can_change_its_name(table):
    become_keeper(table)
    renamed = become_keeper(table, "Nermin Aksoy", minutes=1)
    assert keeper_of(table) == renamed


@pytest.mark.parametrize("name", ["", "   ", "\x00\u200b"])
def test_name_is_required(table, name):
    with pytest.raises(KeeperNameMissing):
        become_keeper(table, name)
    assert keeper_of(table) is None


def test_name_has_a_maximum_length(table):
    with pytest.raises(KeeperNameTooLong):
        become_keeper(table, "x" * 61)
    assert len(become_keeper(table, "x" * 60).name) == len("x" * 60)


def test_phone_number_is_not_part_of_a_name(table):
    with pytest.raises(PhoneInName):
        become_keeper(table, "Nermin 0532 111 22 33")


def test_name_in_one_case_is_written_as_names_are(table):
    assert become_keeper(table, "ŞULE IŞIK").name == "Şule Işık"
    assert become_keeper(table, "ipek ılgaz").name == "İpek Ilgaz"
    assert become_keeper(table, "Oya de Roo").name == "Oya de Roo"


def test_log_names_previous_keeper_and_actor(table):
    first = become_keeper(table)
    second = become_keeper(table, "Hasan", "b" * 32, minutes=9)
    began, took_over = LogRow.objects.filter(action="keeper_named").order_by("pk")
    assert (began.before, began.after) == ("", f'{{"keeper": {first.pk}}}')
    assert (took_over.before, took_over.after) == (f'{{"keeper": {first.pk}}}', f'{{"keeper": {second.pk}}}')
    assert (took_over.subject, took_over.table_link) == (str(table.public_id), table.links.get())


def test_previous_keeper_can_take_the_table_back(table):
    become_keeper(table)
    become_keeper(table, "Hasan", "b" * 32, minutes=1)
    again = become_keeper(table, minutes=2)
    assert keeper_of(table) == again
    assert list(Keeper.objects.order_by("pk").values_list("name", "ended_at")) == [
        ("Nermin", NOW + timedelta(minutes=1)),
        ("Hasan", NOW + timedelta(minutes=2)),
        ("Nermin", None),
    ]


def test_each_table_has_its_own_keeper(table):
    other = table.tournament.tables.get(number=2)
    first, second = become_keeper(table), become_keeper(other)
    assert (keeper_of(table), keeper_of(other)) == (first, second)


def test_hand_is_attributed_to_the_latest_keeper_of_its_device(table):
    become_keeper(table, "Ece")
    first, second = become_keeper(table), become_keeper(table, "Hasan", "b" * 32, minutes=1)
    become_keeper(table.tournament.tables.get(number=2), "Ayla", minutes=2)
    token = table.links.get().token

    def kept_as(device: str) -> int | None:
        return table_or_404(ANONYMOUS, table.public_id, token, Device(device))[1].keeper_id

    assert [kept_as(letter * 32) for letter in "abc"] == [first.pk, second.pk, None]
    Keeper.objects.filter(pk=second.pk).update(device_id="")
    assert kept_as("") is None
