"""The providers of our games, a module for each game.

A provider supplies the values to which the layouts of its game's sheets refer by name, and field values from a log.
"""
