from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from config.launcher.update import index, switch
from config.launcher.update.state import Step, UpdateState, read_update, store_state
from config.launcher.update.versions import FOLDER
from tests.config.launcher.small_programs import build_wheel, install
from tests.processes import wait_for

NEW, KEY = "90.0.0", "key-of-this-start"
POSTS = ("check_for_update", "prepare_update", "switch_version")
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _controlled(settings, data: Path, updatable: Path) -> None:
    settings.CONTROL_KEY = KEY
    settings.VAR_DIR = data


def address(name: str, key: str = KEY) -> str:
    return reverse(f"control:{name}", args=[key])


def page(client: Client) -> str:
    return client.get(address("update"), headers=HTMX).content.decode()


def offer(data: Path) -> None:
    downloads = data / FOLDER / "downloaded"
    downloads.mkdir(parents=True)
    build_wheel(downloads, NEW)
    store_state(data, UpdateState(Step.AVAILABLE, NEW, "## 90.0.0\n\n- <b>New</b>.\n"))


@pytest.mark.parametrize("name", ["update", *POSTS])
def test_stranger_finds_nothing(client: Client, name: str) -> None:
    ask = client.get if name == "update" else client.post
    assert ask(address(name, "another-key")).status_code == 404
    assert ask(address(name), REMOTE_ADDR="192.168.1.7").status_code == 404


@pytest.mark.parametrize("name", POSTS)
def test_reading_changes_nothing(client: Client, name: str) -> None:
    assert client.get(address(name)).status_code == 405


def test_state_refreshes_itself_only_while_something_is_under_way(client: Client, data: Path) -> None:
    assert "hx-trigger" not in page(client)
    store_state(data, UpdateState(Step.INSTALLING, NEW))
    assert 'hx-trigger="every 2s"' in page(client)
    assert 'data-test="update-installing"' in page(client)


@pytest.mark.parametrize("step", sorted(Step))
def test_every_step_has_its_words(client: Client, data: Path, step: Step) -> None:
    offer(data)
    install(data, NEW)
    store_state(data, UpdateState(step, NEW))
    assert f'data-test="update-{step}"' in page(client)


def test_changes_are_shown_without_their_html(client: Client, data: Path) -> None:
    offer(data)
    assert "&lt;b&gt;New" in page(client)


def test_check_runs_beside_the_server(client: Client, data: Path, updatable: Path) -> None:
    build_wheel(updatable, NEW)
    response = client.post(address("check_for_update"))
    assert response.status_code == 303
    assert read_update(data).is_underway
    wait_for(lambda: not read_update(data).is_underway, "the check does not end")


def test_updates_that_are_off_are_not_looked_for(
    client: Client, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(index.INDEX, index.OFF)
    assert 'data-test="update-off"' in client.post(address("check_for_update"), headers=HTMX).content.decode()
    assert not (data / "update.json").exists()


def test_only_what_is_available_is_prepared(client: Client, data: Path) -> None:
    client.post(address("prepare_update"), headers=HTMX)
    assert read_update(data).step is Step.UNKNOWN
    offer(data)
    assert (
        'data-test="update-backing_up"'
        in client.post(address("prepare_update"), headers=HTMX).content.decode()
    )
    wait_for(lambda: not read_update(data).is_underway, "the preparation does not end")


def test_only_what_is_ready_is_switched_to(client: Client, data: Path) -> None:
    offer(data)
    client.post(address("switch_version"), headers=HTMX)
    assert not switch.is_requested(data)
    install(data, NEW)
    store_state(data, UpdateState(Step.READY, NEW))
    assert (
        'data-test="update-switching"'
        in client.post(address("switch_version"), headers=HTMX).content.decode()
    )
    assert switch.is_requested(data)


def test_page_reloads_in_the_new_version(client: Client, data: Path) -> None:
    assert "HX-Refresh" not in client.get(address("update"), headers=HTMX).headers
    store_state(data, UpdateState(Step.DONE, NEW))
    assert client.get(address("update"), headers=HTMX).headers["HX-Refresh"] == "true"
