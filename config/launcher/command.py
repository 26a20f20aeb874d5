"""`istaka`: run a club on this computer, without a terminal's knowledge."""

from __future__ import annotations

import argparse
import os
import traceback
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from config.launcher import children, dialogs
from config.launcher.data_folder import (
    DATA_FOLDER,
    LAST_PORT,
    Remembered,
    data_folder,
    remember,
    remembered,
)
from config.launcher.doctor import doctor
from config.launcher.errors import LaunchError
from config.launcher.shortcut import shortcut
from config.launcher.start import start
from config.launcher.texts import _, say
from config.launcher.update import terminal
from config.version import VERSION

DEMO_PORT = 8090
REFUSED = 1


def run(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    if list(arguments[:1]) == ["manage"]:  # all that follows is Django's
        return _manage(arguments[1:])
    options = build_parser().parse_args(arguments)
    if options.data is not None:
        os.environ[DATA_FOLDER] = str(options.data)
    try:
        return _carry_out(options)
    except LaunchError as error:
        _report(str(error), options)
        return REFUSED
    except Exception:
        if dialogs.has_terminal():
            raise
        _report("\n".join([_("Istaka could not start."), traceback.format_exc()]), options)
        return REFUSED


def _report(message: str, options: argparse.Namespace) -> None:
    """Only a start has a window: other commands may be run by a timer."""
    is_start = options.command in (None, "demo")
    dialogs.tell(message, open_browser=is_start and not options.no_browser)


def build_parser() -> argparse.ArgumentParser:
    """Accept the options of a start before and after a command."""
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--data", type=Path, metavar=_("FOLDER"), help=_("the club's data"))
    common.add_argument("--port", type=_port, help=_("8080, or that of the last time"))
    common.add_argument("--no-browser", action="store_true", help=_("open no page"))
    parser = argparse.ArgumentParser(
        prog="istaka", description=_("Run club tournaments of 101 Okey."), parents=[common]
    )
    parser.set_defaults(data=None, port=None, no_browser=False)
    parser.add_argument("--version", action="version", version=f"Istaka {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar=_("COMMAND"))
    add = partial(commands.add_parser, parents=[common])
    add("demo", help=_("try it with a made-up club, on data of its own"))
    add("backup", help=_("back everything up now"))
    add("restore", help=_("replace everything by a backup")).add_argument("file", type=Path)
    add("verify", help=_("compare all results with what was recorded"))
    update = add("update", help=_("install a newer version, beside the running one"))
    update.add_argument("--back", action="store_true", help=_("return to version and data of before"))
    update.add_argument("--yes", action="store_true", help=_("don't ask"))
    add("doctor", help=_("check this computer before an evening"))
    add("shortcut", help=_("put an icon on the desktop"))
    add("manage", help=_("Django's commands, for technicians"))
    return parser


def _port(typed: str) -> int:
    port = int(typed)
    if not 0 < port <= LAST_PORT:
        raise ValueError
    return port


def _carry_out(options: argparse.Namespace) -> int:
    if options.command == "doctor":
        return doctor()
    folder = data_folder()
    match options.command:
        case "demo":
            return _start_demo(folder / "demo", options)
        case "backup":
            return children.run_manage(folder, "backup")
        case "restore":
            return children.run_manage(folder, "restore", "--replace", str(options.file.absolute()))
        case "verify":
            return children.run_manage(folder, "verify_ledger")
        case "update":
            carry_out = terminal.go_back if options.back else terminal.update
            return carry_out(folder, yes=options.yes, start=lambda: _start(folder, options))
        case "shortcut":
            return shortcut(folder)
        case _:
            return _start(folder, options)


def _start_demo(folder: Path, options: argparse.Namespace) -> int:
    folder.mkdir(exist_ok=True)
    if remembered(folder) == Remembered():  # the club's own port stays free
        remember(folder, Remembered(port=DEMO_PORT))
    return _start(folder, options, demo=True)


def _start(folder: Path, options: argparse.Namespace, *, demo: bool = False) -> int:
    return start(folder, port=options.port, open_browser=not options.no_browser, demo=demo)


def _manage(arguments: Sequence[str]) -> int:
    try:
        return children.run_manage(data_folder(), *arguments)
    except LaunchError as error:
        say(str(error))
        return REFUSED
