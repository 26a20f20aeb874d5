from __future__ import annotations

import getpass
import grp
import gzip
import http.client
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import pytest

from config.monitoring.server_metrics import SHARED_FOLDER
from config.platform.broker import IN_MEMORY
from tests.forked_scripts import Scripts
from tests.parts.compose import ASKED, PUBLIC, command, environ_of
from tests.parts.streams import SECONDS
from tests.processes import (
    ROOT,
    collected_files,
    end,
    free_port,
    migrated_file,
    running,
    wait_for,
    wait_until_answers,
)
from tests.services import accepts

NO_NGINX = (
    "no nginx on PATH or in /usr/sbin: tests of its recipe need one (on Debian: apt-get install nginx-light)"
)
RECIPE = ROOT / "config" / "deploy" / "nginx"
WHERE_SERVICES_ARE = {"web": "127.0.0.1:8000", "live": "127.0.0.1:8001"}
WHERE_IT_KEEPS = "/var/cache/nginx/istaka"
WHERE_THE_RECIPE_IS = "/srv/istaka/config/deploy/nginx"
FRAME = """
daemon off;
user {user} {group};
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    types {{ text/html html; }}
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/http.conf;
    server {{
        listen 127.0.0.1:{port};
        server_name {name};
        add_header X-Kept $upstream_cache_status always;
        add_header X-Asked $upstream_addr always;
        include {folder}/server.conf;
    }}
}}
"""


@dataclass(frozen=True)
class Answer:
    """A response of nginx; `cache_status` is its cache status, empty if it did not look there."""

    status: int
    headers: Message
    sent: bytes

    @property
    def cache_status(self) -> str:
        return str(self.headers.get("X-Kept", ""))

    @property
    def upstream_status(self) -> str:
        return str(self.headers.get("X-Asked", ""))

    @property
    def text(self) -> str:
        small = self.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(self.sent) if small else self.sent).decode()


@dataclass(frozen=True)
class Front:
    port: int
    ports: Mapping[str, int]
    scripts: Scripts
    services: Mapping[str, subprocess.Popen[bytes]]

    def get(
        self, path: str, headers: Mapping[str, str] | None = None, *, port: int = 0, method: str = "GET"
    ) -> Answer:
        with closing(http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=SECONDS)) as client:
            client.request(method, path, headers={"Host": PUBLIC, **(headers or {})})
            response = client.getresponse()
            return Answer(response.status, response.headers, response.read())

    def tell(self, code: str) -> str:
        return self.scripts.run("tests.snippet", code).strip()

    def end(self, name: str) -> None:
        end(self.services[name])


@contextmanager
def behind_nginx(folder: Path) -> Iterator[Front]:
    database, static = folder / "istaka.sqlite3", folder / "static"
    shutil.copyfile(migrated_file(), database)
    shutil.copytree(collected_files(), static)
    ports = {name: free_port() for name in ASKED}
    metrics = folder / "metrics"
    metrics.mkdir()
    local_values = {
        "DATABASE_URL": f"sqlite:///{database}",
        "CELERY_BROKER_URL": IN_MEMORY,
        "LIVE_REDIS_URL": "",
        "PUBLIC_ADDRESS": f"http://{PUBLIC}",
        "GRANIAN_HOST": "127.0.0.1",
        SHARED_FOLDER: str(metrics),
    }
    with ExitStack() as stack:
        services = {}
        for name, port in ports.items():
            environ = environ_of(name, local_values | {"GRANIAN_PORT": str(port)}) | {
                "STATIC_ROOT": str(static)
            }
            log = folder / f"{name}.log"
            output = stack.enter_context(log.open("wb"))
            services[name] = stack.enter_context(running(command(name), environ=environ, output=output))
        for name, port in ports.items():
            wait_until_answers(port, process=services[name], log=folder / f"{name}.log", path=ASKED[name])
        scripts = stack.enter_context(closing(Scripts(environ_of("web", local_values))))
        yield Front(stack.enter_context(nginx(folder, ports)), ports, scripts, services)


@contextmanager
def nginx(folder: Path, ports: Mapping[str, int]) -> Iterator[int]:
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip(NO_NGINX)
    http_recipe = (RECIPE / "http.conf").read_text(encoding="utf-8")
    for name, address in WHERE_SERVICES_ARE.items():
        assert address in http_recipe
        http_recipe = http_recipe.replace(address, f"127.0.0.1:{ports[name]}")
    assert WHERE_IT_KEEPS in http_recipe
    (folder / "http.conf").write_text(
        http_recipe.replace(WHERE_IT_KEEPS, str(folder / "kept")), encoding="utf-8"
    )
    server_recipe = (RECIPE / "server.conf").read_text(encoding="utf-8")
    assert WHERE_THE_RECIPE_IS in server_recipe
    (folder / "server.conf").write_text(
        server_recipe.replace(WHERE_THE_RECIPE_IS, str(RECIPE)), encoding="utf-8"
    )
    port, owner = free_port(), {"user": getpass.getuser(), "group": grp.getgrgid(os.getgid()).gr_name}
    nginx_conf = FRAME.format(folder=folder, port=port, name=PUBLIC, **owner)
    (folder / "nginx.conf").write_text(nginx_conf, encoding="utf-8")
    command = [program, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    log = folder / "nginx.log"
    with log.open("wb") as output, running(command, environ=dict(os.environ), output=output) as process:

        def is_up() -> bool:
            assert process.poll() is None, log.read_text() + (folder / "error.log").read_text()
            return accepts(port)

        wait_for(is_up, "nginx does not answer")
        yield port
