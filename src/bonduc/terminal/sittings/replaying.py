"""A recorded game shown: move by move in a terminal, or as one list."""

from __future__ import annotations

import re

from bonduc.language import N_, Items, _, placed, told
from bonduc.outcome import Outcome
from bonduc.players import NORTH, SOUTH
from bonduc.records.tree import GameRecord, RecordNode
from bonduc.terminal.console.screen import Picture, PlainScreen, Screen
from bonduc.terminal.drawing.pace import shots
from bonduc.terminal.drawing.scene import Scene, after_move
from bonduc.terminal.texts.telling import briefly

HELP = N_("Enter or n: next move; b: back; a number: to that move; start, end; flip; quit.")


def picture_of(node: RecordNode, record: GameRecord) -> Picture:
    """The position of a node with its last move, seen by South."""
    scene = Scene.of(node.position)
    if node.parent is not None and node.move is not None:
        after = node.parent.position.sowing(node.move)
        if after.after == node.position:
            scene = after_move(after)
    tags = record.tags
    place = N_("after {move}", move=node.numbered) if node.numbered else N_("the start")
    players = [f"{placed(tags['South'])} - {placed(tags['North'])}"] if "South" in tags and "North" in tags else []
    return Picture(told(Items([record.game.name, *players, place])), scene)


def tell(node: RecordNode, brief: bool) -> list[str]:
    """A move as it was played, the comments on it, and what it did, in few sentences or in all."""
    comments = [_("Comment: {comment}", comment=comment) for comment in (*node.opening, *node.comments)]
    if node.parent is None or node.move is None:
        return comments
    sentences = node.parent.position.explain(node.move)
    explained = briefly(sentences) if brief else " ".join(sentences)
    played = _("{number}. {player} played {move}.", number=node.number, player=node.mover, move=node.move)
    return [played, *comments, explained]


def describe_end(record: GameRecord) -> str:
    """The result, and what brought it about."""
    outcome: Outcome | None = record.main_line[-1].outcome
    if record.termination is None:
        return _("The record ends here; the round was not finished.")
    reason = record.termination
    if outcome is None or not record.game.spec.counts_seeds:
        return _("Result {result} ({reason}).", result=record.result, reason=reason)
    south, north = outcome.score
    return _(
        "Result {result} ({reason}, {south} to {north}).", result=record.result, reason=reason, south=south, north=north
    )


def list_game(record: GameRecord, screen: PlainScreen) -> None:
    """Every move with its explanation and the board after it."""
    nodes = record.main_line
    for name, value in record.tags.items():
        screen.page([f"  {name}: {value}"])
    for node in nodes:
        screen.say(*tell(node, brief=False))
        screen.show(picture_of(node, record))
        screen.flush()
    screen.say(describe_end(record))
    screen.close()


def step_through(record: GameRecord, screen: Screen, speed: str) -> None:
    """Forwards and backwards at the person's commands; returns when they leave."""
    nodes = record.main_line
    ply, bottom = 0, SOUTH
    screen.say(HELP.told, *tell(nodes[0], brief=True))
    try:
        while True:
            picture = picture_of(nodes[ply], record)
            screen.show(Picture(picture.title, picture.scene, bottom))
            if ply == len(nodes) - 1:
                screen.say(describe_end(record))
            word = screen.ask(
                _("{number}/{total} (Enter, b, number, quit)", number=shown_number(nodes[ply]), total=nodes[-1].number)
            )
            word = word.strip().lower()
            if word in ("q", "quit", "exit"):
                return
            if word == "flip":
                bottom = bottom.other
                continue
            wanted = wanted_ply(word, ply, nodes)
            if wanted is None:
                screen.say(HELP.told)
                continue
            node = nodes[wanted]
            if wanted == ply + 1 and node.move is not None:
                before = picture_of(nodes[ply], record)
                frames = shots(nodes[ply].position.sowing(node.move), speed)
                screen.animate(Picture(before.title, before.scene, bottom), frames)
            ply = wanted
            screen.say(*tell(node, brief=True))
    except (EOFError, KeyboardInterrupt):
        return
    finally:
        screen.close()


def shown_number(node: RecordNode) -> str:
    """A move's number as it can be typed to come back to it: `0` at the start, `4`, and `4...` for North's."""
    if node.parent is None:
        return "0"
    return f"{node.number}..." if node.mover == NORTH else str(node.number)


def wanted_ply(word: str, ply: int, nodes: list[RecordNode]) -> int | None:
    """The ply a command leads to, kept within the game; None if it is no such command.

    `4` and `4.` are the first move of that number, `4...` is North's.
    """
    last = len(nodes) - 1
    places = {"": ply + 1, "n": ply + 1, "next": ply + 1, "b": ply - 1, "back": ply - 1, "start": 0, "end": last}
    number = re.fullmatch(r"([0-9]{1,9})(\.*)", word)
    if number is not None:
        least = int(number[1]), len(number[2]) > 1
        later = (at for at, node in enumerate(nodes) if at and (node.number, node.mover == NORTH) >= least)
        places[word] = next(later, last) if least[0] else 0
    return None if word not in places else max(0, min(last, places[word]))
