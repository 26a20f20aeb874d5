from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.factories import MembershipFactory, UserFactory
from tournaments.accounts.domain import recovery_links
from tournaments.enums import Role
from tournaments.models import Mail, Membership, PasswordRequest, User
from tournaments.tasks import answer_password_request

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_urls")]

NEW = "kırmızı yedi okey"
TYPED = {"new_password1": NEW, "new_password2": NEW}


@pytest.fixture
def member(owner: Membership) -> Membership:
    return MembershipFactory.create(club=owner.club, role=Role.SCOREKEEPER)


def signed_in_client(membership: Membership) -> Client:
    client = Client()
    client.force_login(membership.user)
    return client


def request_link_as_owner(client: Client, member: Membership):
    address = reverse("tournaments:password_link", args=[member.club.public_id])
    return client.post(address, {"member": member.user.email})


def link_from_owner(owner: Membership, member: Membership) -> dict[str, str]:
    client = signed_in_client(owner)
    assert request_link_as_owner(client, member).status_code == 303
    page = reverse("tournaments:members", args=[owner.club.public_id])
    response = client.get(page)
    assert client.get(page).context["password_link"] is None
    link: dict[str, str] = response.context["password_link"]
    text = response.content.decode()
    assert link["link"] in text
    assert link["code"] in text
    assert "<svg" in link["qr"]
    return link


def signs_in(user: User, password: str = NEW) -> bool:
    form_data = {"email": user.email, "password": password}
    return bool(Client().post(reverse("tournaments:sign_in"), form_data).status_code == 303)


def test_owners_link_sets_a_password_once_and_ends_all_sessions(owner, member):
    path = link_from_owner(owner, member)["link"].removeprefix("http://testserver")
    other_browser = signed_in_client(member)
    visitor = Client()
    weak = visitor.post(path, {"new_password1": "123", "new_password2": "123"})
    assert (weak.status_code, bool(weak.context["form"].errors)) == (422, True)
    response = visitor.post(path, TYPED)
    assert response.headers["Location"].endswith("/sign-in/")
    assert signs_in(member.user)
    assert other_browser.get(reverse("tournaments:account")).status_code == 302
    assert visitor.get(path).status_code == 410
    assert visitor.post(path, TYPED).status_code == 410


def test_typed_code_leads_to_the_link(owner, member):
    link = link_from_owner(owner, member)
    address = reverse("tournaments:type_account_code")
    wrong = Client().post(address, {"code": "AAAA BBBB CCCC"})
    assert (wrong.status_code, "code" in wrong.context["code_form"].errors) == (422, True)
    redirect = Client().post(address, {"code": link["code"].swapcase()})
    assert Client().post(redirect.headers["Location"], TYPED).status_code == 303
    assert signs_in(member.user)


def test_wrong_codes_do_not_block_the_right_link(owner, member):
    client = Client()
    for _try in range(50):
        assert client.get(reverse("tournaments:new_password", args=["AAAABBBBCCCC"])).status_code == 410
    link = link_from_owner(owner, member)
    assert client.get(link["link"].removeprefix("http://testserver")).status_code == 200
    assert client.post(reverse("tournaments:type_account_code"), {"code": link["code"]}).status_code == 303


def test_only_owners_of_all_clubs_of_the_member_make_a_link(owner, member):
    MembershipFactory.create(user=member.user)
    refused = request_link_as_owner(signed_in_client(owner), member)
    assert refused.status_code == 422
    assert member.user.name in refused.content.decode()
    foreign = MembershipFactory.create(role=Role.OWNER)
    assert request_link_as_owner(signed_in_client(foreign), member).status_code == 404
    assert request_link_as_owner(signed_in_client(owner), foreign).status_code == 404
    assert request_link_as_owner(signed_in_client(member), owner).status_code == 404


def test_page_sends_nothing_without_a_mail_server(client):
    response = client.get(reverse("tournaments:forgotten_password"))
    assert (response.status_code, response.context["by_mail"]) == (200, False)
    client.post(reverse("tournaments:forgotten_password"), {"email": "ayse@example.org"})
    assert not Mail.objects.exists()


def test_answer_does_not_disclose_whether_the_account_exists(settings):
    settings.EMAIL_CONFIGURED, settings.PUBLIC_ADDRESS = True, "http://testserver"
    user = UserFactory.create(email="ayse@example.org")
    answers = {email: ask(email) for email in ("ayse@example.org", "can@example.org")}
    known, unknown = answers.values()
    assert known.replace("ayse@", "can@") == unknown
    answer_all()
    mail = Mail.objects.get()
    assert mail.to == user.email
    link = next(line for line in mail.text.splitlines() if line.startswith("http://testserver/en/"))
    assert Client().post(link.removeprefix("http://testserver"), TYPED).status_code == 303
    assert signs_in(user)


@pytest.mark.postgres
@pytest.mark.parametrize("letters", [254, 255, 320])
def test_email_of_any_length_is_answered(settings, letters):
    settings.EMAIL_CONFIGURED, settings.PUBLIC_ADDRESS = True, "http://testserver"
    end = "." + ".".join(["example" * 8] * 3) + ".org"
    email = "a@" + "b" * 60 + end
    email = "a" * (letters - len(email)) + email
    response = Client().post(reverse("tournaments:forgotten_password"), {"email": email})
    assert response.status_code in (200, 303, 422)
    assert PasswordRequest.objects.filter(email=email).exists() is (letters <= 254)


def answer_all() -> None:
    for request_id in recovery_links.pending_requests():
        answer_password_request(request_id)


def ask(email: str) -> str:
    client = Client()
    response = client.post(reverse("tournaments:forgotten_password"), {"email": email}, follow=True)
    assert response.status_code == 200
    return str([str(message) for message in response.context["messages"]])


def test_mailed_link_ignores_the_host_of_the_request(settings):
    settings.EMAIL_CONFIGURED, settings.PUBLIC_ADDRESS = True, "https://okey.example"
    settings.ALLOWED_HOSTS = ["*"]
    UserFactory.create(email="ayse@example.org")
    client = Client(headers={"Host": "evil.example"})
    client.post(reverse("tournaments:forgotten_password"), {"email": "ayse@example.org"})
    answer_all()
    text = Mail.objects.get().text
    assert "https://okey.example/" in text
    assert "evil" not in text


def test_requests_of_one_browser_delay_no_other_at_its_address(settings):
    settings.EMAIL_CONFIGURED, settings.PUBLIC_ADDRESS = True, "http://testserver"
    first, second = Client(), Client()
    for browser in (first, second):
        browser.get(reverse("tournaments:forgotten_password"))
    responses = [
        first.post(reverse("tournaments:forgotten_password"), {"email": f"{number}@example.org"}).status_code
        for number in range(recovery_links.FREE_PER_DEVICE + 1)
    ]
    assert responses == [303] * recovery_links.FREE_PER_DEVICE + [429]
    assert (
        second.post(reverse("tournaments:forgotten_password"), {"email": "can@example.org"}).status_code
        == 303
    )


def test_repeated_requests_have_to_wait(settings):
    settings.EMAIL_CONFIGURED, settings.PUBLIC_ADDRESS = True, "http://testserver"
    client = Client()
    for _try in range(recovery_links.FREE_PER_ACCOUNT):
        client.post(reverse("tournaments:forgotten_password"), {"email": "ayse@example.org"})
    response = client.post(reverse("tournaments:forgotten_password"), {"email": "ayse@example.org"})
    assert (response.status_code, "Retry-After" in response.headers) == (429, True)
    assert response.context["form"]["email"].value() == "ayse@example.org"


def test_console_prints_a_link():
    user = UserFactory.create(email="ayse@example.org")
    output = io.StringIO()
    call_command("password_link", "Ayse@example.org", address="http://testserver/", stdout=output)
    path = output.getvalue().strip().removeprefix("http://testserver")
    assert Client().post(path, TYPED).status_code == 303
    assert signs_in(user)
    with pytest.raises(CommandError):
        call_command("password_link", "can@example.org", address="http://testserver")
    with pytest.raises(CommandError, match="PUBLIC_ADDRESS"):
        call_command("password_link", "ayse@example.org")
