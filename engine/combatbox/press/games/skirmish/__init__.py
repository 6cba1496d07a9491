"""The sheets of B-17!, and its table for large models."""
