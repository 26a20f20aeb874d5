import pytest
from django.http import HttpResponseNotAllowed
from django.test import Client, RequestFactory
from django.urls import reverse

from config.middleware import ErrorPagesMiddleware
from tests.factories import UserFactory
from tests.languages import path_in_language

SIGN_OUT = "tournaments:sign_out"

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "says"), [("tr", "Hiçbir şey değişmedi."), ("en", "Nothing was changed.")]
)
def test_post_only_view_shows_a_page_with_a_return_link(client: Client, language: str, says: str) -> None:
    answer = client.get(path_in_language(reverse(SIGN_OUT), language))
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert says in answer.content.decode()
    assert f'class="btn go" href="{path_in_language("/", language)}"' in answer.content.decode()


def test_signed_in_user_gets_a_link_to_their_tournaments(client: Client) -> None:
    client.force_login(UserFactory.create())
    page = client.get(reverse(SIGN_OUT)).content.decode()
    assert f'class="btn go" href="{reverse("tournaments:dashboard")}"' in page


def test_read_only_view_shows_the_page(client: Client) -> None:
    answer = client.post("/")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
    assert "<h1>" in answer.content.decode()


def test_json_client_gets_no_page(rf: RequestFactory) -> None:
    refuse = ErrorPagesMiddleware(lambda request: HttpResponseNotAllowed(["POST"]))
    assert refuse(rf.get("/", headers={"Accept": "application/json"})).content == b""
