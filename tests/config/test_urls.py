import pytest
from django.test import Client
from django.urls import reverse


@pytest.mark.parametrize("language", ["tr", "en"])
def test_the_language_is_switched_and_remembered(client: Client, language: str) -> None:
    answer = client.post(reverse("set_language"), {"language": language, "next": "/"})
    assert answer.headers["Location"] == "/"
    assert client.cookies["django_language"].value == language
