"""Play, saves, logs and replays from a compiled book alone, in a terminal or a browser."""
