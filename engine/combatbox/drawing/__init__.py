"""Drawings: figures of tables, outlines of regions, drawing styles, and SVG."""
