"""Real server processes: several that serve the same games, and what is left after kill -9."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from tests.web.servers import Browser, Server, serve


def friends(first: Server, second: Server, **creation: Any) -> tuple[Browser, Browser, str]:
    """Two visitors at two servers, and the game that one has made and the other joined."""
    ann, ben = Browser(first.address), Browser(second.address)
    made = ann.post("/api/live", {"game": "rio-kadalis", "opponent": "friend", "side": "S", **creation})
    secret = made["invitation"].partition("#")[2]
    state = ben.post(f"/api/live/{made['code']}/join", {"invitation": secret, "name": "Ben"})
    assert state["you"] == ["N"]
    return ann, ben, made["code"]


def test_two_processes_serve_one_game_by_postgresql_and_survive_kill_9(empty_postgresql: str, tmp_path: Path) -> None:
    with serve(tmp_path, database=empty_postgresql) as first:
        with serve(tmp_path, database=empty_postgresql) as second:
            ann, ben, code = friends(first, second)
            with ann.watch(code) as south, ben.watch(code) as north:
                south.until(lambda state: state["status"] == "playing")
                played = []
                for _ in range(3):
                    played.append(south.move())
                    north.until(lambda state: state["round"]["ply"] == len(played))
                    assert [sowing["move"] for sowing in north.last["sowings"]] == played[-1:]
                    played.append(north.move())
                    south.until(lambda state: state["round"]["ply"] == len(played))
                played.append(south.move())
                first.kill()
                north.until(lambda state: state["round"]["ply"] == len(played))
                played.append(north.move())
            second.kill()
        with serve(tmp_path, database=empty_postgresql) as third:
            state = ann.at(third.address).get(f"/api/live/{code}")
            assert state["round"]["moves"] == played
            with ann.at(third.address).watch(code, version=state["version"] - 1) as south:
                assert [sowing["move"] for sowing in south.last["sowings"]] == played[-1:]
                south.move()


def test_processes_on_one_port_and_one_sqlite_file_survive_kill_9(tmp_path: Path) -> None:
    with serve(tmp_path, "--processes", "2") as server:
        ann, ben, code = friends(server, server)
        computer = ann.post("/api/live", {"game": "kiothi", "opponent": "computer", "level": 1, "side": "S"})["code"]
        with ann.watch(code) as south, ben.watch(code) as north, ann.watch(computer) as alone:
            alone.move("EF>J10")
            played = []
            for _ in range(4):
                played.append(south.move())
                north.until(lambda state: state["round"]["ply"] == len(played))
                played.append(north.move())
                south.until(lambda state: state["round"]["ply"] == len(played))
            alone.until(lambda state: state["round"]["ply"] == 2)
            answer = alone.state["round"]["moves"][1]
            alone.move()
            server.kill()
    with serve(tmp_path) as server:
        ann = ann.at(server.address)
        assert ann.get(f"/api/live/{code}")["round"]["moves"] == played
        with ann.watch(computer) as alone:
            alone.until(lambda state: state["round"]["ply"] == 4)
            assert alone.state["round"]["moves"][:2] == ["EF>J10", answer]
