"""The sheets and the tour book of 25 and Out."""
