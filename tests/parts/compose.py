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
"""Services to poll, and paths that show that they are up."""


def command(name: str) -> list[str]:
    return [str(word) for word in OURS[name]["command"]]


def environ_of(name: str, here: dict[str, str]) -> dict[str, str]:
    filled_in = {key: fill_variables(str(value)) for key, value in OURS[name]["environment"].items()}
    adapted = {key: here.get(key, value) for key, value in filled_in.items()}
    programs = f"{Path(ROOT / '.venv' / 'bin')}:{environment()['PATH']}"
    return environment(PATH=programs, **adapted)


def fill_variables(value: str) -> str:
    """Fill in variables as an operator would: keep defaults, provide required ones."""
    required = {"PUBLIC_ADDRESS": f"https://{PUBLIC}", "SECRET_KEY": "of this machine"}
    return VARIABLE.sub(lambda found: required.get(found[1], found[3] if found[2] == "-" else "x"), value)
