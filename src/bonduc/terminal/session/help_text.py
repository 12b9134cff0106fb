"""What `help` shows."""

from __future__ import annotations

from bonduc.games.contract import Kind
from bonduc.terminal.session.table import Table

COMMANDS = (
    ("undo, redo", "take back to your own turn before; play it again"),
    ("hint", "a good move, and how the computer sees the position"),
    ("why, why X", "what the last move did; what X would do, or why it is not legal"),
    ("moves", "all legal moves"),
    ("board, flip", "draw the board again; look from the other side"),
    ("speed NAME", "slow, normal, fast, instant, or step: wait at every lap"),
    ("save FILE, load FILE", "keep the game; go on with a kept one"),
    ("resign, draw", "give the round up; offer a draw"),
    ("new", "start again"),
    ("quit", "leave; a game under way is kept, and you are told where"),
)


def help_lines(table: Table) -> list[str]:
    """The help of the game at the table, in lines of at most 78 columns."""
    spec, layout = table.game.spec, table.game.layout
    lines = ["  Moves", f"    {layout.names[2]:<22}{_sow(table)}"]
    if Kind.LIFT in spec.kinds:
        lines.append(f"    {layout.names[2] + ':3':<22}lift three of its {spec.words.seeds} only")
    if Kind.DROP in spec.kinds:
        lines += [
            f"    {'EF>A2,B3,j5':<22}opening: empty E and F, 2 to A, 3 to B, 5 to j",
            f"    {'EF':<22}opening, step by step",
        ]
    if spec.has_passes:
        lines.append(f"    {'pass':<22}when nothing else is legal (Enter does it too)")
    lines += ["", "  Commands"]
    lines += [f"    {command:<22}{meaning}" for command, meaning in COMMANDS]
    lines += [
        "",
        "  Capitals are South's holes, small letters North's, each from the owner's left.",
        "  While a sowing is shown any key skips it; in speed step, Enter goes on and",
        "  Esc skips.",
        f"  The rules: bonduc rules {table.game.id}",
    ]
    return lines


def _sow(table: Table) -> str:
    words = table.game.spec.words
    if table.game.layout.rows == 4:
        return f"move the {words.seed} of this hole one hole on"
    return f"sow all {words.seeds} of this hole"
