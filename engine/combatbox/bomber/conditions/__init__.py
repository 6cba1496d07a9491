"""When modifiers and rows of a bomber's tables count."""
