"""The folder of a run: what was asked, and every finished game, kept so that a run can be interrupted and resumed.

    manifest.json   the settings and their hash
    games.jsonl     one finished game a line, on the disk before the game counts
    games.txt       the same games as records
    games.parquet   the same as a table, written when the run stops (needs the `study` extra)

`games.jsonl` is the truth; the other two follow from it and are brought in line with it when a run is resumed. A
last line that was cut off in writing is dropped: its game is played again. One process at a time may have a folder.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from bonduc.arena.results import GameResult
from bonduc.arena.runs.recording import record_text
from bonduc.errors import BonducError
from bonduc.position import Game

MANIFEST = "manifest.json"
JOURNAL = "games.jsonl"
RECORDS = "games.txt"
TABLE = "games.parquet"
LOCK = "lock"

Settings = Mapping[str, Any]


def settings_hash(settings: Settings) -> str:
    """A hash of settings: equal if and only if they are."""
    text = json.dumps(settings, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class RunFolder:
    """An open run: `results` are the games finished so far; `add` makes one more durable."""

    def __init__(self, path: Path, settings: Settings, game: Game, names: Sequence[str], resume: bool) -> None:
        self.path = path
        self.game = game
        self.names = tuple(names)
        self.results: list[GameResult] = []
        self._settings = settings
        self._files: list[TextIO] = []
        try:
            self._open(resume)
        except OSError as error:
            self.close()
            raise BonducError(f"run folder {str(path)!r}: {error.strerror or error}") from None
        except BonducError:
            self.close()
            raise

    def _open(self, resume: bool) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        self._lock()
        manifest = self.path / MANIFEST
        if manifest.exists():
            if not resume:
                raise BonducError(f"{str(self.path)!r} holds a run already: resume it, or choose another folder")
            self._compare(_read_manifest(manifest))
            self.results = _read_journal(self.path / JOURNAL)
        else:
            if any(each.name != LOCK for each in self.path.iterdir()):
                raise BonducError(f"{str(self.path)!r} is not empty and holds no run")
            document = {"settings": self._settings, "hash": settings_hash(self._settings)}
            write_whole(manifest, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        write_whole(self.path / RECORDS, "".join(self._record(result) for result in self.results))
        self._journal = self._append_to(JOURNAL)
        self._records = self._append_to(RECORDS)

    def _append_to(self, name: str) -> TextIO:
        file = (self.path / name).open("a", encoding="utf-8")
        self._files.append(file)
        return file

    def _lock(self) -> None:
        file = self._append_to(LOCK)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BonducError(f"{str(self.path)!r} is in use by another run") from None

    def _compare(self, manifest: Settings) -> None:
        before = manifest["settings"]
        now = json.loads(json.dumps(self._settings))
        changed = [name for name in {**now, **before} if before.get(name) != now.get(name)]
        if changed:
            name = changed[0]
            shown = [_brief(values.get(name)) for values in (before, now)]
            raise BonducError(
                f"cannot resume {str(self.path)!r} with other settings: {name} was {shown[0]} and is now {shown[1]}"
                + (f" (also different: {', '.join(changed[1:])})" if len(changed) > 1 else "")
            )

    def _record(self, result: GameResult) -> str:
        return record_text(result, self.game, self.names, str(self._settings.get("event", ""))) + "\n"

    def add(self, result: GameResult) -> None:
        """Make a finished game durable: when this returns, no crash loses it."""
        self._journal.write(json.dumps(result.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n")
        self._journal.flush()
        os.fsync(self._journal.fileno())
        self._records.write(self._record(result))
        self._records.flush()
        self.results.append(result)

    def close(self) -> None:
        """Close the files and let go of the folder."""
        while self._files:
            self._files.pop().close()


def _brief(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"


def _read_manifest(path: Path) -> Settings:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if settings_hash(document["settings"]) == document["hash"]:
            return dict(document)
    except (ValueError, KeyError, TypeError):
        pass
    raise BonducError(f"{str(path)!r} is damaged: its settings cannot be read or do not match their hash")


def _read_journal(path: Path) -> list[GameResult]:
    """The finished games; a last line cut off in writing is removed from the file."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with path.open("r+b") as file:
            file.truncate(whole)
            os.fsync(file.fileno())
    results: list[GameResult] = []
    numbers: set[int] = set()
    for line, text in enumerate(data[:whole].decode("utf-8", "replace").splitlines(), 1):
        try:
            result = GameResult.from_json(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError):
            raise BonducError(f"{str(path)!r}, line {line}: not a finished game: {text[:60]!r}") from None
        if result.number in numbers:
            raise BonducError(f"{str(path)!r}, line {line}: game {result.number} stands there twice")
        numbers.add(result.number)
        results.append(result)
    return results


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a crash leaves either the old or the new one."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
