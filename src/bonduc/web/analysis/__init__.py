"""The analysis board: `page` shows it, `api` asks the engines once and of whole rounds, `socket` live."""
