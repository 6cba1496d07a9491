"""The sheets and boards of Queen of the Skies."""
