"""The systemd units start the services of docker-compose.yml with the same commands."""

from __future__ import annotations

import re
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.parts.compose import OURS, command
from tests.processes import ROOT

UNITS = ROOT / "config" / "deploy" / "systemd"
SERVED = [name for name in OURS if name != "migrate"]
PORTS = {"web": "8000", "live": "8001"}
"""Where a proxy on the same machine finds them, by its recipe."""


def unit(name: str) -> ConfigParser:
    parser = ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((UNITS / name).read_text(encoding="utf-8"))
    return parser


def test_target_starts_one_unit_per_service() -> None:
    assert {unit_file.name for unit_file in UNITS.glob("*.service")} == {
        f"istaka-{name}.service" for name in SERVED
    }
    wanted_units = unit("istaka.target")["Unit"]["Wants"].split()
    assert wanted_units == [f"istaka-{name}.service" for name in SERVED]


@pytest.mark.parametrize("name", SERVED)
def test_unit_runs_the_compose_command_with_its_limits(name: str) -> None:
    service = unit(f"istaka-{name}.service")["Service"]
    program, *arguments = service["ExecStart"].split()
    assert [program.rpartition("/")[2], *arguments] == command(name)
    unit_variables = dict(assignment.split("=", 1) for assignment in service["Environment"].split())
    composed = {key: str(value) for key, value in OURS[name]["environment"].items()}
    assert unit_variables["DATABASE_POOL_SIZE"] == composed.get("DATABASE_POOL_SIZE", "0")
    metrics_folder = composed.get("PROMETHEUS_MULTIPROC_DIR")
    assert unit_variables.get("PROMETHEUS_MULTIPROC_DIR") == metrics_folder
    assert service.get("RuntimeDirectory") == (Path(metrics_folder).name if metrics_folder else None)
    assert unit_variables.get("GRANIAN_PORT") == PORTS.get(name)
    assert service["LimitNOFILE"] == str(OURS[name].get("ulimits", {}).get("nofile", 1024))
    assert (service["Restart"], service["NoNewPrivileges"]) == ("always", "yes")


def test_common_variables_are_documented() -> None:
    documentation = (
        (ROOT / "docs" / "operators.md").read_text(encoding="utf-8").partition("/etc/istaka.env")[2]
    )
    common = set(OURS["migrate"]["environment"]) - {"BEHIND_PROXY"}
    required = {name for name in common if re.search(r"\?|redis:", str(OURS["migrate"]["environment"][name]))}
    assert [name for name in required if f"{name}=" not in documentation] == []
