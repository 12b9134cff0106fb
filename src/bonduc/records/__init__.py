"""Game records: rounds as text and as JSON.

`tree` is a record in memory; `text` writes it, `reader` reads it, `files` keeps many of them, and `document` is the
same tree as JSON. They know positions; `Round` and `Match` stand above them.
"""
