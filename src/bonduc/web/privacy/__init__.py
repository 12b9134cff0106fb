"""What is known of visitors: said on a page, given to them, published only as agreed, and forgotten when they ask.

`api` gives what is `known` and has a visitor forgotten (`forgetting`); `keeping` forgets games that are too old.
"""
