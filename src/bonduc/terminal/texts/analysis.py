"""Analyses and reviews in words, for the terminal."""

from __future__ import annotations

from rich.cells import cell_len

from bonduc.engine.analysis import Analysis, Line
from bonduc.engine.review import MARKS, MoveReview, Review
from bonduc.language import N_, NP_, Items, Message, _, decimal, digits, grouped, pgettext, placed, told
from bonduc.players import SOUTH, Player
from bonduc.position import Game
from bonduc.records.tree import GameRecord

LINE_MOVES = 8  # of a line that are shown
SCORE = 16  # columns of a score in a review
EVEN = 0.05  # seeds that are no lead
_MARKS = {"inaccuracy": N_("inaccuracy"), "mistake": N_("mistake"), "blunder": N_("blunder")}


def analysis_lines(found: Analysis) -> list[str]:
    """An analysis: the position, how it stands, the best moves each with its score and line."""
    position, game = found.position, found.position.game
    assert position.mover is not None
    best = found.lines[0]
    head = _("{game}, {player} to move", game=game.name, player=position.mover)
    lines = [head, str(position), "", _standing(found)]
    rows = [_row(line, position.mover) for line in found.lines]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [_padded(cell, width) for cell, width in zip(row, widths, strict=True)]
        lines.append(("  " + "  ".join(cells)).rstrip())
    source = (
        N_("{number} from tables", number=grouped(found.tbhits))
        if found.tbhits
        else NP_("{count} move deep", "{count} moves deep", best.depth)
    )
    places = {"source": source, "number": grouped(found.nodes), "seconds": decimal(found.seconds, 2)}
    if found.tbhits:
        return [*lines, "", _("{source}, {number} positions, {seconds} s", **places)]
    return [*lines, "", _("{source}, no tables, {number} positions, {seconds} s", **places)]


def _standing(found: Analysis) -> str:
    """How the position stands, in a sentence for people."""
    position, best = found.position, found.lines[0]
    assert position.mover is not None
    places = {"lead": lead_text(best.score, position.mover, position.game), "move": best.moves[0]}
    return _("{lead}, exact: {move} is best.", **places) if found.proved else _("{lead}: {move} is best.", **places)


def _row(line: Line, mover: Player) -> list[str]:
    """The move, its score for the mover, for South if that is another, depth or "exact", the line."""
    south = line.score if mover == SOUTH else -line.score
    sure = _("exact") if line.exact else _("depth {depth}", depth=line.depth)
    shown = " ".join(map(str, line.moves[:LINE_MOVES])) + (" …" if len(line.moves) > LINE_MOVES else "")
    scores = [_scored(mover, line.score, line.exact)]
    if mover != SOUTH:
        scores.append(_scored(SOUTH, south, line.exact))
    return [placed(line.moves[0]), *scores, sure, placed(shown)]


def _padded(cell: str, width: int) -> str:
    """A cell of a table, so many columns wide."""
    return cell + " " * (width - cell_len(cell))


def signed(score: float, exact: bool = False) -> str:
    """A score in seeds with its sign: whole where it is exact, to the tenth where it is an estimate."""
    sign = "+" if score > 0 else "-"
    if exact and float(score).is_integer():
        return digits(f"{sign}{abs(int(score))}" if score else "0")
    return sign + decimal(abs(score), 1) if abs(score) >= EVEN else decimal(0.0, 1)


def _scored(player: Player, score: float, exact: bool) -> str:
    """A player and a score of theirs, `South +6.2`."""
    return f"{told(player)} {placed(signed(score, exact))}"


def lead_text(score: float, side: Player, game: Game) -> str:
    """A score of a side as people say it: `South +6.2`, `even`; in a game without seeds to win, who stands better."""
    leader = side if score > 0 else side.other
    if abs(score) < EVEN:
        return pgettext("score", "Even")
    if not game.spec.counts_seeds:
        return _("{player} wins", player=leader) if abs(score) >= 1 else _("{player} stands better", player=leader)
    return _scored(leader, abs(score), float(score).is_integer())


def review_lines(number: int, record: GameRecord, found: Review, numbered: bool) -> list[str]:
    """A review: every move with South's score after it, and what was better where a move gave something away."""
    south, north = (record.tags.get(str(side), side) for side in Player)
    places = {"game": found.game.name, "south": south, "north": north, "result": record.result}
    head = (
        _("Game {number}, {game}: {south} against {north}, {result}", number=number, **places)
        if numbered
        else _("{game}: {south} against {north}, {result}", **places)
    )
    lines = [head, ""]
    side = max(cell_len(told(player)) for player in Player)
    width = max(cell_len(str(each.move)) for each in found.moves)
    for node, each in zip(record.main_line[1:], found.moves, strict=False):
        score = _scored(SOUTH, each.score_south, each.exact)
        score = _("{score}, exact", score=score) if each.exact else score
        fault = _fault(each) if each.mark else ""
        cells = (
            digits(f"{node.number:>4}"),
            _padded(told(each.mover), side),
            _padded(placed(each.move), width),
        )
        lines.append("  ".join([*cells, _padded(score, SCORE), fault]).rstrip())
    return [*lines, "", *_tally(found), ""]


def _fault(each: MoveReview) -> str:
    """What a marked move gave away."""
    best = each.analysis.lines[0]
    return _(
        "{mark}: {move} was better by {lost} ({score})",
        mark=_MARKS[each.mark],
        move=each.analysis.best,
        lost=signed(each.loss, each.exact).lstrip("+"),
        score=_scored(each.mover, best.score, best.exact),
    )


def _tally(found: Review) -> list[str]:
    """How many moves of each mark both players made."""
    lines = []
    for player in Player:
        counts = [(mark, found.count(player, mark)) for mark in MARKS]
        marked = Items(_counted(mark, count) for mark, count in counts if count)
        lines.append(_("{player}: {mistakes}", player=player, mistakes=marked or N_("no mistakes")))
    return lines


def _counted(mark: str, count: int) -> Message:
    """So many moves of a mark."""
    return {
        "inaccuracy": NP_("{count} inaccuracy", "{count} inaccuracies", count),
        "mistake": NP_("{count} mistake", "{count} mistakes", count),
        "blunder": NP_("{count} blunder", "{count} blunders", count),
    }[mark]
