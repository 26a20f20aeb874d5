"""Stand-ins for what is downloaded to build the bundle: CPython's zip for Windows, and wheels."""

from __future__ import annotations

import hashlib
from pathlib import Path
from zipfile import ZipFile

from config.version import VERSION

LICENCE = "License-Expression: MIT"
PTH = "python313.zip\n.\n\n# Uncomment to run site.main() automatically\n#import site\n"


def make_embeddable(folder: Path, *, path_file: str = "python313._pth") -> Path:
    archive = folder / "python-3.13.9-embed-amd64.zip"
    contents = {
        "LICENSE.txt": "PYTHON SOFTWARE FOUNDATION LICENSE",
        "python.exe": "MZ",
        "python313.zip": "",
        path_file: PTH,
        "pythonw.exe": "MZ",
    }
    with ZipFile(archive, "w") as zipped:
        for name, text in contents.items():
            zipped.writestr(name, text)
    return archive


def make_wheel(
    folder: Path, name: str, *, version: str = "1.0", tag: str = "py3-none-any", **files: str
) -> Path:
    """Keywords are the texts of licence files, by name."""
    info = f"{name}-{version}.dist-info"
    contents = {
        f"{name}/__init__.py": "",
        f"{info}/METADATA": f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\n{LICENCE}\n",
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: {tag}\n",
        f"{info}/entry_points.txt": f"[console_scripts]\n{name} = {name}:main\n",
        **{f"{info}/licenses/{file}": text for file, text in files.items()},
    }
    wheel = folder / f"{name}-{version}-{tag}.whl"
    with ZipFile(wheel, "w") as zipped:
        for path, text in contents.items():
            zipped.writestr(path, text)
        zipped.writestr(f"{info}/RECORD", "".join(f"{path},,\n" for path in [*contents, f"{info}/RECORD"]))
    return wheel


def make_own_wheel(folder: Path) -> Path:
    return make_wheel(folder, "istaka", version=VERSION)


def locked(wheel: Path, marker: str = "") -> str:
    name, version, *_ = wheel.name.split("-")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return f"{name}=={version}{marker and f' ; {marker}'} \\\n    --hash=sha256:{digest}\n    # via istaka\n"
