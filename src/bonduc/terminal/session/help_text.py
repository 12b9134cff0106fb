"""What `help` shows."""

from __future__ import annotations

import textwrap

from bonduc.games.kernels.state import Kind
from bonduc.language import N_, _, told
from bonduc.terminal.console.screen import MARGIN, wrap
from bonduc.terminal.session.table import Table
from bonduc.terminal.texts.own_name import own_command

WORD = 26  # columns of what is typed
WIDTH = 78

COMMANDS = (
    ("undo, redo", N_("take back to your own turn before; play it again")),
    ("hint", N_("a good move, and how the computer sees the position")),
    ("why, why X", N_("what the last move did; what X would do, or why not")),
    ("moves", N_("all legal moves")),
    ("board, flip", N_("draw the board again; look from the other side")),
    ("speed NAME", N_("slow, normal, fast, instant; step waits at every lap")),
    ("save FILE, load FILE", N_("keep the game; go on with a kept one")),
    ("resign, draw", N_("give the round up; offer a draw")),
    ("new", N_("start again")),
    ("quit", N_("leave; a game under way is kept")),
)


def help_lines(table: Table) -> list[str]:
    """The help of the game at the table, in lines of at most 78 columns."""
    spec, layout = table.game.spec, table.game.layout
    task = spec.narration.task.about(seed=spec.words.seed, counters=spec.words.seeds)
    lines = [MARGIN + _("Moves"), *_entry(layout.names[2], task)]
    if Kind.LIFT in spec.kinds:
        lines += _entry(layout.names[2] + ":3", _("lift three of its {counters} only", counters=spec.words.seeds))
    for example, meaning in spec.opening.help if spec.opening else ():
        lines += _entry(example, told(meaning))
    if spec.has_passes:
        lines += _entry("pass", _("when nothing else is legal (Enter does it too)"))
    lines += ["", MARGIN + _("Commands")]
    for command, meaning in COMMANDS:
        lines += _entry(command, told(meaning))
    lines.append("")
    lines += wrap(_("Capitals are South's holes, small letters North's, from their owner's left."))
    lines += wrap(_("While a sowing is shown any key skips it; in speed step, Enter goes on and Esc skips."))
    lines += wrap(_("The rules: {command}", command=own_command("rules", table.game.id)))
    return lines


def _entry(word: str, meaning: str) -> list[str]:
    """What to type and what it does, in as many lines as that takes."""
    first, *others = textwrap.wrap(meaning, WIDTH - WORD, break_long_words=False)
    return [f"{MARGIN * 2}{word}".ljust(WORD) + first, *(" " * WORD + line for line in others)]
