"""What is known of visitors: said on a page, given to them, published only as agreed, and forgotten when they ask."""
