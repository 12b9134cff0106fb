"""The manual page, made from the commands themselves: `bonduc --man`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bonduc import __version__

OWN_WORDS = ("help", "man", "install_completion", "show_completion")  # told in the description
HEAD = """.TH BONDUC 1 "" "bonduc {version}" "User commands"
.SH NAME
bonduc \\- play, analyse and study traditional mancala games
.SH SYNOPSIS
.B bonduc
.RI [ OPTIONS ] " COMMAND " [ ARGS ]...
.SH DESCRIPTION
bonduc plays, analyses, solves and studies Kiothi, Rio Kadalis, Adji Kui II and Bao la Kimasai.
.B bonduc play
is a game at the prompt,
.B bonduc learn
teaches one by tasks,
.B bonduc serve
opens the site.
Where a file is read or written,
.B \\-
is standard input or output.
Every command explains itself with
.BR \\-\\-help ;
.B bonduc \\-\\-install\\-completion
lets the shell complete them.
"""
FOOT = """.SH EXIT STATUS
.TP
.B 0
all is well
.TP
.B 1
a negative answer
.TP
.B 2
bad input, output that cannot be written, or an interruption: one line on standard error says what is wrong
.SH ENVIRONMENT
.TP
.B BONDUC_LANG
the language: en, fa, fil, ru or az; else that of the system
.TP
.B BONDUC_DATA_DIR
where games under way are kept, and tables
.TP
.B BONDUC_TABLES
where tables and proofs are kept
.TP
.B BONDUC_CACHE_DIR
where compiled rules are kept
.TP
.B BONDUC_DEBUG
if set, faults of bonduc itself are shown with their traceback
.TP
.B NO_COLOR
if set, nothing is coloured
"""


def man_page(command: Any) -> str:
    """The page of a command and all below it, for `man`."""
    sections = "".join(_section(name, each) for name, each in _commands(command))
    return f"{HEAD.format(version=__version__)}.SH COMMANDS\n{sections}{FOOT}"


def _escaped(text: str) -> str:
    """Text as roff takes it: signs of its own kept, nothing at the beginning of a line taken for a request."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", plain, flags=re.MULTILINE)


def _paragraphs(text: str) -> str:
    """A docstring's paragraphs."""
    return "\n.PP\n".join(_escaped(" ".join(part.split())) for part in text.strip().split("\n\n"))


def _commands(command: Any, name: str = "bonduc") -> Iterator[tuple[str, Any]]:
    """Every command with its words, in the order of the help; groups come before what is in them."""
    yield name, command
    for word, inner in getattr(command, "commands", {}).items():
        yield from _commands(inner, f"{name} {word}")


def _parameter(given: Any) -> str:
    """One option or argument with its help."""
    metavar = given.metavar or given.name.upper()
    if given.param_type_name == "argument":
        return f".TP\n.I {_escaped(metavar)}\n{_escaped(' '.join((given.help or '').split()))}\n"
    names = ", ".join(given.opts + given.secondary_opts)
    value = "" if given.is_flag else f" {metavar}"
    return f".TP\n.B {_escaped(names)}\\fR{_escaped(value)}\n{_escaped(' '.join((given.help or '').split()))}\n"


def _section(name: str, command: Any) -> str:
    """What is told of one command."""
    parts = [f".SS {_escaped(name)}\n", _paragraphs(command.help or command.callback.__doc__ or ""), "\n"]
    parts += [_parameter(each) for each in command.params if each.name not in OWN_WORDS and not each.hidden]
    return "".join(parts)
