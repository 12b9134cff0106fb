"""The sitting as its parts see it: what commands and the dialogue of the opening may use, and what can be set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bonduc.errors import BonducError
from bonduc.players import Player
from bonduc.terminal.console.screen import Picture, Screen
from bonduc.terminal.drawing.scene import Scene
from bonduc.terminal.session.autosave import Autosave
from bonduc.terminal.session.computer import Computer
from bonduc.terminal.session.table import Table


@dataclass
class Settings:
    """What can be changed during play: speed of sowing, the side the board is seen from."""

    speed: str
    bottom: Player


class Commands(Protocol):
    """What performs what is typed beside moves."""

    def perform(self, text: str) -> bool:
        """Perform the command a line begins with; False if it begins with none."""

    def complaint(self, text: str, error: BonducError) -> list[str]:
        """What to say to a line that is neither a command nor a legal move."""


class Host(Protocol):
    """A sitting at the board."""

    table: Table
    screen: Screen
    settings: Settings
    computer: Computer
    autosave: Autosave
    leaving: bool

    @property
    def commands(self) -> Commands:
        """What performs commands here."""

    def refresh(self) -> None:
        """Show the current position."""

    def picture(self, scene: Scene, status: str = "") -> Picture:
        """A scene as this sitting shows it."""

    def leave(self) -> None:
        """End the sitting before the next turn."""
