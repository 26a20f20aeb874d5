import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.languages import path_in_language

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "says"), [("tr", "iki parça"), ("en", "Split a long list in two")])
@pytest.mark.parametrize(
    "sent",
    [
        {"lines": "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE},
        {f"who-{number}": "" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)},
    ],
    ids=["letters", "fields"],
)
def test_page_for_too_large_request_gives_advice(
    client: Client, sent: dict[str, str], language: str, says: str
) -> None:
    answer = client.post(path_in_language(reverse("tournaments:sign_in"), language), sent)
    assert answer.status_code == 400
    assert says in answer.content.decode()
