"""The host of the WebSockets: what it ends, whatever is done over one."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette")

from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from bonduc.web.analysis.socket import AnalysisConnection
from bonduc.web.app import SOCKETS
from bonduc.web.http.socket import NOT_READABLE, TOO_LARGE, Connection

ORIGIN = {"origin": "http://testserver"}


def test_all_sockets_have_one_host() -> None:
    for route in SOCKETS:
        assert isinstance(route, WebSocketRoute)
        served_by = getattr(route.endpoint, "__self__", object)
        assert issubclass(served_by, Connection), route.path


@pytest.mark.parametrize("path", ["/ws/analysis", "/ws/live/nothing"])
def test_what_is_too_large_ends_a_connection(client: TestClient, path: str) -> None:
    with client.websocket_connect(path, headers=ORIGIN) as socket:
        socket.send_text("x" * (AnalysisConnection.LARGEST + 1))
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert closed.value.code == TOO_LARGE
    assert client.app.state.sockets.taken == 0  # type: ignore[attr-defined]


def test_a_socket_of_texts_is_ended_by_bytes(client: TestClient) -> None:
    with client.websocket_connect("/ws/analysis", headers=ORIGIN) as socket:
        socket.send_bytes(b'{"type": "stop"}')
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert closed.value.code == NOT_READABLE
