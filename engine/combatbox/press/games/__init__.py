"""The providers of our games, a module for each game.

A provider supplies the values to which the layouts of its game's sheets refer by name. It also reads the values of the
sheets' fields from a log.
"""
