"""Who asks, from where, and in which language: what is found out of a request before it counts for anything.

`forwarded` reads where it comes from (`addresses` are its words), `identity` who the visitor is, `language` how they
are spoken to; `requester` is the answer to whom work is done for. `door` runs them as middleware, everyone else asks
`address_of`, `visitor_of` and `requester_of`.
"""
