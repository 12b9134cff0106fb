"""The door: where requests come from, what is counted of each place, and connections that misuse the port."""
