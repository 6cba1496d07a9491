"""What the print shop makes of B-29 Superfortress: sheets, boards and figures."""
