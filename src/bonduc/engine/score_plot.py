"""The graph of the score over a round: South's lead after each move, with the mistakes where they were made."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from bonduc.engine.review import MARKS, MoveReview, Review
from bonduc.errors import BonducError, MissingExtraError
from bonduc.language import N_
from bonduc.players import NORTH, SOUTH

PAPER, INK, FAINT, WOOD, ACCENT = "#fbf6ec", "#2b2018", "#75695c", "#b49a78", "#a8430f"
SHAPES = dict(zip(MARKS, ("o", "^", "D"), strict=True))  # told apart without colour
MARK_SIZES = dict(zip(MARKS, (5.0, 7.5, 7.5), strict=True))
MOST_WORDS = 7  # marks that a word is written at: the gravest
LEAST_RANGE = 4.0  # seeds either way; a smaller lead is not blown up
HEADROOM = 0.22  # of the range, above and below, for the words
WORD_WIDTH, WORD_HEIGHT = 0.09, 0.055  # of the whole picture
LIFT = 0.035  # of the height, from a shape to the edge of its word
DOTS = 200  # an inch
FORMATS = (".png", ".svg", ".pdf")


def check_plot(path: str | PathLike[str]) -> None:
    """Raise MissingExtraError without matplotlib, BonducError for a file of another format than FORMATS."""
    try:
        import matplotlib  # noqa: F401 - whether it is there
    except ImportError:
        raise MissingExtraError("the graph of the score", "study") from None
    if Path(path).suffix.lower() not in FORMATS:
        raise BonducError(N_("cannot write the graph to {file}: it should be named .png, .svg or .pdf", file=str(path)))


def plot_scores(reviewed: Review, path: str | PathLike[str], title: str = "") -> None:
    """Draw the graph of a review into an image file (PNG, SVG, PDF by its ending).

    Raises as `check_plot`, and BonducError if the file cannot be written.
    """
    check_plot(path)
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    if not reviewed.moves:
        raise BonducError("nothing to draw: no move was reviewed")
    style: Any = {"font.family": "sans-serif", "font.size": 10, "svg.fonttype": "none", "svg.hashsalt": "bonduc"}
    style |= {"text.color": INK, "axes.labelcolor": FAINT}
    with rc_context(style):
        figure = Figure(figsize=(9, 4.2), layout="constrained", facecolor=PAPER)
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        _draw_axes(axes, reviewed, title)
        _draw_scores(axes, reviewed)
        _draw_marks(axes, reviewed)
        _draw_legend(axes, reviewed)
        try:
            figure.savefig(path, dpi=DOTS, metadata={"Date": None} if str(path).lower().endswith("svg") else None)
        except (OSError, ValueError) as error:
            raise BonducError(f"cannot write the graph to {str(path)!r}: {error}") from None


def _scores(reviewed: Review) -> list[float]:
    """South's lead before the first move, as its best move has it, and after each move."""
    first = reviewed.moves[0].analysis.score_south
    return [first, *(each.score_south for each in reviewed.moves)]


def _draw_axes(axes: Any, reviewed: Review, title: str) -> None:
    scores, spec = _scores(reviewed), reviewed.game.spec
    least = LEAST_RANGE if spec.counts_seeds else 1.0
    top, bottom = max(least, *scores), min(-least, *scores)
    room = HEADROOM * (top - bottom)
    axes.set_ylim(bottom - room, top + room)
    axes.set_xlim(0, len(scores) - 1 + 0.02 * len(scores))
    axes.set_facecolor(PAPER)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.yaxis.get_major_locator().set_params(integer=True, nbins=5)
    axes.yaxis.set_major_formatter(lambda value, _: f"{abs(value):g}")
    axes.tick_params(colors=FAINT, length=0, labelsize=9)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.axhline(0, color=FAINT, linewidth=0.8, zorder=1)
    axes.set_xlabel("move", fontsize=9)
    axes.set_ylabel(f"lead in {spec.words.seeds}" if spec.counts_seeds else "chances", fontsize=9)
    axes.set_title(title or spec.name, loc="left", fontsize=13, pad=26)
    for height, player, align in ((0.985, SOUTH, "top"), (0.015, NORTH, "bottom")):
        axes.text(0.008, height, f"{player} ahead", transform=axes.transAxes, va=align, fontsize=9, color=FAINT)


def _draw_scores(axes: Any, reviewed: Review) -> None:
    """The line, thin where it is an estimate and firm where it is proved, over a quiet area."""
    scores = _scores(reviewed)
    moves = range(len(scores))
    axes.fill_between(moves, scores, color=WOOD, alpha=0.28, linewidth=0, zorder=2)
    axes.plot(moves, scores, color=INK, linewidth=1.1, zorder=3, solid_joinstyle="round")
    known = len(reviewed.moves)
    while known > 0 and reviewed.moves[known - 1].exact:
        known -= 1
    if known < len(reviewed.moves):
        axes.plot(moves[known:], scores[known:], color=INK, linewidth=2.4, zorder=3, solid_capstyle="round")


def _draw_marks(axes: Any, reviewed: Review) -> None:
    """Shapes where moves gave something away, and a word at the gravest."""
    marked = [(ply, each) for ply, each in enumerate(reviewed.moves, 1) if each.mark]
    for ply, each in marked:
        axes.plot(ply, each.score_south, **_shape(each.mark))
    gravest = sorted(marked, key=lambda one: (-MARKS.index(one[1].mark), -one[1].loss, one[0]))[:MOST_WORDS]
    low, high = axes.get_ylim()
    taken: list[tuple[float, float]] = []
    for ply, each in gravest:
        up = each.mover == NORTH  # a move of North's that gives something away takes the line up
        step = (high - low) * (WORD_HEIGHT if up else -WORD_HEIGHT)
        height = each.score_south + (high - low) * (LIFT if up else -LIFT) + step / 2
        while any(_clash(ply - x, height - y, len(reviewed.moves), high - low) for x, y in taken):
            height += step
        taken.append((ply, height))
        _write_word(axes, ply, height, each)


def _clash(across: float, along: float, width: float, height: float) -> bool:
    """Do two words so far apart run into each other?"""
    return abs(across) < WORD_WIDTH * width and abs(along) < WORD_HEIGHT * height


def _write_word(axes: Any, ply: int, height: float, each: MoveReview) -> None:
    from matplotlib.patheffects import withStroke

    axes.text(
        ply,
        height,
        f"{each.mark} {each.move}",
        ha="center",
        va="center",
        fontsize=8.5,
        color=ACCENT if each.mark == MARKS[-1] else INK,
        path_effects=[withStroke(linewidth=3, foreground=PAPER)],
        zorder=5,
    )


def _draw_legend(axes: Any, reviewed: Review) -> None:
    """One quiet line under the title: each shape with its word, and how often each player earned it."""
    from matplotlib.lines import Line2D

    handles = []
    for mark in MARKS:
        south, north = (reviewed.count(player, mark) for player in (SOUTH, NORTH))
        if south or north:
            counted = ", ".join(f"{player} {count}" for player, count in ((SOUTH, south), (NORTH, north)) if count)
            handles.append(Line2D([], [], label=f"{mark} ({counted})", **_shape(mark)))
    if any(each.exact for each in reviewed.moves):
        handles.append(Line2D([], [], color=INK, linewidth=2.4, label="exact"))
    if handles:
        place = {"loc": "lower left", "bbox_to_anchor": (-0.01, 1.0), "ncols": len(handles), "borderaxespad": 0.2}
        axes.legend(
            handles=handles, frameon=False, fontsize=9, handlelength=1.2, columnspacing=1.8, labelcolor=FAINT, **place
        )


def _shape(mark: str) -> dict[str, Any]:
    """How a mark is drawn: the graver, the fuller."""
    filled = mark != MARKS[0]
    return {
        "marker": SHAPES[mark],
        "markersize": MARK_SIZES[mark],
        "markerfacecolor": ACCENT if filled else PAPER,
        "markeredgecolor": ACCENT,
        "markeredgewidth": 1.2,
        "linestyle": "none",
        "zorder": 4,
        "clip_on": False,
    }
