"""Drawings: shapes of figures and maps, their looks, SVG files and paper."""
