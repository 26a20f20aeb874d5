from __future__ import annotations

import uuid
from dataclasses import dataclass, field

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from tests.factories import NOW, ClubFactory, MembershipFactory, UserFactory, drawn_tournament, encounters_of
from tests.module_fixtures import module_fixture
from tournaments import access
from tournaments.accounts.domain import club_members
from tournaments.enums import Role
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Encounter, Membership, Table, Tournament
from tournaments.tables.domain import tables

pytestmark = pytest.mark.django_db


@dataclass
class World:
    club: Club
    tournament: Tournament
    sibling: Tournament
    people: dict[str, access.Visitor] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        return self.tournament.tables.get(number=1)

    @property
    def encounter(self) -> Encounter:
        return encounters_of(self.tournament)[0]


@module_fixture
def world() -> World:
    club = ClubFactory.create()
    world = World(
        club=club,
        tournament=drawn_tournament(pairs=4, groups=1, club=club),
        sibling=drawn_tournament(pairs=4, groups=1, club=club),
    )
    for role in Role:
        world.people[role] = MembershipFactory.create(club=club, role=role).user
        of_tournament = MembershipFactory.create(club=club, role=role, tournament=world.tournament)
        world.people[f"{role} of this one"] = of_tournament.user
        of_sibling = MembershipFactory.create(club=club, role=role, tournament=world.sibling)
        world.people[f"{role} of the other one"] = of_sibling.user
        world.people[f"{role} of another club"] = MembershipFactory.create(role=role).user
    world.people["nobody"] = UserFactory.create()
    world.people["anonymous"] = AnonymousUser()
    return world


CLUB_MANAGERS = {"owner", "organizer"}
MANAGERS = CLUB_MANAGERS | {"owner of this one", "organizer of this one"}
STAFF = MANAGERS | {"referee", "scorekeeper", "referee of this one", "scorekeeper of this one"}


def admitted_names(world: World, knock) -> set[str]:
    admitted = set()
    for name, visitor in world.people.items():
        try:
            knock(visitor)
        except Http404:
            continue
        admitted.add(name)
    return admitted


def test_owners_and_organizers_manage_a_tournament(world):
    managing = admitted_names(
        world, lambda user: access.managed_tournament_or_404(user, world.tournament.public_id)
    )
    assert managing == MANAGERS
    permitted = {name for name, user in world.people.items() if access.may_manage(user, world.tournament)}
    assert permitted == MANAGERS


def test_managers_of_a_tournament_manage_its_encounters(world):
    encounter = world.encounter
    managing = admitted_names(world, lambda user: access.managed_encounter_or_404(user, encounter.public_id))
    assert managing == MANAGERS


def test_all_staff_enter_hands(world):
    entering = {name for name, user in world.people.items() if access.may_enter_hands(user, world.tournament)}
    assert entering == STAFF
    table = world.table
    assert admitted_names(world, lambda user: access.table_or_404(user, table.public_id, None)) == STAFF


def test_only_a_role_in_the_club_manages_the_club(world):
    assert (
        admitted_names(world, lambda user: access.managed_club_or_404(user, world.club.public_id))
        == CLUB_MANAGERS
    )
    for name, user in world.people.items():
        assert (world.club in access.managed_clubs(user)) == (name in CLUB_MANAGERS)


def test_only_owners_change_members(world):
    assert admitted_names(world, lambda user: access.owned_club_or_404(user, world.club.public_id)) == {
        "owner"
    }


def test_owner_of_one_tournament_does_not_own_the_club(world):
    user = world.people["organizer"]
    MembershipFactory.create(user=user, club=world.club, role=Role.OWNER, tournament=world.tournament)
    with pytest.raises(Http404):
        access.owned_club_or_404(user, world.club.public_id)


def test_managed_clubs_are_those_of_owners_and_organizers(world):
    user = world.people["owner"]
    for name in ("Zeybek", "Bahar"):
        MembershipFactory.create(user=user, club=ClubFactory.create(name=name))
    MembershipFactory.create(user=user, club=ClubFactory.create(name="Yazıcı"), role=Role.SCOREKEEPER)
    assert {club.name for club in access.managed_clubs(user)} == {"Bahar", world.club.name, "Zeybek"}


def test_unknown_id_is_answered_with_404(world):
    unknown = uuid.uuid4()
    for fetch in (
        lambda user: access.managed_tournament_or_404(user, unknown),
        lambda user: access.managed_encounter_or_404(user, unknown),
        lambda user: access.managed_club_or_404(user, unknown),
        lambda user: access.owned_club_or_404(user, unknown),
        lambda user: access.table_or_404(user, unknown, None),
    ):
        assert admitted_names(world, fetch) == set()


def test_removed_member_has_no_access(world):
    member = Membership.objects.get(user=world.people["organizer"])
    club_members.remove_member(membership=member, by=CONSOLE, at=NOW)
    with pytest.raises(Http404):
        access.managed_tournament_or_404(world.people["organizer"], world.tournament.public_id)


def test_staff_act_as_users(world):
    user = world.people["scorekeeper"]
    table, actor = access.table_or_404(
        user, world.table.public_id, None, device=access.Device(user_agent="telefon")
    )
    assert (table, actor.user, actor.table_link, actor.device) == (world.table, user, None, "telefon")


def test_link_opens_its_table_to_anybody_and_acts_as_the_table(world):
    link = world.table.links.get()
    assert access.link_by_token_or_404(link.token).table == world.table
    for visitor in (user for name, user in world.people.items() if name not in STAFF):
        table, actor = access.table_or_404(
            visitor, world.table.public_id, link.token, device=access.Device(user_agent="telefon")
        )
        assert (table, actor.user, actor.table_link, actor.device) == (world.table, None, link, "telefon")


def test_staff_with_a_tables_link_act_as_users(world):
    link = world.table.links.get()
    for user in (world.people[name] for name in STAFF):
        _table, actor = access.table_or_404(user, world.table.public_id, link.token)
        assert (actor.user, actor.table_link) == (user, None)


def test_phone_at_its_table_takes_one_query(world, django_assert_num_queries):
    table, token = world.table.public_id, world.table.links.get().token
    with django_assert_num_queries(1):
        access.table_or_404(AnonymousUser(), table, token)


def test_link_opens_no_other_table(world):
    token = world.table.links.get().token
    for other_table in (world.tournament.tables.get(number=2), world.sibling.tables.get(number=1)):
        with pytest.raises(Http404):
            access.table_or_404(AnonymousUser(), other_table.public_id, token)


def test_link_manages_nothing(world):
    assert not access.may_manage(AnonymousUser(), world.tournament)
    assert not access.may_enter_hands(AnonymousUser(), world.tournament)


def test_revoked_link_opens_nothing(world):
    old = world.table.links.get()
    new = tables.renew_link(table=world.table, by=CONSOLE, at=NOW)
    with pytest.raises(Http404):
        access.link_by_token_or_404(old.token)
    with pytest.raises(Http404):
        access.table_or_404(AnonymousUser(), world.table.public_id, old.token)
    assert access.table_or_404(AnonymousUser(), world.table.public_id, new.token)[1].table_link == new


def test_staff_with_a_revoked_link_act_as_users(world):
    old = world.table.links.get()
    tables.renew_link(table=world.table, by=CONSOLE, at=NOW)
    user = world.people["referee"]
    _table, actor = access.table_or_404(user, world.table.public_id, old.token)
    assert (actor.user, actor.table_link) == (user, None)


@pytest.mark.postgres
@pytest.mark.parametrize("token", ["", "x", "x" * 200, "' OR 1=1 --", "\u0130", "\0"])
def test_invalid_token_opens_nothing(world, token):
    with pytest.raises(Http404):
        access.link_by_token_or_404(token)
    with pytest.raises(Http404):
        access.table_or_404(AnonymousUser(), world.table.public_id, token)


def test_each_table_has_a_cookie_of_its_own(world):
    names = {access.table_cookie_name(table.public_id) for table in Table.objects.all()}
    assert len(names) == Table.objects.count()
    assert all(name.isascii() and name.replace("_", "").isalnum() for name in names)
