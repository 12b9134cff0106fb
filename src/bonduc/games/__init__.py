"""The rules: one module a game, written once as kernels that run interpreted or compiled.

`kernels` is what they are written with; `runner` plays single moves with one game's kernels; `spec` and `options` are
what is known of a game beside its rules; `registry` lists the games.
"""
