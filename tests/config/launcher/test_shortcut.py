from __future__ import annotations

import plistlib
import re
import shlex
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
from PIL import Image

from config.launcher import shortcut
from config.launcher.errors import LaunchError
from config.launcher.shortcuts import linux, macos, windows
from config.launcher.shortcuts.icon import ICON, save_icon
from config.launcher.shortcuts.starter import Starter, starter, windowless


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_DESKTOP_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "data").mkdir(parents=True)
    return tmp_path / "home"


def starter_in(home: Path) -> Starter:
    folder = home / "data"
    return Starter(Path(sys.executable), ("-m", "istaka", "--data", str(folder)), folder)


def read_entry(file: Path) -> ConfigParser:
    parser = ConfigParser(interpolation=None)
    parser.read_string(file.read_text(encoding="utf-8"))
    return parser


def test_linux_gets_an_entry_in_the_menu_and_on_the_desktop(home: Path) -> None:
    desktop = home / "Masaüstü"
    desktop.mkdir()
    (home / ".config").mkdir()
    (home / ".config" / "user-dirs.dirs").write_text('XDG_DESKTOP_DIR="$HOME/Masaüstü"\n', encoding="utf-8")
    files = shortcut.create(starter_in(home), "linux")
    assert files == [home / ".local/share/applications/istaka.desktop", desktop / "istaka.desktop"]
    for file in files:
        assert file.stat().st_mode & 0o111 == 0o111
        entry = read_entry(file)["Desktop Entry"]
        assert entry["Type"] == "Application"
        assert entry["Terminal"] == "false"
        assert shlex.split(entry["Exec"]) == starter_in(home).command
        assert Path(entry["Icon"]).read_bytes() == ICON.read_bytes()


def test_linux_without_a_desktop_gets_an_entry_in_the_menu(home: Path) -> None:
    assert shortcut.create(starter_in(home), "linux") == [home / ".local/share/applications/istaka.desktop"]


@pytest.mark.parametrize(
    ("argument", "quoted"),
    [
        ("/a b/python", '"/a b/python"'),
        ("50%", '"50%%"'),
        ('a"b', '"a\\\\"b"'),
        ("$HOME", '"\\\\$HOME"'),
        ("a\\b", '"a\\\\\\\\b"'),
    ],
)
def test_linux_command_is_quoted_as_the_specification_says(home: Path, argument: str, quoted: str) -> None:
    text = linux.entry(Starter(Path("/python"), (argument,), home), home / "icon.png")
    assert re.findall(r"^Exec=(.*)$", text, re.MULTILINE) == [f'"/python" {quoted}']


def test_macos_gets_an_application_whose_script_starts_us(home: Path) -> None:
    (application,) = macos.create(starter_in(home), home)
    contents = application / "Contents"
    properties = plistlib.loads((contents / "Info.plist").read_bytes())
    script = contents / "MacOS" / properties["CFBundleExecutable"]
    assert script.stat().st_mode & 0o111 == 0o111
    assert shlex.split(script.read_text(encoding="utf-8"))[-5:] == starter_in(home).command
    assert subprocess.run(["sh", "-n", str(script)], check=False).returncode == 0
    with Image.open(contents / "Resources" / properties["CFBundleIconFile"]) as icon:
        assert icon.format == "ICNS"


def test_windows_link_gets_its_values_unquoted(tmp_path: Path) -> None:
    python, folder = Path(r"C:\Kulüp evi\pythonw.exe"), Path(r"D:\Okey verisi")
    values = windows.variables(
        Starter(python, ("-m", "istaka", "--data", str(folder)), folder), folder / "istaka.ico"
    )
    assert values["ISTAKA_TARGET"] == str(python)
    assert values["ISTAKA_ARGUMENTS"] == r'-m istaka --data "D:\Okey verisi"'
    assert values["ISTAKA_ICON"].endswith("istaka.ico,0")
    assert set(re.findall(r"\$env:(\w+)", windows.SCRIPT)) == values.keys()
    assert '"' not in windows.SCRIPT  # the command line of PowerShell would swallow it


def test_windows_icon_has_sizes_for_desktop_and_taskbar(tmp_path: Path) -> None:
    save_icon(tmp_path / "istaka.ico")
    with Image.open(tmp_path / "istaka.ico") as icon:
        assert {(16, 16), (32, 32), (48, 48), (256, 256)} <= icon.info["sizes"]


def test_windows_starts_without_a_terminal_where_it_can(tmp_path: Path) -> None:
    python = tmp_path / "python.exe"
    assert windowless(python) == python
    (tmp_path / "pythonw.exe").touch()
    assert windowless(python) == tmp_path / "pythonw.exe"


def test_source_folder_gets_no_shortcut(tmp_path: Path) -> None:
    with pytest.raises(LaunchError):
        starter(tmp_path, {})
