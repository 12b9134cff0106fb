"""The live games of a server process: what everyone does in them ends up here.

`games` is asked by the API, the socket and the pages of `live`, and by `privacy`; it puts together who does what:

- `open_games` has games in memory, each an `open_game` with its lock;
- `changes` is the one way in which a game changes: decide (`game.decisions`), apply, store (`live.store`);
- `watching` tells those who watch, by the `hub`, what a game is and who is there (`attendance`);
- `peers` are the other processes, over the `bus`;
- `computer` thinks and moves, `due` looks for what has to be done when its time has come, both in the `background`.
"""
