"""The engine that all games share.

It uses the standard library only and accesses neither files nor the clock.
"""
