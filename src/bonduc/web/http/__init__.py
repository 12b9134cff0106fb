"""What the API and the pages are made of; every feature builds on it, and it knows none of them.

`operation` is one of the JSON API, `openapi` describes them all, at `/api/openapi.json` and for people (`api_docs`).
`rendering` makes pages, with the words that scripts say (`script_messages`); `streaming` sends long answers, and
`socket` is the host of all WebSockets.
"""
