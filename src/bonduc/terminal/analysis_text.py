"""Analyses and reviews in words, for the terminal."""

from __future__ import annotations

from bonduc.engine.analysis import SEED, Analysis, Line
from bonduc.engine.review import MARKS, MoveReview, Review
from bonduc.players import SOUTH, Player
from bonduc.position import Game
from bonduc.record import GameRecord

LINE_MOVES = 8  # of a line that are shown
EVEN = 5  # hundredths of a seed that are no lead


def analysis_lines(found: Analysis) -> list[str]:
    """An analysis: the position, how it stands, the best moves each with its score and line."""
    position, game = found.position, found.position.game
    assert position.mover is not None
    best = found.lines[0]
    lines = [f"{game.name}, {position.mover} to move", str(position), "", _standing(found)]
    rows = [_row(line, position.mover) for line in found.lines]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        lines.append(("  " + "  ".join(cells)).rstrip())
    positions = f"{found.nodes:,} positions"
    source = f"{found.tbhits:,} from tables" if found.tbhits else f"{best.depth} moves deep"
    return [*lines, "", f"{source}, {positions}, {found.seconds:.2f} s"]


def _standing(found: Analysis) -> str:
    """How the position stands, in a sentence for people."""
    position, best = found.position, found.lines[0]
    assert position.mover is not None
    said = lead_text(best.score, position.mover, position.game)
    return f"{said}{', exact' if best.exact else ''}: {best.moves[0]} is best."


def _row(line: Line, mover: Player) -> list[str]:
    """The move, its score for the mover, for South if that is another, depth or "exact", the line."""
    south = line.score if mover == SOUTH else -line.score
    sure = "exact" if line.exact else f"depth {line.depth}"
    shown = " ".join(map(str, line.moves[:LINE_MOVES])) + (" …" if len(line.moves) > LINE_MOVES else "")
    scores = [f"{mover} {signed(line.score, line.exact)}"]
    if mover != SOUTH:
        scores.append(f"South {signed(south, line.exact)}")
    return [str(line.moves[0]), *scores, sure, shown]


def signed(score: int, exact: bool = False) -> str:
    """A score in seeds with its sign: whole where it is exact, to the tenth where it is an estimate."""
    if exact and score % SEED == 0:
        return f"{score // SEED:+d}" if score else "0"
    return f"{score / SEED:+.1f}" if abs(score) >= EVEN else "0.0"


def lead_text(score: int, side: Player, game: Game) -> str:
    """A score of a side as people say it: `South +6.2`, `even`; in a game without seeds to win, who stands better."""
    leader = side if score > 0 else side.other
    if abs(score) < EVEN:
        return "Even"
    if not game.spec.conserves_seeds:
        return f"{leader} wins" if abs(score) >= SEED else f"{leader} stands better"
    return f"{leader} {signed(abs(score), score % SEED == 0)}"


def review_lines(number: int, record: GameRecord, found: Review, numbered: bool) -> list[str]:
    """A review: every move with South's score after it, and what was better where a move gave something away."""
    players = [record.tags.get(side, side) for side in ("South", "North")]
    head = f"{found.game.name}: {players[0]} against {players[1]}, {record.result}"
    lines = [f"Game {number}, {head}" if numbered else head, ""]
    width = max(len(str(each.move)) for each in found.moves)
    for ply, each in enumerate(found.moves, 1):
        score = f"South {signed(each.score_south, each.exact)}{', exact' if each.exact else ''}"
        told = _fault(each) if each.mark else ""
        lines.append(f"{ply:>4}  {each.mover}  {each.move!s:<{width}}  {score:<16}  {told}".rstrip())
    return [*lines, "", *_tally(found), ""]


def _fault(each: MoveReview) -> str:
    """What a marked move gave away."""
    best = each.analysis.lines[0]
    lost = signed(each.loss, each.exact).lstrip("+")
    return f"{each.mark}: {each.analysis.best} was better by {lost} ({each.mover} {signed(best.score, best.exact)})"


def _tally(found: Review) -> list[str]:
    """How many moves of each mark both players made."""
    lines = []
    for player in Player:
        counts = [(found.count(player, mark), mark) for mark in MARKS]
        told = [f"{count} {_plural(mark, count)}" for count, mark in counts if count]
        lines.append(f"{player}: {', '.join(told) or 'no mistakes'}")
    return lines


def _plural(mark: str, count: int) -> str:
    if count == 1:
        return mark
    return f"{mark[:-1]}ies" if mark.endswith("y") else f"{mark}s"
