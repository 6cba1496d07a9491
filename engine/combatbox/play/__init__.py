"""Play, saves, logs and replays; they need only a compiled book and run in a terminal or a browser."""
