"""Measure how a running server copes with attacks: `python -m benchmarks.attacks ADDRESS`.

It uses only sockets, so it measures every release. Don't run it against a server in use: failed passwords
make the address wait.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.attacks.crowds import guess_passwords, live_parts, send_half_closed
from benchmarks.attacks.invalid_requests import known_errors, send_nonsense
from benchmarks.attacks.large_bodies import large_bodies
from benchmarks.attacks.slow_senders import SENDERS, slow_senders
from benchmarks.attacks.target import Target
from benchmarks.sockets import Address
from config.platform.file_descriptors import raise_descriptor_limit


async def measure(target: Target, requests: int) -> None:
    for number in SENDERS:
        await slow_senders(target, number)
    await large_bodies(target)
    await live_parts(target)
    await known_errors(target)
    await send_nonsense(target, requests)
    await guess_passwords(target)
    await send_half_closed(target, requests)


async def explore_target(address: Address, attackers: Address, form: str, temporary: Path | None) -> Target:
    page = (await address.get("/")).text
    tournament = re.search(r'href="/(t/[0-9a-f-]{36}/)"', page)
    if tournament is None:
        sys.exit("The front page has no tournament.")
    paths = sorted({*re.findall(r'href="(/[^"#?]*)"', page), form, "/sign-in/"})
    return Target(address, attackers, form, temporary, tournament[1], paths)


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attacks")
    parser.add_argument("address", help="of the server, as http://127.0.0.1:8000")
    parser.add_argument("--form", default="/alistirma/", help="a page that takes a form from everybody")
    parser.add_argument(
        "--attackers", default="", help="the address of this machine that attackers come from"
    )
    parser.add_argument(
        "--temporary", type=Path, help="the folder for temporary files (TMPDIR) of the server"
    )
    parser.add_argument("--requests", type=int, default=500, help="how many of nonsense")
    arguments = parser.parse_args()
    at = urlsplit(arguments.address)
    server = Address(at.hostname or "", at.port or 80)
    raise_descriptor_limit(2 * max(SENDERS))
    target = await explore_target(
        server, replace(server, source=arguments.attackers), arguments.form, arguments.temporary
    )
    await measure(target, arguments.requests)


if __name__ == "__main__":
    asyncio.run(main())
