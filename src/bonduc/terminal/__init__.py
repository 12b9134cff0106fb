"""The command line and play in the terminal: the only part of bonduc that prints.

`app` is the command line, one file a command under `commands`; `session` is a game at the prompt, `sittings` are
lessons, puzzles and replays; `drawing` makes boards, `texts` what commands say; `console` deals with terminals.
"""
