from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import open_tournament
from tests.languages import english
from tests.test_rights import EVERYBODY, RIGHTS, World
from tournaments.models import Club

pytestmark = pytest.mark.django_db

# Forms have a token, links redirect, files and reader data are made on demand, a clock always differs;
# guides, unchanged books and the tile referee show no play; a strip is no page.
NO_PAGE_ABOUT_PLAY = {
    "scoring:reader_roles",
    "scoring:followed_status",
    "tournaments:sign_in",
    "tournaments:invitation",
    "tournaments:forgotten_password",
    "tournaments:sign_in_code",
    "tournaments:sign_in_passkey",
    "tournaments:type_account_code",
    "tournaments:new_password",
    "tournaments:confirm_email",
    "tournaments:sign_up",
    "tournaments:type_sign_up_code",
    "tournaments:open_sign_up",
    "tournaments:own_sign_up",
    "tournaments:cancel_sign_up",
    "tournaments:confirm_sign_up",
    "tournaments:resend_sign_up_email",
    "tournaments:find_partner",
    "tournaments:self_check_in",
    "tournaments:type_room_code",
    "tournaments:self_check_in_link",
    "tournaments:confirm_check_in",
    "backups:restore",
    "scoring:practice",
    "scoring:rule_set_practice",
    "scoring:rule_set_preview_practice",
    "scoring:preview_practice",
    "scoring:tournament_practice",
    "scoring:tournament_preview_practice",
    "scoring:open_side_link",
    "scoring:open_table",
    "scoring:type_side_code",
    "scoring:service_worker",
    "scoring:sheet_pdf",
    "scoring:bracket_poster",
    "scoring:round_clock",
    "scoring:archive_schema",
    "scoring:archive_verifier",
    "scoring:rule_set_book",
    "scoring:text_changes",
    "scoring:guides",
    "scoring:guide",
    "scoring:tile_referee",
    "scoring:tournament_tile_referee",
    "scoring:rule_set_tile_referee",
    "tournaments:check_in_screen",
    "tournaments:confirm_at_screen",
}
PAGES = [
    name
    for name, right in RIGHTS.items()
    if right.who == EVERYBODY and "GET" in right.methods and name not in NO_PAGE_ABOUT_PLAY
]


@pytest.mark.release
@pytest.mark.parametrize("name", PAGES)
def test_unchanged_page_answers_304(client: Client, name: str):
    address = World().address(name)
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    if first["Content-Type"].startswith("text/html"):
        other = client.get(english(address), headers={"If-None-Match": first["ETag"]})
        assert other.status_code == 200


def test_the_list_changes_with_a_tournament_a_result_or_a_club(client: Client):
    tags = [client.get("/")["ETag"]]
    tournament = open_tournament()
    tags.append(client.get("/")["ETag"])
    tournament.refresh_from_db()
    tournament.counter += 1
    tournament.save(update_fields=["counter"])
    tags.append(client.get("/")["ETag"])
    Club.objects.create(name="Yeni", created_at=tournament.club.created_at)
    tags.append(client.get("/")["ETag"])
    assert len(set(tags)) == 4
