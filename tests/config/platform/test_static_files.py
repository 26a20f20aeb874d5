from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.files.storage import FileSystemStorage, storages
from django.test import override_settings

from config.platform.static_files import HashedStaticFilesStorage, collect_if_changed

LONGEST = 12
"""Modules that import one another in a row; more than Django follows by itself."""


@pytest.fixture
def storage(tmp_path: Path) -> HashedStaticFilesStorage:
    (tmp_path / "a.css").write_text("a {}")
    return HashedStaticFilesStorage(location=str(tmp_path), base_url="/static/")


def test_names_are_plain_before_collectstatic(storage: HashedStaticFilesStorage) -> None:
    assert storage.url("a.css") == "/static/a.css"


@override_settings(DEBUG=False)
def test_names_are_hashed_after_collectstatic(storage: HashedStaticFilesStorage) -> None:
    list(storage.post_process({"a.css": (storage, "a.css")}))
    assert storage.url("a.css").startswith("/static/a.")
    assert storage.url("a.css") != "/static/a.css"


def collected(tmp_path: Path, sources: dict[str, str]) -> HashedStaticFilesStorage:
    storage = HashedStaticFilesStorage(location=str(tmp_path / "collected"), base_url="/static/")
    source_storage = FileSystemStorage(location=str(tmp_path / "sources"))
    for name, source in sources.items():
        for place in (storage, source_storage):
            path = Path(place.path(name))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source)
    results = list(storage.post_process({name: (source_storage, name) for name in sources}))
    assert [result for result in results if isinstance(result[2], Exception)] == []
    return storage


def read(storage: HashedStaticFilesStorage, name: str) -> str:
    return Path(storage.path(storage.stored_name(name))).read_text()


@pytest.mark.parametrize(
    "line",
    [
        'import "./limits.js";',
        'import { check } from "./limits.js";',
        'import { check, isVoid as empty } from "./limits.js";',
        'import {\n  check,\n  isVoid,\n} from "./limits.js";',
        'import * as limits from "./limits.js";',
        'import limits from "./limits.js";',
        'export { check } from "./limits.js";',
        'export * from "./limits.js";',
    ],
)
@override_settings(DEBUG=False)
def test_imports_of_modules_are_hashed(tmp_path: Path, line: str) -> None:
    storage = collected(
        tmp_path,
        {"js/table/hand-entry.js": f"{line}\nhere();\n", "js/table/limits.js": "export default 1;\n"},
    )
    hashed = storage.stored_name("js/table/limits.js").rsplit("/", 1)[1]
    assert read(storage, "js/table/hand-entry.js") == line.replace("limits.js", hashed) + "\nhere();\n"


@override_settings(DEBUG=False)
def test_imports_across_folders_are_hashed_but_not_comments(tmp_path: Path) -> None:
    source = '// from "./gone.js";\nconst words = \'import "./gone.js";\';\nimport "../live/stream.js";\n'
    storage = collected(tmp_path, {"js/table/hand-entry.js": source, "js/live/stream.js": "1;\n"})
    hashed = storage.stored_name("js/live/stream.js").rsplit("/", 1)[1]
    assert read(storage, "js/table/hand-entry.js") == source.partition("\n")[2].replace("stream.js", hashed)


@override_settings(DEBUG=False)
def test_change_at_the_end_of_an_import_chain_renames_all(tmp_path: Path) -> None:
    chain = {f"js/{n}.js": f'import "./{n + 1}.js";\n' for n in range(LONGEST)}
    first = collected(tmp_path / "first", chain | {f"js/{LONGEST}.js": "1;\n"})
    second = collected(tmp_path / "then", chain | {f"js/{LONGEST}.js": "2;\n"})
    for n in range(LONGEST):
        assert first.stored_name(f"js/{n + 1}.js").removeprefix("js/") in read(first, f"js/{n}.js")
        assert first.stored_name(f"js/{n}.js") != second.stored_name(f"js/{n}.js")


def test_comments_of_style_sheets_are_stripped(tmp_path: Path) -> None:
    source = '/* The top. */\n.a { color: red } /* why\nso */ .b::before { content: "/* kept */" }\n'
    storage = collected(tmp_path, {"a.css": source, "a.js": "/* kept too */\n"})
    served = Path(storage.path(storage.stored_name("a.css"))).read_text()
    assert served == '.a { color: red }  .b::before { content: "/* kept */" }\n'
    assert Path(storage.path(storage.stored_name("a.js"))).read_text() == "/* kept too */\n"


def test_comment_lines_of_our_scripts_are_stripped(tmp_path: Path) -> None:
    template = "const text = `\n// a line of ${words}\n\n  // kept \\`so\\`\n`;\n"
    page = 'const page = "//kulup.test"; // kept\n'
    source = f"// Why\n  // it is `so.\n{page}\n{template}  // The end.\nshow(text);\n"
    storage = collected(tmp_path, {"js/a.js": source, "htmx.min.js": "// Theirs.\n1;\n"})
    assert read(storage, "js/a.js") == f"{page}{template}show(text);\n"
    assert read(storage, "htmx.min.js") == "// Theirs.\n1;\n"


def test_start_collects_only_after_changes(tmp_path: Path, settings: LazySettings) -> None:
    source = tmp_path / "sources/js/a.js"
    source.parent.mkdir(parents=True)
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS = [tmp_path / "sources"]
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.DEBUG = False

    def started() -> Path:
        collect_if_changed()
        storage = storages["staticfiles"]
        assert isinstance(storage, HashedStaticFilesStorage)
        return Path(storage.path(storage.stored_name("js/a.js")))

    source.write_text("1;\n")
    served = started()
    assert served.read_text() == "1;\n"
    served.write_text("left alone")
    assert started().read_text() == "left alone"
    served.unlink()
    assert started().read_text() == "1;\n"
    source.write_text("2;\n")
    assert (started() != served, started().read_text()) == (True, "2;\n")
