"""What rows of tables do to a bomber, its crew and those who attack it."""
