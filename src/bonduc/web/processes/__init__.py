"""Processes that work for a server, and can be ended: in fair turn, within bounds, replaced when they hang or die.

`pool` schedules, `queue` says whose turn it is, `process` holds one process, `worker` is what runs in it. They are used
by `engines`, which think, and by `tasks`, which work out whatever else takes longer than others can wait.
"""
