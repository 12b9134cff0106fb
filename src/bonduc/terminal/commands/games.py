"""`bonduc games`: the games, their people, their options."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from bonduc.games.options import Option
from bonduc.games.registry import GAMES
from bonduc.games.spec import GameSpec
from bonduc.language import Items, _, told
from bonduc.terminal.commands.shared import AsJson, Language
from bonduc.terminal.console.output import make_console, print_json, speaks_unicode


def games(lang: Language = None, json: AsJson = False) -> None:
    """List the games with their options and defaults."""
    if json:
        print_json([describe(spec) for spec in GAMES.values()])
        return
    console = make_console()
    for spec in GAMES.values():
        console.print(_table(spec))
        console.print()
    console.print(
        _("Set an option with --option NAME=VALUE, and in play --match one of the match with --match-option.")
    )


def describe(spec: GameSpec) -> dict[str, object]:
    """A game as JSON."""
    return {
        "id": spec.id,
        "name": spec.name,
        "people": spec.people,
        "aliases": list(spec.aliases),
        "rules_version": spec.rules_version,
        "options": _describe_options(spec.options),
        "match_options": _describe_options(spec.match.options),
    }


def _describe_options(options: Iterable[Option]) -> list[dict[str, object]]:
    return [
        {"name": option.name, "default": option.default, "allowed": option.allowed(), "doc": option.doc}
        for option in options
    ]


def _table(spec: GameSpec) -> Table:
    """One game: id, name and people as the title, then a line an option."""
    mark = "·" if speaks_unicode() else "-"
    table = Table(
        title=f"{spec.id}  {mark}  {told(Items([spec.name, spec.people]))}",
        title_style="bold",
        title_justify="left",
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        show_header=False,
    )
    table.add_column("option", min_width=24)
    table.add_column("meaning", overflow="fold")
    for option in spec.options:
        table.add_row(f"  {_default(option)}", _meaning(option))
    for option in spec.match.options:
        table.add_row("  " + _("match: {option}", option=_default(option)), _meaning(option))
    return table


def _default(option: Option) -> str:
    value = option.default
    return f"{option.name}={str(value).lower() if isinstance(value, bool) else value}"


def _meaning(option: Option) -> str:
    return f"{told(option.doc)} ({told(option.allowed())})"
