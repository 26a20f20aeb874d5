"""Settings under several environments, each read by a Python process of its own."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.logs import known_format
from tests.parts.compose import environ_of
from tests.processes import ROOT

NAMES = (
    "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE",
    "SECURE_HSTS_SECONDS", "SECURE_CROSS_ORIGIN_OPENER_POLICY", "DEBUG", "CELERY_BROKER_URL",
    "SECURE_SSL_REDIRECT", "LOGGING", "EMAIL_CONFIGURED",
)  # fmt: skip
PROGRAM = f"""
import json
from config import settings
print(json.dumps({{name: getattr(settings, name) for name in {NAMES}}}))
"""


def settings_under(**env: str) -> dict[str, Any]:
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    completed = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env={**inherited, **env}, capture_output=True, check=True
    )
    values: dict[str, Any] = json.loads(completed.stdout)
    return values


@pytest.fixture(scope="module")
def default_settings() -> dict[str, Any]:
    return settings_under()


@pytest.fixture(scope="module")
def http_settings() -> dict[str, Any]:
    return settings_under(PUBLIC_ADDRESS="http://192.168.1.20:8080")


@pytest.fixture(scope="module")
def https_settings() -> dict[str, Any]:
    return settings_under(PUBLIC_ADDRESS="https://okey.example.org")


def test_no_variable_is_required(default_settings: dict[str, Any]) -> None:
    assert default_settings["DEBUG"] is False
    assert "*" not in default_settings["ALLOWED_HOSTS"]


def test_plain_http_cookies_are_not_secure(http_settings: dict[str, Any]) -> None:
    assert not http_settings["SESSION_COOKIE_SECURE"]
    assert not http_settings["CSRF_COOKIE_SECURE"]
    assert http_settings["SECURE_HSTS_SECONDS"] == 0
    assert http_settings["SECURE_CROSS_ORIGIN_OPENER_POLICY"] is None  # browsers complain of it over http


@pytest.mark.slow
def test_mail_needs_email_url(default_settings: dict[str, Any]) -> None:
    assert not default_settings["EMAIL_CONFIGURED"]
    assert not settings_under(EMAIL_URL="")["EMAIL_CONFIGURED"]
    url, sender = "smtp+tls://okey%40example.org:s3cret@mail.example.org:587", "Istaka <okey@example.org>"
    names = ("EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_USE_TLS", "DEFAULT_FROM_EMAIL")
    program = (
        f"import json; from config import settings as s; print(json.dumps([getattr(s, n) for n in {names}]))"
    )
    environ = {"PATH": os.environ["PATH"], "EMAIL_URL": url, "MAIL_FROM": sender}
    completed = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environ, capture_output=True, check=True
    )
    assert json.loads(completed.stdout) == ["mail.example.org", 587, "okey@example.org", True, sender]


def test_https_sets_secure_cookies_and_hsts(https_settings: dict[str, Any]) -> None:
    assert https_settings["SESSION_COOKIE_SECURE"]
    assert https_settings["CSRF_COOKIE_SECURE"]
    assert https_settings["SECURE_HSTS_SECONDS"] > 0


def test_http_redirects_to_https_behind_a_proxy_only(
    http_settings: dict[str, Any], https_settings: dict[str, Any]
) -> None:
    behind = settings_under(PUBLIC_ADDRESS="https://okey.example.org", BEHIND_PROXY="true")
    redirects = [site["SECURE_SSL_REDIRECT"] for site in (http_settings, https_settings, behind)]
    assert redirects == [False, False, True]


def test_public_address_is_allowed_and_trusted(https_settings: dict[str, Any]) -> None:
    assert "okey.example.org" in https_settings["ALLOWED_HOSTS"]
    assert https_settings["CSRF_TRUSTED_ORIGINS"] == ["https://okey.example.org"]


def test_allowed_hosts_are_configurable() -> None:
    assert settings_under(ALLOWED_HOSTS="a.test,b.test")["ALLOWED_HOSTS"] == ["a.test", "b.test"]


@pytest.mark.parametrize("log_format", ["", "text", "JSON"])
def test_unknown_log_format_is_refused(log_format: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="LOG_FORMAT"):
        known_format(log_format)


@pytest.mark.slow
def test_request_log_is_json_only() -> None:
    plain, json_logging = (settings_under(LOG_FORMAT=name)["LOGGING"] for name in ("line", "json"))
    assert "istaka.requests" not in plain["loggers"]
    assert json_logging["loggers"]["istaka.requests"]["level"] == "INFO"
    assert json_logging["handlers"]["stderr"]["formatter"] == "json"


@pytest.mark.slow
def test_compose_settings_pass_deployment_checks() -> None:
    key = "of this machine, and long: abcdefghijklmnoprstuvwxyz 0123456789"
    environ = environ_of("web", {"DATABASE_URL": "sqlite://:memory:", "SECRET_KEY": key})
    completed = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr
