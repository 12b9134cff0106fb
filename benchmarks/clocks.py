"""What clocks charge a player whose board sows slowly and whose opponent answers at once.

    python benchmarks/clocks.py --moves 40

It starts a server of its own, opens the page of a game in a browser at each speed of sowing, and lets a program that
takes no time be the opponent. The player chooses a hole as soon as the board shows that it is their turn, so all that
they are charged is what the page needed beyond what the server allowed for it, and the way of the move. It needs
Playwright and a Chromium.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from load import Visitor, server
from playwright.sync_api import Browser, sync_playwright

GAMES = ("rio-kadalis", "adji-kui-ii", "bao-la-kimasai")
SPEEDS = ("slow", "normal", "fast", "instant")
CLOCK = {"initial": 3600, "increment": 0}
PATIENCE = 120_000  # milliseconds that a sowing may take
REMEMBER = "if (location.protocol === 'http:') localStorage.bonduc ||= %s;"
MAKE = """async (creation) => {
  const csrf = document.querySelector("meta[name=csrf]").content;
  const headers = { "content-type": "application/json", "x-csrf-token": csrf };
  return (await fetch("/api/live", { method: "POST", headers, body: JSON.stringify(creation) })).json();
}"""
MINE = "#table[data-turn=mine], #table[data-status=finished]"


@dataclass(frozen=True)
class Move:
    """A move of the player: what was allowed for the sowing before it, and what it was charged; milliseconds."""

    allowed: int
    charged: int


class Duel:
    """A game between a page, South, and a program, North."""

    def __init__(self, browser: Browser, address: str, game: str, speed: str) -> None:
        context = browser.new_context(base_url=address)
        context.add_init_script(REMEMBER % json.dumps(json.dumps({"speed": speed})))
        context.set_default_timeout(PATIENCE)
        self.page = context.new_page()
        self.page.goto("/")
        made = self.page.evaluate(MAKE, {"game": game, "opponent": "friend", "side": "S", "clock": CLOCK})
        self.address = f"/api/live/{made['code']}"
        self.north = Visitor(address)
        self.north.ask(f"{self.address}/join", {"invitation": made["invitation"].partition("#")[2]})
        self.page.goto(made["url"])

    def play(self, most: int, chance: random.Random) -> list[Move]:
        """Play to the end or for so many moves of the player; what each but the first was charged."""
        moves: list[Move] = []
        before: dict[str, Any] | None = None
        for _ in range(most + 1):
            self.page.wait_for_selector(MINE)
            holes = self.page.locator("#board .hole.can .hole-ring")
            if not holes.count():
                break
            ply = self.page.locator("#table").get_attribute("data-ply")
            holes.nth(chance.randrange(holes.count())).click()
            self.page.locator(f'#table:not([data-ply="{ply}"])').wait_for()
            after = self.north.ask(self.address)
            if before is not None:
                moves.append(Move(before["starts"], before["left"]["S"] - after["clock"]["left"]["S"]))
            if after["status"] != "playing":
                break
            before = self.answer(after, chance)["clock"]
        self.page.context.close()
        return moves

    def answer(self, state: dict[str, Any], chance: random.Random) -> dict[str, Any]:
        """Let the program move; the state after it."""
        place = state["round"]
        move = chance.choice(place["position"]["moves"])["move"]
        act = {"type": "move", "round": place["number"], "ply": place["ply"], "move": move}
        after: dict[str, Any] = self.north.ask(f"{self.address}/act", act)["state"]
        return after


def report(speed: str, moves: Sequence[Move]) -> None:
    """Print what was charged at a speed."""
    charged = sorted(move.charged for move in moves)
    allowed = [move.allowed for move in moves]
    shares = [charged[min(len(charged) - 1, len(charged) * part // 100)] for part in (50, 95)]
    print(
        f"{speed}: {len(moves)} moves, allowed {statistics.mean(allowed) / 1000:.1f} s on average and "
        f"{max(allowed) / 1000:.1f} at most; charged, ms: p50 {shares[0]}, p95 {shares[1]}, most {charged[-1]}"
    )


def main(given: Sequence[str] | None = None) -> int:
    """Measure every speed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--moves", type=int, default=40, help="moves of the player at each speed, in each game")
    parser.add_argument("--speeds", default=",".join(SPEEDS))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(given)
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise SystemExit("no Chromium on this machine")
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), []) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for speed in asked.speeds.split(","):
            chance = random.Random(asked.seed)
            duels = (Duel(browser, address, game, speed) for game in GAMES)
            report(speed, [move for duel in duels for move in duel.play(asked.moves, chance)])
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
