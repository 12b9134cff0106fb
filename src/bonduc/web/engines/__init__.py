"""The engines of the site: processes that think (`processes` says how they are kept).

`pool` is asked for moves and analyses; `worker` is the program that runs in a process, `thinking` what it does there,
`interpreted` how it plays before the machine code is loaded.
"""

from bonduc.web.engines.pool import EngineFailedError, EnginePool
from bonduc.web.processes.errors import BusyError

__all__ = ["BusyError", "EngineFailedError", "EnginePool"]
