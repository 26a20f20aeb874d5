"""Measure how a running server copes with attacks: `python -m benchmarks.attacks ADDRESS`.

Don't run it against a server in use: failed passwords make the address wait.
"""

from __future__ import annotations

import argparse
import asyncio
from typing import Final
from urllib.parse import urlencode, urlsplit

from benchmarks.attacks.large_bodies import large_bodies
from benchmarks.attacks.slow_senders import SENDERS, slow_senders
from benchmarks.attacks.target import Target, count, print_result
from config.platform.file_descriptors import raise_descriptor_limit

GUESSES: Final = 40


async def guess_passwords(target: Target) -> None:
    undisturbed = await asyncio.to_thread(target.visit)
    forms = [{"email": "nobody@example.org", "password": f"{number:012}"} for number in range(GUESSES)]
    bodies = [urlencode(form) for form in forms]
    guesses = [asyncio.create_task(asyncio.to_thread(target.attack, "/sign-in/", body)) for body in bodies]
    disturbed = await asyncio.to_thread(target.visit)
    print_result(f"front page beside {GUESSES} guesses", disturbed, undisturbed)
    print_result("  how they were answered", count(await asyncio.gather(*guesses)))


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attacks", description=__doc__)
    parser.add_argument("address", help="of the server, as http://127.0.0.1:8000")
    parser.add_argument("--form", default="/alistirma/", help="a page that takes a form from everybody")
    arguments = parser.parse_args()
    address = urlsplit(arguments.address)
    raise_descriptor_limit(2 * max(SENDERS))
    target = Target(address.hostname or "", address.port or 80, arguments.form)
    for number in SENDERS:
        await slow_senders(target, number)
    await asyncio.to_thread(large_bodies, target)
    await guess_passwords(target)


if __name__ == "__main__":
    asyncio.run(main())
