import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from config import owner_invitation
from tests.factories import MembershipFactory
from tournaments.enums import Role

pytestmark = pytest.mark.django_db


def test_printed_link_opens(client: Client) -> None:
    output = io.StringIO()
    call_command("invite_owner", address="http://okey.local/", stdout=output)
    link = output.getvalue().strip()
    assert link.startswith("http://okey.local/davet/")
    assert client.get(link.removeprefix("http://okey.local")).status_code == 200


def test_address_is_required() -> None:
    with pytest.raises(CommandError, match="PUBLIC_ADDRESS"):
        call_command("invite_owner")


def test_has_owner_counts_owners_only() -> None:
    MembershipFactory(role=Role.ORGANIZER)
    assert not owner_invitation.has_owner()
    MembershipFactory(role=Role.OWNER)
    assert owner_invitation.has_owner()
