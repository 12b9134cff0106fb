"""The way in: what a request passes before the site sees it, in the order in which `app` puts it together.

`connections` bounds what comes over the network (`server.serving` hands it to uvicorn). Then, as middleware:
`visitors.forwarded`, `observing` (measures, logs of refusals), `headers`, `health`, `redirects`, `visitors.language`,
`visitors.identity` and `gate`, which lets in or refuses.
"""
