"""Real servers for tests: `bonduc serve` in processes of its own, and a PostgreSQL cluster under a temporary folder."""

from __future__ import annotations

import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("websockets")

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

STARTING = 60.0
ACCOUNT = "postgres"


class Server:
    """A running `bonduc serve`."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        """End it as an operator would."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


@contextmanager
def serve(folder: Path, *arguments: str, **settings: Any) -> Iterator[Server]:
    """A server with its data in a folder; settings are those of `Settings`."""
    given = {"secret": "a secret for tests", "rate": 0, "engines": 1, "folder": folder, "port": 0} | settings
    environment = os.environ | {f"BONDUC_WEB_{name.upper()}": str(value) for name, value in given.items()}
    log = (folder / f"server-{len(list(folder.glob('server-*')))}.log").open("w")
    process = subprocess.Popen(
        [sys.executable, "-m", "bonduc", "serve", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"no address in {line!r}: {Path(log.name).read_text()}"
        yield Server(process, found[0].rstrip("/"))
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        log.close()


def free_port() -> int:
    """A port nobody listens at, for now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL cluster that lives as long as the test; its URL.

    Its folder is not in that of pytest, which its account could not reach.
    """
    programs = _postgresql_programs()
    with TemporaryDirectory(prefix="bonduc-postgresql-", ignore_cleanup_errors=True) as folder:
        yield from _cluster(programs, Path(folder))


def _cluster(programs: Path, folder: Path) -> Iterator[str]:
    run = _as_somebody(folder)
    data, port = folder / "cluster", free_port()
    run([programs / "initdb", "-D", data, "-U", ACCOUNT, "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"])
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    run([programs / "pg_ctl", "-D", data, "-w", "-t", "60", "-o", options, "-l", folder / "cluster.log", "start"])
    try:
        yield f"postgresql://{ACCOUNT}@127.0.0.1:{port}/postgres"
    finally:
        run([programs / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop"])


def new_database(cluster: str) -> str:
    """A new, empty database of a PostgreSQL server; its URL."""
    import psycopg

    name = f"test_{os.urandom(6).hex()}"
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return cluster.rpartition("/")[0] + "/" + name


def _postgresql_programs() -> Path:
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not installed:
        pytest.skip("PostgreSQL (initdb) is not installed")
    return installed[-1].parent


def _as_somebody(folder: Path) -> Any:
    """A runner of programs that PostgreSQL lets run: it refuses to be run by root."""
    account: dict[str, Any] = {}
    if os.geteuid() == 0:
        try:
            entry = pwd.getpwnam(ACCOUNT)
        except KeyError:
            pytest.skip(f"PostgreSQL is not run by root, and there is no account {ACCOUNT}")
        account = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        os.chown(folder, entry.pw_uid, entry.pw_gid)

    def run(command: list[Any]) -> None:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            **account,
        )
        assert done.returncode == 0, done.stderr

    return run


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A Redis server that lives as long as the test; its URL."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    port = free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait()


class Browser:
    """A visitor of a server: keeps its cookie, sends the proof that requests come from our pages."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._cookie = ""
        self.csrf = ""
        self.csrf = str(self.get("/api/session")["csrf"])

    def at(self, address: str) -> Browser:
        """The same visitor at another server process."""
        other = copy(self)
        other.address = address
        return other

    def get(self, path: str) -> Any:
        """What a path answers."""
        return self._ask(Request(self.address + path))

    def post(self, path: str, value: Any) -> Any:
        """What a path answers to a value."""
        body = json.dumps(value).encode()
        return self._ask(Request(self.address + path, body, {"content-type": "application/json"}))

    def _ask(self, request: Request) -> Any:
        if self._cookie:
            request.add_header("cookie", self._cookie)
            request.add_header("x-csrf-token", self.csrf)
        with urlopen(request, timeout=60) as answer:
            given = answer.headers.get("set-cookie")
            if given:
                self._cookie = given.partition(";")[0]
            return json.loads(answer.read())

    @contextmanager
    def watch(self, code: str, version: int | None = None) -> Iterator[Watcher]:
        """A WebSocket to a live game."""
        address = self.address.replace("http", "ws", 1) + f"/ws/live/{code}"
        headers = {"cookie": self._cookie}
        origin = Origin(self.address)
        with connect(address, origin=origin, additional_headers=headers, open_timeout=60, close_timeout=5) as socket:
            watcher = Watcher(socket)
            watcher.send({"type": "hello", "version": version})
            watcher.next("state")
            yield watcher


class Watcher:
    """One side of a WebSocket; keeps the last state."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.last: dict[str, Any] = {}

    def send(self, message: dict[str, Any]) -> None:
        """Say something."""
        self.socket.send(json.dumps(message))

    def next(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types; others are noted and passed over."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=60))
            if message["type"] == "state":
                self.state, self.last = message["state"], message
            if message["type"] in types:
                return message

    def until(self, condition: Callable[[dict[str, Any]], bool]) -> None:
        """Read states until one is so."""
        while not condition(self.state):
            self.next("state")

    def move(self, text: str | None = None) -> str:
        """Play a move, the first legal one if none is given, and wait until it is acknowledged; its text."""
        place = self.state["round"]
        text = text or str(place["position"]["moves"][0]["move"])
        self.send({"type": "move", "id": 1, "round": place["number"], "ply": place["ply"], "move": text})
        answer = self.next("done", "refused")
        assert answer["type"] == "done", answer
        self.until(lambda state: state["version"] >= answer["version"])
        return text
