import pytest
from django.http import HttpResponseNotAllowed
from django.test import Client, RequestFactory
from django.urls import reverse

from config.middleware.method_not_allowed import MethodNotAllowedMiddleware
from tests.factories import UserFactory
from tests.languages import in_language

SIGN_OUT = "tournaments:sign_out"

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "says"), [("tr", "Hiçbir şey değişmedi."), ("en", "Nothing was changed.")]
)
def test_an_address_for_forms_has_a_page_with_a_way_back(client: Client, language: str, says: str) -> None:
    answer = client.get(in_language(reverse(SIGN_OUT), language))
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert says in answer.content.decode()
    assert f'class="btn go" href="{in_language("/", language)}"' in answer.content.decode()


def test_whoever_is_signed_in_finds_back_to_his_tournaments(client: Client) -> None:
    client.force_login(UserFactory.create())
    page = client.get(reverse(SIGN_OUT)).content.decode()
    assert f'class="btn go" href="{reverse("tournaments:desk")}"' in page


def test_an_address_for_reading_has_it_too(client: Client) -> None:
    answer = client.post("/")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
    assert "<h1>" in answer.content.decode()


def test_a_program_gets_no_page(rf: RequestFactory) -> None:
    refuse = MethodNotAllowedMiddleware(lambda request: HttpResponseNotAllowed(["POST"]))
    assert refuse(rf.get("/", headers={"Accept": "application/json"})).content == b""
