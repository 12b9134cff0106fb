"""Scene: what the board shows at one moment, at rest or in the middle of a sowing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bonduc.events import SowingEvent
from bonduc.games.kernels.state import Event
from bonduc.players import Player
from bonduc.position import Game, Position, Sowing


@dataclass(frozen=True)
class Scene:
    """Seeds by hole in board order, stores (south, north), whose turn it is, and what the last move touched.

    hand, lap    during a sowing: the seeds in hand, the number of the lap
    started      the holes the last move lifted from first (two in Kiothi's opening)
    at           the hole of its last seed, or of the seed that has just fallen
    taken        the holes whose seeds it captured and that are still empty
    choices      holes the mover may play from, to be pointed at; none while the computer thinks
    """

    game: Game
    holes: tuple[int, ...]
    stores: tuple[int, int]
    mover: Player | None
    hand: int = 0
    lap: int = 0
    marks: frozenset[int] = frozenset()
    owners: tuple[Player, ...] = ()
    closed: frozenset[int] = frozenset()
    started: frozenset[int] = frozenset()
    at: int | None = None
    taken: frozenset[int] = frozenset()
    choices: frozenset[int] = field(default=frozenset())

    @classmethod
    def of(cls, position: Position) -> Scene:
        """The position at rest, no last move shown."""
        return cls(
            game=position.game,
            holes=position.holes,
            stores=position.stores,
            mover=position.mover,
            hand=position.hand,
            marks=position.marks,
            owners=position.owners,
            closed=position.closed,
        )

    def after(self, event: SowingEvent) -> Scene:
        """The scene once the event has happened."""
        hole, seeds = event.hole, event.seeds
        if event.event == Event.SHARE and event.player is not None:
            return replace(self._stored(event.player, seeds), holes=(0,) * len(self.holes))
        if hole is None:
            return self
        if event.event == Event.LIFT:
            first = event.lap <= 1 or not self.started or self.hand > 0
            scene = self._with_hole(hole, self.holes[hole] - seeds)
            return replace(
                scene,
                hand=self.hand + seeds,
                lap=event.lap,
                at=hole,
                started=self.started | {hole} if first else self.started,
            )
        if event.event == Event.DROP:
            scene = self._with_hole(hole, seeds)
            return replace(scene, hand=self.hand - 1, lap=event.lap, at=hole, taken=self.taken - {hole})
        if event.event in (Event.CAPTURE, Event.SWEEP):
            scene = self._with_hole(hole, self.holes[hole] - seeds)
            if event.player is not None and self.game.spec.counts_seeds:
                scene = scene._stored(event.player, seeds)
            return replace(scene, taken=self.taken | {hole}) if event.event == Event.CAPTURE else scene
        if event.event == Event.MARK_LOST:
            return replace(self, marks=self.marks - {hole})
        if event.event == Event.MARK_SET:
            return replace(self, marks=self.marks | {hole})
        return self

    def _with_hole(self, hole: int, seeds: int) -> Scene:
        return replace(self, holes=(*self.holes[:hole], seeds, *self.holes[hole + 1 :]))

    def _stored(self, player: Player, seeds: int) -> Scene:
        stores = list(self.stores)
        stores[player] += seeds
        return replace(self, stores=(stores[0], stores[1]))

    def stones(self, player: Player) -> int:
        """How many seeds lie on a player's side of the board."""
        layout = self.game.layout
        return sum(count for hole, count in enumerate(self.holes) if layout.side(hole) == player)


def play_through(sowing: Sowing) -> Iterator[tuple[SowingEvent, Scene]]:
    """Every event of a move with the scene it leads to."""
    scene = Scene.of(sowing.before)
    for event in sowing:
        scene = scene.after(event)
        yield event, scene


def after_move(sowing: Sowing) -> Scene:
    """The position after a move with the holes it touched shown."""
    last = Scene.of(sowing.before)
    for event in sowing:
        last = last.after(event)
    scene = Scene.of(sowing.after)
    if sowing.after.mover is None:
        return scene
    return replace(scene, started=last.started, at=last.at, taken=last.taken)
