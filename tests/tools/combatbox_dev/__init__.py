"""Developers' tools of Combat Box: second transcriptions, goldens, saved games, random play, unused code, generated pages.

They are importable where the project is installed from a checkout (`make`), and are no part of the wheel.
"""
