"""One visitor who means ill, and the others' moves meanwhile.

    python benchmarks/attack.py [--search 600] [--seconds 60] [--games 40]

First the worst boards are looked for (`worst_boards.py`). Then a server of its own, limits as they are, is asked by
somebody with 8 addresses and 24 WebSockets for all that the site offers on those boards: positions, moves, explorer,
lines, analyses, reviews, permalinks, pictures as large as they come, records and lines as long as they may be, names
and messages of any length, all at once and without a pause. Beside that pairs of other visitors play on addresses of
their own; how long their moves take to be acknowledged is printed for a time of peace and for the attack. At the end
the server is killed and begun again: it must answer at once, hold every acknowledged move, and open the heavy games.

Only addresses of this machine (127.0.0.0/8) are used, and everything ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from load import Figures, Pair, Schedule, Visitor, count_lost, play_pair
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin
from worst_boards import Board, worst_boards

import bonduc
from bonduc.games.registry import GAMES

PATIENCE = 60.0  # seconds that anything may take
ADDRESSES = 8
SOCKETS = 24
AT_ONCE = 4  # requests of each address at the same time
LONG_LINE = 2000  # moves of a line,
MOST_MOVES = 4000  # of a record, and
MOST_OF_ADDRESS = 400  # of an address, about as many as are taken
LONGEST_TEXT = 199_000  # characters of a record


class Guest(Visitor):
    """A visitor who comes from an address of its own."""

    def __init__(self, address: str, source: str) -> None:
        self.source: str = source
        super().__init__(address)

    def fetch(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        connection = HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE, source_address=(self.source, 0))
        headers = {"content-type": "application/json", "accept-encoding": "gzip"}
        if self.cookie:
            headers |= {"cookie": self.cookie, "x-csrf-token": self.csrf}
        try:
            connection.request(method, path, body, headers)
            with connection.getresponse() as answer:
                given = answer.getheader("set-cookie")
                self.cookie = given.partition(";")[0] if given else self.cookie
                return answer.status, answer.read()
        finally:
            connection.close()

    def ask(self, path: str, value: dict[str, Any] | None = None) -> Any:
        body = None if value is None else json.dumps(value).encode()
        status, answer = self.fetch("GET" if body is None else "POST", path, body)
        if status >= 400:
            raise SystemExit(f"{path} of somebody who means well was answered by {status}: {answer[:200]!r}")
        return json.loads(readable(answer))


@dataclass
class Answers:
    """What the attacker was told."""

    statuses: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    games: list[str] = field(default_factory=list)

    def report(self) -> None:
        """Print how often each answer came, and how often each kind of request was answered as asked."""
        for told, counts in (("the attacker was answered", self.statuses), ("as asked, by kind", self.reached)):
            print(f"{told}: {', '.join(f'{name} {times:,}' for name, times in sorted(counts.items()))}")


@dataclass
class Asked:
    """A request: what it is to load, and how it is sent."""

    kind: str
    method: str
    path: str
    body: Any = None

    @property
    def given(self) -> bytes | None:
        """The body as it is sent."""
        return None if self.body is None else json.dumps(self.body).encode()


class Lines:
    """Legal moves of a round of each game, and a record of as many rounds as the site reads."""

    def __init__(self, chance: random.Random) -> None:
        self.moves: dict[str, list[str]] = {}
        self.records: dict[str, str] = {}
        for name in GAMES:
            played = bonduc.Round(bonduc.game(name))
            while played.outcome is None and len(played.moves) < LONG_LINE:
                played.play(chance.choice(played.legal_moves))
            self.moves[name] = [str(move) for move in played.moves]
            text = played.record().write()
            rounds = min(LONGEST_TEXT // (len(text) + 1), MOST_MOVES // len(played.moves))
            self.records[name] = "\n".join([text] * rounds)


def asked_of(
    boards: Sequence[Board], lines: Lines, chance: random.Random, thought: float = 10.0
) -> Iterator[list[Asked]]:
    """Requests without end, of each kind the worst."""
    while True:
        board = chance.choice(boards)
        move = chance.choice("ABCDEFabcdef")
        place = {"game": board.game, "options": board.options}
        options = " ".join(f"{name}={str(value).lower()}" for name, value in board.options.items()) or "-"
        shown = {"game": board.game, "options": options, "position": board.position}
        record = f'[Game "{board.game}"]\n[Options "{options}"]\n[Position "{board.position}"]\n\n'
        usual = {"game": board.game, "moves": lines.moves[board.game]}
        rows, south, north, mover, _ = board.position.split()
        seeds = [int(each) for each in rows.replace("/", ",").split(",")]
        setup = {**place, "holes": seeds, "stores": [int(south), int(north)], "mover": mover}
        wide = shown | {"width": str(chance.randrange(2000, 2401)), "flip": chance.choice(("true", "false"))}
        moves = " ".join(lines.moves[board.game][:MOST_OF_ADDRESS])
        deep = {**place, "start": board.position, "seconds": thought, "lines": 5}
        yield [
            Asked("position", "POST", "/api/position", {**place, "position": board.position}),
            Asked("move", "POST", "/api/move", {**place, "position": board.position, "move": move}),
            Asked("explorer", "POST", "/api/explorer", {**place, "position": board.position}),
            Asked("setup", "POST", "/api/setup", setup),
            Asked("line", "POST", "/api/line", {**place, "start": board.position, "moves": [move]}),
            Asked("long line", "POST", "/api/line", usual),
            Asked("long replay", "POST", "/api/replay", usual),
            Asked("analysis", "POST", "/api/analyse", deep),
            Asked("review", "POST", "/api/review", {**usual, "moves": usual["moves"][:20], "seconds": 0.1}),
            Asked("record", "POST", "/api/record", {"text": record + f"1. {move} *\n"}),
            Asked("long record", "POST", "/api/record", {"text": lines.records[board.game]}),
            Asked("nested record", "POST", "/api/record", {"text": record + "(" * (LONGEST_TEXT - len(record))}),
            Asked("permalink", "GET", f"/analysis/{board.game}?" + urlencode({**shown, "moves": move})),
            Asked("long permalink", "GET", f"/analysis/{board.game}?" + urlencode({"moves": moves})),
            Asked("large picture", "GET", "/api/picture.png?" + urlencode(wide)),
            Asked("drawing", "GET", "/api/picture.svg?" + urlencode(shown)),
            Asked("rules", "GET", f"/learn/{board.game}"),
            Asked("new game", "POST", "/api/live", {**place, "opponent": "same-screen", "name": "\u0634\u200f" * 15}),
            Asked("computer", "POST", "/api/live", {**place, "opponent": "computer", "level": 8, "side": "N"}),
            Asked("long address", "GET", "/" + quote("ش" * 2000)),
        ]


def check_kinds(address: str, boards: Sequence[Board], lines: Lines, thought: float) -> bool:
    """Ask once for each kind, and print how long it took; whether all of them reached what they are to load.

    400 is what an illegal move is answered by, once the rules have looked at it.
    """
    guest = Guest(address, "127.0.3.1")
    good = True
    for asked in next(asked_of(boards, lines, random.Random(2), thought)):
        for _ in range(60):
            began = time.perf_counter()
            status, _body = guest.fetch(asked.method, asked.path, asked.given)
            if status not in (429, 503):
                break
            time.sleep(1)
        print(f"  {asked.kind}: {status} after {(time.perf_counter() - began) * 1000:.0f} ms", flush=True)
        good = good and status in ((414,) if asked.kind == "long address" else (200, 201, 400))
    return good


async def attack(address: str, boards: Sequence[Board], lines: Lines, until: asyncio.Event) -> Answers:
    """Ask for the worst from all sides until the time is up."""
    answers, chance = Answers(), random.Random(1)
    sources = [f"127.0.0.{number}" for number in range(11, 11 + ADDRESSES)]
    guests = [await asyncio.to_thread(Guest, address, source) for source in sources]

    async def ask(guest: Guest) -> None:
        for asked in chain.from_iterable(asked_of(boards, lines, random.Random(chance.random()))):
            if until.is_set():
                return
            try:
                status, _ = await asyncio.to_thread(guest.fetch, asked.method, asked.path, asked.given)
                answers.statuses[str(status)] += 1
                answers.reached[asked.kind] += status in (200, 201)
            except (OSError, HTTPException) as error:
                answers.statuses[type(error).__name__] += 1
                await asyncio.sleep(0.1)

    async def play(guest: Guest) -> None:
        while not until.is_set():
            with suppress(OSError, HTTPException, KeyError, ValueError):
                await play_alone(guest, chance.choice(boards), answers, until)
            await asyncio.sleep(0.2)

    async def talk(guest: Guest, number: int) -> None:
        while not until.is_set():
            with suppress(OSError, WebSocketException, TimeoutError):
                await converse(guest, boards, chance, until, answers, number)
            await asyncio.sleep(0.2)

    asking = [ask(guest) for guest in guests for _ in range(AT_ONCE)]
    talking = [talk(guests[number % ADDRESSES], number) for number in range(SOCKETS)]
    await asyncio.gather(*asking, *talking, *(play(guest) for guest in guests))
    return answers


async def play_alone(guest: Guest, board: Board, answers: Answers, until: asyncio.Event) -> None:
    """Play a game of the rules of a board at the same screen, as fast as moves are taken."""
    creation = {"game": board.game, "options": board.options, "opponent": "same-screen"}
    status, made = await asyncio.to_thread(guest.fetch, "POST", "/api/live", json.dumps(creation).encode())
    answers.statuses[f"live {status}"] += 1
    code = json.loads(readable(made))["code"]
    answers.games.append(code)
    while not until.is_set():
        state = json.loads(readable((await asyncio.to_thread(guest.fetch, "GET", f"/api/live/{code}"))[1]))
        if state["round"]["position"]["outcome"] is not None:
            return
        move = random.choice(state["round"]["position"]["moves"])["move"]
        act = {"type": "move", "round": 1, "ply": state["round"]["ply"], "move": move}
        status, _ = await asyncio.to_thread(guest.fetch, "POST", f"/api/live/{code}/act", json.dumps(act).encode())
        answers.statuses[f"act {status}"] += 1


def readable(answer: bytes) -> bytes:
    """An answer unpacked."""
    return gzip.decompress(answer) if answer[:2] == b"\x1f\x8b" else answer


async def converse(
    guest: Guest, boards: Sequence[Board], chance: random.Random, until: asyncio.Event, answers: Answers, number: int
) -> None:
    """Have positions thought about over a WebSocket, faster than anybody could look at them."""
    address = guest.address.replace("http", "ws", 1) + "/ws/analysis"
    origin, headers = Origin(guest.address), {"cookie": guest.cookie}
    local = (guest.source, 0)
    async with connect(address, origin=origin, additional_headers=headers, local_addr=local) as socket:
        reading = asyncio.create_task(read_all(socket, answers))
        try:
            while not until.is_set():
                board = chance.choice(boards)
                place = {"game": board.game, "options": board.options, "start": board.position, "lines": 5}
                await socket.send(json.dumps({"type": "think", "id": number, **place, "moves": ["A"] * (number % 3)}))
                await asyncio.sleep(chance.random() / 4)
        finally:
            reading.cancel()


async def read_all(socket: Any, answers: Answers) -> None:
    """Count what is said."""
    with suppress(WebSocketException):
        async for message in socket:
            answers.statuses[f"socket {json.loads(message)['type']}"] += 1


async def measure(
    address: str, boards: Sequence[Board], lines: Lines, games: int, seconds: float, pace: float
) -> tuple[list[Pair], list[str], int]:
    """Let pairs play in peace, then under attack, and print how long their moves took.

    The pairs, the attacker's games, and how many moves of the pairs were refused.
    """
    names = sorted({board.game for board in boards})
    pairs = []
    for number in range(games):
        south = await asyncio.to_thread(Guest, address, f"127.0.1.{1 + number}")
        north = await asyncio.to_thread(Guest, address, f"127.0.2.{1 + number}")
        pairs.append(Pair(address, names[number % len(names)], south, north))
    peaceful = await play_all(pairs, seconds, pace)
    report("in peace", peaceful)
    until = asyncio.Event()
    attacking = asyncio.create_task(attack(address, boards, lines, until))
    attacked = await play_all(pairs, seconds, pace)
    until.set()
    answers = await attacking
    report("under attack", attacked)
    answers.report()
    return pairs, answers.games, peaceful.refused + attacked.refused


async def play_all(pairs: Sequence[Pair], seconds: float, pace: float) -> Figures:
    """What is measured while all pairs play for so many seconds."""
    figures, schedule = Figures(), Schedule(len(pairs), seconds, pace)
    await asyncio.gather(*(play_pair(pair, schedule, figures) for pair in pairs))
    return figures


def report(when: str, figures: Figures) -> None:
    """Print how long moves took to be acknowledged."""
    ordered = sorted(figures.acknowledged)
    times = ", ".join(f"p{part} {ordered[len(ordered) * part // 100] * 1000:.1f}" for part in (50, 95, 99))
    print(
        f"{when}: {len(ordered)} moves acknowledged after, ms: {times}, longest {ordered[-1] * 1000:.1f};"
        f" refused: {figures.refused}",
        flush=True,
    )


@contextmanager
def server(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server with a database in a folder and limits as they are; its address and process."""
    settings = {"PORT": "0", "FOLDER": str(folder), "SECRET": "only for measuring", "LOG_LEVEL": "error"}
    environment = os.environ | {f"BONDUC_WEB_{name}": value for name, value in settings.items()}
    process = subprocess.Popen(
        [sys.executable, "-m", "bonduc", "serve"], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        if found is None:
            raise SystemExit("the server did not start")
        yield found[0].rstrip("/"), process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def wait_until_ready(address: str) -> float:
    """Wait until all parts of a server are there; the seconds that took."""
    began = time.monotonic()
    while time.monotonic() - began < 300:
        connection = HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        with suppress(OSError), closing(connection):
            connection.request("GET", "/readyz")
            with connection.getresponse() as answer:
                if answer.status == 200:
                    return time.monotonic() - began
        time.sleep(0.1)
    raise SystemExit("the server is not ready after five minutes")


def check_healed(folder: Path, pairs: Sequence[Pair], heavy: Sequence[str]) -> bool:
    """Begin a killed server again, and see whether everything is there."""
    with server(folder) as (address, _):
        print(f"killed and begun again: ready after {wait_until_ready(address):.1f} s")
        for pair in pairs:
            for visitor in (pair.south, pair.north):
                visitor.address = address
        lost = count_lost(pairs)
        visitor = pairs[0].south
        assert isinstance(visitor, Guest)
        pages = Counter(visitor.fetch("GET", f"/play/{code}")[0] for code in (*pairs[0].acknowledged, *heavy[:50]))
        print(f"games that differ from what was acknowledged: {lost}; pages of games: {dict(pages)}")
        return lost == 0 and set(pages) == {200}


def main(given: Sequence[str] | None = None) -> int:
    """Attack; 1 if a move was refused or lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--search", type=float, default=600.0, help="seconds in which bad boards are looked for")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long the attack lasts")
    parser.add_argument("--games", type=int, default=40, help="games of other visitors meanwhile")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between the moves of a game")
    asked = parser.parse_args(given)
    boards = worst_boards(asked.search)
    print(f"{len(boards)} boards, of up to {boards[0].laps:,} laps and more", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        with server(Path(folder)) as (address, _):
            wait_until_ready(address)
            lines = Lines(random.Random(1))
            reached = check_kinds(address, boards, lines, min(10.0, asked.seconds))
            pairs, heavy, refused = asyncio.run(measure(address, boards, lines, asked.games, asked.seconds, asked.pace))
        return int(not check_healed(Path(folder), pairs, heavy) or refused > 0 or not reached)


if __name__ == "__main__":
    sys.exit(main())
