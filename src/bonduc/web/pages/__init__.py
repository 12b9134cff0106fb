"""What people see: server-rendered pages. Each module here has a list `ROUTES`; `app` puts them together."""
