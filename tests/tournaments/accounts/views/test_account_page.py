from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import MembershipFactory, UserFactory
from tournaments.accounts.domain import password_check
from tournaments.accounts.views import sessions
from tournaments.enums import Role
from tournaments.models import Mail, SessionRecord, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

PASSWORD = "sarı taş on üç"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
)


@pytest.fixture
def user() -> User:
    return UserFactory.create(email="ayse@example.org", name="Ayşe", password=PASSWORD)


def sign_in_browser(user: User, says: str = FIREFOX) -> Client:
    client = Client(headers={"User-Agent": says})
    form_data = {"email": user.email, "password": PASSWORD}
    assert client.post(reverse("tournaments:sign_in"), form_data).status_code == 303
    return client


def is_in(client: Client) -> bool:
    return bool(client.get(reverse("tournaments:account")).status_code == 200)


def act(client: Client, name: str, /, **typed: str):
    return client.post(reverse(f"tournaments:{name}"), typed)


def page(client: Client) -> str:
    return str(client.get(reverse("tournaments:account")).content.decode())


def test_browsers_are_listed_by_name_without_session_keys(user):
    current, phone = sign_in_browser(user), sign_in_browser(user, PHONE)
    text = page(current)
    assert text.index("Firefox · Windows") < text.index("Safari · iPhone")
    for client in (current, phone):
        assert str(client.session.session_key) not in text


def test_one_browser_or_all_others_are_signed_out(user):
    current, second, third, fourth = (sign_in_browser(user) for _browser in range(4))
    stranger = sign_in_browser(UserFactory.create(password=PASSWORD))
    entry = SessionRecord.objects.get(session=second.session.session_key)
    assert act(current, "end_session", session=str(entry.public_id)).status_code == 303
    assert [is_in(client) for client in (current, second, third)] == [True, False, True]
    assert act(current, "end_session", session=str(entry.public_id)).status_code == 422
    assert act(current, "end_other_sessions").status_code == 303
    assert [is_in(client) for client in (current, third, fourth, stranger)] == [True, False, False, True]


def test_browser_of_another_user_is_not_signed_out(user):
    other = sign_in_browser(UserFactory.create(password=PASSWORD))
    client = sign_in_browser(user)
    foreign = SessionRecord.objects.get(session=other.session.session_key)
    assert act(client, "end_session", session=str(foreign.public_id)).status_code == 422
    assert act(client, "end_session", session=str(uuid4())).status_code == 422
    assert act(client, "end_session", session="1' or 1").status_code == 404
    assert is_in(other)


def test_sign_in_sign_out_and_new_password_change_session_key_and_list(user):
    client = sign_in_browser(user)
    first = client.session.session_key
    act(client, "sign_in", email=user.email, password=PASSWORD)
    second = client.session.session_key
    new = "kırmızı yedi okey"
    act(client, "password", old_password=PASSWORD, new_password1=new, new_password2=new)
    third = client.session.session_key
    assert len({first, second, third}) == 3
    assert [entry.session_id for entry in SessionRecord.objects.all()] == [third]
    act(client, "sign_out")
    assert not SessionRecord.objects.exists()


def test_use_of_a_browser_is_recorded_every_few_minutes(user, monkeypatch, django_assert_num_queries):
    client = sign_in_browser(user)
    address = reverse("tournaments:account")
    before = SessionRecord.objects.get().seen_at
    client.get(address)
    assert SessionRecord.objects.get().seen_at == before
    monkeypatch.setattr(sessions, "SECONDS_BETWEEN_RECORDS", 0)
    client.get(address)
    assert SessionRecord.objects.get().seen_at > before


def test_number_of_queries_does_not_grow_with_browsers(user, django_assert_num_queries):
    MembershipFactory.create(user=user)
    client = sign_in_browser(user)
    with django_assert_num_queries(6):
        page(client)
    for _browser in range(4):
        sign_in_browser(user)
        MembershipFactory.create(user=user)
    with django_assert_num_queries(6):
        page(client)


def test_name_is_changed_and_an_empty_one_refused(user):
    client = sign_in_browser(user)
    assert act(client, "own_name", name="Ayşe Kaya").status_code == 303
    assert "Ayşe Kaya" in page(client)
    response = act(client, "own_name", name=" ")
    assert (response.status_code, "name" in response.context["name_form"].errors) == (422, True)


def test_email_change_needs_the_password(user):
    UserFactory.create(email="can@example.org")
    client = sign_in_browser(user)
    wrong_password = act(client, "own_email", email="kaya@example.org", password="?")
    assert (wrong_password.status_code, wrong_password.context["form"]["email"].value()) == (
        422,
        "kaya@example.org",
    )
    taken_email = act(client, "own_email", email="can@example.org", password=PASSWORD)
    assert taken_email.status_code == 422
    assert taken_email.context["form"].non_field_errors()
    assert act(client, "own_email", email="kaya@example.org", password=PASSWORD).status_code == 303
    user.refresh_from_db()
    assert user.email == "kaya@example.org"
    assert is_in(client)


def test_password_guesses_on_the_account_page_are_limited(user):
    client = sign_in_browser(user)
    for _try in range(password_check.FREE_PER_BROWSER):
        assert act(client, "close_account", password="?").status_code == 422
    for name, form_data in (("close_account", {}), ("own_email", {"email": "kaya@example.org"})):
        response = act(client, name, password=PASSWORD, **form_data)
        assert (response.status_code, "Retry-After" in response.headers) == (429, True)


@pytest.mark.parametrize("email", ["ayşe@gmail.com", "ayse@gmail"])
def test_email_that_cannot_be_written_to_is_refused_at_its_field(user, email):
    client = sign_in_browser(user)
    response = act(client, "own_email", email=email, password=PASSWORD)
    (problem,) = response.context["form"].errors.as_data()["email"]
    assert (response.status_code, problem.code) == (422, "not_mailable")
    assert problem.messages[0] in response.content.decode()


def test_mailed_link_changes_the_email_on_post_only(user, settings):
    settings.EMAIL_CONFIGURED, settings.PUBLIC_ADDRESS = True, "http://testserver"
    client = sign_in_browser(user)
    act(client, "own_email", email="kaya@example.org", password=PASSWORD)
    mail = Mail.objects.get()
    link = next(line for line in mail.text.splitlines() if line.startswith("http://testserver/en/"))
    path = link.removeprefix("http://testserver")
    visitor = Client()
    assert visitor.get(path).status_code == 200
    user.refresh_from_db()
    assert user.email == "ayse@example.org"
    assert visitor.post(path).status_code == 303
    user.refresh_from_db()
    assert user.email == "kaya@example.org"
    assert visitor.post(path).status_code == 410


def test_member_leaves_a_club_but_the_last_owner_cannot(user):
    keeper = MembershipFactory.create(user=user, role=Role.SCOREKEEPER)
    owner = MembershipFactory.create(user=user, role=Role.OWNER)
    foreign = MembershipFactory.create()
    client = sign_in_browser(user)
    assert act(client, "leave_club", membership=str(keeper.pk)).status_code == 303
    assert act(client, "leave_club", membership=str(owner.pk)).status_code == 422
    for invalid_id in (str(foreign.pk), "x", "9" * 40, "²"):
        assert act(client, "leave_club", membership=invalid_id).status_code == 404
    assert list(user.memberships.all()) == [owner]


def test_account_is_closed_with_the_password_and_all_sessions_end(user):
    current, other = sign_in_browser(user), sign_in_browser(user)
    assert act(current, "close_account", password="?").status_code == 422
    assert act(current, "close_account", password=PASSWORD).status_code == 303
    assert [is_in(client) for client in (current, other)] == [False, False]
    second_attempt = Client().post(
        reverse("tournaments:sign_in"), {"email": "ayse@example.org", "password": PASSWORD}
    )
    assert second_attempt.status_code == 422


def test_last_owner_is_shown_what_to_do_before_closing(user):
    membership = MembershipFactory.create(user=user, role=Role.OWNER)
    client = sign_in_browser(user)
    page_text = client.get(reverse("tournaments:close_account")).content.decode()
    assert reverse("tournaments:members", args=[membership.club.public_id]) in page_text
    assert 'type="password"' not in page_text
    assert act(client, "close_account", password=PASSWORD).status_code == 422
    assert is_in(client)


@pytest.mark.parametrize(
    "name", ["own_name", "end_session", "end_other_sessions", "leave_club", "type_account_code"]
)
def test_get_of_an_act_redirects(user, name):
    assert sign_in_browser(user).get(reverse(f"tournaments:{name}")).status_code == 303
