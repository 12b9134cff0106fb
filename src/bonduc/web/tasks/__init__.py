"""Work on visitors' boards that may take longer than others can wait, done in processes that can be ended.

- Sowings that are not decided in time (`games.runner`) are decided here, so that the game they belong to waits and
  nothing else does: `desk` runs what needs them, again and again until it has them, or says that nobody knows.
- Pictures are painted here, records and long lines of moves played through.

`pool` keeps the processes, `worker` is the program that runs in them, and the other modules are what it can do.
"""
