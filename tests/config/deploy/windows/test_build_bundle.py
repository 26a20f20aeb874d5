from __future__ import annotations

import io
from pathlib import Path
from zipfile import ZipFile

import pytest

from config.deploy.windows.build_bundle import build, main
from config.deploy.windows.errors import BundleError
from config.deploy.windows.licences import OPEN
from config.version import VERSION
from tests.config.deploy.windows.stand_ins import locked, make_embeddable, make_own_wheel, make_wheel

PACKAGES = "Istaka/python/Lib/site-packages"
MOST_LINES = 25
"""A page of Notepad."""


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a lock, our wheel and CPython's zip; pip finds the locked wheels there."""
    folder = tmp_path_factory.mktemp("stand-ins")
    compiled = make_wheel(folder, "compiled", tag="cp313-cp313-win_amd64", LICENSE="MIT text")
    plain = make_wheel(folder, "plain")
    elsewhere = make_wheel(folder, "elsewhere")
    lines = [
        locked(compiled, "python_full_version >= '3.12'"),
        locked(plain),
        locked(elsewhere, "sys_platform != 'win32'"),
    ]
    (folder / "lock.txt").write_text("".join(lines), encoding="utf-8")
    make_own_wheel(folder)
    make_embeddable(folder)
    return folder


@pytest.fixture(scope="module")
def bundle(stand_ins: Path, tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PIP_FIND_LINKS", str(stand_ins))
        built = build(
            stand_ins / "python-3.13.9-embed-amd64.zip",
            stand_ins / f"istaka-{VERSION}-py3-none-any.whl",
            lock=stand_ins / "lock.txt",
            target=tmp_path_factory.mktemp("dist"),
        )
    assert built.name == f"Istaka-{VERSION}-windows.zip"
    return ZipFile(io.BytesIO(built.read_bytes()))


def text_of(bundle: ZipFile, name: str) -> str:
    return bundle.read(f"Istaka/{name}").decode()


def test_bundle_contains_python_the_packages_and_ours(bundle: ZipFile) -> None:
    names = set(bundle.namelist())
    assert {f"Istaka/python/{name}" for name in ("python.exe", "pythonw.exe", "python313.zip")} <= names
    assert {f"{PACKAGES}/{name}/__init__.py" for name in ("compiled", "plain", "istaka")} <= names
    assert f"{PACKAGES}/sitecustomize.py" in names
    assert {name.split("/")[1] for name in names} >= {
        "Istaka.cmd",
        "Uninstall.cmd",
        "README.txt",
        "OKUBENI.txt",
    }


def test_packages_for_other_systems_and_their_programs_are_left_out(bundle: ZipFile) -> None:
    assert [
        name for name in bundle.namelist() if name.startswith((f"{PACKAGES}/elsewhere", f"{PACKAGES}/bin/"))
    ] == []


def test_path_file_names_the_packages_and_imports_site(bundle: ZipFile) -> None:
    assert text_of(bundle, "python/python313._pth").split("\r\n") == [
        "python313.zip",
        ".",
        r"Lib\site-packages",
        "import site",
        "",
    ]


def test_licences_are_collected_and_missing_ones_named(bundle: ZipFile) -> None:
    assert text_of(bundle, "licences/compiled 1.0/licenses/LICENSE") == "MIT text"
    assert text_of(bundle, "licences/Python.txt").startswith("PYTHON SOFTWARE FOUNDATION")
    assert text_of(bundle, "licences/OVERVIEW.txt").splitlines() == [
        "compiled 1.0: MIT; licenses/LICENSE",
        "plain 1.0: MIT; no text in its wheel",
    ]
    assert text_of(bundle, "licences/Istaka.txt") == OPEN


@pytest.mark.parametrize("name", ["README.txt", "OKUBENI.txt", "Istaka.cmd", "Uninstall.cmd"])
def test_texts_have_the_line_ends_of_windows(bundle: ZipFile, name: str) -> None:
    text = text_of(bundle, name)
    assert text.count("\r\n") == text.count("\n")
    assert text.startswith("\ufeff") is name.endswith(".txt")


@pytest.mark.parametrize("name", ["README.txt", "OKUBENI.txt"])
def test_read_me_fits_a_page(bundle: ZipFile, name: str) -> None:
    lines = text_of(bundle, name).splitlines()
    assert len(lines) <= MOST_LINES
    assert r"%LOCALAPPDATA%\istaka" in "".join(lines)


def test_wrong_hash_builds_nothing(stand_ins: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(stand_ins))
    lock = tmp_path / "lock.txt"
    lock.write_text(f"plain==1.0 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    with pytest.raises(BundleError):
        build(
            stand_ins / "python-3.13.9-embed-amd64.zip",
            stand_ins / f"istaka-{VERSION}-py3-none-any.whl",
            lock=lock,
            target=tmp_path,
        )
    assert list(tmp_path.glob("*.zip")) == []


@pytest.mark.parametrize("path_file", ["python._pth", "readme.txt"])
def test_other_zips_are_refused(tmp_path: Path, path_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    archive = make_embeddable(tmp_path, path_file=path_file)
    with pytest.raises(SystemExit) as ended:
        main([str(archive), str(tmp_path / "istaka.whl")])
    assert ended.value.code == 1
    assert archive.name in capsys.readouterr().err


def test_missing_zip_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path / "none.zip"), str(tmp_path / "istaka.whl")])
    assert ended.value.code == 1
