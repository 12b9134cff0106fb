"""Contestants: who plays in the arena, read from text.

    random                     a legal move at random
    greedy                     the move that wins most seeds at once
    depth:3                    alpha-beta of fixed depth that only counts seeds (a baseline)
    uct:10000                  plain UCT with that many rollouts a move (a baseline)
    level:5                    the engine at a level
    bonduc                     the full engine; settings may follow: bonduc:seconds=0.1,threads=2
    cmd:PROGRAM ARGUMENTS      an external program that speaks the engine protocol, quoted as in a shell

`NAME=` in front names a contestant: `new=bonduc:seconds=0.2`. Blanks around the parts are ignored.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bonduc.errors import BonducError
from bonduc.frozen import FrozenMapping, freeze

FORMS = "random, greedy, depth:N, uct:N, level:N, bonduc, bonduc:name=value,…, cmd:PROGRAM ARGUMENTS"
DEEPEST = 50  # of depth:N
MOST_ROLLOUTS = 100_000_000
LEVELS = 8
LIMITS = ("seconds", "depth", "nodes")  # settings of `bonduc` that limit its thinking

_NAMED = re.compile(r"\s*([^\s=:][^=:]*?)\s*=\s*(.*)", re.DOTALL)


@dataclass(frozen=True)
class Contestant:
    """One contestant: its `kind` (the word before the colon) and what follows it, as typed values.

    `amount` is N of `depth`, `uct` and `level`; `settings` those of `bonduc`; `command` the program of `cmd` and its
    arguments. `name` is what tables and records show. Contestants are plain values: they travel to other processes.
    """

    name: str
    kind: str
    text: str
    amount: int = 0
    settings: Mapping[str, str] = FrozenMapping()
    command: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        freeze(self, "settings")

    @property
    def brings_limits(self) -> bool:
        """Whether its own limits decide how long it thinks, not the seconds a move of the match."""
        return self.kind in ("depth", "uct", "level") or any(limit in self.settings for limit in LIMITS)

    def __str__(self) -> str:
        return self.text


def parse_contestant(text: str) -> Contestant:
    """Read a contestant; BonducError says what is wrong with the text."""
    named = _NAMED.fullmatch(text)
    name, body = (named[1], named[2]) if named else ("", text.strip())
    kind, colon, rest = body.strip().partition(":")
    kind, rest = kind.strip(), rest.strip()
    if kind not in _READERS or (colon and not rest):
        raise BonducError(f"cannot read contestant {text!r}: the forms are {FORMS}")
    contestant = _READERS[kind](text, kind, rest)
    return replace(contestant, name=name or contestant.name)


def parse_contestants(texts: Sequence[str]) -> tuple[Contestant, ...]:
    """Read several contestants and tell those of the same name apart by a number."""
    contestants = [parse_contestant(text) for text in texts]
    seen: dict[str, int] = {}
    for i, contestant in enumerate(contestants):
        count = seen[contestant.name] = seen.get(contestant.name, 0) + 1
        if count > 1:
            contestants[i] = replace(contestant, name=f"{contestant.name} ({count})")
    names = [contestant.name for contestant in contestants]
    if len(set(names)) < len(names):
        raise BonducError(f"two contestants have the same name: {', '.join(names)}")
    return tuple(contestants)


def _read_plain(text: str, kind: str, rest: str) -> Contestant:
    if rest:
        raise BonducError(f"cannot read contestant {text!r}: {kind} takes no settings")
    return Contestant(kind, kind, kind)


def _read_amount(text: str, kind: str, rest: str) -> Contestant:
    most = {"depth": DEEPEST, "uct": MOST_ROLLOUTS, "level": LEVELS}[kind]
    if not re.fullmatch(r"[0-9]{1,9}", rest, re.ASCII) or not 1 <= int(rest) <= most:
        raise BonducError(f"cannot read contestant {text!r}: {kind}:N takes a whole number from 1 to {most}")
    normal = f"{kind}:{int(rest)}"
    return Contestant(normal, kind, normal, amount=int(rest))


def _read_settings(text: str, kind: str, rest: str) -> Contestant:
    settings: dict[str, str] = {}
    for part in rest.split(",") if rest else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name and equals and value):
            raise BonducError(f"cannot read contestant {text!r}: {part.strip()!r} should be name=value")
        if name in settings:
            raise BonducError(f"cannot read contestant {text!r}: {name} stands twice")
        settings[name] = value
    normal = kind + (":" + ",".join(f"{name}={value}" for name, value in settings.items()) if settings else "")
    return Contestant(normal, kind, normal, settings=settings)


def _read_command(text: str, kind: str, rest: str) -> Contestant:
    try:
        command = tuple(shlex.split(rest))
    except ValueError as error:
        raise BonducError(f"cannot read contestant {text!r}: {error}") from None
    if not command:
        raise BonducError(f"cannot read contestant {text!r}: no program is named")
    if shutil.which(command[0]) is None:
        raise BonducError(f"contestant {text!r}: there is no program {command[0]!r} that can be run")
    normal = f"{kind}:{shlex.join(command)}"
    return Contestant(normal, kind, normal, command=command)


_READERS = {
    "random": _read_plain,
    "greedy": _read_plain,
    "depth": _read_amount,
    "uct": _read_amount,
    "level": _read_amount,
    "bonduc": _read_settings,
    "cmd": _read_command,
}
