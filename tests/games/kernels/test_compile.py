"""The disk cache of machine code: whatever happens to its files, kernels are compiled again and work."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import bonduc
from bonduc.games.kernels.compile import _sources

SCRIPT = """
import numpy as np
from bonduc.games import bao_la_kimasai as bao
from bonduc.games.kernels.compile import compiled
from bonduc.games.kernels.state import MAX_MOVES, OPTION_SLOTS, WIDTH
states, moves, options = np.zeros((1, WIDTH), np.int8), np.zeros((1, MAX_MOVES), np.int32), np.full(OPTION_SLOTS, 3)
bao.start(states, 0, options)
compiled(bao.start)
print(compiled(bao.list_moves)(states, 0, options, moves), moves[0, 0])
"""


def run(cache: Path, told: str = "") -> str:
    environment = os.environ | {"BONDUC_CACHE_DIR": str(cache)}
    ran = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, env=environment, check=False)
    assert (ran.returncode, ran.stderr) == (0, told)
    return ran.stdout


def replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
        lambda path: path.write_bytes(b"\xb8 is no pickle"),
        replace_by_folder,
    ],
    ids=["emptied", "cut short", "garbage", "a folder"],
)
def test_a_damaged_cache_is_made_anew(damage: Callable[[Path], object], tmp_path: Path) -> None:
    assert run(tmp_path) == "1 4\n"
    files = [path for path in tmp_path.rglob("*.nb[ic]") if path.is_file()]
    assert len(files) == 4
    for path in files:
        damage(path)
    assert run(tmp_path) == "1 4\n"
    assert all(path.is_file() and path.stat().st_size > 100 for path in files)


def test_a_cache_folder_that_cannot_be_made(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("precious")
    told = f"bonduc cannot keep machine code in {in_the_way}: it is compiled anew by every run (see BONDUC_CACHE_DIR)\n"
    assert run(in_the_way, told) == "1 4\n"
    assert in_the_way.read_text() == "precious"


def test_of_processes_that_want_a_kernel_at_once_one_compiles_it(tmp_path: Path) -> None:
    environment = os.environ | {"BONDUC_CACHE_DIR": str(tmp_path), "NUMBA_DEBUG_CACHE": "1"}
    started = [
        subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(3)
    ]
    told = [process.communicate()[0] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0]
    compiled = sum("data saved to" in text for text in told)
    assert compiled == 1, told


def test_no_word_of_a_message_stands_in_what_machine_code_is_made_of() -> None:
    """Else a change of any message would have everything compiled anew."""
    package = Path(bonduc.__file__).parent
    marks = re.compile(r"^@kernel\(", re.MULTILINE)
    often_asked = [*(package / "engine").rglob("*.py"), *(package / "checks").rglob("*.py"), package / "playouts.py"]
    sources = [path for path in often_asked if marks.search(path.read_text(encoding="utf-8"))]
    assert sources
    depending = [path.name for path in sources if package / "language.py" in _sources(path)]
    assert depending == []
