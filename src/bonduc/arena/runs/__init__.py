"""Runs: which games are played, where, and how a run that was interrupted goes on.

`plan` says which games a run consists of; `running` has them played by an executor (`executors`: here, in processes, on
a cluster), each game by `playing`; `runfolder` and `recording` keep what is finished.
"""
