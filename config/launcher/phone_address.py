from __future__ import annotations

import os
from pathlib import Path

from config import addresses
from config.launcher import data_folder


def phone_address(folder: Path, port: int) -> str:
    """Return what links and codes contain: what is set, the address that was chosen, or the likeliest one.

    A chosen one that this computer no longer has is ignored.
    """
    if configured := os.environ.get("PUBLIC_ADDRESS"):
        return configured
    chosen = data_folder.remembered(folder).address
    is_ours = chosen in {own.address for own in addresses.own_addresses()}
    return addresses.http_url(chosen if is_ours else addresses.lan_address(), port)
