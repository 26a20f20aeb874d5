from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoDbBlocker

from config import urls
from config.backups import archive, folder, status
from scoring.models import Call, Match, Notice
from tests.config.backups.sample_manifest import HELD
from tests.factories import (
    NOW,
    ClubFactory,
    MembershipFactory,
    UserFactory,
    drawn_tournament,
    encounters_of,
    play_hand,
)
from tests.tournaments.blueprints.domain.stored_blueprints import keep_weekly
from tournaments.access import sides_cookie_name, table_cookie_name
from tournaments.accounts.domain import club_members, recovery_links
from tournaments.blueprints.domain.planned_events import record_created_event
from tournaments.clubs.domain import set_logo
from tournaments.enums import AccountLinkKind, ApplicationState, Role, TimeUp
from tournaments.log.actor import CONSOLE
from tournaments.models import (
    Application,
    Blueprint,
    CheckIn,
    Club,
    LogRow,
    SignUp,
    Tournament,
    User,
)
from tournaments.signup.domain.application_codes import digest_of_code

pytestmark = pytest.mark.django_db

SAFE = frozenset({"GET", "HEAD"})
POST = frozenset({"POST"})
ALL_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")

EVERYBODY, SIGNED_IN, STAFF, MANAGERS, OWNERS = "everybody", "signed in", "staff", "managers", "owners"
REFEREES, MEMBERS, SIDES, HOUSE = "referees", "members", "sides", "house"
COMPUTER = "this computer"
"""Who may open an address.

REFEREES are managers and holders of that role. MEMBERS are signed-in users with any role, but not a table's
link. SIDES hold a table's second link. HOUSE are owners of every club of the site. COMPUTER has the key of
the program's start.
"""


@dataclass(frozen=True)
class Right:
    who: str
    methods: frozenset[str]


RIGHTS = {
    "tournaments:sign_in": Right(EVERYBODY, SAFE | POST),
    "tournaments:sign_in_code": Right(EVERYBODY, SAFE | POST),
    "tournaments:sign_in_passkey": Right(EVERYBODY, SAFE | POST),
    "tournaments:sign_out": Right(EVERYBODY, POST),
    "tournaments:invitation": Right(EVERYBODY, SAFE | POST),
    "tournaments:account": Right(SIGNED_IN, SAFE),
    "tournaments:own_name": Right(SIGNED_IN, SAFE | POST),
    "tournaments:password": Right(SIGNED_IN, SAFE | POST),
    "tournaments:own_email": Right(SIGNED_IN, SAFE | POST),
    "tournaments:end_session": Right(SIGNED_IN, SAFE | POST),
    "tournaments:end_other_sessions": Right(SIGNED_IN, SAFE | POST),
    "tournaments:two_factor": Right(SIGNED_IN, SAFE | POST),
    "tournaments:turn_off_two_factor": Right(SIGNED_IN, SAFE | POST),
    "tournaments:recovery_codes": Right(SIGNED_IN, SAFE | POST),
    "tournaments:own_passkeys": Right(SIGNED_IN, SAFE | POST),
    "tournaments:add_passkey": Right(SIGNED_IN, SAFE | POST),
    "tournaments:remove_passkey": Right(SIGNED_IN, SAFE | POST),
    "tournaments:leave_club": Right(SIGNED_IN, SAFE | POST),
    "tournaments:close_account": Right(SIGNED_IN, SAFE | POST),
    "tournaments:forgotten_password": Right(EVERYBODY, SAFE | POST),
    "tournaments:type_account_code": Right(EVERYBODY, SAFE | POST),
    "tournaments:new_password": Right(EVERYBODY, SAFE | POST),
    "tournaments:confirm_email": Right(EVERYBODY, SAFE | POST),
    "tournaments:dashboard": Right(SIGNED_IN, SAFE),
    "tournaments:archived_tournaments": Right(SIGNED_IN, SAFE),
    "backups:backup_list": Right(HOUSE, SAFE),
    "backups:start_backup": Right(HOUSE, POST),
    "backups:download": Right(HOUSE, SAFE),
    "backups:restore_stored": Right(HOUSE, SAFE | POST),
    "backups:restore": Right(EVERYBODY, SAFE | POST),
    "control:page": Right(COMPUTER, SAFE),
    "control:ping": Right(COMPUTER, SAFE),
    "control:code": Right(COMPUTER, SAFE),
    "control:log": Right(COMPUTER, SAFE),
    "control:found": Right(COMPUTER, POST),
    "control:back_up": Right(COMPUTER, POST),
    "control:choose_address": Right(COMPUTER, POST),
    "control:stop": Right(COMPUTER, POST),
    "control:update": Right(COMPUTER, SAFE),
    "control:check_for_update": Right(COMPUTER, POST),
    "control:prepare_update": Right(COMPUTER, POST),
    "control:switch_version": Right(COMPUTER, POST),
    "tournaments:club": Right(OWNERS, SAFE | POST),
    "tournaments:change_logo": Right(OWNERS, SAFE | POST),
    "scoring:club_logo": Right(EVERYBODY, SAFE),
    "tournaments:blueprints": Right(MANAGERS, SAFE),
    "tournaments:blueprint": Right(MANAGERS, SAFE | POST),
    "tournaments:blueprint_stages": Right(MANAGERS, SAFE | POST),
    "tournaments:blueprint_terms": Right(MANAGERS, SAFE | POST),
    "tournaments:end_blueprint": Right(MANAGERS, SAFE | POST),
    "tournaments:default_blueprint": Right(OWNERS, SAFE | POST),
    "tournaments:skip_event": Right(MANAGERS, SAFE | POST),
    "scoring:start_from_blueprint": Right(MANAGERS, SAFE | POST),
    "scoring:series_page": Right(EVERYBODY, SAFE),
    "tournaments:members": Right(OWNERS, SAFE),
    "tournaments:create_invitation": Right(OWNERS, POST),
    "tournaments:revoke_invitation": Right(OWNERS, SAFE | POST),
    "tournaments:change_role": Right(OWNERS, SAFE | POST),
    "tournaments:password_link": Right(OWNERS, SAFE | POST),
    "tournaments:remove_member": Right(OWNERS, SAFE | POST),
    "scoring:new_tournament": Right(MANAGERS, SAFE | POST),
    "tournaments:setup": Right(MANAGERS, SAFE | POST),
    "scoring:stages": Right(MANAGERS, SAFE | POST),
    "tournaments:entries": Right(MANAGERS, SAFE),
    "tournaments:public_names": Right(MANAGERS, SAFE | POST),
    "tournaments:all_public_names": Right(MANAGERS, SAFE | POST),
    "tournaments:newcomer_public_names": Right(MANAGERS, SAFE | POST),
    "scoring:make_anonymous": Right(MANAGERS, SAFE | POST),
    "scoring:club_people": Right(MANAGERS, SAFE),
    "tournaments:people_from_file": Right(MANAGERS, SAFE | POST),
    "scoring:person": Right(MANAGERS, SAFE),
    "scoring:person_export": Right(MANAGERS, SAFE | POST),
    "scoring:contact_retention": Right(MANAGERS, SAFE),
    "scoring:set_contact_retention": Right(OWNERS, SAFE | POST),
    "scoring:erase_person": Right(MANAGERS, SAFE | POST),
    "scoring:save_public_name": Right(MANAGERS, SAFE | POST),
    "scoring:withdraw_consent": Right(MANAGERS, SAFE | POST),
    "scoring:add_person": Right(MANAGERS, SAFE | POST),
    "scoring:save_contact_details": Right(MANAGERS, SAFE | POST),
    "scoring:remove_person": Right(MANAGERS, SAFE | POST),
    "scoring:rename_person": Right(MANAGERS, SAFE | POST),
    "scoring:merge_people": Right(MANAGERS, SAFE | POST),
    "scoring:distinguish_people": Right(MANAGERS, SAFE | POST),
    "scoring:split_people": Right(MANAGERS, SAFE | POST),
    "tournaments:add_entrant": Right(MANAGERS, SAFE | POST),
    "tournaments:paste_entrants": Right(MANAGERS, SAFE | POST),
    "tournaments:entrants_from_file": Right(MANAGERS, SAFE | POST),
    "tournaments:entrant": Right(MANAGERS, SAFE | POST),
    "tournaments:remove_entrant": Right(MANAGERS, SAFE | POST),
    "tournaments:put_back_entrant": Right(MANAGERS, SAFE | POST),
    "tournaments:check_in": Right(MANAGERS, SAFE),
    "tournaments:mark_present": Right(MANAGERS, SAFE | POST),
    "tournaments:mark_entrant_paid": Right(MANAGERS, SAFE | POST),
    "tournaments:remove_missing_entrants": Right(MANAGERS, SAFE | POST),
    "tournaments:check_in_by_phone": Right(MANAGERS, SAFE | POST),
    "tournaments:renew_room_code": Right(MANAGERS, SAFE | POST),
    "tournaments:renew_screen_link": Right(MANAGERS, SAFE | POST),
    "tournaments:check_in_screen": Right(EVERYBODY, SAFE),
    "tournaments:confirm_at_screen": Right(EVERYBODY, SAFE | POST),
    "tournaments:check_in_poster": Right(MANAGERS, SAFE),
    "tournaments:self_check_in": Right(EVERYBODY, SAFE),
    "tournaments:type_room_code": Right(EVERYBODY, SAFE | POST),
    "tournaments:self_check_in_link": Right(EVERYBODY, SAFE),
    "tournaments:confirm_check_in": Right(EVERYBODY, SAFE | POST),
    "tournaments:sign_up": Right(EVERYBODY, SAFE | POST),
    "tournaments:type_sign_up_code": Right(EVERYBODY, SAFE | POST),
    "tournaments:open_sign_up": Right(EVERYBODY, SAFE),
    "tournaments:own_sign_up": Right(EVERYBODY, SAFE | POST),
    "tournaments:confirm_sign_up": Right(EVERYBODY, SAFE | POST),
    "tournaments:resend_sign_up_email": Right(EVERYBODY, SAFE | POST),
    "tournaments:cancel_sign_up": Right(EVERYBODY, SAFE | POST),
    "tournaments:find_partner": Right(EVERYBODY, SAFE | POST),
    "tournaments:sign_ups": Right(MANAGERS, SAFE),
    "tournaments:decide_sign_up": Right(MANAGERS, SAFE | POST),
    "tournaments:accept_sign_ups": Right(MANAGERS, SAFE | POST),
    "tournaments:pair_sign_ups": Right(MANAGERS, SAFE | POST),
    "tournaments:remind_unpaid": Right(MANAGERS, SAFE | POST),
    "tournaments:mark_sign_ups_paid": Right(MANAGERS, SAFE | POST),
    "tournaments:undo_sign_up_payments": Right(MANAGERS, SAFE | POST),
    "tournaments:sign_up_terms": Right(MANAGERS, SAFE | POST),
    "tournaments:switch_sign_up": Right(MANAGERS, SAFE | POST),
    "tournaments:sign_up_poster": Right(MANAGERS, SAFE),
    "tournaments:draw": Right(MANAGERS, SAFE),
    "tournaments:undo_draw": Right(MANAGERS, SAFE | POST),
    "tournaments:undo_round": Right(MANAGERS, SAFE | POST),
    "tournaments:draw_stage": Right(MANAGERS, SAFE | POST),
    "tournaments:place_by_hand": Right(MANAGERS, SAFE | POST),
    "scoring:draw_round": Right(MANAGERS, SAFE | POST),
    "scoring:pair_round": Right(MANAGERS, SAFE | POST),
    "scoring:stage_rounds": Right(MANAGERS, SAFE | POST),
    "scoring:draw_list": Right(EVERYBODY, SAFE),
    "scoring:draw_detail": Right(EVERYBODY, SAFE),
    "scoring:archive": Right(EVERYBODY, SAFE),
    "scoring:archive_file": Right(EVERYBODY, SAFE),
    "scoring:archive_schema": Right(EVERYBODY, SAFE),
    "scoring:archive_verifier": Right(EVERYBODY, SAFE),
    "tournaments:table_codes": Right(MANAGERS, SAFE),
    "tournaments:print_table_codes": Right(MANAGERS, POST),
    "tournaments:extend_table_codes": Right(MANAGERS, POST),
    "tournaments:renew_table_code": Right(MANAGERS, POST),
    "tournaments:renew_players_code": Right(MANAGERS, POST),
    "scoring:log": Right(MANAGERS, SAFE),
    "scoring:referee": Right(REFEREES, SAFE),
    "scoring:take_call": Right(REFEREES, SAFE | POST),
    "scoring:answer_call": Right(REFEREES, SAFE | POST),
    "scoring:choose_hand_to_rule": Right(REFEREES, SAFE),
    "scoring:rule_on_hand": Right(REFEREES, SAFE | POST),
    "scoring:correct_as_referee": Right(REFEREES, SAFE | POST),
    "scoring:preview_as_referee": Right(REFEREES, SAFE | POST),
    "scoring:call_referee": Right(STAFF, SAFE | POST),
    "scoring:withdraw_call": Right(STAFF, SAFE | POST),
    "scoring:hand_history": Right(EVERYBODY, SAFE),
    "scoring:repeat_tournament": Right(MANAGERS, SAFE | POST),
    "scoring:lifecycle": Right(MANAGERS, SAFE | POST),
    "scoring:cancel_tournament": Right(MANAGERS, SAFE | POST),
    "scoring:erase_tournament": Right(MANAGERS, SAFE | POST),
    "scoring:room_overview": Right(MANAGERS, SAFE),
    "scoring:room_tables": Right(MANAGERS, SAFE),
    "scoring:add_table": Right(MANAGERS, SAFE | POST),
    "scoring:close_table": Right(MANAGERS, SAFE | POST),
    "scoring:reopen_table": Right(MANAGERS, SAFE | POST),
    "scoring:take_encounter": Right(MEMBERS, SAFE | POST),
    "scoring:follow_to_new_table": Right(STAFF, SAFE | POST),
    "scoring:round_bell": Right(REFEREES, SAFE | POST),
    "scoring:undo_bell": Right(REFEREES, SAFE | POST),
    "scoring:end_without_hand": Right(REFEREES, SAFE | POST),
    "scoring:continue_after_bell": Right(REFEREES, SAFE | POST),
    "scoring:walkover": Right(MANAGERS, SAFE | POST),
    "scoring:undo_walkover": Right(MANAGERS, SAFE | POST),
    "scoring:record_lot": Right(MANAGERS, SAFE | POST),
    "scoring:lot_best_placed": Right(MANAGERS, SAFE | POST),
    "scoring:extra_encounter": Right(MANAGERS, SAFE | POST),
    "scoring:record_departure": Right(MANAGERS, SAFE | POST),
    "scoring:undo_departure": Right(MANAGERS, SAFE | POST),
    "scoring:substitute": Right(MANAGERS, SAFE | POST),
    "scoring:remove_late_entrant": Right(MANAGERS, SAFE | POST),
    "scoring:lineup_changes": Right(MANAGERS, SAFE | POST),
    "scoring:move_encounter": Right(MANAGERS, SAFE | POST),
    "scoring:swap_partners_in_play": Right(MANAGERS, SAFE | POST),
    "scoring:reopen_encounter": Right(MANAGERS, SAFE | POST),
    "scoring:close_encounter": Right(MANAGERS, SAFE | POST),
    "scoring:remove_extra_encounter": Right(MANAGERS, SAFE | POST),
    "scoring:entrant_changes": Right(MANAGERS, SAFE),
    "scoring:encounter_changes": Right(MANAGERS, SAFE),
    "scoring:organizer_rules": Right(MANAGERS, SAFE | POST),
    "scoring:blueprint_rules": Right(MANAGERS, SAFE | POST),
    "scoring:blueprint_rule_examples": Right(MANAGERS, SAFE | POST),
    "scoring:rule_examples": Right(MANAGERS, SAFE | POST),
    "scoring:preview_amendment": Right(MANAGERS, SAFE | POST),
    "scoring:amend_rules": Right(MANAGERS, SAFE | POST),
    "scoring:tournaments": Right(EVERYBODY, SAFE),
    "scoring:tournament_search": Right(EVERYBODY, SAFE),
    "scoring:tournament": Right(EVERYBODY, SAFE),
    "scoring:groups": Right(EVERYBODY, SAFE),
    "scoring:final_ranking": Right(EVERYBODY, SAFE),
    "scoring:bracket": Right(EVERYBODY, SAFE),
    "scoring:bracket_poster": Right(EVERYBODY, SAFE),
    "scoring:tables": Right(EVERYBODY, SAFE),
    "scoring:schedule": Right(EVERYBODY, SAFE),
    "scoring:follow": Right(EVERYBODY, SAFE | POST),
    "scoring:followed_status": Right(EVERYBODY, SAFE),
    "scoring:reader_roles": Right(EVERYBODY, SAFE),
    "scoring:share": Right(EVERYBODY, SAFE),
    "scoring:share_texts": Right(EVERYBODY, SAFE),
    "scoring:tournament_calendar": Right(EVERYBODY, SAFE),
    "scoring:club_calendar": Right(EVERYBODY, SAFE),
    "scoring:share_encounter": Right(EVERYBODY, SAFE),
    "scoring:site_card": Right(EVERYBODY, SAFE),
    "scoring:tournament_card": Right(EVERYBODY, SAFE),
    "scoring:encounter_card": Right(EVERYBODY, SAFE),
    "scoring:entrants": Right(EVERYBODY, SAFE),
    "scoring:entrant": Right(EVERYBODY, SAFE),
    "scoring:player": Right(EVERYBODY, SAFE),
    "scoring:rules": Right(EVERYBODY, SAFE),
    "scoring:rule_set_book": Right(EVERYBODY, SAFE),
    "scoring:text_changes": Right(EVERYBODY, SAFE),
    "scoring:guides": Right(EVERYBODY, SAFE),
    "scoring:guide": Right(EVERYBODY, SAFE),
    "scoring:tile_referee": Right(EVERYBODY, SAFE),
    "scoring:tournament_tile_referee": Right(EVERYBODY, SAFE),
    "scoring:rule_set_tile_referee": Right(EVERYBODY, SAFE),
    "scoring:tv": Right(EVERYBODY, SAFE),
    "scoring:round_clock": Right(EVERYBODY, SAFE),
    "scoring:organizer_screen": Right(MANAGERS, SAFE | POST),
    "scoring:call_slide": Right(MANAGERS, SAFE | POST),
    "scoring:post_notice": Right(MANAGERS, SAFE | POST),
    "scoring:remove_notice": Right(MANAGERS, SAFE | POST),
    "scoring:start_clock": Right(MANAGERS, SAFE | POST),
    "scoring:change_clock": Right(MANAGERS, SAFE | POST),
    "scoring:encounter": Right(EVERYBODY, SAFE),
    "scoring:sheet": Right(EVERYBODY, SAFE),
    "scoring:sheet_pdf": Right(EVERYBODY, SAFE),
    "scoring:paper": Right(MANAGERS, SAFE),
    "scoring:sheets_pdf": Right(MANAGERS, SAFE),
    "scoring:resume_pdf": Right(MANAGERS, SAFE),
    "scoring:results_pdf": Right(MANAGERS, SAFE),
    "scoring:files": Right(MANAGERS, SAFE | POST),
    "scoring:entrants_file": Right(MANAGERS, SAFE),
    "scoring:standings_file": Right(MANAGERS, SAFE),
    "scoring:results_file": Right(MANAGERS, SAFE),
    "scoring:hands_file": Right(MANAGERS, SAFE),
    "scoring:log_file": Right(MANAGERS, SAFE),
    "scoring:people_file": Right(MANAGERS, SAFE),
    "scoring:type_sheet": Right(MEMBERS, SAFE | POST),
    "scoring:preview_typed_row": Right(MEMBERS, SAFE | POST),
    "scoring:compare_double_entry": Right(MEMBERS, SAFE | POST),
    "scoring:require_double_entry": Right(MANAGERS, SAFE | POST),
    "scoring:practice": Right(EVERYBODY, SAFE | POST),
    "scoring:preview_practice": Right(EVERYBODY, SAFE | POST),
    "scoring:rule_set_practice": Right(EVERYBODY, SAFE | POST),
    "scoring:rule_set_preview_practice": Right(EVERYBODY, SAFE | POST),
    "scoring:tournament_practice": Right(EVERYBODY, SAFE | POST),
    "scoring:tournament_preview_practice": Right(EVERYBODY, SAFE | POST),
    "scoring:open_side_link": Right(EVERYBODY, SAFE),
    "scoring:type_side_code": Right(EVERYBODY, SAFE | POST),
    "scoring:side_page": Right(SIDES, SAFE),
    "scoring:choose_player": Right(SIDES, SAFE | POST),
    "scoring:confirm_hands": Right(SIDES, SAFE | POST),
    "scoring:protest_hand": Right(SIDES, SAFE | POST),
    "scoring:call_from_side": Right(SIDES, SAFE | POST),
    "scoring:open_table": Right(EVERYBODY, SAFE),
    "scoring:table": Right(STAFF, SAFE),
    "scoring:follow_table": Right(STAFF, SAFE),
    "scoring:table_seats": Right(STAFF, SAFE),
    "scoring:swap_seats": Right(STAFF, SAFE | POST),
    "scoring:next_encounter": Right(STAFF, SAFE | POST),
    "scoring:enter_hand": Right(STAFF, SAFE | POST),
    "scoring:form_assets": Right(STAFF, SAFE),
    "scoring:preview_entry": Right(STAFF, SAFE | POST),
    "scoring:receive_hand": Right(STAFF, POST),
    "scoring:preview_transferred_hands": Right(STAFF, POST),
    "scoring:withdraw_hand": Right(STAFF, SAFE | POST),
    "scoring:no_hand_in_play": Right(STAFF, SAFE | POST),
    "scoring:become_keeper": Right(STAFF, SAFE | POST),
    "scoring:name_dealer": Right(STAFF, SAFE | POST),
    "scoring:service_worker": Right(EVERYBODY, SAFE),
    "scoring:table_hands": Right(STAFF, SAFE),
    "scoring:correct_hand": Right(STAFF, SAFE | POST),
    "scoring:preview_correction": Right(STAFF, SAFE | POST),
}

SIGN_UP_CODE = "ACDEFHJKLM"
ADDRESS_CODE = SIGN_UP_CODE * 2
CONTROL_KEY = "key-of-this-start"

OF_A_CLUB = [
    name
    for name, right in RIGHTS.items()
    if right.who in (STAFF, MEMBERS, SIDES, REFEREES, MANAGERS, OWNERS, HOUSE, COMPUTER)
]


def walk(
    resolver: URLResolver, namespace: str = "", above: frozenset[str] = frozenset()
) -> Iterator[tuple[str, frozenset[str]]]:
    for entry in resolver.url_patterns:
        names = above | frozenset(entry.pattern.converters)
        if isinstance(entry, URLPattern):
            names |= frozenset(entry.default_args)
        if isinstance(entry, URLResolver):
            yield from walk(entry, entry.namespace or namespace, names)
        elif isinstance(entry, URLPattern):
            assert entry.name, f"{entry.pattern} has no name"
            yield f"{namespace}:{entry.name}" if namespace else entry.name, names


PARAMETERS = dict(walk(get_resolver()))

# They only change the language or redirect to a page's current address, and accept any method.
NOT_OURS = {"set_language", *(name for name in PARAMETERS if name.startswith("once_"))}


class World:
    def __init__(self) -> None:
        self.club = ClubFactory.create()
        self.tournament = drawn_tournament(pairs=6, groups=2, club=self.club)
        self.signed_up = create_waiting_application(self.tournament)
        set_logo(club=self.club, content=a_logo(), by=CONSOLE, at=NOW)
        self.weekly = create_weekly_series(self.tournament)
        self.tournament.stages.filter(position=1).update(time_up=TimeUp.BELL, least_hands=2)
        self.table, self.other_table = self.tournament.tables.order_by("number")[:2]
        self.link = self.table.links.get()
        encounter, self.other_encounter = (
            next(encounter for encounter in encounters_of(self.tournament) if encounter.table_id == table.pk)
            for table in (self.table, self.other_table)
        )
        play_hand(encounter)
        play_hand(self.other_encounter)
        entrant = self.tournament.entrants.get(
            encounter_sides__encounter=encounter, encounter_sides__letter="A"
        )
        self.values: dict[str, Any] = {
            "club_id": self.club.public_id,
            "tournament_id": self.tournament.public_id,
            "table_id": self.table.public_id,
            "encounter_id": encounter.public_id,
            "entrant_id": entrant.public_id,
            "player_id": entrant.players.order_by("pk")[0].public_id,
            "call_id": Call.objects.create(table=self.table, encounter=encounter, asked_at=NOW).public_id,
            "language": "tr",
            "control_key": CONTROL_KEY,
            "rule_set_id": "101-rising",
            "code": "scorekeepers",
            "page": "scorekeeper/",
            "version": "0123456789ab",
            "notice_id": Notice.objects.create(
                tournament=self.tournament, text="Çay molası", put_up_at=NOW
            ).public_id,
            "position": 0,
            "stage_number": 1,
            "part": "main",
            "number": 1,
            "draw_number": 1,
            "match_id": Match.objects.get(encounter=encounter).public_id,
            "match": 1,
            "deal": 1,
            "ending": "csv",
            "application_id": self.signed_up.public_id,
            "logo": self.club.logo,
            "blueprint_id": self.weekly.public_id,
            "sign_up_code": SIGN_UP_CODE,
            "address_code": ADDRESS_CODE,
            "link_code": "123456",
            "screen_code": CheckIn.objects.create(tournament=self.tournament, opens_at=NOW).screen_code,
        }

    def address(self, name: str, **changes: Any) -> str:
        values = {**self.values, **changes}
        if name in ("backups:download", "backups:restore_stored"):
            values["backup"] = create_backup_file()
        if name in ("tournaments:invitation", "backups:restore"):
            values["token"] = self.invitation
        if name in ("tournaments:new_password", "tournaments:confirm_email"):
            values["account_code"] = self.account_code(name)
        if name == "scoring:open_side_link":
            values["token"] = self.table.sides_links.get().token
        if name in ("tournaments:open_sign_up", "tournaments:confirm_sign_up"):
            values["tournament_id"] = self.signed_up.tournament.public_id
        if name == "scoring:open_table":
            values["token"] = self.link.token
        return reverse(name, kwargs={key: values[key] for key in PARAMETERS[name]})

    @cached_property
    def invitation(self) -> str:
        return club_members.invite_owner(at=timezone.now()).token

    def account_code(self, name: str) -> str:
        kind = AccountLinkKind.PASSWORD if name == "tournaments:new_password" else AccountLinkKind.EMAIL
        user = UserFactory.create()
        return recovery_links.issue_link(user, kind, email=f"new.{user.email}", at=timezone.now()).code

    def member(self, role: Role) -> Client:
        return signed_in(MembershipFactory.create(club=self.club, role=role).user)

    def keeper(self) -> Client:
        """Return an owner of every club of the site; on PostgreSQL this role has no pages."""
        user = UserFactory.create()
        for club in Club.objects.order_by("pk"):
            MembershipFactory.create(club=club, user=user, role=Role.OWNER)
        return signed_in(user)

    def phone(self) -> Client:
        client = Client()
        client.cookies[table_cookie_name(self.table.public_id)] = self.link.token
        client.cookies[table_cookie_name(self.other_table.public_id)] = self.link.token
        return client

    def side(self) -> Client:
        client = Client()
        for table in (self.table, self.other_table):
            client.cookies[sides_cookie_name(table.public_id)] = self.table.sides_links.get().token
        return client


def create_waiting_application(tournament: Tournament) -> Application:
    """Return a sign-up that waited at the draw; `tests/pages/typed_texts.py` reads its answers."""
    SignUp.objects.create(
        tournament=tournament, is_open=True, capacity=6, fee="200 lira", questions="Kaçta gelirsiniz?"
    )
    first = not Application.objects.exists()
    return Application.objects.create(
        tournament=tournament,
        code_digest=digest_of_code(SIGN_UP_CODE if first else f"{SIGN_UP_CODE}{tournament.pk}"),
        form_digest=digest_of_code(f"form {tournament.pk}"),
        state=ApplicationState.WAITING,
        player_1="Gizem Saklı",
        player_2="Ece Demir",
        contact="0532 111 22 33",
        answers=json.dumps([["Kaçta gelirsiniz?", tournament.name]], ensure_ascii=False),
        signed_up_at=NOW,
    )


def create_weekly_series(tournament: Tournament) -> Blueprint:
    day = tournament.first_day
    series = keep_weekly(tournament, "Gece {tarih}", weekdays=(day.weekday(),), first_day=day)
    record_created_event(blueprint=series, day=day, tournament=tournament)
    return series


def a_logo(colour: str = "#1c6a4c") -> bytes:
    file = BytesIO()
    Image.new("RGB", (64, 64), colour).save(file, "PNG")
    return file.getvalue()


def create_backup_file() -> str:
    status.create_folder()
    path, copy = settings.BACKUPS / folder.name_of(NOW), settings.BACKUPS / "copy"
    copy.write_bytes(b"what a database holds")
    archive.write(path, database=copy, manifest=HELD)
    return path.name


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture(scope="module")
def both_clubs(module_rows: None, django_db_blocker: DjangoDbBlocker) -> tuple[World, User]:
    with django_db_blocker.unblock():
        club = ClubFactory.create()
        drawn_tournament(pairs=4, groups=1, club=club)
        return World(), MembershipFactory.create(club=club, role=Role.OWNER).user


@pytest.fixture
def world(both_clubs: tuple[World, User]) -> World:
    return deepcopy(both_clubs[0])


@pytest.fixture
def other_club_client(both_clubs: tuple[World, User]) -> Client:
    return signed_in(both_clubs[1])


def ask(client: Client, method: str, address: str) -> int:
    """Return the status of a response.

    Refusal pages are not rendered here: thousands take long.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(urls, "handler404", refused_in_a_word)
        return client.generic(method, address, headers={"accept": "text/plain"}).status_code


def refused_in_a_word(request: HttpRequest, exception: Exception) -> HttpResponse:
    return HttpResponse(status=HTTPStatus.NOT_FOUND)


def statuses_by_url(
    world: World, names: Iterable[str], *clients: Client, **changes: Any
) -> dict[str, set[int]]:
    return {
        name: {
            ask(client, method, world.address(name, **changes))
            for client in clients
            for method in RIGHTS[name].methods - {"HEAD"}
        }
        for name in names
    }


def open_urls(answers: dict[str, set[int]]) -> dict[str, set[int]]:
    assert answers, "nobody was asked"
    return {name: statuses for name, statuses in answers.items() if statuses != {404}}


def urls_for_roles(*who: str) -> list[str]:
    return [name for name, right in RIGHTS.items() if right.who in who]


def test_every_address_is_in_the_list():
    assert set(PARAMETERS) == set(RIGHTS) | NOT_OURS


def test_strangers_and_owners_of_other_clubs_get_404(world, other_club_client):
    rows = LogRow.objects.count()
    strangers = (Client(), signed_in(UserFactory.create()), other_club_client)
    assert open_urls(statuses_by_url(world, OF_A_CLUB, *strangers)) == {}
    assert LogRow.objects.count() == rows


def test_other_methods_are_405_for_everybody(world):
    assert world.invitation, "it is issued before rows are counted"
    rows = LogRow.objects.count()
    clients = (world.member(Role.OWNER), Client())
    let_in = [
        (name, method, status)
        for name, right in RIGHTS.items()
        for method in sorted(set(ALL_METHODS) - right.methods)
        for client in clients
        if (status := ask(client, method, world.address(name))) not in (404, 405)
    ]
    assert let_in == []
    assert LogRow.objects.count() == rows


def test_permitted_clients_are_let_in(world, settings):
    settings.CONTROL_KEY = CONTROL_KEY
    members = {role: world.member(role) for role in Role}
    rule_or_manage = [members[role] for role in (Role.OWNER, Role.ORGANIZER, Role.REFEREE)]
    clients = {
        EVERYBODY: [Client(), world.phone()],
        SIGNED_IN: [signed_in(UserFactory.create())],
        STAFF: [world.phone(), *members.values()],
        MEMBERS: [*members.values()],
        SIDES: [world.side()],
        REFEREES: rule_or_manage,
        MANAGERS: rule_or_manage[:2],
        OWNERS: [members[Role.OWNER]],
        HOUSE: [world.keeper()] if connection.vendor == "sqlite" else [],
        COMPUTER: [Client()],
    }
    kept_out = [
        (name, status)
        for name, right in RIGHTS.items()
        if "GET" in right.methods
        for client in clients[right.who]
        if (status := ask(client, "GET", world.address(name))) not in (200, 204, 302, 303)
    ]
    assert kept_out == []


def test_anonymous_visitors_are_redirected_to_sign_in(world):
    for name in urls_for_roles(SIGNED_IN):
        response = Client().get(world.address(name))
        assert response.status_code == 302, name
        assert response.headers["Location"].startswith(reverse("tournaments:sign_in")), name


def test_scorekeepers_cannot_manage(world):
    lower_roles = (world.member(Role.REFEREE), world.member(Role.SCOREKEEPER), world.phone())
    assert open_urls(statuses_by_url(world, urls_for_roles(MANAGERS, OWNERS, HOUSE), *lower_roles)) == {}
    assert (
        open_urls(statuses_by_url(world, urls_for_roles(OWNERS, HOUSE), world.member(Role.ORGANIZER))) == {}
    )


def test_scorekeepers_cannot_rule(world):
    assert (
        open_urls(
            statuses_by_url(world, urls_for_roles(REFEREES), world.member(Role.SCOREKEEPER), world.phone())
        )
        == {}
    )


def test_table_link_is_no_member(world):
    assert open_urls(statuses_by_url(world, urls_for_roles(MEMBERS), world.phone())) == {}


def test_players_phone_sees_only_its_own_table(world):
    other_table = {"table_id": world.other_table.public_id}
    assert open_urls(statuses_by_url(world, urls_for_roles(SIDES), world.side(), **other_table)) == {}
    assert (
        open_urls(statuses_by_url(world, urls_for_roles(SIDES), world.phone(), world.member(Role.OWNER)))
        == {}
    )


def test_players_phone_cannot_enter_hands(world):
    assert open_urls(statuses_by_url(world, urls_for_roles(STAFF, MANAGERS), world.side())) == {}


def test_table_link_opens_no_other_table(world):
    other_table = {
        "table_id": world.other_table.public_id,
        "encounter_id": world.other_encounter.public_id,
    }
    assert open_urls(statuses_by_url(world, urls_for_roles(STAFF), world.phone(), **other_table)) == {}


def test_table_link_reaches_no_encounter_of_another_table(world):
    names = ("scoring:table_hands", "scoring:correct_hand", "scoring:preview_correction")
    assert (
        open_urls(statuses_by_url(world, names, world.phone(), encounter_id=world.other_encounter.public_id))
        == {}
    )
