"""From kernels to machine code, by Numba, with a disk cache that can be trusted.

A kernel is a plain Python function marked `@kernel(kind)`, a helper one marked `@helper`. Called as they are, they
run interpreted, without Numba being imported. `compiled` gives the machine code of a kernel, with the explicit
signature of its kind. Algorithms take game kernels as first-class functions of those signatures, so each is
compiled once, serves every game, and is found again in the disk cache by the next process.

They are compiled without Numba's memory management (passing an array would count its references, at a third of the
time of a move): a kernel cannot make arrays or slices, and gets all its memory from the caller.

Numba's cache notices a change in a kernel's own file only, and reuses code compiled without bounds checks under
NUMBA_BOUNDSCHECK=1; so the cache folder's name is a hash of the kernel's file, of all of bonduc that it imports, and
of such flags. BONDUC_CACHE_DIR moves the cache. Of several processes that want a kernel which is not there yet, one
compiles it and the others wait for it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

log = logging.getLogger(__name__)
F = TypeVar("F", bound=Callable[..., Any])

_helpers: list[Callable[..., Any]] = []
_subroutines: list[Callable[..., Any]] = []
_registered: set[Callable[..., Any]] = set()
_kinds: dict[Callable[..., Any], str | Callable[[dict[str, Any]], Any]] = {}
_compiled: dict[Callable[..., Any], Any] = {}
_lock = threading.RLock()

_IMPORT = re.compile(r"^from (bonduc\.[\w.]+) import", re.MULTILINE)
_FLAGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_DISABLE_JIT")


def helper(function: F) -> F:
    """Mark a function that kernels call: compiled into them, interpreted elsewhere."""
    _helpers.append(function)
    return function


def subroutine(function: F) -> F:
    """Mark a function that kernels call seldom: like a helper, but compiled apart from the caller's own code."""
    _subroutines.append(function)
    return function


def kernel(kind: str | Callable[[dict[str, Any]], Any]) -> Callable[[F], F]:
    """Mark a kernel of a kind named in `signatures`, or of a signature made from the parts in `parts`."""

    def mark(function: F) -> F:
        _kinds[function] = kind
        return function

    return mark


def marked(package: str) -> list[Callable[..., Any]]:
    """The kernels marked so far in the modules of a package."""
    return [function for function in _kinds if function.__module__.startswith(f"{package}.")]


def load_numba() -> Any:
    """Numba, imported when it is first needed; BonducError if its settings keep it from starting."""
    from bonduc.errors import BonducError  # here, for machine code does not depend on it

    try:
        import numba
    except (ValueError, RuntimeError) as fault:
        raise BonducError(f"Numba, which compiles the rules, cannot start: {fault} See its NUMBA_… variables") from None
    return numba


@cache
def signatures() -> dict[str, Any]:
    """The Numba signature of each kind of kernel."""
    t = load_numba().types
    states, moves = t.Array(t.int8, 2, "C"), t.Array(t.int32, 2, "C")
    options, work = t.Array(t.int64, 1, "C"), t.Array(t.int64, 2, "C")
    game: dict[str, Any] = {
        "start": t.int64(states, t.int64, options),
        "list_moves": t.int64(states, t.int64, options, moves),
        "play": t.int64(states, t.int64, t.int64, options, work),
        "stuck": t.int64(states, t.int64, options, work),
        "share": t.int64(states, t.int64, options),
        "evaluate": t.int64(states, t.int64, options),
    }
    list_moves, play, stuck = (t.FunctionType(game[name]) for name in ("list_moves", "play", "stuck"))
    return game | {"perft": t.int64(list_moves, play, stuck, states, t.int64, options, moves, work, t.int64)}


@cache
def parts() -> dict[str, Any]:
    """What signatures of algorithms are made of: Numba's `types`, and the game kernels as first-class functions."""
    types = load_numba().types
    kinds = signatures()
    names = ("start", "list_moves", "play", "stuck", "share", "evaluate")
    functions = {name: types.FunctionType(kinds[name]) for name in names}
    states, _, options, moves = kinds["list_moves"].args
    return functions | {
        "types": types,
        "states": states,
        "options": options,
        "moves": moves,
        "work": kinds["play"].args[4],
    }


@cache
def cache_folder(source: Path) -> Path:
    """Where the compiled kernels of a source file are kept between runs."""
    from platformdirs import user_cache_path

    digest = hashlib.sha256(load_numba().__version__.encode())
    for path in sorted(_sources(source)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for flag in _FLAGS:
        digest.update(f"{flag}={os.environ.get(flag, '')}\0".encode())
    root = os.environ.get("BONDUC_CACHE_DIR")
    return (Path(root) if root else user_cache_path("bonduc")) / f"kernels-{digest.hexdigest()[:16]}"


def _sources(source: Path) -> set[Path]:
    """A kernel's file and all of bonduc that it imports: whatever its machine code may hold a part of."""
    package = Path(__file__).resolve().parents[2]
    found = {source, Path(__file__).resolve()}
    waiting = [source]
    while waiting:
        for name in _IMPORT.findall(waiting.pop().read_text(encoding="utf-8")):
            path = package.joinpath(*name.split(".")[1:])
            files = sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
            fresh = [file for file in files if file not in found]
            found.update(fresh)
            waiting.extend(fresh)
    return found


def is_loaded(function: Callable[..., Any]) -> bool:
    """Has the machine code of a kernel been asked for already?"""
    return function in _compiled


def compiled(function: Callable[..., Any]) -> Any:
    """The machine code of a kernel, from the disk cache or compiled now. Thread-safe."""
    found = _compiled.get(function)
    if found is not None:
        return found
    with _lock:
        found = _compiled.get(function)
        if found is None:
            found = _compiled[function] = _compile(function)
        return found


def _compile(function: Callable[..., Any]) -> Any:
    numba = load_numba()
    from numba.extending import register_jitable

    for functions, inlined in ((_helpers, True), (_subroutines, False)):
        for each in functions:
            if each not in _registered:
                _registered.add(each)
                register_jitable(_nrt=False, forceinline=inlined)(each)
    njit: Any = numba.njit
    config: Any = numba.config
    flags = {"nogil": True, "error_model": "numpy", "_nrt": False}
    kind = _kinds[function]
    signature = signatures()[kind] if isinstance(kind, str) else kind(parts())
    folder = cache_folder(Path(function.__code__.co_filename).resolve())
    # The folder is Numba's global setting; a host program's own cached functions must not see ours.
    before = config.CACHE_DIR
    try:
        for _ in range(2):
            if not _is_ready(folder):
                break
            config.CACHE_DIR = str(folder)
            try:
                with _alone(folder, function):
                    return njit(signature, cache=True, **flags)(function)
            except Exception:
                # Whatever Numba stumbles over in a damaged cache (it unpickles what it finds): begin the cache anew.
                shutil.rmtree(folder, ignore_errors=True)
    finally:
        config.CACHE_DIR = before
    _tell_of(folder.parent)
    return njit(signature, **flags)(function)


@cache
def _tell_of(root: Path) -> None:
    """Say once in a process that machine code cannot be kept; `bonduc` writes it to standard error."""
    log.warning("bonduc cannot keep machine code in %s: it is compiled anew by every run (see BONDUC_CACHE_DIR)", root)


@contextmanager
def _alone(folder: Path, function: Callable[..., Any]) -> Iterator[None]:
    """Where a kernel is not in its folder yet, one process at a time."""
    name = function.__name__
    if any(folder.glob(f"*.{name}-*.nbi")):  # the index, which Numba writes last
        yield
        return
    from filelock import FileLock

    lock = FileLock(folder.with_name(f"{folder.name}-{name}.lock"))
    try:
        lock.acquire()
    except (OSError, NotImplementedError):  # a file system without locks: compiling twice does no harm
        yield
        return
    try:
        yield
    finally:
        lock.release()


def _is_ready(folder: Path) -> bool:
    """Make the folder if it is missing; can it be written to?"""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return os.access(folder, os.W_OK)
    except OSError:
        return False
