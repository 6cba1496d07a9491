"""The sheets, boards and figures of B-29 Superfortress."""
