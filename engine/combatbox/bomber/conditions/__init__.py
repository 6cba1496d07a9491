"""Conditions for modifiers and rows of a bomber's tables."""
