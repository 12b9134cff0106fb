"""Running the site: its logs, its health and its measures, and backups that can be restored."""
