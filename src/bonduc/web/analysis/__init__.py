"""The analysis board: `page` shows it, `api` asks the engines once and of whole rounds, and live over a socket."""
