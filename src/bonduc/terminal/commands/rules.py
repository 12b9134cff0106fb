"""`bonduc rules`: how a game is played."""

from __future__ import annotations

from bonduc.games.registry import find
from bonduc.language import current
from bonduc.rules_pages import read_page
from bonduc.terminal.commands.shared import Ascii, AsJson, GameName, Language
from bonduc.terminal.console.output import print_json
from bonduc.terminal.texts.rules import print_page


def rules(
    game: GameName,
    lang: Language = None,
    ascii_only: Ascii = False,
    json: AsJson = False,
) -> None:
    """Explain the rules of a game, with examples."""
    spec = find(game)
    page = read_page(spec.id, current())
    if json:
        print_json(
            {"game": spec.id, "rules_version": spec.rules_version, "language": page.language, "text": page.source}
        )
        return
    print_page(page, ascii_only)
