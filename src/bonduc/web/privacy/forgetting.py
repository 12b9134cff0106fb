"""Forgets a visitor, and what is too old to be kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bonduc.errors import BonducError
from bonduc.players import Player
from bonduc.web.db import erasing
from bonduc.web.live.game.decisions import Draft
from bonduc.web.live.game.events import Kind
from bonduc.web.live.game.live_game import LiveGame
from bonduc.web.live.game.terms import alias
from bonduc.web.live.service.games import LiveGames
from bonduc.web.running.now import now

DAY = 24 * 3600 * 1000  # milliseconds
AT_ONCE = 200  # games
TRIES = 3


@dataclass(frozen=True)
class Forgotten:
    """What became of a visitor: games deleted, games that go on without their name, puzzles whose results are gone."""

    games_deleted: int
    games_left: int
    puzzles: int


async def forget(live: LiveGames, visitor: str) -> Forgotten:
    """Delete what is known of a visitor.

    Games that nobody else plays in are deleted, with what was published of them. In games with others the visitor gives
    up, and the seat says no longer whose it was. Afterwards the visitor is nobody: another cookie is another visitor.
    """
    deleted = left = 0
    for _ in range(TRIES):  # games may be made meanwhile, in another tab
        games = await live.database.read(erasing.games_of, visitor)
        for code in games.shared:
            await _leave(live, code, visitor)
        deleted += await delete_games(live, games.alone)
        left += len(games.shared)
        if not games.alone and not games.shared:
            break
    puzzles = await live.database.write(erasing.delete_results, visitor)
    return Forgotten(deleted, left, puzzles)


async def delete_games(live: LiveGames, codes: Sequence[str]) -> int:
    """Delete games, here and in what other processes remember; how many there were."""
    aliases = [alias(live.secret, code) for code in codes]
    count = await live.database.write(erasing.delete_games, codes, aliases)
    for code in codes:
        live.drop(code)
    return count


async def forget_outdated(live: LiveGames, keep_days: int) -> int:
    """Delete the games, and results of puzzles, that have not changed for so many days; how many games there were."""
    before, count = now() - keep_days * DAY, 0
    while codes := await live.database.read(erasing.outdated, before, AT_ONCE):
        await live.database.write(erasing.delete_games, codes, [])  # what was published says nothing of anybody
        for code in codes:
            live.drop(code)
        count += len(codes)
    await live.database.write(erasing.delete_outdated_results, before)
    return count


async def _leave(live: LiveGames, code: str, visitor: str) -> None:
    try:
        await live.changes.change(code, lambda game: _give_up(game, visitor))
        await live.changes.change(code, lambda game: _empty_seats(game, visitor))
    except BonducError:  # deleted meanwhile, or the rules have changed since, so that the game cannot be played through
        await live.database.write(erasing.empty_seats, code, visitor)
    if await live.database.read(erasing.is_deserted, code):
        await delete_games(live, [code])


def _give_up(game: LiveGame, visitor: str) -> list[Draft]:
    if game.status != "playing":
        return []
    return [Draft(Kind.RESIGN, player, {"round": game.match.number}) for player in game.players_of(visitor)[:1]]


def _empty_seats(game: LiveGame, visitor: str) -> list[Draft]:
    """The seats are emptied; a match that had rounds to come is over."""
    players = game.players_of(visitor)
    over = [Draft(Kind.CALL_OFF, None, {"round": game.match.number})] if game.status == "between" else []
    return [*(over if players else []), *(Draft(Kind.FORGET, Player(player)) for player in players)]
