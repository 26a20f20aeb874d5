from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from tests.keeper_phone import Keeper
from tests.processes import end, free_port, running, serve_process, wait_for
from tests.services import redis_server

pytestmark = pytest.mark.release

AWAY = "Redis does not answer"
CELERY = [sys.executable, "-m", "celery", "--app", "config", "--quiet"]


def test_hand_is_saved_without_a_broker_and_standings_catch_up(tmp_path):
    port = free_port()
    broker = f"redis://127.0.0.1:{port}/0"
    with ExitStack() as house:
        _url, redis = house.enter_context(redis_server(port=port))
        served = house.enter_context(serve_process(tmp_path, CELERY_BROKER_URL=broker, LIVE_REDIS_URL=broker))
        logs = [served.log]
        for role in (["worker", "--pool", "threads"], ["beat", "--schedule", str(tmp_path / "beat")]):
            logs.append(tmp_path / f"{role[0]}.log")
            output = house.enter_context(logs[-1].open("wb"))
            house.enter_context(running([*CELERY, *role], environ=served.environ, output=output))
        evening = json.loads(served.run("tests.faults.drawn_tournament", "8", "2"))
        link = evening["links"][0]
        keeper = Keeper(served.url, link["table"], link["token"])
        keeper.open_link()
        page = f"/t/{evening['tournament']}/groups/"

        def stale() -> bool:
            return "el sonunda" in keeper.get(page).html

        save_next(keeper)
        wait_for(lambda: "+333" in keeper.get(page).html, "the worker does not refresh the standings")
        assert not stale()

        end(redis)
        counted = 1
        save_next(keeper)
        # A task taken from Redis before may finish only now, and include this hand.
        while "el sonunda" not in (html := keeper.get(page).html):
            save_next(keeper)
            counted += 1
        assert f"{counted}. el sonunda" in html
        for _hand in range(3):
            save_next(keeper)
        for log in logs:
            wait_for(partial(log_contains, log, AWAY), f"{log.name} does not name Redis")
        assert [log.name for log in logs if log_contains(log, "Traceback")] == []
        assert served.log.read_text().count(AWAY) == 1

        house.enter_context(redis_server(port=port))
        wait_for(lambda: not stale(), "the standings do not catch up")


def log_contains(log: Path, words: str) -> bool:
    return words in log.read_text()


def save_next(keeper: Keeper) -> None:
    hand = keeper.next_hand()
    assert hand is not None
    answer = keeper.save(hand)
    assert (answer.status, answer.path) == (200, keeper.table)
