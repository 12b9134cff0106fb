"""The program around the site: `bonduc serve` runs `serving`, which starts one process or supervises several.

`supervising` notices a process that hangs, `garbage` when to look for it. `backup` saves and restores what the site
holds, over `postgres` where that is the database, and `checking` proves that it can be played on.
"""
