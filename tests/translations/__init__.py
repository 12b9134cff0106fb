"""Faults of translations by kind: for each language a module that says what must not come back, and one test of all."""
