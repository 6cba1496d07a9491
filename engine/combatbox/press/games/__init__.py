"""The providers of our games, a module for each game.

A provider fills the layouts of its game's sheets with names, and with values from a log.
"""
