"""bonduc plays, analyses, solves and studies traditional mancala games."""

__version__ = "0.1.0"
