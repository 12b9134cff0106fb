"""The JSON API: everything the site does, documented by OpenAPI at `/api/openapi.json`.

Each module here has a list `OPERATIONS`; `app` puts them together.
"""
