"""Combat Box: rules engine, rulebook site and print shop made from one set of YAML tables."""

__version__ = "0.1.0"
