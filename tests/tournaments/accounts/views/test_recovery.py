"""A forgotten password: by mail, by a link and code that an owner hands over, and at the server."""

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

pytestmark = [pytest.mark.django_db, pytest.mark.english]

NEW = "kırmızı yedi okey"
TYPED = {"new_password1": NEW, "new_password2": NEW}


@pytest.fixture
def owner() -> Membership:
    return MembershipFactory.create(role=Role.OWNER)


@pytest.fixture
def member(owner: Membership) -> Membership:
    return MembershipFactory.create(club=owner.club, role=Role.SCOREKEEPER)


def desk(membership: Membership) -> Client:
    client = Client()
    client.force_login(membership.user)
    return client


def hand_over(client: Client, member: Membership):
    address = reverse("tournaments:password_link", args=[member.club.public_id])
    return client.post(address, {"member": member.user.email})


def handed(owner: Membership, member: Membership) -> dict[str, str]:
    """The link as the page shows it, once."""
    client = desk(owner)
    assert hand_over(client, member).status_code == 303
    page = reverse("tournaments:members", args=[owner.club.public_id])
    shown = client.get(page)
    assert client.get(page).context["password_link"] is None
    made: dict[str, str] = shown.context["password_link"]
    text = shown.content.decode()
    assert made["link"] in text
    assert made["code"] in text
    assert "<svg" in made["qr"]
    return made


def signs_in(user: User, password: str = NEW) -> bool:
    typed = {"email": user.email, "password": password}
    return bool(Client().post(reverse("tournaments:sign_in"), typed).status_code == 303)


def test_an_owners_link_sets_a_password_once_and_signs_out_everywhere(owner, member):
    path = handed(owner, member)["link"].removeprefix("http://testserver")
    elsewhere = desk(member)
    nobody = Client()
    weak = nobody.post(path, {"new_password1": "123", "new_password2": "123"})
    assert (weak.status_code, bool(weak.context["form"].errors)) == (422, True)
    done = nobody.post(path, TYPED)
    assert done.headers["Location"].endswith("/sign-in/")
    assert signs_in(member.user)
    assert elsewhere.get(reverse("tournaments:account")).status_code == 302
    assert nobody.get(path).status_code == 410
    assert nobody.post(path, TYPED).status_code == 410


def test_its_code_does_the_same_when_it_is_typed(owner, member):
    made = handed(owner, member)
    typing = reverse("tournaments:type_account_code")
    wrong = Client().post(typing, {"code": "AAAA BBBB CCCC"})
    assert (wrong.status_code, "code" in wrong.context["code_form"].errors) == (422, True)
    led = Client().post(typing, {"code": made["code"].swapcase()})
    assert Client().post(led.headers["Location"], TYPED).status_code == 303
    assert signs_in(member.user)


def test_wrong_codes_keep_nobody_from_the_right_link(owner, member):
    client = Client()
    for _try in range(50):
        assert client.get(reverse("tournaments:new_password", args=["AAAABBBBCCCC"])).status_code == 410
    made = handed(owner, member)
    assert client.get(made["link"].removeprefix("http://testserver")).status_code == 200
    assert client.post(reverse("tournaments:type_account_code"), {"code": made["code"]}).status_code == 303


def test_only_owners_of_all_his_clubs_make_it(owner, member):
    MembershipFactory.create(user=member.user)
    refused = hand_over(desk(owner), member)
    assert refused.status_code == 422
    assert member.user.name in refused.content.decode()
    foreign = MembershipFactory.create(role=Role.OWNER)
    assert hand_over(desk(foreign), member).status_code == 404
    assert hand_over(desk(owner), foreign).status_code == 404
    assert hand_over(desk(member), owner).status_code == 404


def test_without_mail_the_page_says_whom_to_ask(client):
    answer = client.get(reverse("tournaments:forgotten"))
    assert (answer.status_code, answer.context["by_mail"]) == (200, False)
    client.post(reverse("tournaments:forgotten"), {"email": "ayse@example.org"})
    assert not Mail.objects.exists()


def test_by_mail_everybody_reads_the_same_and_the_account_gets_a_link(settings):
    settings.MAIL_IS_SET_UP, settings.PUBLIC_ADDRESS = True, "http://testserver"
    user = UserFactory.create(email="ayse@example.org")
    asked = {email: ask(email) for email in ("ayse@example.org", "can@example.org")}
    known, unknown = asked.values()
    assert known.replace("ayse@", "can@") == unknown
    answer_all()
    mail = Mail.objects.get()
    assert mail.to == user.email
    link = next(line for line in mail.text.splitlines() if line.startswith("http://testserver/en/"))
    assert Client().post(link.removeprefix("http://testserver"), TYPED).status_code == 303
    assert signs_in(user)


@pytest.mark.both_databases
@pytest.mark.parametrize("letters", [254, 255, 320])
def test_an_address_of_any_length_is_answered(settings, letters):
    settings.MAIL_IS_SET_UP, settings.PUBLIC_ADDRESS = True, "http://testserver"
    end = "." + ".".join(["example" * 8] * 3) + ".org"
    email = "a@" + "b" * 60 + end
    email = "a" * (letters - len(email)) + email
    answer = Client().post(reverse("tournaments:forgotten"), {"email": email})
    assert answer.status_code in (200, 303, 422)
    assert PasswordRequest.objects.filter(email=email).exists() is (letters <= 254)


def answer_all() -> None:
    for request_id in recovery_links.unanswered():
        answer_password_request(request_id)


def ask(email: str) -> str:
    client = Client()
    answer = client.post(reverse("tournaments:forgotten"), {"email": email}, follow=True)
    assert answer.status_code == 200
    return str([str(message) for message in answer.context["messages"]])


def test_a_link_in_a_mail_leads_to_our_address_whatever_name_was_asked_for(settings):
    settings.MAIL_IS_SET_UP, settings.PUBLIC_ADDRESS = True, "https://okey.example"
    settings.ALLOWED_HOSTS = ["*"]
    UserFactory.create(email="ayse@example.org")
    client = Client(headers={"Host": "evil.example"})
    client.post(reverse("tournaments:forgotten"), {"email": "ayse@example.org"})
    answer_all()
    text = Mail.objects.get().text
    assert "https://okey.example/" in text
    assert "evil" not in text


def test_a_browser_that_asks_for_many_accounts_keeps_no_other_at_its_address_waiting(settings):
    settings.MAIL_IS_SET_UP, settings.PUBLIC_ADDRESS = True, "http://testserver"
    asking, other = Client(), Client()
    for browser in (asking, other):
        browser.get(reverse("tournaments:forgotten"))
    answers = [
        asking.post(reverse("tournaments:forgotten"), {"email": f"{number}@example.org"}).status_code
        for number in range(recovery_links.FREE_ASKED_BY_A_DEVICE + 1)
    ]
    assert answers == [303] * recovery_links.FREE_ASKED_BY_A_DEVICE + [429]
    assert other.post(reverse("tournaments:forgotten"), {"email": "can@example.org"}).status_code == 303


def test_asking_too_often_waits(settings):
    settings.MAIL_IS_SET_UP, settings.PUBLIC_ADDRESS = True, "http://testserver"
    client = Client()
    for _try in range(recovery_links.FREE_ASKED_FOR_AN_ACCOUNT):
        client.post(reverse("tournaments:forgotten"), {"email": "ayse@example.org"})
    answer = client.post(reverse("tournaments:forgotten"), {"email": "ayse@example.org"})
    assert (answer.status_code, "Retry-After" in answer.headers) == (429, True)
    assert answer.context["form"]["email"].value() == "ayse@example.org"


def test_whoever_runs_the_server_prints_a_link():
    user = UserFactory.create(email="ayse@example.org")
    said = io.StringIO()
    call_command("password_link", "Ayse@example.org", address="http://testserver/", stdout=said)
    path = said.getvalue().strip().removeprefix("http://testserver")
    assert Client().post(path, TYPED).status_code == 303
    assert signs_in(user)
    with pytest.raises(CommandError):
        call_command("password_link", "can@example.org", address="http://testserver")
    with pytest.raises(CommandError, match="PUBLIC_ADDRESS"):
        call_command("password_link", "ayse@example.org")
