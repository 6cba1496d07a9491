"""What the print shop makes of Queen of the Skies: sheets and boards."""
