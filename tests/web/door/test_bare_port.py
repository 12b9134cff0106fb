"""The bare port, as raw sockets see it: what is slow in coming, too large, or not taken, is ended."""

from __future__ import annotations

import json
import socket
import sqlite3
import struct
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

pytest.importorskip("starlette")

from bonduc.web.door.connections import Guard, GuardedHttp, PortLimits
from bonduc.web.server.serving import configuration
from bonduc.web.settings import Settings
from bonduc.web.visitors.forwarded import Trust
from tests.web.servers import Server, serve

pytestmark = pytest.mark.slow

PATIENCE = 60.0  # seconds; everything is ended long before
MEGABYTE = 1 << 20
MOST = 100 * MEGABYTE
SHORT = {"header_time": 0.5, "body_time": 0.5, "idle_time": 1, "stall_time": 1}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serve(folder, **SHORT) as running:
        yield running


def connect(server: Server) -> socket.socket:
    host, port = server.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), PATIENCE)


def head(server: Server, line: str, *headers: str) -> bytes:
    host = server.address.removeprefix("http://")
    return "\r\n".join([line, f"Host: {host}", *headers, "", ""]).encode()


def rest(connection: socket.socket) -> bytes:
    """All that the server says until it ends the connection."""
    found = b""
    try:
        while data := connection.recv(65536):
            found += data
    except ConnectionError:
        pass
    return found


def flood(connection: socket.socket, data: bytes) -> int:
    """Send it again and again until the server ends the connection, or MOST is sent; how many bytes were sent."""
    sent = 0
    try:
        while sent < MOST:
            connection.sendall(data)
            sent += len(data)
    except ConnectionError:
        pass
    return sent


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def still_serves(server: Server) -> bool:
    with urlopen(f"{server.address}/api/session", timeout=PATIENCE) as answer:
        return bool(answer.status == 200)


JSON = "Content-Type: application/json"


def test_a_head_that_never_ends_is_refused_early(server: Server) -> None:
    """100 MiB would be sent; long before that nobody listens."""
    with connect(server) as connection:
        connection.sendall(head(server, "GET / HTTP/1.1")[:-2] + b"X: ")
        assert flood(connection, b"x" * MEGABYTE) < MOST
    assert still_serves(server)


@pytest.mark.parametrize(
    "headers",
    [["X: " + "x" * 40_000], [f"X-{n}: x" for n in range(150)], [f"X-{n}: {'x' * 500}" for n in range(90)]],
    ids=["long", "many", "together"],
)
def test_a_head_that_is_too_large_is_told_so(server: Server, headers: list[str]) -> None:
    with connect(server) as connection:
        connection.sendall(head(server, "GET /api/session HTTP/1.1", *headers))
        answer = rest(connection)
    assert status(answer) == 431
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["status"] == 431


def test_a_usual_head_is_not(server: Server) -> None:
    with connect(server) as connection:
        connection.sendall(head(server, "GET /api/session HTTP/1.1", "Cookie: " + "x" * 8000, "Connection: close"))
        assert status(rest(connection)) == 200


@pytest.mark.parametrize("upgrade", [b"", b"Upgrade: websocket\r\nConnection: Upgrade\r\n"], ids=["http", "websocket"])
def test_a_head_that_is_slow_is_ended(server: Server, upgrade: bytes) -> None:
    with connect(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n" + upgrade)
        assert status(rest(connection)) == 408


def test_a_socket_on_which_nothing_comes_is_closed(server: Server) -> None:
    with connect(server) as connection:
        assert rest(connection) == b""


@pytest.mark.parametrize("length", ["Content-Length: 1000", "Transfer-Encoding: chunked"])
def test_a_body_that_is_slow_is_ended(server: Server, length: str) -> None:
    with connect(server) as connection:
        connection.sendall(head(server, "POST /api/position HTTP/1.1", JSON, length) + b"5\r\n{")
        assert status(rest(connection)) == 408


def test_a_body_after_its_refusal_is_ended_as_well(server: Server) -> None:
    """The refusal comes at once; what is sent after it is not read for ever."""
    with connect(server) as connection:
        connection.sendall(head(server, "POST /api/position HTTP/1.1", JSON, f"Content-Length: {1 << 40}"))
        assert flood(connection, b" " * MEGABYTE) < MOST


def test_chunks_without_end_are_ended(server: Server) -> None:
    with connect(server) as connection:
        connection.sendall(head(server, "POST /api/position HTTP/1.1", JSON, "Transfer-Encoding: chunked"))
        assert flood(connection, b"1\r\n \r\n" * 100_000) < MOST


def test_trailers_without_end_are_ended(server: Server) -> None:
    with connect(server) as connection:
        connection.sendall(
            head(server, "POST /api/position HTTP/1.1", JSON, "Transfer-Encoding: chunked") + b"0\r\nX: "
        )
        assert flood(connection, b"x" * MEGABYTE) < MOST


def test_a_connection_kept_alive_is_not_kept_for_ever(server: Server) -> None:
    with connect(server) as connection:
        connection.sendall(head(server, "GET /api/session HTTP/1.1"))
        assert status(rest(connection)) == 200
    with connect(server) as connection:
        connection.sendall(head(server, "GET /api/session HTTP/1.1"))
        connection.recv(65536)
        connection.sendall(b"\r\n")  # neither a request nor nothing
        rest(connection)


def test_requests_in_a_row_without_end_are_ended(server: Server) -> None:
    with connect(server) as connection:
        assert flood(connection, head(server, "GET /api/openapi.json HTTP/1.1") * 1000) < MOST
    assert still_serves(server)


def test_who_does_not_read_holds_no_export(server: Server, folder: Path) -> None:
    """An address has one export: whoever begins one and does not take it makes room soon."""
    with closing(sqlite3.connect(folder / "bonduc.sqlite3")) as database, database:
        row = "INSERT INTO finished_rounds VALUES (?, 1, 'kiothi', 1, '1-0', 0, ?)"
        database.executemany(row, [(f"x{number}", "x" * 10_000) for number in range(2000)])
    with connect(server) as connection:
        connection.sendall(head(server, "GET /api/export HTTP/1.1"))
        connection.recv(1)
        assert export(server) == 503
        deadline = time.monotonic() + PATIENCE
        while export(server) != 200:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def export(server: Server) -> int:
    """What an export of nothing answers."""
    with connect(server) as connection:
        connection.sendall(
            head(server, "GET /api/export?until=1970-01-01&game=rio-kadalis HTTP/1.1", "Connection: close")
        )
        return status(rest(connection))


def test_requests_in_a_row_are_answered_in_order(server: Server) -> None:
    body = b'{"game":"kiothi"}'
    post = head(server, "POST /api/position HTTP/1.1", JSON, f"Content-Length: {len(body)}") + body
    last = head(server, "GET /api/games HTTP/1.1", "Connection: close")
    with connect(server) as connection:
        connection.sendall(post + head(server, "GET /no HTTP/1.1") + last)
        answer = rest(connection)
    statuses = [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [200, 404, 200]


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    with serve(tmp_path, connections=3) as few:
        kept = [connect(few) for _ in range(3)]
        with connect(few) as refused:
            answer = rest(refused)
        assert status(answer) == 503
        assert b"retry-after: " in answer
        for connection in kept:
            connection.close()
        assert still_serves(few)


# What is broken off or malformed


def frame(opcode: int, data: bytes = b"", flags: int = 0x80, mask: int = 0x80) -> bytes:
    length = bytes([len(data) | mask]) if len(data) < 126 else bytes([126 | mask]) + struct.pack("!H", len(data))
    return bytes([flags | opcode]) + length + (b"\0\0\0\0" if mask else b"") + data


MALFORMED = {
    "no UTF-8": frame(1, b"\xff\xfe"),
    "not masked": frame(1, b"x", mask=0),
    "no opcode": frame(3, b"x"),
    "reserved bits": frame(1, b"x", flags=0xC0),
    "long ping": frame(9, b"x" * 200),
    "ping in pieces": frame(9, b"x", flags=0),
    "nothing to continue": frame(0, b"x"),
    "short close": frame(8, b"\0"),
    "strange close": frame(8, struct.pack("!H", 999)),
    "strange reason": frame(8, struct.pack("!H", 1000) + b"\xff"),
    "bytes": frame(2, b"x"),
    "pieces of two": frame(1, b"a", flags=0) + frame(1, b"b"),
    "pieces without UTF-8": frame(1, b"\xd9", flags=0) + frame(0, b"x"),
    "no JSON": frame(1, b"["),
    "deep": frame(1, b"[" * 50_000),
}
KEY = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: " + "A" * 22 + "==",
)
BROKEN = [
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"NONSENSE\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET http://[::1/ HTTP/1.1\r\nHost: a\r\n\r\n",
    b"CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /?\xff HTTP/1.1\r\nHost: localhost\r\nCookie: \xff\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]


def test_nothing_malformed_or_broken_off_leaves_a_traceback(server: Server, folder: Path) -> None:
    origin = f"Origin: {server.address}"
    for path in ("/ws/analysis", "/ws/live/x"):
        for sent in [*MALFORMED.values(), frame(1, b"x" * 100)[:20]]:
            with connect(server) as connection:
                connection.sendall(head(server, f"GET {path} HTTP/1.1", origin, *KEY))
                assert status(connection.recv(65536)) == 101
                connection.sendall(sent)
                if sent in MALFORMED.values():
                    connection.recv(65536)
    for length, body in (("Content-Length: 1000", b"{"), ("Transfer-Encoding: chunked", b"5\r\n{")):
        for path in ("/api/position", "/api/live", "/api/record", "/api/review"):
            with connect(server) as connection:
                connection.sendall(head(server, f"POST {path} HTTP/1.1", JSON, length) + body)
                connection.shutdown(socket.SHUT_WR)
                rest(connection)
    for junk in BROKEN:
        with connect(server) as connection:
            connection.sendall(junk)
            connection.shutdown(socket.SHUT_WR)
            rest(connection)
    with connect(server) as connection:  # an answer that nobody waits for
        connection.sendall(head(server, "GET /api/export HTTP/1.1"))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert still_serves(server)
    log = next(folder.glob("server-*.log")).read_text()
    assert "Traceback" not in log
    assert "ERROR" not in log


# What is kept of connections


class Transport:
    """What waits to be sent."""

    def __init__(self) -> None:
        self.size = 0
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        """How much."""
        return self.size

    def abort(self) -> None:
        """Give up."""
        self.aborted = True


class Connection:
    """A WebSocket, as far as the guard looks."""

    def __init__(self) -> None:
        self.transport = Transport()


LIMITS = PortLimits(10, 10, 10, 10, 1000, 1000, 2, 3)


def test_only_who_takes_nothing_stalls() -> None:
    guard, connection = Guard(LIMITS, Trust(), 64), Connection()
    for now, size, aborted in ((0, 100, 0), (9, 100, 0), (10, 90, 0), (19, 95, 0), (20, 95, 0), (21, 95, 1)):
        connection.transport.size = size
        guard.look([connection], now)
        assert connection.transport.aborted == bool(aborted), now
    other = Connection()
    for now in range(100):
        other.transport.size = now % 2
        guard.look([other], now)
    assert not other.transport.aborted


def test_connections_are_counted_by_network_and_not_of_proxies() -> None:
    guard = Guard(LIMITS, Trust(networks=("10.0.0.0/8",)), 64)
    entered = [guard.enter(n, (f"2001:db8::{n:x}", 1)) for n in range(3)]
    assert entered == [True, True, False]
    guard.leave(0)
    assert guard.enter("proxy 1", ("10.0.0.1", 1))
    assert guard.enter("proxy 2", ("10.0.0.1", 1))
    assert not guard.enter("proxy 3", ("10.0.0.1", 1)), "there is an end to all"


def test_the_site_is_served_by_guarded_connections(tmp_path: Path) -> None:
    given = configuration(Settings(folder=tmp_path, secret="a secret for tests", engines=1))
    given.load()
    assert given.http_protocol_class is GuardedHttp
