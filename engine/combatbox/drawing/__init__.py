"""Drawings: the shapes of figures and maps, their looks, and their output as SVG."""
