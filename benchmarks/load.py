"""Many live games at once: how long the server takes to acknowledge moves, and whether anything is lost.

    python benchmarks/load.py --games 200 --seconds 30

It starts a server of its own on an empty SQLite database (or use `--url` and an idle server with BONDUC_WEB_RATE=0),
lets two players a game, each with a WebSocket, play a move a second, and keeps the engines busy with games against the
computer at the highest level. An acknowledgement is measured from sending a move to its `done`, which the server sends
when the move is on disk. At the end every game is read again: it must hold exactly the acknowledged moves.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

GAMES = ("rio-kadalis", "adji-kui-ii", "bao-la-kimasai", "kiothi")
PATIENCE = 60.0  # seconds that anything may take
AT_ONCE = 16  # games that are made at the same time


class Visitor:
    """A browser of its own: a cookie, and the proof that requests are meant. `source` is where it comes from."""

    source: str | None = None

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = self.csrf = ""
        self.csrf = self.ask("/api/session")["csrf"]

    def ask(self, path: str, value: dict[str, Any] | None = None) -> Any:
        """What a path answers, to a value where one is given."""
        body = None if value is None else json.dumps(value).encode()
        request = Request(self.address + path, body, {"content-type": "application/json"})
        if self.cookie:
            request.add_header("cookie", self.cookie)
            request.add_header("x-csrf-token", self.csrf)
        with urlopen(request, timeout=PATIENCE) as answer:
            given = answer.headers.get("set-cookie")
            self.cookie = given.partition(";")[0] if given else self.cookie
            return json.loads(answer.read())


@dataclass
class Figures:
    """What was measured."""

    acknowledged: list[float] = field(default_factory=list)  # seconds
    shown: list[float] = field(default_factory=list)  # seconds until the other player was told
    moves_by_computer: int = 0
    refused: int = 0


@dataclass
class Pair:
    """Two players and the games they play, with the moves that were acknowledged."""

    address: str
    game: str
    south: Visitor
    north: Visitor
    acknowledged: dict[str, list[str]] = field(default_factory=dict)

    def begin(self) -> str:
        """Make and join another game; its code."""
        made = self.south.ask("/api/live", {"game": self.game, "opponent": "friend", "side": "S"})
        secret = made["invitation"].partition("#")[2]
        self.north.ask(f"/api/live/{made['code']}/join", {"invitation": secret})
        self.acknowledged[made["code"]] = []
        return str(made["code"])


class Schedule:
    """When moves are made: every `pace` seconds in each game, for `seconds` from the moment all players are there."""

    def __init__(self, games: int, seconds: float, pace: float) -> None:
        self.seconds = seconds
        self.pace = pace
        self._missing = games
        self._begun = asyncio.Event()
        self._end = float("inf")

    async def all_there(self) -> None:
        """Wait for the others."""
        self._missing -= 1
        if self._missing == 0:
            self._end = time.perf_counter() + self.seconds
            self._begun.set()
        await self._begun.wait()

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return time.perf_counter() >= self._end


class Side:
    """One player's WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}

    async def next(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if message["type"] == "state":
                self.state = message["state"]
            if message["type"] in types:
                return message

    async def until_ply(self, ply: int) -> None:
        """Read until the state of this ply, or a later one, has come."""
        while not self.state or self.state["round"]["ply"] < ply:
            await self.next("state")

    async def send(self, message: dict[str, Any]) -> None:
        """Say something."""
        await self.socket.send(json.dumps(message))


def open_socket(visitor: Visitor, code: str) -> connect:
    """A connection of a visitor to a game."""
    address = visitor.address.replace("http", "ws", 1)
    return connect(
        f"{address}/ws/live/{code}",
        origin=Origin(visitor.address),
        additional_headers={"cookie": visitor.cookie},
        open_timeout=PATIENCE,
        compression=None,
        local_addr=None if visitor.source is None else (visitor.source, 0),
    )


async def play_pair(pair: Pair, schedule: Schedule, figures: Figures) -> None:
    """Play games until the time is up; the first one begins when all players are there."""
    while not schedule.over:
        code = await asyncio.to_thread(pair.begin)
        async with open_socket(pair.south, code) as south_socket, open_socket(pair.north, code) as north_socket:
            sides = Side(south_socket), Side(north_socket)
            for side in sides:
                await side.send({"type": "hello"})
                await side.next("state")
            await schedule.all_there()
            await play_game(pair.acknowledged[code], sides, schedule, figures)


async def play_game(acknowledged: list[str], sides: tuple[Side, Side], schedule: Schedule, figures: Figures) -> None:
    """Play one game to its end, or until the time is up."""
    ply = 0
    due = time.perf_counter() + random.random() * schedule.pace
    while not schedule.over:
        for side in sides:
            await side.until_ply(ply)
        position = sides[0].state["round"]["position"]
        if position["outcome"] is not None:
            return
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        due += schedule.pace
        mover, other = sides if position["mover"] == "S" else sides[::-1]
        move = random.choice(position["moves"])["move"]
        began = time.perf_counter()
        await mover.send({"type": "move", "round": 1, "ply": ply, "move": move})
        answer = await mover.next("done", "refused")
        figures.acknowledged.append(time.perf_counter() - began)
        if answer["type"] == "refused":
            figures.refused += 1
            return
        acknowledged.append(move)
        ply += 1
        await other.until_ply(ply)
        figures.shown.append(time.perf_counter() - began)


async def play_computer(visitor: Visitor, level: int, schedule: Schedule, figures: Figures) -> None:
    """Keep an engine busy: answer the computer at once, again and again."""
    while not schedule.over:
        creation = {"game": random.choice(GAMES[:2]), "opponent": "computer", "level": level, "side": "S"}
        code = (await asyncio.to_thread(visitor.ask, "/api/live", creation))["code"]
        async with open_socket(visitor, code) as socket:
            side = Side(socket)
            await side.send({"type": "hello"})
            while not schedule.over:
                await side.next("state")
                place = side.state["round"]
                figures.moves_by_computer += place["last"] is not None and place["last"]["player"] == "N"
                if side.state["status"] == "finished":
                    break
                if "move" in side.state["can"]:
                    move = random.choice(place["position"]["moves"])["move"]
                    await side.send({"type": "move", "round": 1, "ply": place["ply"], "move": move})


async def measure(address: str, games: int, seconds: float, pace: float, busy: int, level: int) -> bool:
    """Run the load, print the figures; whether nothing was lost."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def newcomer(game: str) -> Pair:
        async with slots:
            south = await asyncio.to_thread(Visitor, address)
            north = await asyncio.to_thread(Visitor, address)
            return Pair(address, game, south, north)

    pairs = await asyncio.gather(*(newcomer(GAMES[number % len(GAMES)]) for number in range(games)))
    loners = [await asyncio.to_thread(Visitor, address) for _ in range(busy)]
    figures, schedule = Figures(), Schedule(games, seconds, pace)
    engines = [asyncio.create_task(play_computer(loner, level, schedule, figures)) for loner in loners]
    await asyncio.gather(*(play_pair(pair, schedule, figures) for pair in pairs))
    for engine in engines:
        engine.cancel()
    await asyncio.gather(*engines, return_exceptions=True)
    lost = await asyncio.to_thread(count_lost, pairs)
    report(figures, games, seconds, lost)
    return lost == 0 and figures.refused == 0


def count_lost(pairs: Sequence[Pair]) -> int:
    """How many games do not hold exactly the acknowledged moves."""
    lost = 0
    for pair in pairs:
        for code, moves in pair.acknowledged.items():
            lost += pair.south.ask(f"/api/live/{code}")["round"]["moves"] != moves
    return lost


def report(figures: Figures, games: int, seconds: float, lost: int) -> None:
    """Print what was measured."""
    print(f"{games} games, {len(figures.acknowledged)} moves in {seconds:g} s ", end="")
    print(f"({len(figures.acknowledged) / seconds:.0f} a second); the engines made {figures.moves_by_computer} moves")
    for name, times in (("acknowledged", figures.acknowledged), ("shown to the opponent", figures.shown)):
        ordered = sorted(times) or [0.0]
        last = len(ordered) - 1
        parts = [f"p{part} {ordered[min(last, len(ordered) * part // 100)] * 1000:.1f}" for part in (50, 95, 99)]
        print(f"{name} after, ms: {', '.join(parts)}, longest {ordered[-1] * 1000:.1f}")
    print(f"refused: {figures.refused}; games that differ from what was acknowledged: {lost}")


@contextmanager
def server(folder: Path, arguments: Sequence[str]) -> Iterator[str]:
    """A server on a port and a database of its own; its address."""
    settings = {"RATE": "0", "PORT": "0", "FOLDER": str(folder), "SECRET": "only for measuring"}
    environment = os.environ | {f"BONDUC_WEB_{name}": value for name, value in settings.items()}
    command = [sys.executable, "-m", "bonduc", "serve", *arguments]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            raise SystemExit("the server did not start")
        yield found[0].rstrip("/")
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def main(given: Sequence[str] | None = None) -> int:
    """Measure; 1 if anything was lost or refused."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="live games between two people")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between the moves of a game")
    parser.add_argument("--busy", type=int, default=4, help="games against the computer beside them")
    parser.add_argument("--level", type=int, default=8, help="the level of that computer")
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--serve", default="", help="arguments of `bonduc serve`, as one text")
    asked = parser.parse_args(given)
    load = (asked.games, asked.seconds, asked.pace, asked.busy, asked.level)
    if asked.url:
        return int(not asyncio.run(measure(asked.url.rstrip("/"), *load)))
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), asked.serve.split()) as address:
        return int(not asyncio.run(measure(address, *load)))


if __name__ == "__main__":
    sys.exit(main())
