"""`bonduc engine`: the engine protocol on standard input and output."""

from __future__ import annotations

import sys


def engine() -> None:
    """Speak the engine protocol, a subset of UCI, on standard input and output; `quit` ends it.

    For match managers and other programs. `bonduc match` and `bonduc tournament` take it as `cmd:bonduc engine`.
    """
    from bonduc.engine.uci import serve

    try:
        serve(sys.stdin, sys.stdout)
    except KeyboardInterrupt:
        return
