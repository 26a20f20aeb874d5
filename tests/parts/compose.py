"""What docker-compose.yml says of its services: their commands and environments, for this machine."""

import re
from pathlib import Path
from typing import Any

import yaml

from tests.processes import ROOT, environment

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
OURS = {name: service for name, service in COMPOSE["services"].items() if "build" in service}
OTHERS = {name: service for name, service in COMPOSE["services"].items() if "build" not in service}
VARIABLE = re.compile(r"\$\{(\w+)(?::?([-?])([^}]*))?\}")
PUBLIC = "okey.example.org"
ASKED = {"web": "/", "live": "/live/"}
"""Whom to ask, and for what, to see that it is up."""


def command(name: str) -> list[str]:
    """Return the command of a service, to the letter; its programs are those beside our Python."""
    return [str(word) for word in OURS[name]["command"]]


def environ_of(name: str, here: dict[str, str]) -> dict[str, str]:
    """Return the environment of a service as written, with the addresses of this machine's services."""
    written = {key: filled(str(value)) for key, value in OURS[name]["environment"].items()}
    adapted = {key: here.get(key, value) for key, value in written.items()}
    programs = f"{Path(ROOT / '.venv' / 'bin')}:{environment()['PATH']}"
    return environment(PATH=programs, **adapted)


def filled(value: str) -> str:
    """Return `value` with its variables filled in as an operator would: defaults stay, demands are met."""
    given = {"PUBLIC_ADDRESS": f"https://{PUBLIC}", "SECRET_KEY": "of this machine"}
    return VARIABLE.sub(lambda found: given.get(found[1], found[3] if found[2] == "-" else "x"), value)
