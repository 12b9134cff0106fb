"""The opening redistribution, step by step: which two holes, then how to spread what they held."""

from __future__ import annotations

import re
from dataclasses import replace

from bonduc.errors import BonducError
from bonduc.games.kernels.state import Kind, encode
from bonduc.language import N_, _, sentence
from bonduc.notation import EMPTIED_HOLES, Move, move_of_steps
from bonduc.players import SOUTH
from bonduc.position import Position
from bonduc.terminal.drawing.scene import Scene
from bonduc.terminal.session.host import Host

_HOLES = re.compile(r"[A-Za-z](?:[ ,]*[A-Za-z])?", re.ASCII)
_PLACE = re.compile(r"([A-Za-z])([0-9]{0,3})", re.ASCII)


def begins_opening(text: str, position: Position) -> bool:
    """Does a text name one or two holes to empty, to go on step by step? (A whole `EF>…` is a move.)"""
    if position.phase == "play" or position.hand or not _HOLES.fullmatch(text):
        return False
    names = position.game.layout.names
    return all(letter.upper() in names for letter in re.findall("[A-Za-z]", text))


class OpeningDialogue:
    """Builds a redistribution with the person; nothing is played before it is complete."""

    def __init__(self, position: Position, session: Host) -> None:
        self.position = position
        self.session = session
        self.layout = position.game.layout
        self.words = position.game.spec.words
        self.emptied: list[int] = []
        self.placed: list[tuple[int, int]] = []

    @staticmethod
    def introduce(position: Position) -> str:
        """What the opening asks for."""
        names = position.game.layout.names
        first, second = [hole for hole, count in enumerate(position.holes) if count and _own(hole, position)][:2]
        pair = names[first] + names[second]
        whole = f"{pair}>{names[0]}{position.holes[first]},{names[-1]}{position.holes[second]}"
        return _(
            "Opening: empty two of your holes and spread their {counters} over any holes. Step by step: type {pair}, "
            "or other two. All at once: {whole}. A good one: hint.",
            counters=position.game.spec.words.seeds,
            pair=pair,
            whole=whole,
        )

    def run(self, text: str) -> Move | None:
        """Ask until the redistribution is complete and confirmed (the move) or given up (None)."""
        self._say_faults(self._empty, text)
        while self.emptied and not self.session.leaving:
            self._show()
            if len(self.emptied) < EMPTIED_HOLES:
                prompt = _("Second hole to empty (back, cancel)")
            elif self.hand:
                prompt = _("Place {count} (A2 B3 j5, rest j, back, cancel)", count=self.hand)
            else:
                prompt = _("All placed. Enter plays it (back, cancel)")
            answer = self.session.screen.ask(prompt).strip()
            if answer.lower() == "cancel":
                return None
            if answer.lower() == "back":
                self._back()
            elif answer.lower() in ("", "play", "ok") and len(self.emptied) == EMPTIED_HOLES and not self.hand:
                return self._move()
            elif answer.lower() in ("help", "?"):
                self._help()
            elif answer and not self._leave(answer):
                self._say_faults(self._empty if len(self.emptied) < EMPTIED_HOLES else self._place, answer)
        return None

    @property
    def hand(self) -> int:
        """Lifted and not yet placed."""
        return sum(self.position.holes[hole] for hole in self.emptied) - sum(count for _, count in self.placed)

    def _leave(self, answer: str) -> bool:
        """Commands that make sense here too are performed; the redistribution goes on."""
        word = answer.split()[0].lower()
        if word in ("quit", "flip", "speed", "hint", "board"):
            return self.session.commands.perform(answer)
        return False

    def _help(self) -> None:
        self.session.screen.say(
            _("A hole and a number place so many there: A2 B3 j5; a hole alone takes one."),
            _("rest j puts all that is left on j; back takes the last one back; cancel starts again."),
            _("Capitals are South's holes, small letters North's, from their owner's left."),
        )

    def _say_faults(self, step: object, text: str) -> None:
        try:
            assert callable(step)
            step(text)
        except BonducError as error:
            self.session.screen.say(sentence(error.told))

    def _empty(self, text: str) -> None:
        names = self.layout.names
        chosen = list(self.emptied)
        for letter in re.findall("[A-Za-z]", text) or [text]:
            name = letter.upper() if self.position.mover == SOUTH else letter.lower()
            if name not in names:
                raise BonducError(N_("no hole is called {name!r}", name=letter))
            hole = names.index(name)
            if not self.position.holes[hole]:
                raise BonducError(N_("hole {hole} is empty: choose an occupied hole", hole=name))
            if hole in chosen:
                raise BonducError(N_("hole {hole} is chosen already: two different holes are emptied", hole=name))
            chosen.append(hole)
        if len(chosen) > EMPTIED_HOLES:
            raise BonducError(N_("exactly two holes are emptied"))
        self.emptied = chosen

    def _place(self, text: str) -> None:
        rest = re.fullmatch(r"rest[ ]+([A-Za-z])", text.strip(), re.IGNORECASE | re.ASCII)
        parts = [f"{rest[1]}{self.hand}"] if rest else re.split(r"[ ,]+", text.strip(" ,"))
        hand = self.hand
        placed = []
        for part in parts:
            match = _PLACE.fullmatch(part)
            if match is None or match[1] not in self.layout.names:
                fault = N_("{text!r} is no hole with a number, such as A2 or j5; nothing is placed", text=part[:20])
                raise BonducError(fault)
            count = int(match[2] or 1)
            if not 0 < count <= hand:
                left = self.words.counted(hand)
                raise BonducError(
                    N_("cannot place {text}: there are {left} left to place; nothing is placed", text=part, left=left)
                )
            hand -= count
            placed.append((self.layout.names.index(match[1]), count))
        self.placed += placed

    def _back(self) -> None:
        if self.placed:
            self.placed.pop()
        else:
            self.emptied.pop()

    def _move(self) -> Move:
        steps = [encode(Kind.EMPTY, hole) for hole in sorted(self.emptied)]
        for hole, count in sorted(self.placed):
            steps += [encode(Kind.DROP, hole)] * count
        return move_of_steps(steps, self.layout)

    def _show(self) -> None:
        holes = list(self.position.holes)
        for hole in self.emptied:
            holes[hole] = 0
        for hole, count in self.placed:
            holes[hole] += count
        scene = Scene.of(self.position)
        last = self.placed[-1][0] if self.placed else None
        scene = replace(scene, holes=tuple(holes), hand=self.hand, started=frozenset(self.emptied), at=last)
        self.session.screen.show(self.session.picture(scene, _("{seeds} in hand", seeds=self.words.counted(self.hand))))


def _own(hole: int, position: Position) -> bool:
    return position.game.layout.side(hole) == position.mover
