"""Drawings: the shapes of figures and maps, their drawing styles, and their output as SVG."""
