"""Lessons and rules: `page` shows them, `rules_view` draws what a page of rules holds, `api` answers its boards."""
