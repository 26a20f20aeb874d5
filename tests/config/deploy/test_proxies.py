"""Recipes for proxies have our limits, and docker-compose.yml's proxy reaches our services."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from config.platform import request_bodies
from tests.parts.compose import COMPOSE, OTHERS, OURS, VARIABLE
from tests.processes import ROOT

CADDY = (ROOT / "config" / "deploy" / "caddy" / "Caddyfile").read_text(encoding="utf-8")
NGINX = (ROOT / "config" / "deploy" / "nginx" / "server.conf").read_text(encoding="utf-8")
PROXY = OTHERS["proxy"]


def caddy_values(name: str) -> set[str]:
    """Values of a directive, anywhere in the file."""
    return set(re.findall(rf"^\t+{name} (.+?)(?: \{{)?$", CADDY, re.MULTILINE))


def nginx_values(name: str) -> set[str]:
    return set(re.findall(rf'^ *{name} ((?:"[^"]*"|[^;"])+);', NGINX, re.MULTILINE))


@pytest.mark.parametrize(
    ("caddy", "nginx"),
    [
        ("read_header", "client_header_timeout"),
        ("idle", "keepalive_timeout"),
        ("dial_timeout", "proxy_connect_timeout"),
        ("response_header_timeout", "proxy_read_timeout"),
    ],
)
def test_caddy_and_nginx_have_the_same_timeouts(caddy: str, nginx: str) -> None:
    assert caddy_values(caddy) == nginx_values(nginx)
    assert len(caddy_values(caddy)) == 1


def test_proxies_limit_size_and_time_like_the_application() -> None:
    assert caddy_values("max_size") == caddy_values("request_buffers") == {"1MB"}  # a million bytes to Caddy
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE == 1_000_000
    assert nginx_values("client_max_body_size") == {"1m"}  # some more to nginx, which we refuse ourselves
    assert caddy_values("read_body") == {f"{request_bodies.SLOW_SECONDS:.0f}s"}


def test_both_proxies_set_request_ids_and_show_the_same_unavailable_page() -> None:
    assert "X-Request-ID $request_id" in nginx_values("proxy_set_header")
    assert CADDY.count("header_up X-Request-ID {http.request.uuid}") == CADDY.count("reverse_proxy ") == 2
    folder = next(iter(caddy_values("root"))).removeprefix("* ")
    assert nginx_values("alias") == {f"{folder}/unavailable.html"}
    for header in ("Retry-After", "Cache-Control", "Content-Security-Policy", "X-Content-Type-Options"):
        nginx_header = next(value for value in nginx_values("add_header") if value.startswith(header))
        assert nginx_header.removesuffix(" always") == f"{header} {next(iter(caddy_values(header)))}"


def test_unavailable_page_loads_nothing_and_is_bilingual() -> None:
    page = (ROOT / "config" / "deploy" / "nginx" / "unavailable.html").read_text(encoding="utf-8")
    assert not re.search(r"(src|href|action)=", page)
    assert re.findall(r'lang="(\w+)"', page) == ["tr", "en"]


def test_compose_proxy_mounts_everything_in_its_recipe() -> None:
    variables = re.findall(r"\{\$(\w+)", CADDY)
    assert sorted(PROXY["environment"]) == sorted(set(variables))
    for name in ("WEB", "LIVE"):
        service, _, port = PROXY["environment"][name].partition(":")
        assert OURS[service]["environment"]["GRANIAN_PORT"] == port
        assert PROXY["depends_on"][service] == {"condition": "service_healthy"}
    mounted = dict(volume.split(":")[:2] for volume in PROXY["volumes"])
    for source, target in mounted.items():
        if source.startswith("./"):
            assert (ROOT / source).is_file(), target
    assert (
        mounted["./config/deploy/nginx/unavailable.html"]
        == "/srv/istaka/config/deploy/nginx/unavailable.html"
    )
    assert mounted["proxy"] == "/data"
    assert "proxy" in COMPOSE["volumes"]


def test_every_service_limits_its_log_and_its_variables_are_generated() -> None:
    required: set[str] = set()
    for name, service in COMPOSE["services"].items():
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}, name
        for value in service.get("environment", {}).values():
            required |= {match[1] for match in VARIABLE.finditer(str(value)) if match[2] == "?"}
    generated = (ROOT / "Makefile").read_text(encoding="utf-8").partition("var/compose.env:")[2]
    assert [name for name in required if f"{name}=" not in generated] == []
