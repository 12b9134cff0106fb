"""A game at the prompt: seats, moves, commands, the computer's turn, saving."""
