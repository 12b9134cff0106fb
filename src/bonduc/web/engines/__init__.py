"""The pool of engine processes: the computer's moves and analyses for everyone, in fair turn, within bounds.

`pool` schedules, `turns` says whose turn it is, `process` holds one engine process; `worker` is the program that runs
in it, `thinking` what it does there, `interpreted` how it plays before the machine code is loaded.
"""

from bonduc.web.engines.pool import BusyError, EngineFailedError, EnginePool

__all__ = ["BusyError", "EngineFailedError", "EnginePool"]
