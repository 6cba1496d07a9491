"""The hand-written prose of a game with its values: what the website and the printed booklets have in common."""
