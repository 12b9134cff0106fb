"""Signals that end the program reach a wait for keys, also those that come when it is only about to wait."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

# Given to another thread, a signal does not break off the wait of the main one, as if it had come just before that.
WAITING = """
import signal, sys, threading, time
from bonduc.terminal.console import signals

def send():
    {wait}
    signal.pthread_kill(threading.get_ident(), {number})

with signals.raised():
    try:
        print("waiting", flush=True)
        threading.Thread(target=send, daemon=True).start()
        {read}
    except signals.Ended as end:
        print("ended by", end.number, flush=True)
print("quiet again", signal.getsignal({number}) is signal.SIG_DFL, signal.set_wakeup_fd(-1), flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals that can be given to a thread")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    "read", ["input()", "sys.stdin.readline()", "import readline; input()", "threading.Event().wait()"]
)
@pytest.mark.parametrize("wait", ["time.sleep(0.3)", "pass"])
def test_a_signal_that_the_wait_does_not_see_ends_it(number: signal.Signals, read: str, wait: str) -> None:
    program = WAITING.format(number=int(number), read=read, wait=wait)
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            child.wait(timeout=60)  # its standard input stays open, with nothing to read
        finally:
            child.kill()
        assert child.stdout is not None
        said = child.stdout.read()
    assert said.split("\n") == ["waiting", f"ended by {int(number)}", "quiet again True -1", ""]
