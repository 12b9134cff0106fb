"""One meaning a word: a class name stands once in the package, unless its second meaning is told apart here."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "bonduc"

# Names that two rooms use which never meet, each in the sense of its own trade.
TWICE = {
    "Claim",  # of a proof; of a win when the other side has left
    "Clock",  # of the arena; of a live game, and how that one is shown
    "Ending",
    "Event",  # in a sowing; in a live game
    "Job",
    "Keeper",
    "Kind",
    "Line",
    "Message",  # of a catalogue; of a socket
    "Pattern",  # of holes in an estimate; of seeds in a class
    "Picture",
    "Place",
    "Plan",
    "Progress",
    "Question",
    "Rating",  # of players; of puzzles
    "Report",
    "Resign",
    "Seat",
    "Session",
    "Settings",
    "Skills",
    "Source",
    "Step",
    "Table",
    "Theme",  # of colours; of puzzles
    "TimeControl",
    "Tried",
    "Turn",
    "Verdict",  # on a move of a learner; on a sowing
}


def test_a_class_name_stands_once() -> None:
    names = Counter(
        node.name
        for path in PACKAGE.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, times in names.items() if times > 1} <= TWICE
